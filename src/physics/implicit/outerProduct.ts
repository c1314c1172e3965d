import type { Model } from '../../core/model/model.ts'
import { transposedOf } from '../../core/model/transposeIndex.ts'

/** [0]: the factor k of `addOuterProduct`. V8: boxed otherwise. */
export const factor = new Float64Array(1)

/**
 * D += k J Jᵀ in the lower triangle, for a sparse row J with ascending columns; `mirror` fills the upper one. Pairs
 * of dofs on different branches are not in the pattern of D, and are left out.
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
  const k = factor[0]
  for (let a = start; a < end; a++) {
    const value = J[a]
    if (value === 0) continue
    const scaled = k * value
    const row = colind[a]
    let e = D_rowadr[row]
    const diagonal = e + D_diag[row]
    // earlier columns of J, searched among the ancestors of its dof; the diagonal ends the search
    for (let b = start; b < a; b++) {
      const column = colind[b]
      while (D_colind[e] < column) e++
      if (D_colind[e] === column) D[e++] += scaled * J[b]
    }
    D[diagonal] += scaled * value
  }
}

/** Makes D symmetric: the upper triangle becomes the lower one. */
export function mirror(m: Model, D: Float64Array): void {
  const { nv, D_rowadr, D_diag } = m
  const transposed = transposedOf(m)
  for (let i = 0; i < nv; i++) {
    const diagonal = D_rowadr[i] + D_diag[i]
    for (let e = D_rowadr[i]; e < diagonal; e++) D[transposed[e]] = D[e]
  }
}
