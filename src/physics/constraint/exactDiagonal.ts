import type { Data } from '../../core/data/data.ts'
import type { LdlFactor } from '../../core/math/sparseSymmetric.ts'

/** The inverse inertia that each row feels in the present pose: efc_diagA = diag(J M⁻¹ Jᵀ). */
export function exactDiagonal(d: Data): void {
  const { nefc } = d
  for (let row = 0; row < nefc; row++) inverseInertiaOf(d, row, d.inertiaFactor, d.efc_diagA, row)
}

/**
 * out[at] = J M⁻¹ Jᵀ of one row. With M = Lᵀ D L it is Σ y²/D for Lᵀ y = Jᵀ, where y reaches from the dofs of the row
 * to the root and no farther.
 */
export function inverseInertiaOf(d: Data, row: number, factor: LdlFactor, out: Float64Array, at: number): void {
  const { rowadr, rownnz, colind, values: LD, diagInv } = factor
  const { efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_J } = d
  const { exactDiagonal_y: y } = d.scratch
  const first = efc_J_rowadr[row]
  const end = first + efc_J_rownnz[row]
  const last = end > first ? efc_J_colind[end - 1] : -1
  for (let i = 0; i <= last; i++) y[i] = 0
  for (let k = first; k < end; k++) y[efc_J_colind[k]] = efc_J[k]
  let sum = 0
  for (let i = last; i >= 0; i--) {
    const yi = y[i]
    if (yi === 0) continue
    sum += yi * yi * diagInv[i]
    const diagonal = rowadr[i] + rownnz[i] - 1
    for (let k = rowadr[i]; k < diagonal; k++) y[colind[k]] -= LD[k] * yi
  }
  out[at] = sum
}
