import type { Model } from '../model/model.ts'
import { transposedOf } from '../model/transposed.ts'

/** [0]: the factor k of `addOuterProduct`. */
export const factor = new Float64Array(1)

/**
 * D += k J Jᵀ, for a sparse row J with ascending columns. Pairs of dofs that are not on one chain are not part of the
 * pattern of D, and are left out.
 */
export function addOuterProduct(
  m: Model,
  D: Float64Array,
  J: Float64Array,
  colind: Int32Array,
  start: number,
  end: number,
): void {
  const { D_rowadr, D_diag, D_colind } = m
  const transposed = transposedOf(m)
  const k = factor[0]
  for (let a = start; a < end; a++) {
    const value = J[a]
    if (value === 0) continue
    const scaled = k * value
    const row = colind[a]
    const diagonal = D_rowadr[row] + D_diag[row]
    // the columns of J before this one, found among the ancestors of its dof
    let e = D_rowadr[row]
    for (let b = start; b < a && e < diagonal; b++) {
      const column = colind[b]
      while (e < diagonal && D_colind[e] < column) e++
      if (e === diagonal || D_colind[e] !== column) continue
      const change = scaled * J[b]
      D[e] += change
      D[transposed[e]] += change
    }
    D[diagonal] += scaled * value
  }
}
