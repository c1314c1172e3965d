import type { SparseRows } from './sparse.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

/** Where a symmetric matrix has entries, see `SparseSymmetric`. */
export type TreePattern = Pick<SparseSymmetric, 'parent' | 'rowadr' | 'rownnz' | 'colind'>

/**
 * A view of a symmetric matrix over dofs, stored by the sparse rows of its lower triangle: the joint-space inertia M,
 * the matrices that are derived from it, and their factors.
 *
 *   parent  (n)    last column of row i before i, its parent in the elimination tree; -1: none
 *   rowadr  (n)    first entry of row i
 *   rownnz  (n)    number of entries of row i
 *   colind  (nnz)  columns of row i, ascending; the last one is i itself
 *   values  (nnz)  entries
 *
 * Where row i holds i and all its ancestors in the forest `parent`, as in M, elimination from the last row to the first
 * creates no fill-in. Views are made once for each matrix, and passed in place of the five arrays.
 */
export class SparseSymmetric implements SparseRows {
  parent: Int32Array
  rowadr: Int32Array
  rownnz: Int32Array
  colind: Int32Array
  values: Float64Array

  constructor(pattern: TreePattern = EMPTY, values: Float64Array = noNumbers) {
    this.parent = pattern.parent
    this.rowadr = pattern.rowadr
    this.rownnz = pattern.rownnz
    this.colind = pattern.colind
    this.values = values
  }

  /** Views the same entries as another matrix from now on. */
  view(A: SparseSymmetric): void {
    this.setPattern(A)
    this.values = A.values
  }

  setPattern({ parent, rowadr, rownnz, colind }: TreePattern): void {
    this.parent = parent
    this.rowadr = rowadr
    this.rownnz = rownnz
    this.colind = colind
  }
}

const EMPTY: TreePattern = { parent: noIndices, rowadr: noIndices, rownnz: noIndices, colind: noIndices }

/**
 * The factor A = Lᵀ D L of a symmetric matrix: `values` hold L, which is unit lower triangular, and D in place of its
 * diagonal.
 *
 *   diagInv  (n)   1 / D
 */
export class LdlFactor extends SparseSymmetric {
  diagInv: Float64Array

  constructor(pattern?: TreePattern, values?: Float64Array, diagInv: Float64Array = noNumbers) {
    super(pattern, values)
    this.diagInv = diagInv
  }

  override view(A: LdlFactor): void {
    super.view(A)
    this.diagInv = A.diagInv
  }
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/**
 * out = A x for the trees of the dofs [first, end). A dof and its `parent` share all other ancestors, so rows of
 * neighbors are processed together.
 */
export function mulSymmetric(A: SparseSymmetric, out: Float64Array, x: Float64Array, first: number, end: number): void {
  const { parent, rowadr, rownnz, colind, values: M } = A
  for (let i = first; i < end; i++) {
    const row = rowadr[i] & INDEX
    const n = (rownnz[i] - 1) & INDEX
    const xi = x[i]
    let sum = M[row + n] * xi
    if (i + 1 < end && parent[i + 1] === i && rownnz[i + 1] > 1) {
      const below = rowadr[i + 1] & INDEX
      const xBelow = x[i + 1]
      let sumBelow = 0
      for (let t = 0; t < n; t++) {
        const j = colind[row + t]
        const a = M[row + t]
        const b = M[below + t]
        const xj = x[j]
        sum += a * xj
        sumBelow += b * xj
        out[j] += a * xi + b * xBelow
      }
      out[i] = sum + M[below + n] * xBelow
      out[i + 1] = sumBelow + M[below + n] * xi + M[below + n + 1] * xBelow
      i++
    } else {
      for (let t = 0; t < n; t++) {
        const j = colind[row + t]
        const value = M[row + t]
        sum += value * x[j]
        out[j] += value * xi
      }
      out[i] = sum
    }
  }
}
