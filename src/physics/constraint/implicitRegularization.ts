import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { ConstraintType, EnableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { implicitInertias } from '../implicit/implicitInertiaStorage.ts'
import { inverseInertiaOf } from './exactDiagonal.ts'
import { addAdhesionTerm } from './referenceAcceleration.ts'

// registers of a row: its inverse inertia with M and with H, and the second as a share of the first
const WITH_M = 0
const WITH_H = 1
const RATIO = 2
const row = new Float64Array(3)

/** Share of R that 2μ² may be off by. */
const ROUNDING = 1e-12

const FIRST_CONTACT: number = ConstraintType.contactFrictionless

/**
 * Regularization of rows where springs and dampers are part of the inertia: (efc_R as made with M, effectiveInertia H)
 * → efc_R, efc_D, efc_diagA and, where R is a part of it, efc_aref. R is scaled as the inverse inertia of the row,
 *
 *     R_H / R_M = (Σ J²/H_ii) / (Σ J²/M_ii), or (J H⁻¹ Jᵀ) / (J M⁻¹ Jᵀ) with the option `diagexact`
 *
 * Rows of a contact have the ratio of the first of them. Rows with next to no inverse inertia keep R, and so do rows
 * whose R is the least that there is.
 */
export function scaleRegularization(m: Model, d: Data): void {
  const { nefc, efc_type, efc_id, efc_R, efc_D, efc_diagA, efc_KBIP } = d
  const exact = (m.opt.enableflags & EnableBit.diagexact) !== 0
  const { regularization } = implicitInertias.of(d)
  addAdhesionTerm(d, -1)
  for (let i = 0; i < nefc; i++) {
    const first =
      i === 0 || efc_type[i] < FIRST_CONTACT || efc_type[i] !== efc_type[i - 1] || efc_id[i] !== efc_id[i - 1]
    if (first) {
      if (exact) exactInverseInertia(d, i)
      else approximateInverseInertia(d, i)
      row[RATIO] = row[WITH_M] > MINVAL && !isLeast(d, i, regularization[i]) ? row[WITH_H] / row[WITH_M] : 1
    }
    const R = Math.max(regularization[i] * row[RATIO], MINVAL)
    efc_R[i] = R
    efc_D[i] = 1 / R
    const impedance = efc_KBIP[4 * i + 2]
    efc_diagA[i] = (R * impedance) / (1 - impedance)
  }
  addAdhesionTerm(d, 1)
}

/** Whether R of the first row of a constraint comes from a bound; the rows of a pyramid have 2μ² times that. */
function isLeast(d: Data, i: number, R: number): boolean {
  const mu = d.efc_type[i] === ConstraintType.contactPyramidal ? d.contact_mu[d.efc_id[i]] : Math.SQRT1_2
  return R <= 2 * mu * mu * MINVAL * (1 + ROUNDING)
}

/** Stores R of the rows that have just been made, from which each forward pass starts. */
export function storeRegularization(d: Data): void {
  const p = implicitInertias.of(d)
  const { nefc } = d
  if (p.regularization.length < nefc)
    p.regularization = new Float64Array(Math.max(64, nefc, 2 * p.regularization.length))
  for (let i = 0; i < nefc; i++) p.regularization[i] = d.efc_R[i]
}

/** Σ J²/M_ii and Σ J²/H_ii of row i. */
function approximateInverseInertia(d: Data, i: number): void {
  const { efc_J, efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
  const { rowadr: M_rowadr, rownnz: M_rownnz, values: M } = d.inertia
  const { rowadr, rownnz, values: H } = d.effectiveInertia.H
  let withM = 0
  let withH = 0
  const end = efc_J_rowadr[i] + efc_J_rownnz[i]
  for (let e = efc_J_rowadr[i]; e < end; e++) {
    const dof = efc_J_colind[e]
    const square = efc_J[e] * efc_J[e]
    withM += square / M[M_rowadr[dof] + M_rownnz[dof] - 1]
    withH += square / H[rowadr[dof] + rownnz[dof] - 1]
  }
  row[WITH_M] = withM
  row[WITH_H] = withH
}

/** J M⁻¹ Jᵀ and J H⁻¹ Jᵀ of row i; with the integrator `discrete`, tendons and actuators are on the diagonal of H only. */
function exactInverseInertia(d: Data, i: number): void {
  inverseInertiaOf(d, i, d.inertiaFactor, row, WITH_M)
  inverseInertiaOf(d, i, d.effectiveInertia.preconditioner, row, WITH_H)
}
