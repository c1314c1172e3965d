import { Data } from '../core/data/data.ts'
import { perData } from '../core/data/perData.ts'
import { kindOf } from '../core/model/argumentChecks.ts'
import { EnableBit, Integrator, Stage } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { actuation } from '../physics/actuation/actuation.ts'
import { integrateJoints } from '../physics/integrate/integratePos.ts'
import { sensorPos, sensorVel } from '../physics/sensor/sensors.ts'
import { forwardPosition, forwardVelocity } from '../pipeline/forwardStages.ts'
import { inverseSkip } from '../pipeline/inverse.ts'
import { copyInputs } from './copyInputs.ts'

/**
 * Outputs of derivatives of inverse dynamics; omitted matrices are not computed. Row i holds the derivatives by dof i
 * of the input, so matrices are transposed: `DfDq` has at [i, j] the derivative of force j by position i.
 */
export interface InverseMatrices {
  /** Force by positions, nv × nv. */
  readonly DfDq?: Float64Array | undefined
  /** Force by velocities, nv × nv. */
  readonly DfDv?: Float64Array | undefined
  /** Force by accelerations, nv × nv: M, and what the softness of constraints adds to it. */
  readonly DfDa?: Float64Array | undefined
  /** Sensors by positions, nv × nsensordata. */
  readonly DsDq?: Float64Array | undefined
  /** Sensors by velocities, nv × nsensordata. */
  readonly DsDv?: Float64Array | undefined
  /** Sensors by accelerations, nv × nsensordata. */
  readonly DsDa?: Float64Array | undefined
  /** The inertia matrix, in its own sparse rows, by positions, nv × nC. */
  readonly DmDq?: Float64Array | undefined
}

/** A work state, and the outputs without a perturbation. */
class InverseSpace {
  readonly d: Data
  readonly qpos: Float64Array
  readonly qvel: Float64Array
  readonly qacc: Float64Array
  readonly force: Float64Array
  readonly sensordata: Float64Array
  readonly M: Float64Array
  readonly direction: Float64Array
  readonly epsilon = new Float64Array(1)

  constructor(m: Model) {
    this.d = new Data(m)
    this.qpos = new Float64Array(m.nq)
    this.qvel = new Float64Array(m.nv)
    this.qacc = new Float64Array(m.nv)
    this.force = new Float64Array(m.nv)
    this.sensordata = new Float64Array(m.nsensordata)
    this.M = new Float64Array(m.nC)
    this.direction = new Float64Array(m.nv)
  }
}

const spaces = perData((d) => new InverseSpace(d.model))

const DEFAULTS: InverseOptions = {}

/** How `inverseFD` takes differences. */
export interface InverseOptions {
  /** Size of the perturbations; 1e-6 by default. */
  readonly epsilon?: number
  /** Subtract `qfrc_actuator` from the force. False by default. */
  readonly withActuation?: boolean
}

/**
 * Derivatives of inverse dynamics, (qpos, qvel, qacc) → (force, sensors), by forward differences. The force is
 * `qfrc_inverse`, without `qfrc_actuator` if `withActuation`. The state `d` is left as it is. Nothing is allocated
 * after the first call with a state.
 * MuJoCo: mjd_inverseFD.
 */
