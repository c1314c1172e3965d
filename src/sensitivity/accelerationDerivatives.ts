import { Data } from '../core/data/data.ts'
import { perData } from '../core/data/perData.ts'
import { copyAll } from '../core/data/snapshot.ts'
import { EnableBit, Stage } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { usesImplicitInertia } from '../core/model/option.ts'
import { actuation } from '../physics/actuation/actuation.ts'
import { findIslands } from '../physics/constraint/findIslands.ts'
import { makeConstraint } from '../physics/constraint/makeConstraint.ts'
import { mulM } from '../physics/dynamics/crba.ts'
import { integrateJoints } from '../physics/integrate/integratePos.ts'
import { accumulateAppliedWrenches } from '../physics/kinematics/jacobian.ts'
import { addCones } from '../physics/solver/factor/factorUpdate.ts'
import { Factor, factorHessian, prepareFactor, solveHessian } from '../physics/solver/factor/hessianFactor.ts'
import { mulJacobian, mulJacobianTransposed } from '../physics/solver/problem/jacobianProducts.ts'
import { evaluateAt } from '../physics/solver/problem/primalCost.ts'

import { Problem, poseProblem } from '../physics/solver/problem/primalProblem.ts'
import { updateRows } from '../physics/solver/problem/rowCost.ts'
import { forwardPosition, forwardVelocity } from '../pipeline/forwardStages.ts'
import { carryContacts } from './carriedContacts.ts'
import { forcesOfStates, RowStates } from './frozenRows.ts'

/**
 * Derivatives of the acceleration under constraints, by the implicit function theorem. `qacc` solves r = 0, with the
 * residual
 *
 *   r(a; q, v, u) = M a + bias − passive − actuator − applied − Jᵀ f(J a − aref)
 *
 * and f the forces of rows. So ∂a/∂x = −H⁻¹ ∂r/∂x at fixed a. H = ∂r/∂a is the Hessian of Newton's method, M + Jᵀ s″
 * J, and includes contacts that stick, slide or are open, limits, equalities and friction loss. ∂r/∂x comes from
 * centered differences of the residual, without a solve. Each row stays on its piece of the cost, so the derivative
 * is that of the current active set, even near a change.
 */

/** Outputs, row-major, one row per dof; omitted matrices are not computed. */
export interface AccelerationMatrices {
  /** By positions, nv × nv; a change of position is a velocity, as in `integratePos`. */
  readonly dqpos?: Float64Array | undefined
  /** By velocities, nv × nv. */
  readonly dqvel?: Float64Array | undefined
  /** By activations, nv × na. */
  readonly dact?: Float64Array | undefined
  /** By controls, nv × nu. */
  readonly dctrl?: Float64Array | undefined
}

/** Perturbation of positions: small, because contacts change within fractions of a millimeter. */
const POSITION_NUDGE = 1e-7
const NUDGE = 1e-6

/** Work space: a perturbed state, the rows of the solution, the factor of H. */
class DerivativeSpace {
  readonly d: Data
  readonly problem = new Problem()
  readonly factor = new Factor()
  readonly rows = new RowStates()
  /** The acceleration of the solution. */
  readonly acceleration: Float64Array
  readonly qpos: Float64Array
  readonly qvel: Float64Array
  readonly base: Float64Array
  readonly ahead: Float64Array
  readonly behind: Float64Array
  readonly wrench: Float64Array
  readonly direction: Float64Array
  readonly nudge = new Float64Array(1)

  constructor(m: Model) {
    this.d = new Data(m)
    this.acceleration = new Float64Array(m.nv)
    this.qpos = new Float64Array(m.nq)
    this.qvel = new Float64Array(m.nv)
    this.base = new Float64Array(m.nv)
    this.ahead = new Float64Array(m.nv)
    this.behind = new Float64Array(m.nv)
    this.wrench = new Float64Array(m.nv)
    this.direction = new Float64Array(m.nv)
  }
}

