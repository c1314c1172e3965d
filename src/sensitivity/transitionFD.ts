import { Data } from '../core/data/data.ts'
import { perData } from '../core/data/perData.ts'
import { getState, setState, stateSize } from '../core/data/stateVector.ts'
import { kindOf } from '../core/model/argumentChecks.ts'
import { DisableBit, EnableBit, Integrator, Stage, StateBit } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { differentiatePos, integrateJoints } from '../physics/integrate/integratePos.ts'
import { stepSkip } from '../pipeline/step.ts'
import { copyInputs } from './copyInputs.ts'

/**
 * A step as a linear map, by finite differences: δy = A δx + B δu, δs = C δx + D δu, where x = (δq, v, act) is the
 * state before and y the state after one step, u the controls and s the sensors. Changes of positions are velocities,
 * one number a dof: q ⊕ δq, so quaternions count three. Time and history are not part of the state.
 *
 * The perturbed inputs are numbered: controls, activations, velocities, positions. In this order each kind can reuse
 * stages: controls and activations those of positions and velocities, velocities that of positions.
 */

/** Where derivatives of a step go, row-major, with nx = 2·nv + na; what is left out is not computed. */
export interface TransitionMatrices {
  /** State by state, nx × nx. */
  readonly A?: Float64Array | undefined
  /** State by controls, nx × nu. */
  readonly B?: Float64Array | undefined
  /** Sensors by state, nsensordata × nx. */
  readonly C?: Float64Array | undefined
  /** Sensors by controls, nsensordata × nu. */
  readonly D?: Float64Array | undefined
}

/** How `transitionFD` takes differences. */
export interface TransitionOptions {
  /** Size of the perturbations; 1e-6 by default. */
  readonly epsilon?: number
  /** Centered differences: twice the work, and an error of order epsilon² instead of epsilon. False by default. */
  readonly centered?: boolean
}

/** Parts of a state that are put back before each step. */
const PHYSICS = StateBit.fullphysics | StateBit.ctrl

/** Results of a step: positions, velocities, activations, sensors. */
class Outcome {
  readonly qpos: Float64Array
  readonly qvel: Float64Array
  readonly act: Float64Array
  readonly sensordata: Float64Array

  constructor(m: Model) {
    this.qpos = new Float64Array(m.nq)
    this.qvel = new Float64Array(m.nv)
    this.act = new Float64Array(m.na)
    this.sensordata = new Float64Array(m.nsensordata)
  }
}

/** Finite differences of steps from one state, in a separate work state. */
export class TransitionDifferences {
  readonly d: Data
  readonly #m: Model
  readonly #start: Float64Array
  #signature = 0
  #withSensors = false
  #centered = false
  readonly #base: Outcome
  readonly #ahead: Outcome
  readonly #behind: Outcome
  /** A velocity of 1 in one dof. */
  readonly #direction: Float64Array
  readonly #difference: Float64Array
  /** [0]: size of a perturbation; [1]: the perturbation itself. */
  readonly #epsilon = new Float64Array(2)
  #matrices: TransitionMatrices = {}

  constructor(m: Model) {
    this.#m = m
    this.d = new Data(m)
    this.#start = new Float64Array(stateSize(m, PHYSICS | StateBit.warmstart))
    this.#base = new Outcome(m)
    this.#ahead = new Outcome(m)
    this.#behind = new Outcome(m)
    this.#direction = new Float64Array(m.nv)
    this.#difference = new Float64Array(m.nv)
  }

  /** Number of inputs: controls, activations, velocities, positions. */
  get inputs(): number {
    const { nu, na, nv } = this.#m
    return nu + na + 2 * nv
  }

