import { Data } from '../../../../core/data/data.ts'
import { MINVAL } from '../../../../core/math/constants.ts'
import { exp } from '../../../../core/math/functions.ts'
import {
  BiasType,
  DisableBit,
  EnableBit,
  GainType,
  Integrator,
  JointType,
  LengthRangeMode,
  TrnType,
  Warning,
} from '../../../../core/model/enums.ts'
import { ModelError, type Source } from '../../../../core/model/errors.ts'
import type { Model } from '../../../../core/model/model.ts'
import { solveM } from '../../../../physics/dynamics/ldl.ts'
import { resetData } from '../../../../pipeline/reset.ts'
import { step1, step2 } from '../../../../pipeline/step.ts'
import type { LengthRangeAttributes } from '../../schema/schemaSettings.ts'

/**
 * Length ranges of actuators: actuator_lengthrange. A range is given, or is that of the joint or tendon, or is found by
 * pulling and pushing in a simulation without gravity, springs, dampers, contacts and sleep.
 */
export function setLengthRanges(m: Model, options: LengthRangeAttributes, sources: readonly Source[]): void {
  checkWork(m, options, sources)
  let d: Data | undefined
  for (let i = 0; i < m.nactuator; i++) if (isAsked(m, i, options.mode)) d = setRange(m, i, options, d, sources[i])
}

/** Maximum number of steps of one simulation. */
const MAX_STEPS = 1_000_000
/** Maximum number of steps of all simulations of a model, times its size: some ten seconds. */
const MAX_WORK = 1e8

/** Rejects simulations that would take minutes, before the first one starts. */
function checkWork(m: Model, options: LengthRangeAttributes, sources: readonly Source[]): void {
  let count = 0
  let first: Source | undefined
  for (let i = 0; i < m.nactuator; i++) {
    if (!isAsked(m, i, options.mode) || knownRange(m, i, options)) continue
    count++
    first ??= sources[i]
  }
  if (count === 0) return
  const steps = checkedSteps(m, options, first)
  const size = stepSize(m)
  if (count * 2 * steps * size > MAX_WORK)
    throw new ModelError('too many length ranges are to be found by simulation', {
      source: first,
      attribute: 'lengthrange',
      expected: `simulations of at most ${Math.floor(MAX_WORK / size)} steps in all, for a model of this size`,
      found: `${count} actuators with 2 times ${steps} steps each`,
      suggestion: `${SUGGESTION}, or mode="none" there and call setLengthRange for each`,
    })
}

/** Steps of one simulation. */
function checkedSteps(m: Model, { inttotal, timestep }: LengthRangeAttributes, source: Source | undefined): number {
  const dt = timestep > 0 ? timestep : m.opt.timestep
  const steps = Math.ceil(inttotal / dt)
  if (steps <= MAX_STEPS) return steps
  throw new ModelError('the simulation that finds the length range has too many steps', {
    source,
    expected: `at most ${MAX_STEPS} steps: inttotal / timestep of <lengthrange>`,
    found: `${inttotal} s / ${dt} s`,
    suggestion: 'decrease inttotal or increase timestep of <lengthrange>',
  })
}

/** About what a step costs: the number of objects, and the operations of the factorization of the inertia. */
function stepSize(m: Model): number {
  const objects = m.nbody + m.njnt + m.nv + m.ngeom + m.nsite + m.neq + m.nwrap + m.nactuator + m.nsensor
  let operations = 0
  for (let dof = 0; dof < m.nv; dof++) operations += m.M_rownnz[dof] * m.M_rownnz[dof]
  return 20 + objects + operations / 100
}

/** Options of `setLengthRange`, as in the element `lengthrange`. */
export interface LengthRangeOptions {
  /** Keep a range that is there; false by default. */
  readonly useexisting?: boolean
  /** Take the range of the joint or tendon where it has one; false by default. */
  readonly uselimit?: boolean
  /** Acceleration that the actuator is pulled and pushed with; 20 by default. */
  readonly accel?: number
  /** Largest force; 0, the default: any. */
  readonly maxforce?: number
  /** Velocities decay with this time constant, s; 1 by default. */
  readonly timeconst?: number
  /** Time step of the simulation, s; 0.01 by default, 0: that of the model. */
  readonly timestep?: number
  /** Simulated time, and the last part of it in which lengths are measured, s; 10 and 2 by default. */
  readonly inttotal?: number
  readonly interval?: number
  /** How much a length may still change, as a fraction of the range; 0.05 by default. */
  readonly tolrange?: number
}