const spaces = perData((d) => new DerivativeSpace(d.model))

/**
 * Derivatives of `d.qacc` by positions, velocities, activations and controls, through the constraints. Requires
 * `forward`; leaves the state unchanged. They hold while the same rows act in the same way: contacts that begin, end,
 * or start to slide change them. Where contact points jump with a small change of position, as between flat shapes,
 * contacts are treated as fixed to their bodies. Returns for how many positions that was so.
 *
 * Controls are inputs, even if a callback sets them. Allocates only in the first call.
 */
export function accelerationDerivatives(m: Model, d: Data, matrices: AccelerationMatrices): number {
  checkModel(m)
  checkMatrices(m, matrices)
  const space = spaces.of(d)
  begin(m, space, d)
  const { nv, na, nu } = m
  const { dqpos, dqvel, dact, dctrl } = matrices
  const { d: work } = space
  // cheapest first, so that stages can be reused
  if (dctrl) for (let i = 0; i < nu; i++) differentiateInput(m, space, dctrl, nu, work.ctrl, i, Stage.vel)
  if (dact) for (let i = 0; i < na; i++) differentiateInput(m, space, dact, na, work.act, i, Stage.vel)
  if (dqvel) for (let i = 0; i < nv; i++) differentiateInput(m, space, dqvel, nv, work.qvel, i, Stage.pos)
  let jumps = 0
  if (dqpos) for (let i = 0; i < nv; i++) if (differentiatePosition(m, space, d, dqpos, i)) jumps++
  return jumps
}

/** Copies the state, and factors H at the solution. */
function begin(m: Model, space: DerivativeSpace, d: Data): void {
  const { d: work, problem, factor } = space
  copyAll(work, d)
  work.callbacks.passive = d.callbacks.passive
  work.callbacks.activation = d.callbacks.activation
  work.callbacks.gain = d.callbacks.gain
  work.callbacks.bias = d.callbacks.bias
  work.callbacks.contactFilter = d.callbacks.contactFilter
  space.acceleration.set(d.qacc)
  space.qpos.set(d.qpos)
  space.qvel.set(d.qvel)
  poseProblem(problem, m, work)
  evaluateAt(problem)
  space.rows.take(work)
  prepareFactor(factor, problem)
  factorHessian(factor, problem)
  addCones(factor, problem)
}

/** The column of a control, activation or velocity. */
function differentiateInput(
  m: Model,
  space: DerivativeSpace,
  out: Float64Array,
  width: number,
  input: Float64Array,
  i: number,
  skip: Stage,
): void {
  const { d } = space
  const value = input[i]
  input[i] = value + NUDGE
  evaluateMotion(m, d, skip)
  residual(m, space, space.ahead)
  input[i] = value - NUDGE
  evaluateMotion(m, d, skip)
  residual(m, space, space.behind)
  input[i] = value
  store(m, space, out, width, i, space.ahead, space.behind, 2 * NUDGE)
}

/**
 * The column of a position. Ignores a side whose rows differ. If both sides differ, contacts are carried along with
 * their bodies. Returns whether they were.
 */
function differentiatePosition(m: Model, space: DerivativeSpace, d: Data, out: Float64Array, i: number): boolean {
  const { base, ahead, behind } = space
  const there = residualAt(m, space, ahead, i, POSITION_NUDGE, undefined)
  const back = residualAt(m, space, behind, i, -POSITION_NUDGE, undefined)
  if (there && back) {
    store(m, space, out, m.nv, i, ahead, behind, 2 * POSITION_NUDGE)
    return false
  }
  if (!there && !back) {
    residualAt(m, space, ahead, i, POSITION_NUDGE, d)
    residualAt(m, space, behind, i, -POSITION_NUDGE, d)
    store(m, space, out, m.nv, i, ahead, behind, 2 * POSITION_NUDGE)
    return true
  }
  residualAt(m, space, base, i, 0, undefined)
  if (there) store(m, space, out, m.nv, i, ahead, base, POSITION_NUDGE)
  else store(m, space, out, m.nv, i, base, behind, POSITION_NUDGE)
  return false
}

