import { MINVAL } from './constants.ts'

/**
 * Symmetric band matrices with some dense last rows. Stores the lower triangle: `band` entries up to the diagonal for
 * each of the first n − dense rows, and all n columns for the others. Entries before the first column are unused.
 */

/** Shape of a band matrix: rows, entries of a row up to the diagonal, full rows at the end. */
export interface BandShape {
  readonly n: number
  readonly band: number
  readonly dense: number
}

/** Number of stored entries. */
export function bandSize({ n, band, dense }: BandShape): number {
  return (n - dense) * band + dense * n
}

/** Where the diagonal entry of row i is stored. MuJoCo: mju_bandDiag. */
export function bandDiagonal({ n, band, dense }: BandShape, i: number): number {
  const sparse = n - dense
  return i < sparse ? i * band + band - 1 : sparse * band + (i - sparse) * n + i
}

/** First column of row i. */
function firstColumn({ n, band, dense }: BandShape, i: number): number {
  return i < n - dense ? Math.max(0, i - band + 1) : 0
}

/** Writes a band matrix as a dense one; both triangles if `symmetric`, else the lower one. MuJoCo: mju_band2Dense. */
export function bandToDense(out: Float64Array, A: Float64Array, shape: BandShape, symmetric: boolean): void {
  const { n } = shape
  out.fill(0, 0, n * n)
  for (let i = 0; i < n; i++) {
    const at = bandDiagonal(shape, i) - i
    for (let j = firstColumn(shape, i); j <= i; j++) {
      out[i * n + j] = A[at + j]
      if (symmetric) out[j * n + i] = A[at + j]
    }
  }
}

/** Stores the part of the lower triangle of a dense matrix that fits the shape. MuJoCo: mju_dense2Band. */
export function denseToBand(out: Float64Array, A: Float64Array, shape: BandShape): void {
  const { n } = shape
  out.fill(0, 0, bandSize(shape))
  for (let i = 0; i < n; i++) {
    const at = bandDiagonal(shape, i) - i
    for (let j = firstColumn(shape, i); j <= i; j++) out[at + j] = A[i * n + j]
  }
}

/** out = A x; with the lower triangle only if `symmetric` is false. MuJoCo: mju_bandMulMatVec. */
export function mulBandVec(
  out: Float64Array,
  A: Float64Array,
  x: Float64Array,
  shape: BandShape,
  symmetric: boolean,
): void {
  const { n } = shape
  for (let i = 0; i < n; i++) {
    const at = bandDiagonal(shape, i) - i
    let sum = A[at + i] * x[i]
    for (let j = firstColumn(shape, i); j < i; j++) {
      sum += A[at + j] * x[j]
      if (symmetric) out[j] += A[at + j] * x[i]
    }
    out[i] = sum
  }
}

/**
 * Replaces A by its factor, A = L Lᵀ, after adding `add` + `multiply`·A_ii to each diagonal entry. Returns the smallest
 * pivot, the square of a diagonal entry of L; 0 where A is not positive definite, which leaves the factor unfinished.
 * MuJoCo: mju_cholFactorBand.
 */
export function factorBand(A: Float64Array, shape: BandShape, add = 0, multiply = 0): number {
  const { n } = shape
  let smallest = Number.POSITIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const at = bandDiagonal(shape, i) - i
    const first = firstColumn(shape, i)
    for (let j = first; j <= i; j++) {
      const other = bandDiagonal(shape, j) - j
      let sum = A[at + j]
      if (j === i) sum += add + multiply * sum
      for (let k = Math.max(first, firstColumn(shape, j)); k < j; k++) sum -= A[at + k] * A[other + k]
      if (j < i) {
        A[at + j] = sum / A[other + j]
        continue
      }
      if (!(sum >= MINVAL)) return 0
      A[at + i] = Math.sqrt(sum)
      smallest = Math.min(smallest, sum)
    }
  }
  return smallest
}

/** x ← (L Lᵀ)⁻¹ x, with a factor from `factorBand`. MuJoCo: mju_cholSolveBand. */
export function solveBand(x: Float64Array, L: Float64Array, shape: BandShape): void {
  const { n } = shape
  for (let i = 0; i < n; i++) {
    const at = bandDiagonal(shape, i) - i
    let sum = x[i]
    for (let j = firstColumn(shape, i); j < i; j++) sum -= L[at + j] * x[j]
    x[i] = sum / L[at + i]
  }
  for (let i = n - 1; i >= 0; i--) {
    const at = bandDiagonal(shape, i) - i
    x[i] /= L[at + i]
    for (let j = firstColumn(shape, i); j < i; j++) x[j] -= L[at + j] * x[i]
  }
}
