import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'

/**
 * The inverse inertia that each row feels in the present pose: efc_diagA = diag(J M⁻¹ Jᵀ). With M = Lᵀ D L it is
 * Σ y²/D for Lᵀ y = Jᵀ, where y reaches from the dofs of the row to the root and no farther.
 */
export function exactDiagonal(m: Model, d: Data): void {
  const { M_rowadr, M_rownnz, M_colind } = m
  const { nefc, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_J, efc_diagA, qLD, qLDiagInv, scratch_nv: y } = d
  y.fill(0)
  for (let row = 0; row < nefc; row++) {
    const first = efc_J_rowadr[row]
    const end = first + efc_J_rownnz[row]
    for (let k = first; k < end; k++) y[efc_J_colind[k]] = efc_J[k]

    let sum = 0
    for (let i = end > first ? efc_J_colind[end - 1] : -1; i >= 0; i--) {
      const yi = y[i]
      if (yi === 0) continue
      y[i] = 0
      sum += yi * yi * qLDiagInv[i]
      const diagonal = M_rowadr[i] + M_rownnz[i] - 1
      for (let k = M_rowadr[i]; k < diagonal; k++) y[M_colind[k]] -= qLD[k] * yi
    }
    efc_diagA[row] = sum
  }
}