  /** Takes the step from which all others differ. `this.d` must be in the state that is asked about. */
  begin(matrices: TransitionMatrices, { epsilon = 1e-6, centered = false }: TransitionOptions): void {
    const { d } = this
    const m = this.#m
    checkModel(m)
    checkMatrices(m, matrices)
    if (!(typeof epsilon === 'number' && epsilon > 0))
      throw new RangeError(`epsilon must be a positive number, not ${kindOf(epsilon)}`)
    this.#epsilon[0] = epsilon
    this.#centered = centered
    this.#matrices = matrices
    this.#withSensors = matrices.C !== undefined || matrices.D !== undefined
    this.#signature = m.opt.disableflags & DisableBit.warmstart ? PHYSICS : PHYSICS | StateBit.warmstart
    getState(m, d, this.#start, this.#signature)
    this.#stepTo(this.#base, Stage.none)
  }

  /** Finds the columns of one input. Inputs must come in ascending order. */
  differentiate(input: number): void {
    const m = this.#m
    const matrices = this.#matrices
    const { nu, na, nv } = m
    const { A, B, C, D } = matrices
    if (input < nu) {
      if (B || D) this.#nudgeControl(input)
    } else if (A || C) {
      const column =
        input < nu + na ? 2 * nv + input - nu : input < nu + na + nv ? input - na - nu + nv : input - nu - na - nv
      this.#nudgeState(column)
    }
  }

  /** One step from the current `this.d`, then back to the start. */
  #stepTo(outcome: Outcome, skip: Stage): void {
    const { d } = this
    const m = this.#m
    stepSkip(m, d, skip, this.#withSensors)
    outcome.qpos.set(d.qpos)
    outcome.qvel.set(d.qvel)
    outcome.act.set(d.act)
    if (this.#withSensors) outcome.sensordata.set(d.sensordata)
    setState(m, d, this.#start, this.#signature)
  }

  /** Perturbs a control only within its range. */
  #nudgeControl(i: number): void {
    const { d } = this
    const m = this.#m
    const epsilon = this.#epsilon
    const h = epsilon[0]
    const u = d.ctrl[i]
    const limited = m.actuator_ctrllimited[i] !== 0
    const low = m.actuator_ctrlrange[2 * i]
    const high = m.actuator_ctrlrange[2 * i + 1]
    const ahead = !limited || (u >= low && u + h <= high)
    const behind = (this.#centered || !ahead) && (!limited || (u - h >= low && u <= high))
    if (ahead) {
      d.ctrl[i] = u + h
      this.#stepTo(this.#ahead, Stage.vel)
    }
    if (behind) {
      d.ctrl[i] = u - h
      this.#stepTo(this.#behind, Stage.vel)
    }
    const { B, D } = this.#matrices
    this.#store(B, D, m.nu, i, ahead, behind)
  }

  /** A velocity, position or activation, by its column of A. */
  #nudgeState(column: number): void {
    const m = this.#m
    const epsilon = this.#epsilon
    epsilon[1] = epsilon[0]
    this.#nudge(column)
    this.#stepTo(this.#ahead, this.#reusable(column))
    if (this.#centered) {
      epsilon[1] = -epsilon[0]
      this.#nudge(column)
      this.#stepTo(this.#behind, this.#reusable(column))
    }
    const { A, C } = this.#matrices
    this.#store(A, C, 2 * m.nv + m.na, column, true, this.#centered)
  }

  /** Stages that a perturbation leaves unchanged. */
  #reusable(column: number): Stage {
    const { nv } = this.#m
    return column < nv ? Stage.none : column < 2 * nv ? Stage.pos : Stage.vel
  }

  #nudge(column: number): void {
    const { d } = this
    const m = this.#m
    const direction = this.#direction
    const epsilon = this.#epsilon
    const { nv } = m
    if (column >= 2 * nv) {
      d.act[column - 2 * nv] += epsilon[1]
    } else if (column >= nv) {
      d.qvel[column - nv] += epsilon[1]
    } else {
      direction[column] = 1
      nudgeBy[0] = epsilon[1]
      integrateJoints(m, d.qpos, direction, 0, nudgeBy)
      direction[column] = 0
    }
  }

  /** Writes the column of a matrix of states and that of one of sensors, from the outcomes that there are. */
  #store(
    states: Float64Array | undefined,
    sensors: Float64Array | undefined,
    width: number,
    column: number,
    ahead: boolean,
    behind: boolean,
  ): void {
    const m = this.#m
    const difference = this.#difference
    const { nv, na, nsensordata } = m
    const from = behind ? this.#behind : this.#base
    const to = ahead ? this.#ahead : this.#base
    const span = ahead && behind ? 2 * this.#epsilon[0] : this.#epsilon[0]
    if (states) {
      differentiatePos(m, difference, span, from.qpos, to.qpos)
      for (let i = 0; i < nv; i++) {
        states[i * width + column] = difference[i]
        states[(nv + i) * width + column] = (to.qvel[i] - from.qvel[i]) / span
      }
      for (let i = 0; i < na; i++) states[(2 * nv + i) * width + column] = (to.act[i] - from.act[i]) / span
    }
    if (sensors)
      for (let i = 0; i < nsensordata; i++) sensors[i * width + column] = (to.sensordata[i] - from.sensordata[i]) / span
  }
}

const nudgeBy = new Float64Array(1)

const spaces = perData((d) => new TransitionDifferences(d.model))

/**
 * Derivatives of one step by finite differences. The state `d` is left as it is. Nothing is allocated after the first
 * call with a state.
 * MuJoCo: mjd_transitionFD.
 */
export function transitionFD(
  m: Model,
  d: Data,
  matrices: TransitionMatrices,
  options: TransitionOptions = DEFAULTS,
): void {
  const space = spaces.of(d)
  copyInputs(m, space.d, d)
  space.begin(matrices, options)
  const { inputs } = space
  for (let i = 0; i < inputs; i++) space.differentiate(i)
}

const DEFAULTS: TransitionOptions = {}

/** Steps that are no function of x and u cannot be differentiated. */
function checkModel(m: Model): void {
  if (m.opt.enableflags & EnableBit.sleep)
    throw new StepError('sleeping trees do not respond to perturbations: disable sleep to differentiate')
  if (m.opt.integrator === Integrator.RK4)
    throw new StepError('steps of RK4 cannot be differentiated; set opt.integrator to another integrator')
  if (m.nhistory > 0)
    throw new StepError('steps that depend on past controls or sensor values (delay, nsample) cannot be differentiated')
}

function checkMatrices(m: Model, { A, B, C, D }: TransitionMatrices): void {
  const { nu, nsensordata } = m
  const nx = 2 * m.nv + m.na
  checkSize('A', A, nx * nx)
  checkSize('B', B, nx * nu)
  checkSize('C', C, nsensordata * nx)
  checkSize('D', D, nsensordata * nu)
}

function checkSize(name: string, matrix: Float64Array | undefined, size: number): void {
  if (matrix && matrix.length < size)
    throw new RangeError(`matrix ${name} has room for ${matrix.length} numbers, needs ${size}`)
}
