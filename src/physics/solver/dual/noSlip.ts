import { MINVAL } from '../../../core/math/constants.ts'
import { ConstraintType } from '../../../core/model/enums.ts'
import { cappedSolve, type Option } from '../../../core/model/option.ts'
import {
  addForce,
  blockSize,
  DUAL_SCALE,
  type DualProblem,
  dotRows,
  FORCE_CHANGE,
  ROW_DOT,
  ROW_PRODUCT,
  rowOfForce,
} from './dualProblem.ts'
import { FrictionProblem, ontoEllipsoid, solveFriction } from './qcqp.ts'

/**
 * Removes the slow slip that regularized friction allows: friction forces are solved again with R = 0, while normal
 * forces, limits and equalities keep those of the main solver. Gauss–Seidel in the order of the rows.
 */

/** Registers of this file. */
class NoSlipRegisters {
  /** [0]: change of the cost by the present sweep. */
  readonly costChange = new Float64Array(1)
  /** Friction forces of one contact before its update. */
  readonly old = new Float64Array(6)
  readonly friction = new FrictionProblem()
}

const registers = new NoSlipRegisters()

const LEAST_DIAGONAL = 1e-10
/** A step that raises the cost by more than this is not taken. */
const WORSE = 1e-10

/** Improves the friction forces of the present rows. Returns the number of sweeps. */
export function noSlip(q: DualProblem, opt: Option): number {
  const { rows, first, end, ne, nf, type } = q
  const { costChange } = registers
  let sweep = 0
  const most = cappedSolve(opt.noslip_iterations, q.nefc)
  while (sweep < most) {
    costChange[0] = 0
    if (sweep === 0) removeRegularization(registers, q)
    for (let k = first; k < end; ) {
      const i = rows[k]
      if (i < ne + nf) {
        if (i >= ne) updateLoss(registers, q, i)
        k++
      } else if (type[i] === ConstraintType.contactPyramidal) {
        const edges = 2 * (q.contact_dim[q.id[i]] - 1)
        for (let e = 0; e < edges; e += 2) updatePair(registers, q, i + e)
        k += edges
      } else {
        const dim = blockSize(q, i)
        if (dim > 1) updateCone(registers, q, i, dim)
        k += dim
      }
    }
    sweep++
    if (-costChange[0] * q.register[DUAL_SCALE] < opt.noslip_tolerance) break
  }
  return sweep
}

/** The cost falls by that of the regularization, ½ fᵀ R f. */
function removeRegularization(r: NoSlipRegisters, q: DualProblem): void {
  const { rows, first, end, R, force } = q
  for (let k = first; k < end; k++) r.costChange[0] -= 0.5 * R[rows[k]] * force[rows[k]] * force[rows[k]]
}

/** Friction loss of a dof or tendon. */
function updateLoss(r: NoSlipRegisters, q: DualProblem, i: number): void {
  const { b, force, frictionloss } = q
  const A = q.blockMatrix[q.blockOfRow[i]]
  const f = force[i]
  rowOfForce(q, i)
  const slope = b[i] + q.register[ROW_PRODUCT]
  const loss = frictionloss[i]
  const next = Math.min(loss, Math.max(-loss, f - slope / Math.max(MINVAL, A)))
  const step = next - f
  const cost = step * (0.5 * A * step + slope)
  if (cost > WORSE) return
  force[i] = next
  q.register[FORCE_CHANGE] = step
  if (step !== 0) addForce(q, i)
  r.costChange[0] += cost
}

/** Two opposite edges of a pyramid: their sum stays, which keeps the normal force, and their difference is friction. */
function updatePair(r: NoSlipRegisters, q: DualProblem, i: number): void {
  const { b, force, blockMatrix, blockOfRow } = q
  const f0 = force[i]
  const f1 = force[i + 1]
  const A00 = Math.max(LEAST_DIAGONAL, blockMatrix[blockOfRow[i]])
  const A11 = Math.max(LEAST_DIAGONAL, blockMatrix[blockOfRow[i + 1]])
  dotRows(q, i, i + 1)
  const A01 = q.register[ROW_DOT]
  rowOfForce(q, i)
  const slope0 = b[i] + q.register[ROW_PRODUCT]
  rowOfForce(q, i + 1)
  const slope1 = b[i + 1] + q.register[ROW_PRODUCT]
  const middle = 0.5 * (f0 + f1)
  // f = middle ± y: cost ½ K1 y² + K0 y
  const K1 = A00 + A11 - 2 * A01
  const rest0 = slope0 - A00 * f0 - A01 * f1
  const rest1 = slope1 - A01 * f0 - A11 * f1
  const K0 = middle * (A00 - A11) + rest0 - rest1
  const y = K1 < MINVAL ? 0 : Math.min(middle, Math.max(-middle, -K0 / K1))
  const d0 = middle + y - f0
  const d1 = middle - y - f1
  const cost = 0.5 * (A00 * d0 * d0 + A11 * d1 * d1) + A01 * d0 * d1 + d0 * slope0 + d1 * slope1
  if (cost > WORSE) return
  force[i] = middle + y
  force[i + 1] = middle - y
  q.register[FORCE_CHANGE] = d0
  if (d0 !== 0) addForce(q, i)
  q.register[FORCE_CHANGE] = d1
  if (d1 !== 0) addForce(q, i + 1)
  r.costChange[0] += cost
}

/** Friction of an elliptic contact under its normal force. */
function updateCone(r: NoSlipRegisters, q: DualProblem, i: number, dim: number): void {
  const { old, friction } = r
  const { b, force, blockMatrix, contact_friction } = q
  const contact = q.id[i]
  const at = q.blockOfRow[i]
  const n = dim - 1
  friction.n = n
  friction.r[0] = force[i]
  for (let j = 0; j < n; j++) {
    const row = at + (j + 1) * dim + 1
    old[j] = force[i + j + 1]
    rowOfForce(q, i + j + 1)
    let sum = b[i + j + 1] + q.register[ROW_PRODUCT]
    for (let k = 0; k < n; k++) {
      const a = k === j ? Math.max(LEAST_DIAGONAL, blockMatrix[row + k]) : blockMatrix[row + k]
      friction.A[j * n + k] = a
      sum -= a * force[i + k + 1]
    }
    friction.b[j] = sum
    friction.d[j] = contact_friction[5 * contact + j]
  }
  const { x } = friction
  if (force[i] < MINVAL) {
    for (let j = 0; j < n; j++) x[j] = 0
  } else {
    solveFriction(friction)
    if (friction.bound) ontoEllipsoid(friction)
  }
  let cost = 0
  for (let j = 0; j < n; j++) {
    const step = x[j] - old[j]
    cost += step * friction.b[j]
    for (let k = 0; k < n; k++) cost += step * friction.A[j * n + k] * (0.5 * (x[k] - old[k]) + old[k])
  }
  if (cost > WORSE) return
  for (let j = 0; j < n; j++) {
    force[i + j + 1] = x[j]
    q.register[FORCE_CHANGE] = x[j] - old[j]
    if (x[j] !== old[j]) addForce(q, i + j + 1)
  }
  r.costChange[0] += cost
}
