/**
 * Dense symmetric positive definite systems: A = L Lᵀ, in place. Matrices are n × n, row-major; only the lower triangle
 * (diagonal included) is read and written.
 */

/**
 * Replaces the lower triangle of A by L. Returns -1, or the index of the first pivot that is not above
 * `minPivot`: the matrix is then not positive definite, and only the rows before that one are factored.
 * MuJoCo: mju_cholFactor.
 */
export function factorCholesky(A: Float64Array, n: number, minPivot = 0): number {
  for (let i = 0; i < n; i++) {
    const row = i * n
    // row i of L, four columns at a time: each entry of the row serves four dot products
    let j = 0
    for (; j + 4 <= i; j += 4) solveBlock(A, row, j, n)
    for (; j < i; j++) {
      let sum = A[row + j]
      const other = j * n
      for (let k = 0; k < j; k++) sum -= A[row + k] * A[other + k]
      A[row + j] = sum / A[other + j]
    }
    let pivot = A[row + i]
    for (let k = 0; k < i; k++) pivot -= A[row + k] * A[row + k]
    if (!(pivot > minPivot)) return i
    A[row + i] = Math.sqrt(pivot)
  }
  return -1
}

/** Entries j … j+3 of the row at `row`, given all before them: L_ij = (A_ij − Σ_k L_ik L_jk) / L_jj. */
function solveBlock(A: Float64Array, row: number, j: number, n: number): void {
  const r0 = j * n
  const r1 = r0 + n
  const r2 = r1 + n
  const r3 = r2 + n
  let s0 = A[row + j]
  let s1 = A[row + j + 1]
  let s2 = A[row + j + 2]
  let s3 = A[row + j + 3]
  for (let k = 0; k < j; k++) {
    const x = A[row + k]
    s0 -= x * A[r0 + k]
    s1 -= x * A[r1 + k]
    s2 -= x * A[r2 + k]
    s3 -= x * A[r3 + k]
  }
  s0 /= A[r0 + j]
  s1 = (s1 - s0 * A[r1 + j]) / A[r1 + j + 1]
  s2 = (s2 - s0 * A[r2 + j] - s1 * A[r2 + j + 1]) / A[r2 + j + 2]
  s3 = (s3 - s0 * A[r3 + j] - s1 * A[r3 + j + 1] - s2 * A[r3 + j + 2]) / A[r3 + j + 3]
  A[row + j] = s0
  A[row + j + 1] = s1
  A[row + j + 2] = s2
  A[row + j + 3] = s3
}

/** x ← (L Lᵀ)⁻¹ x. MuJoCo: mju_cholSolve. */
export function solveCholesky(x: Float64Array, L: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    const row = i * n
    let sum = x[i]
    for (let k = 0; k < i; k++) sum -= L[row + k] * x[k]
    x[i] = sum / L[row + i]
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = i * n
    const xi = x[i] / L[row + i]
    x[i] = xi
    for (let k = 0; k < i; k++) x[k] -= L[row + k] * xi
  }
}
