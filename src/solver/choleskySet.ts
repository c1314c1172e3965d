import { MINVAL } from '../math/vec3.ts'

/**
 * Cholesky factor A_FF = L Lᵀ of the rows and columns of a symmetric matrix that belong to a set F, kept up to date as
 * rows join and leave: a row that joins costs one triangular solve, one that leaves a sequence of rotations. Nothing is
 * factored again.
 */
export class CholeskySet {
  /** Rows of the whole matrix. */
  n = 0
  A: Float64Array = new Float64Array(0)
  /** Rows in the set. */
  size = 0
  /** Row at each position of the factor. */
  members: Int32Array = new Int32Array(0)
  /** Position of each row; -1: not in the set. */
  position: Int32Array = new Int32Array(0)
  /** Lower triangle, n numbers a row. */
  L: Float64Array = new Float64Array(0)
}

/** Starts with an empty set of rows of an n × n matrix. */
export function clearSet(s: CholeskySet, A: Float64Array, n: number): void {
  s.n = n
  s.A = A
  s.size = 0
  if (s.members.length < n) {
    s.members = new Int32Array(n)
    s.position = new Int32Array(n)
  }
  if (s.L.length < n * n) s.L = new Float64Array(n * n)
  s.position.fill(-1, 0, n)
}

/** Adds a row. Returns false, and leaves the set as it was, if the matrix of the larger set is not positive definite. */
export function insertRow(s: CholeskySet, row: number): boolean {
  const { n, A, L, members, size } = s
  const at = size * n
  const from = row * n
  let pivot = A[from + row]
  let i = 0
  // four at a time: their sums do not wait for each other
  for (; i + 3 < size; i += 4) {
    const o0 = i * n
    const o1 = o0 + n
    const o2 = o1 + n
    const o3 = o2 + n
    let s0 = A[from + members[i]]
    let s1 = A[from + members[i + 1]]
    let s2 = A[from + members[i + 2]]
    let s3 = A[from + members[i + 3]]
    for (let k = 0; k < i; k++) {
      const x = L[at + k]
      s0 -= x * L[o0 + k]
      s1 -= x * L[o1 + k]
      s2 -= x * L[o2 + k]
      s3 -= x * L[o3 + k]
    }
    s0 /= L[o0 + i]
    s1 = (s1 - s0 * L[o1 + i]) / L[o1 + i + 1]
    s2 = (s2 - s0 * L[o2 + i] - s1 * L[o2 + i + 1]) / L[o2 + i + 2]
    s3 = (s3 - s0 * L[o3 + i] - s1 * L[o3 + i + 1] - s2 * L[o3 + i + 2]) / L[o3 + i + 3]
    L[at + i] = s0
    L[at + i + 1] = s1
    L[at + i + 2] = s2
    L[at + i + 3] = s3
    pivot = pivot - s0 * s0 - s1 * s1 - s2 * s2 - s3 * s3
  }
  for (; i < size; i++) {
    let sum = A[from + members[i]]
    const other = i * n
    for (let k = 0; k < i; k++) sum -= L[at + k] * L[other + k]
    sum /= L[other + i]
    L[at + i] = sum
    pivot -= sum * sum
  }
  if (!(pivot > MINVAL)) return false
  L[at + size] = Math.sqrt(pivot)
  members[size] = row
  s.position[row] = size
  s.size++
  return true
}

/** Takes a row out. Rows below move up, and rotations of neighbouring columns make the factor triangular again. */
export function removeRow(s: CholeskySet, row: number): void {
  const { n, L, members, position } = s
  const hole = position[row]
  const last = s.size - 1
  for (let i = hole; i < last; i++) {
    members[i] = members[i + 1]
    position[members[i]] = i
    const to = i * n
    for (let k = 0; k <= i + 1; k++) L[to + k] = L[to + n + k]
  }
  position[row] = -1
  s.size = last
  for (let j = hole; j < last; j++) {
    const a = L[j * n + j]
    const b = L[j * n + j + 1]
    const length = Math.sqrt(a * a + b * b)
    const cos = a / length
    const sin = b / length
    for (let i = j; i < last; i++) {
      const x = L[i * n + j]
      const y = L[i * n + j + 1]
      L[i * n + j] = cos * x + sin * y
      L[i * n + j + 1] = cos * y - sin * x
    }
  }
}

/** x ← A_FF⁻¹ x, one number for each position. */
export function solveSet(s: CholeskySet, x: Float64Array): void {
  const { n, L, size } = s
  for (let i = 0; i < size; i++) {
    let sum = x[i]
    for (let k = 0; k < i; k++) sum -= L[i * n + k] * x[k]
    x[i] = sum / L[i * n + i]
  }
  for (let i = size - 1; i >= 0; i--) {
    const xi = x[i] / L[i * n + i]
    x[i] = xi
    for (let k = 0; k < i; k++) x[k] -= L[i * n + k] * xi
  }
}