/**
 * Finds the length range of one actuator of a finished model, whatever its type, and writes it to
 * `actuator_lengthrange`. Throws a `ModelError` where the simulation finds none.
 * MuJoCo: mj_setLengthRange, mj_defaultLROpt.
 */
export function setLengthRange(m: Model, actuator: number, options: LengthRangeOptions = {}): void {
  if (!(Number.isInteger(actuator) && actuator >= 0 && actuator < m.nactuator))
    throw new RangeError(`actuator ${actuator} does not exist; the model has ${m.nactuator}`)
  const { useexisting = false, uselimit = false, ...numbers } = options
  const defaults = { accel: 20, maxforce: 0, timeconst: 1, timestep: 0.01, inttotal: 10, interval: 2, tolrange: 0.05 }
  const flags = { mode: LengthRangeMode.all, useexisting: Number(useexisting), uselimit: Number(uselimit) }
  setRange(m, actuator, { ...defaults, ...numbers, ...flags }, undefined, undefined)
}

/** The range of one actuator. Returns the state that was simulated, for the next one. */
function setRange(
  m: Model,
  i: number,
  options: LengthRangeAttributes,
  d: Data | undefined,
  source: Source | undefined,
): Data | undefined {
  const known = knownRange(m, i, options)
  const state = known ? d : (d ?? new Data(m))
  const range = known ?? simulatedRange(m, state!, i, options, source)
  m.actuator_lengthrange.set(range, 2 * m.actuator_outadr[i])
  return state
}

/** The range that needs no simulation: the one that is given, or that of the joint or tendon. */
function knownRange(m: Model, i: number, { useexisting, uselimit }: LengthRangeAttributes): Float64Array | undefined {
  const range = m.actuator_lengthrange.subarray(2 * m.actuator_outadr[i], 2 * m.actuator_outadr[i] + 2)
  if (useexisting === 1 && range[0] < range[1]) return range
  return uselimit === 1 ? limitsOf(m, i) : undefined
}

function isAsked(m: Model, i: number, mode: LengthRangeMode): boolean {
  const gain = m.actuator_gaintype[i]
  const bias = m.actuator_biastype[i]
  const muscle = gain === GainType.muscle || bias === BiasType.muscle
  switch (mode) {
    case LengthRangeMode.muscle:
      return muscle
    case LengthRangeMode.muscleuser:
      return muscle || gain === GainType.user || bias === BiasType.user
    case LengthRangeMode.all:
      return true
    case LengthRangeMode.none:
      return false
  }
}

/** The range of the joint or tendon, not scaled by the gear. */
function limitsOf(m: Model, i: number): Float64Array | undefined {
  const id = m.actuator_trnid[2 * i]
  switch (m.actuator_trntype[i]) {
    case TrnType.joint:
    case TrnType.jointinparent:
      return m.jnt_limited[id] ? m.jnt_range.subarray(2 * id, 2 * id + 2) : undefined
    case TrnType.tendon:
      return m.tendon_limited[id] ? m.tendon_range.subarray(2 * id, 2 * id + 2) : undefined
    default:
      return undefined
  }
}

const WITHOUT =
  DisableBit.frictionloss |
  DisableBit.contact |
  DisableBit.spring |
  DisableBit.damper |
  DisableBit.gravity |
  DisableBit.actuation

