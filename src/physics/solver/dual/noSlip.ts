import { MINVAL } from '../../../core/math/constants.ts'
import { ConstraintType } from '../../../core/model/enums.ts'
import type { Option } from '../../../core/model/option.ts'
import { addForce, blockSize, type DualProblem, dotRows, rowOfForce } from './dualProblem.ts'
import { FrictionProblem, ontoEllipsoid, solveFriction } from './qcqp.ts'

/**
 * Takes out the slow slip that soft friction allows: friction forces are solved again without softness (R = 0), while
 * normal forces, limits and equalities stay as the main solver left them. Gauss–Seidel in the order of the rows.
 */

const change = new Float64Array(1)
const old = new Float64Array(6)
const friction = new FrictionProblem()
const LEAST_DIAGONAL = 1e-10
/** A step that makes the cost grow by more than this is not taken. */
const WORSE = 1e-10

/** Improves the friction forces of the present rows. Returns the number of sweeps. */
export function noSlip(q: DualProblem, opt: Option): number {
  const { rows, first, end, scale, ne, nf, type, R, force } = q
  let sweep = 0
  while (sweep < opt.noslip_iterations) {
    change[0] = 0
    // the first sweep also gains what the softness cost
    if (sweep === 0) for (let k = first; k < end; k++) change[0] -= 0.5 * R[rows[k]] * force[rows[k]] * force[rows[k]]
    for (let k = first; k < end; ) {
      const i = rows[k]
      if (i < ne + nf) {
        if (i >= ne) updateLoss(q, i)
        k++
      } else if (type[i] === ConstraintType.contactPyramidal) {
        const edges = 2 * (q.contact_dim[q.id[i]] - 1)
        for (let e = 0; e < edges; e += 2) updatePair(q, i + e)
        k += edges
      } else {
        const dim = blockSize(q, i)
        if (dim > 1) updateCone(q, i, dim)
        k += dim
      }
    }
    sweep++
    if (-change[0] * scale[0] < opt.noslip_tolerance) break
  }
  return sweep
}

/** Friction loss of a dof or tendon. */
function updateLoss(q: DualProblem, i: number): void {
  const { b, force, frictionloss } = q
  const A = q.blockMatrix[q.blockOfRow[i]]
  const f = force[i]
  rowOfForce(q, i)
  const slope = b[i] + q.product[0]
  const loss = frictionloss[i]
  const next = Math.min(loss, Math.max(-loss, f - slope / Math.max(MINVAL, A)))
  const step = next - f
  const cost = step * (0.5 * A * step + slope)
  if (cost > WORSE) return
  force[i] = next
  q.change[0] = step
  if (step !== 0) addForce(q, i)
  change[0] += cost
}

/** Two opposite edges of a pyramid: their sum stays, which keeps the normal force, and their difference is friction. */
function updatePair(q: DualProblem, i: number): void {
  const { b, force, blockMatrix, blockOfRow } = q
  const f0 = force[i]
  const f1 = force[i + 1]
  const A00 = Math.max(LEAST_DIAGONAL, blockMatrix[blockOfRow[i]])
  const A11 = Math.max(LEAST_DIAGONAL, blockMatrix[blockOfRow[i + 1]])
  dotRows(q, i, i + 1)
  const A01 = q.product[0]
  rowOfForce(q, i)
  const slope0 = b[i] + q.product[0]
  rowOfForce(q, i + 1)
  const slope1 = b[i + 1] + q.product[0]
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
  q.change[0] = d0
  if (d0 !== 0) addForce(q, i)
  q.change[0] = d1
  if (d1 !== 0) addForce(q, i + 1)
  change[0] += cost
}

/** Friction of an elliptic contact under its normal force. */
function updateCone(q: DualProblem, i: number, dim: number): void {
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
    let sum = b[i + j + 1] + q.product[0]
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
    q.change[0] = x[j] - old[j]
    if (x[j] !== old[j]) addForce(q, i + j + 1)
  }
  change[0] += cost
}
