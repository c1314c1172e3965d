import type { Data } from '../data/data.ts'
import { solveM2 } from '../dynamics/ldl.ts'
import type { Model } from '../model/model.ts'

/** The inverse inertia that each row feels in the present pose: efc_diagA = diag(J M⁻¹ Jᵀ). */
export function exactDiagonal(m: Model, d: Data): void {
  const { nv } = m
  const { nefc, efc_J_rownnz, efc_J_rowadr, efc_J_colind, efc_J, efc_diagA, scratch_nv: x } = d
  for (let i = 0; i < nefc; i++) {
    x.fill(0)
    const end = efc_J_rowadr[i] + efc_J_rownnz[i]
    for (let k = efc_J_rowadr[i]; k < end; k++) x[efc_J_colind[k]] = efc_J[k]
    solveM2(m, d, x)
    let square = 0
    for (let k = 0; k < nv; k++) square += x[k] * x[k]
    efc_diagA[i] = square
  }
}
