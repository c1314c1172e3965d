import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/vec3.ts'
import { ConstraintType, EnableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { metricPattern } from '../implicit/implicitInertia.ts'
import { inverseInertiaOf } from './exactDiagonal.ts'
import { addAdhesionTerm } from './referenceAcceleration.ts'

/**
 * Softness of rows where the metric is not M: (efc_R as made with M, metric) → efc_R, efc_D, efc_diagA and, where R is a
 * part of it, efc_aref. A row feels another inverse inertia then; how much less is told by the diagonals,
 * Σ J²/H_ii : Σ J²/M_ii, or, with the option `diagexact`, by J H⁻¹ Jᵀ : J M⁻¹ Jᵀ. Rows of a contact go with the first of
 * them; rows that move next to nothing stay as they are.
 */
export function rescaleRows(m: Model, d: Data): void {
  const { nefc, efc_type, efc_id, efc_R, efc_D, efc_diagA, efc_KBIP } = d
  const exact = (m.opt.enableflags & EnableBit.diagexact) !== 0
  const { softness } = metricPattern(d)
  addAdhesionTerm(d, -1)
  for (let i = 0; i < nefc; i++) {
    const first =
      i === 0 || efc_type[i] < FIRST_CONTACT || efc_type[i] !== efc_type[i - 1] || efc_id[i] !== efc_id[i - 1]
    if (first) {
      if (exact) exactRatio(m, d, i)
      else diagonalRatio(m, d, i)
    }
    const R = Math.max(softness[i] * ratio[0], MINVAL)
    efc_R[i] = R
    efc_D[i] = 1 / R
    const impedance = efc_KBIP[4 * i + 2]
    efc_diagA[i] = (R * impedance) / (1 - impedance)
  }
  addAdhesionTerm(d, 1)
}

const FIRST_CONTACT: number = ConstraintType.contactFrictionless

/** Remembers the softness of the rows that have just been made, from which each forward pass starts. */
export function keepSoftness(d: Data): void {
  const p = metricPattern(d)
  const { nefc } = d
  if (p.softness.length < nefc) p.softness = new Float64Array(Math.max(64, nefc, 2 * p.softness.length))
  for (let i = 0; i < nefc; i++) p.softness[i] = d.efc_R[i]
}

/** The inverse inertia of a row in the metric, as a share of that with M. */
const ratio = new Float64Array(1)

function diagonalRatio(m: Model, d: Data, i: number): void {
  const { M_rowadr, M_rownnz } = m
  const { M, metric, efc_J, efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
  const { H, rowadr, rownnz } = metric
  let plain = 0
  let measured = 0
  const end = efc_J_rowadr[i] + efc_J_rownnz[i]
  for (let e = efc_J_rowadr[i]; e < end; e++) {
    const dof = efc_J_colind[e]
    const square = efc_J[e] * efc_J[e]
    plain += square / M[M_rowadr[dof] + M_rownnz[dof] - 1]
    measured += square / H[rowadr[dof] + rownnz[dof] - 1]
  }
  ratio[0] = plain > MINVAL ? measured / plain : 1
}

const inverses = new Float64Array(2)

function exactRatio(m: Model, d: Data, i: number): void {
  const { metric } = d
  inverseInertiaOf(d, i, m.M_rowadr, m.M_rownnz, m.M_colind, d.qLD, d.qLDiagInv, inverses, 0)
  inverseInertiaOf(d, i, metric.rowadr, metric.rownnz, metric.colind, metric.LD, metric.diagInv, inverses, 1)
  ratio[0] = inverses[0] > MINVAL ? inverses[1] / inverses[0] : 1
}