/**
 * The residual at a perturbed position. Returns whether the rows are those of the solution.
 * @param origin state to take contacts from, instead of running collision
 */
function residualAt(
  m: Model,
  space: DerivativeSpace,
  out: Float64Array,
  dof: number,
  by: number,
  origin: Data | undefined,
): boolean {
  const { d, direction, nudge } = space
  d.qpos.set(space.qpos)
  direction[dof] = 1
  nudge[0] = by
  integrateJoints(m, d.qpos, direction, 0, nudge)
  direction[dof] = 0
  forwardPosition(m, d)
  if (origin) {
    carryContacts(m, d, origin)
    makeConstraint(m, d)
    findIslands(m, d)
  }
  evaluateMotion(m, d, Stage.pos)
  return residual(m, space, out)
}

/** Everything that the residual depends on, after positions. */
function evaluateMotion(m: Model, d: Data, skip: Stage): void {
  if (skip < Stage.vel) forwardVelocity(m, d)
  actuation(m, d)
}

/** out = r at the acceleration of the solution. Returns whether the rows are those of the solution. */
function residual(m: Model, space: DerivativeSpace, out: Float64Array): boolean {
  const { d, problem, acceleration, wrench, rows } = space
  const { qfrc_bias, qfrc_passive, qfrc_actuator, qfrc_applied, qfrc_constraint } = d
  const { nv } = m
  let same = true
  if (d.nefc > 0) {
    poseProblem(problem, m, d)
    mulJacobian(problem, problem.jar, acceleration, d.efc_aref)
    same = rows.match(d)
    if (same) forcesOfStates(problem, rows)
    else updateRows(problem)
    mulJacobianTransposed(problem, qfrc_constraint, d.efc_force)
  } else {
    same = rows.count === 0
    qfrc_constraint.fill(0)
  }
  wrench.fill(0)
  accumulateAppliedWrenches(m, d, wrench)
  mulM(m, d, out, acceleration)
  for (let i = 0; i < nv; i++)
    out[i] += qfrc_bias[i] - qfrc_passive[i] - qfrc_actuator[i] - qfrc_applied[i] - wrench[i] - qfrc_constraint[i]
  return same
}

/** Column i: −H⁻¹ (ahead − behind) / span. */
function store(
  m: Model,
  space: DerivativeSpace,
  out: Float64Array,
  width: number,
  i: number,
  ahead: Float64Array,
  behind: Float64Array,
  span: number,
): void {
  const { wrench: column } = space
  for (let k = 0; k < m.nv; k++) column[k] = (behind[k] - ahead[k]) / span
  solveHessian(space.factor, column)
  for (let k = 0; k < m.nv; k++) out[k * width + i] = column[k]
}

function checkModel(m: Model): void {
  if (m.opt.enableflags & EnableBit.sleep)
    throw new StepError('sleeping trees do not respond to perturbations: disable sleep to differentiate')
  if (m.opt.noslip_iterations > 0)
    throw new StepError('the noslip pass cannot be differentiated: set opt.noslip_iterations to 0')
  if (usesImplicitInertia(m))
    throw new StepError(
      'accelerations of integrators that add springs and dampers to the inertia cannot be differentiated; use transitionFD',
    )
}

function checkMatrices(m: Model, { dqpos, dqvel, dact, dctrl }: AccelerationMatrices): void {
  const { nv, na, nu } = m
  checkSize('dqpos', dqpos, nv * nv)
  checkSize('dqvel', dqvel, nv * nv)
  checkSize('dact', dact, nv * na)
  checkSize('dctrl', dctrl, nv * nu)
}

function checkSize(name: string, matrix: Float64Array | undefined, size: number): void {
  if (matrix && matrix.length < size)
    throw new RangeError(`matrix ${name} has room for ${matrix.length} numbers, needs ${size}`)
}
