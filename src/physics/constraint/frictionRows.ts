import type { Data } from '../../core/data/data.ts'
import { ConstraintType, DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { appendBlock } from './jacobianRows.ts'
import { appendTendonRow } from './limitRows.ts'

/** Rows of friction loss: dofs, then tendons. Their position is zero: only velocity matters. */
export function addFriction(m: Model, d: Data): void {
  if (m.opt.disableflags & DisableBit.frictionloss) return
  const { ntendon, dof_frictionloss, dof_invweight0, tendon_frictionloss } = m
  const { nspan, span_dof, tendon_awake } = d

  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let dof = span_dof[s]; dof < span_dof[s + 1]; dof++) {
      if (dof_frictionloss[dof] === 0) continue
      const row = d.nefc
      d.efc_J[d.nJ] = 1
      d.efc_J_colind[d.nJ] = dof
      appendBlock(d, ConstraintType.frictionDof, dof, 1, 1)
      d.efc_frictionloss[row] = dof_frictionloss[dof]
      d.efc_diagA[row] = dof_invweight0[dof]
    }
  }

  for (let tendon = 0; tendon < ntendon; tendon++) {
    if (!(tendon_frictionloss[tendon] > 0) || tendon_awake[tendon] === 0) continue
    const row = d.nefc
    if (appendTendonRow(m, d, ConstraintType.frictionTendon, tendon, 1))
      d.efc_frictionloss[row] = tendon_frictionloss[tendon]
  }
}