export function inverseFD(
  m: Model,
  d: Data,
  matrices: InverseMatrices,
  { epsilon = 1e-6, withActuation = false }: InverseOptions = DEFAULTS,
): void {
  checkModel(m)
  if (!(typeof epsilon === 'number' && epsilon > 0))
    throw new RangeError(`epsilon must be a positive number, not ${kindOf(epsilon)}`)
  checkMatrices(m, matrices)
  const space = spaces.of(d)
  const { d: work, qpos, qvel, qacc, direction } = space
  const { DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq } = matrices
  const { nv } = m
  const withSensors = DsDq !== undefined || DsDv !== undefined || DsDa !== undefined
  space.epsilon[0] = epsilon
  copyInputs(m, work, d)
  work.qacc.set(d.qacc)
  // without actuation, actuator sensors read results of the last forward pass
  work.actuator_force.set(d.actuator_force)
  work.qfrc_actuator.set(d.qfrc_actuator)
  qpos.set(d.qpos)
  qvel.set(d.qvel)
  qacc.set(d.qacc)

  evaluate(m, work, Stage.none, withSensors, withActuation)
  space.force.set(work.qfrc_inverse)
  space.sensordata.set(work.sensordata)
  space.M.set(work.M)

  // cheapest first: accelerations reuse positions and velocities, velocities reuse positions
  if (DfDa || DsDa) {
    for (let i = 0; i < nv; i++) {
      work.qacc[i] += epsilon
      evaluate(m, work, Stage.vel, withSensors, withActuation)
      store(m, space, i, DfDa, DsDa, undefined)
      work.qacc.set(qacc)
    }
  }
  if (DfDv || DsDv) {
    for (let i = 0; i < nv; i++) {
      work.qvel[i] += epsilon
      evaluate(m, work, Stage.pos, withSensors, withActuation)
      store(m, space, i, DfDv, DsDv, undefined)
      work.qvel.set(qvel)
    }
  }
  if (DfDq || DsDq || DmDq) {
    for (let i = 0; i < nv; i++) {
      direction[i] = 1
      integrateJoints(m, work.qpos, direction, 0, space.epsilon)
      direction[i] = 0
      evaluate(m, work, Stage.none, withSensors, withActuation)
      store(m, space, i, DfDq, DsDq, DmDq)
      work.qpos.set(qpos)
    }
  }
}

/**
 * Inverse dynamics, with `qfrc_actuator` subtracted from `qfrc_inverse` if requested. Actuation runs before sensors,
 * so actuator sensors read the force of this state.
 */
function evaluate(m: Model, d: Data, skip: Stage, withSensors: boolean, withActuation: boolean): void {
  if (skip < Stage.pos) {
    forwardPosition(m, d)
    if (withSensors) sensorPos(m, d)
  }
  if (skip < Stage.vel) {
    forwardVelocity(m, d)
    if (withSensors) sensorVel(m, d)
    if (withActuation) actuation(m, d)
  }
  inverseSkip(m, d, Stage.vel, withSensors)
  if (!withActuation) return
  for (let i = 0; i < m.nv; i++) d.qfrc_inverse[i] -= d.qfrc_actuator[i]
}

/** Writes row i of the matrices. */
function store(
  m: Model,
  space: InverseSpace,
  i: number,
  forces: Float64Array | undefined,
  sensors: Float64Array | undefined,
  inertia: Float64Array | undefined,
): void {
  const { d, force, sensordata, M } = space
  const { nv, nsensordata, nC } = m
  const h = space.epsilon[0]
  if (forces) for (let k = 0; k < nv; k++) forces[i * nv + k] = (d.qfrc_inverse[k] - force[k]) / h
  if (sensors)
    for (let k = 0; k < nsensordata; k++) sensors[i * nsensordata + k] = (d.sensordata[k] - sensordata[k]) / h
  if (inertia) for (let k = 0; k < nC; k++) inertia[i * nC + k] = (d.M[k] - M[k]) / h
}

function checkModel(m: Model): void {
  if (m.opt.integrator === Integrator.RK4)
    throw new StepError('inverse dynamics of RK4 cannot be differentiated; set opt.integrator to another integrator')
  if (m.opt.enableflags & EnableBit.sleep)
    throw new StepError('sleeping trees do not respond to perturbations: disable sleep to differentiate')
  if (m.opt.noslip_iterations > 0)
    throw new StepError('inverse dynamics does not support the noslip pass: set opt.noslip_iterations to 0')
}

function checkMatrices(m: Model, matrices: InverseMatrices): void {
  const { nv, nsensordata, nC } = m
  for (const [name, matrix] of Object.entries(matrices) as [string, Float64Array | undefined][]) {
    const size = nv * (name === 'DmDq' ? nC : name.startsWith('Df') ? nv : nsensordata)
    if (matrix && matrix.length < size)
      throw new RangeError(`matrix ${name} has room for ${matrix.length} numbers, needs ${size}`)
  }
}
