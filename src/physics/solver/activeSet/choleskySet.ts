import { MINVAL } from '../../../core/math/constants.ts'

/**
 * Cholesky factor A_FF = L Lᵀ of the rows and columns of a symmetric matrix in a set F, updated as rows join and leave:
 * a row that joins takes one triangular solve, one that leaves a sequence of Givens rotations (Gill, Golub, Murray,
 * Saunders 1974, https://doi.org/10.1090/S0025-5718-1974-0343558-6).
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
  /** Rotations of a row that leaves. */
  cos: Float64Array = new Float64Array(0)
  sin: Float64Array = new Float64Array(0)
}

/** Starts with an empty set of rows of an n × n matrix. */
export function clearSet(s: CholeskySet, A: Float64Array, n: number): void {
  s.n = n
  s.A = A
  s.size = 0
  if (s.members.length < n) {
    s.members = new Int32Array(n)
    s.position = new Int32Array(n)
    s.cos = new Float64Array(n)
    s.sin = new Float64Array(n)
  }
  if (s.L.length < n * n) s.L = new Float64Array(n * n)
  s.position.fill(-1, 0, n)
}

/**
 * Adds a row. Returns false, and leaves the set as it was, if the matrix of the larger set is not positive definite.
 */
export function insertRow(s: CholeskySet, row: number): boolean {
  return extendRow(s, row, 0)
}

/**
 * Adds four rows, against two of the factor at a time: each number that is loaded serves several products. Returns
 * false if the matrix of the larger set is not positive definite.
 */
export function insertFour(s: CholeskySet, row0: number, row1: number, row2: number, row3: number): boolean {
  const { n, A, L, members, size } = s
  const a0 = size * n
  const a1 = a0 + n
  const a2 = a1 + n
  const a3 = a2 + n
  const from0 = row0 * n
  const from1 = row1 * n
  const from2 = row2 * n
  const from3 = row3 * n
  let i = 0
  for (; i + 1 < size; i += 2) {
    const o0 = i * n
    const o1 = o0 + n
    const m0 = members[i]
    const m1 = members[i + 1]
    let s0 = A[from0 + m0]
    let s1 = A[from1 + m0]
    let s2 = A[from2 + m0]
    let s3 = A[from3 + m0]
    let t0 = A[from0 + m1]
    let t1 = A[from1 + m1]
    let t2 = A[from2 + m1]
    let t3 = A[from3 + m1]
    for (let k = 0; k < i; k++) {
      const x = L[o0 + k]
      const y = L[o1 + k]
      const l0 = L[a0 + k]
      const l1 = L[a1 + k]
      const l2 = L[a2 + k]
      const l3 = L[a3 + k]
      s0 -= x * l0
      s1 -= x * l1
      s2 -= x * l2
      s3 -= x * l3
      t0 -= y * l0
      t1 -= y * l1
      t2 -= y * l2
      t3 -= y * l3
    }
    const p0 = 1 / L[o0 + i]
    const p1 = 1 / L[o1 + i + 1]
    const y = L[o1 + i]
    s0 *= p0
    s1 *= p0
    s2 *= p0
    s3 *= p0
    L[a0 + i] = s0
    L[a1 + i] = s1
    L[a2 + i] = s2
    L[a3 + i] = s3
    L[a0 + i + 1] = (t0 - y * s0) * p1
    L[a1 + i + 1] = (t1 - y * s1) * p1
    L[a2 + i + 1] = (t2 - y * s2) * p1
    L[a3 + i + 1] = (t3 - y * s3) * p1
  }
  return extendRow(s, row0, i) && extendRow(s, row1, i) && extendRow(s, row2, i) && extendRow(s, row3, i)
}

/** Adds a row whose entries before `first` are there already. */
function extendRow(s: CholeskySet, row: number, first: number): boolean {
  const { n, A, L, members, size } = s
  const at = size * n
  const from = row * n
  let i = first
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
  }
  for (; i < size; i++) {
    let sum = A[from + members[i]]
    const other = i * n
    for (let k = 0; k < i; k++) sum -= L[at + k] * L[other + k]
    L[at + i] = sum / L[other + i]
  }
  let pivot = A[from + row]
  for (let k = 0; k < size; k++) pivot -= L[at + k] * L[at + k]
  if (!(pivot > MINVAL)) return false
  L[at + size] = Math.sqrt(pivot)
  members[size] = row
  s.position[row] = size
  s.size++
  return true
}

/**
 * Takes a row out. Rows below move up, and rotations of neighboring columns make the factor triangular again: row by
 * row, each is turned by the rotations of the rows above it, and then gives one of its own.
 */
export function removeRow(s: CholeskySet, row: number): void {
  const { n, L, members, position, cos, sin } = s
  const hole = position[row]
  const last = s.size - 1
  for (let i = hole; i < last; i++) {
    members[i] = members[i + 1]
    position[members[i]] = i
    const to = i * n
    const from = to + n
    for (let k = 0; k < hole; k++) L[to + k] = L[from + k]
    let x = L[from + hole]
    for (let k = hole; k < i; k++) {
      const y = L[from + k + 1]
      L[to + k] = cos[k] * x + sin[k] * y
      x = cos[k] * y - sin[k] * x
    }
    const y = L[from + i + 1]
    const length = Math.sqrt(x * x + y * y)
    cos[i] = x / length
    sin[i] = y / length
    L[to + i] = length
  }
  position[row] = -1
  s.size = last
}

// work in products and sums, as it is measured: rotations take longer than the sums of a factorization, four at a time
const ROTATION_COST = 1.5
const FACTOR_COST = 1 / 6

/** What a row that joins or leaves costs. */
export function changeCost(s: CholeskySet, row: number): number {
  const at = s.position[row]
  if (at < 0) return 0.5 * s.size * s.size
  return ROTATION_COST * (s.size - at) * (s.size - at)
}

/** What it costs to make the factor anew, in the same unit. */
export function factorCost(s: CholeskySet): number {
  return FACTOR_COST * s.size * s.size * s.size
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