function simulatedRange(
  m: Model,
  d: Data,
  i: number,
  options: LengthRangeAttributes,
  source: Source | undefined,
): number[] {
  checkedSteps(m, options, source)
  const { opt } = m
  const { disableflags, enableflags, timestep, integrator } = opt
  opt.disableflags = WITHOUT
  opt.enableflags &= ~EnableBit.sleep
  if (options.timestep > 0) opt.timestep = options.timestep
  try {
    checkIntegrator(m, d, i, source)
    // without springs and dampers the integrators that treat them implicitly are this one
    opt.integrator = Integrator.Euler
    const [low, lowSpread] = extremeLength(m, d, i, -1, options, source)
    const [high, highSpread] = extremeLength(m, d, i, 1, options, source)
    const failed = (reason: string): never => {
      throw new ModelError(reason, { source, found: `${low} to ${high}`, suggestion: SUGGESTION })
    }
    if (!(low < high)) failed('the length range found by simulation is empty')
    if (Math.max(lowSpread, highSpread) > options.tolrange * (high - low))
      failed('no length range was found by simulation: the ends do not come to rest')
    return [low, high]
  } finally {
    Object.assign(opt, { disableflags, enableflags, timestep, integrator })
  }
}

const SUGGESTION = 'give \'lengthrange\', or <lengthrange uselimit="true"/> in <compiler> where there are limits'

/** The length at the end of a pull (-1) or push (1), and how much it still moved over the last interval. */
function extremeLength(
  m: Model,
  d: Data,
  i: number,
  sign: number,
  options: LengthRangeAttributes,
  source: Source | undefined,
): [length: number, spread: number] {
  const { accel, maxforce, inttotal, interval } = options
  const out = m.actuator_outadr[i]
  const decay = exp(-m.opt.timestep / Math.max(0.01, options.timeconst))
  const x = new Float64Array(m.nv)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  resetData(m, d)
  while (d.time < inttotal) {
    const before = d.time
    for (let k = 0; k < m.nv; k++) d.qvel[k] *= decay
    step1(m, d)

    // a force along the moment that gives an acceleration of this size
    momentRow(d, out, x)
    d.qfrc_applied.set(x)
    solveM(m, d, x)
    const scale = (sign * accel) / Math.max(MINVAL, norm(x))
    for (let k = 0; k < m.nv; k++) d.qfrc_applied[k] *= scale
    const force = norm(d.qfrc_applied)
    if (maxforce > 0 && force > maxforce) for (let k = 0; k < m.nv; k++) d.qfrc_applied[k] *= maxforce / force

    const length = d.actuator_length[out]
    step2(m, d)
    if (!(d.time > before) || d.warning_number[Warning.badqacc] > 0)
      throw new ModelError('the simulation that finds the length range is unstable', {
        source,
        suggestion: SUGGESTION,
      })
    if (d.time > inttotal - interval) {
      low = Math.min(low, length)
      high = Math.max(high, length)
    }
  }
  return [sign < 0 ? low : high, high - low]
}

function momentRow(d: Data, out: number, row: Float64Array): void {
  row.fill(0)
  const start = d.moment_rowadr[out]
  for (let k = start; k < start + d.moment_rownnz[out]; k++) row[d.moment_colind[k]] = d.actuator_moment[k]
}

function norm(x: Float64Array): number {
  let sum = 0
  for (const value of x) sum += value * value
  return Math.sqrt(sum)
}

/**
 * Without springs and dampers the implicit integrators are Euler's, unless there are other forces that depend on
 * velocity.
 */
function checkIntegrator(m: Model, d: Data, i: number, source: Source | undefined): void {
  const { integrator, density, viscosity } = m.opt
  if (integrator <= Integrator.RK4) return
  const trees = treesOf(m, d, m.actuator_outadr[i])
  const turns = m.jnt_type.some((type, j) => type === JointType.free && trees.has(m.dof_treeid[m.jnt_dofadr[j]]))
  if (integrator !== Integrator.implicit && !turns && density === 0 && viscosity === 0) return
  throw new ModelError('the length range of this actuator depends on the integrator, which is not supported yet', {
    source,
    attribute: 'lengthrange',
    suggestion: SUGGESTION,
    unsupported: true,
  })
}

/** Trees that move when the actuator does. */
function treesOf(m: Model, d: Data, out: number): Set<number> {
  resetData(m, d)
  step1(m, d)
  const start = d.moment_rowadr[out]
  const columns = d.moment_colind.subarray(start, start + d.moment_rownnz[out])
  return new Set(Array.from(columns, (dof) => m.dof_treeid[dof]))
}
