import { MINVAL } from '../../core/math/constants.ts'
import type { Mask, Num } from '../language/kernelLanguage.ts'
import type { TreeContext } from './solverContext.ts'

/**
 * H = Lᵀ D L in place, as `factorHessian`, for lanes that need it: H of the others is a factor already, and stays. Gives
 * up if a pivot is not positive.
 * @param only lanes that need it
 */
export function factorInLanes({ k, a, tree, range }: TreeContext, only: Mask): void {
  const { H, HDiagInv } = a
  const { row, diagonal, column } = tree
  range.dofsDown((i) => {
    const pivot = H.at(diagonal.at(i))
    k.giveUp(k.num(MINVAL).atMost(pivot).not().and(only))
    const inverse = k.num(1).over(pivot)
    HDiagInv.set(i, k.choose(only, inverse, HDiagInv.at(i)))
    k.down(k.sum(diagonal.at(i), -1), row.at(i), (e) => {
      const entry = H.at(e)
      const quotient = entry.times(inverse)
      const count = k.sum(k.sum(e, 1), k.product(row.at(i), -1))
      k.addScaled(H, row.at(column.at(e)), k.choose(only, quotient.negated(), 0), H, row.at(i), count)
      H.set(e, k.choose(only, quotient, entry))
    })
  })
}

/**
 * The same, written out: row by row, so that an entry is stored once. Rows of descendants are subtracted in the same
 * order, A[j, c] −= L[i, j] A[i, c] from the last i on.
 */
export function factorWrittenOut({ k, shape, a }: TreeContext, only: Mask): void {
  const { rowadr, rownnz, colind } = shape.hessian
  const { H, HDiagInv } = a
  /** Rows before and after the division by their pivots. */
  const rows: Num[][] = []
  const quotients: Num[][] = []
  for (let j = shape.m.nv - 1; j >= 0; j--) {
    const last = rownnz[j] - 1
    const row = Array.from({ length: last + 1 }, (_, c) => H.at(rowadr[j] + c))
    const entries = [...row]
    for (let i = shape.m.nv - 1; i > j; i--) {
      if (rownnz[i] <= last || colind[rowadr[i] + last] !== j) continue
      for (let c = 0; c <= last; c++) row[c] = row[c].minus(quotients[i][last].times(rows[i][c]))
    }
    const pivot = row[last]
    k.giveUp(k.num(MINVAL).atMost(pivot).not().and(only))
    const inverse = k.num(1).over(pivot)
    HDiagInv.set(j, k.choose(only, inverse, HDiagInv.at(j)))
    rows[j] = row
    quotients[j] = row.map((x, c) => (c === last ? x : x.times(inverse)))
    quotients[j].forEach((x, c) => {
      H.set(rowadr[j] + c, k.choose(only, x, entries[c]))
    })
  }
}

/** out = M x, as `mulInertia`, written out: sums have the same order, and are stored once. */
export function productWrittenOut({ k, shape, a }: TreeContext, out: 'Ma' | 'Mv', x: 'qacc' | 'search'): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = shape.m
  const dofs = Array.from({ length: nv }, (_, i) => i)
  const columns = dofs.map((i) => Array.from(M_colind.subarray(M_rowadr[i], M_rowadr[i] + M_rownnz[i])))
  const term = (i: number, c: number, j: number): Num => a.M.at(M_rowadr[i] + c).times(a[x].at(j))
  for (const i of dofs) {
    const last = columns[i].length - 1
    const sum = k.cell(term(i, last, i))
    for (let c = 0; c < last; c++) sum.add(term(i, c, columns[i][c]))
    for (const below of dofs.slice(i + 1)) {
      const c = columns[below].indexOf(i)
      if (c >= 0) sum.add(term(below, c, below))
    }
    a[out].set(i, sum.value)
  }
}
