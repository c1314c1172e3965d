import { MINVAL } from './constants.ts'

/** Dense matrices, row-major, from the beginning of their arrays. Outputs must not be inputs. */

/** Σ a[k]·b[k] for k < n. Four sums in turn, then the rest: the order of MuJoCo's mju_dot. */
export function dot(a: Float64Array, b: Float64Array, n: number): number {
  let [s0, s1, s2, s3, rest] = [0, 0, 0, 0, 0]
  let k = 0
  for (; k <= n - 4; k += 4) {
    s0 += a[k] * b[k]
    s1 += a[k + 1] * b[k + 1]
    s2 += a[k + 2] * b[k + 2]
    s3 += a[k + 3] * b[k + 3]
  }
  for (; k < n; k++) rest += a[k] * b[k]
  return s0 + s2 + (s1 + s3) + rest
}

/** out = A x, with A of rows × cols. MuJoCo: mju_mulMatVec. */
export function mulMatVec(out: Float64Array, A: Float64Array, x: Float64Array, rows: number, cols: number): void {
  for (let i = 0; i < rows; i++) {
    const row = i * cols
    let sum = 0
    for (let k = 0; k < cols; k++) sum += A[row + k] * x[k]
    out[i] = sum
  }
}

/** out = Aᵀ x, with A of rows × cols. MuJoCo: mju_mulMatTVec. */
export function mulMatTVec(out: Float64Array, A: Float64Array, x: Float64Array, rows: number, cols: number): void {
  for (let k = 0; k < cols; k++) out[k] = 0
  for (let i = 0; i < rows; i++) {
    const row = i * cols
    const xi = x[i]
    for (let k = 0; k < cols; k++) out[k] += A[row + k] * xi
  }
}

/** out = A B, with A of n × k and B of k × m. MuJoCo: mju_mulMatMat. */
export function mulMatMat(out: Float64Array, A: Float64Array, B: Float64Array, n: number, k: number, m: number): void {
  for (let i = 0; i < n; i++) {
    const row = i * m
    for (let j = 0; j < m; j++) out[row + j] = 0
    for (let l = 0; l < k; l++) {
      const a = A[i * k + l]
      const from = l * m
      for (let j = 0; j < m; j++) out[row + j] += a * B[from + j]
    }
  }
}

/** out = A Bᵀ, with A of n × k and B of m × k. MuJoCo: mju_mulMatMatT. */
export function mulMatMatT(out: Float64Array, A: Float64Array, B: Float64Array, n: number, k: number, m: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      let sum = 0
      for (let l = 0; l < k; l++) sum += A[i * k + l] * B[j * k + l]
      out[i * m + j] = sum
    }
  }
}

/** out = Aᵀ B, with A of k × n and B of k × m. MuJoCo: mju_mulMatTMat. */
export function mulMatTMat(out: Float64Array, A: Float64Array, B: Float64Array, k: number, n: number, m: number): void {
  for (let e = 0; e < n * m; e++) out[e] = 0
  for (let l = 0; l < k; l++) {
    const from = l * m
    for (let i = 0; i < n; i++) {
      const a = A[l * n + i]
      const row = i * m
      for (let j = 0; j < m; j++) out[row + j] += a * B[from + j]
    }
  }
}

/** out = Aᵀ diag A (n × n), with A of k × n; without `diag`, Aᵀ A. MuJoCo: mju_sqrMatTD. */
export function mulMatTDMat(out: Float64Array, A: Float64Array, diag: Float64Array | null, k: number, n: number): void {
  for (let e = 0; e < n * n; e++) out[e] = 0
  for (let l = 0; l < k; l++) {
    const row = l * n
    const s = diag ? diag[l] : 1
    for (let i = 0; i < n; i++) {
      const a = s * A[row + i]
      for (let j = 0; j <= i; j++) out[i * n + j] += a * A[row + j]
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) out[j * n + i] = out[i * n + j]
}

/** out = Aᵀ, with A of rows × cols. MuJoCo: mju_transpose. */
export function transposeMat(out: Float64Array, A: Float64Array, rows: number, cols: number): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[j * rows + i] = A[i * cols + j]
}

/** out = ½ (A + Aᵀ), n × n; may be in place. MuJoCo: mju_symmetrize. */
export function symmetrize(out: Float64Array, A: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const mean = 0.5 * (A[i * n + j] + A[j * n + i])
      out[i * n + j] = mean
      out[j * n + i] = mean
    }
  }
}

/**
 * Changes the factor of A = L Lᵀ (lower triangle of L, n × n) into that of A + x xᵀ, or of A − x xᵀ where `sign` is −1;
 * x is overwritten. Returns the number of pivots that stayed positive; others are replaced by a small number.
 * MuJoCo: mju_cholUpdate.
 */
export function updateCholesky(L: Float64Array, x: Float64Array, n: number, sign: number): number {
  let rank = n
  for (let k = 0; k < n; k++) {
    const pivot = L[k * n + k]
    const square = pivot * pivot + sign * x[k] * x[k]
    if (!(square >= MINVAL)) rank--
    const next = Math.sqrt(Math.max(MINVAL, square))
    const c = next / pivot
    const s = x[k] / pivot
    L[k * n + k] = next
    for (let i = k + 1; i < n; i++) {
      const e = i * n + k
      L[e] = (L[e] + sign * s * x[i]) / c
      x[i] = c * x[i] - s * L[e]
    }
  }
  return rank
}
