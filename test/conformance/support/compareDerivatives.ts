import {
  Data,
  EnableBit,
  Integrator,
  type InverseMatrices,
  inverseFD,
  type Model,
  SensorType,
  StateBit,
  transitionFD,
} from '../../../src/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { ReferenceData, type ReferenceModel } from '../../../tools/compare/reference.ts'

/**
 * Derivatives by finite differences in both engines, from the same state and with the same step. Differences divide
 * rounding by the step, so where numbers do not agree the reference is asked again from a state that is off by
 * rounding: no engine can be closer to it than it is to itself.
 */

const EPSILON = 1e-6
const TOLERANCE = 1e-8
/** Relative size of the disturbance that stands for rounding. */
const ROUNDING = 1e-15
/** Samples of the reference's own scatter, and how much wider than them ours may be. */
const DISTURBANCES = 3
const MARGIN = 10

export interface DerivativeVerdict {
  /** Matrices that were compared. */
  readonly matrices: number
  /** Those that are within the tolerance, and those that are within the reference's own scatter. */
  readonly matched: number
  readonly rounding: number
  /** Largest error of those within the tolerance. */
  readonly worst: number
  readonly differences: readonly string[]
}

type Named = Readonly<Record<string, Float64Array>>

/** Steps in the reference with random controls, and compares all derivatives there. */
export function compareDerivatives(m: Model, reference: ReferenceModel, steps: number): DerivativeVerdict {
  const data = new ReferenceData(reference)
  const random = new Random(7)
  try {
    for (let i = 0; i < steps; i++) {
      data.set('ctrl', random.vector(m.nu, 0.3))
      data.call('mj_step')
    }
    if (!isStable(data)) data.call('mj_resetData')
    data.call('mj_forward')
    const d = new Data(m)
    const state = data.state(StateBit.integration)
    setFrom(m, d, data)

    const floor = roundingOfForces(data)
    let matched = 0
    let rounding = 0
    let matrices = 0
    let worst = 0
    const differences: string[] = []
    for (const [kind, ours, theirs] of [
      ['forward differences', () => ourTransition(m, d, false), () => theirTransition(m, data, false)],
      ['centred differences', () => ourTransition(m, d, true), () => theirTransition(m, data, true)],
      ['inverse dynamics', () => ourInverse(m, d), () => theirInverse(m, data)],
    ] as const) {
      const mine = ours()
      const official = theirs()
      let scatter: Named | undefined
      for (const name of Object.keys(mine)) {
        matrices++
        const error = distance(mine[name], official[name])
        if (error <= (name.startsWith('Df') ? Math.max(TOLERANCE, floor) : TOLERANCE)) {
          matched++
          worst = Math.max(worst, error)
          continue
        }
        scatter ??= scatterOf(data, state, official, theirs)
        if (error <= MARGIN * scatter[name][0]) rounding++
        else
          differences.push(`${kind}, ${name}: ${error.toExponential(1)}, scatter ${scatter[name][0].toExponential(1)}`)
      }
    }
    return { matrices, matched, rounding, worst, differences }
  } finally {
    data.delete()
  }
}

/** Whether the next step is one, and not a reset of a state that has grown beyond measure. */
function isStable(data: ReferenceData): boolean {
  const state = data.state(StateBit.integration)
  const { time } = data
  data.call('mj_step')
  const stable = data.time > time
  data.setState(state, StateBit.integration)
  return stable
}

/** What rounding of forces that cancel each other makes of their differences. */
function roundingOfForces(data: ReferenceData): number {
  let largest = 0
  for (const name of ['qfrc_passive', 'qfrc_bias', 'qfrc_constraint', 'qfrc_actuator'])
    for (const force of data.array(name)!) largest = Math.max(largest, Math.abs(force))
  return (4 * Number.EPSILON * largest) / EPSILON
}

/** Gives our state everything that the reference's holds. */
function setFrom(m: Model, d: Data, data: ReferenceData): void {
  d.time = data.time
  for (const name of ['qpos', 'qvel', 'act', 'qacc_warmstart', 'ctrl', 'mocap_pos', 'mocap_quat', 'qacc'] as const)
    d[name].set(data.array(name)! as Float64Array)
  if (m.neq > 0) d.eq_active.set(data.array('eq_active')!)
}

/** Largest difference of two matrices, relative to the largest number of the row or 1. */
function distance(a: Float64Array, b: Float64Array): number {
  let largest = 0
  let size = 1
  for (let i = 0; i < b.length; i++) size = Math.max(size, Math.abs(b[i]))
  for (let i = 0; i < b.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]) / size)
  return Number.isNaN(largest) ? Number.POSITIVE_INFINITY : largest
}

/** How much the reference's own derivatives change when its state is disturbed by rounding: one number a matrix. */
function scatterOf(data: ReferenceData, state: Float64Array, official: Named, again: () => Named): Named {
  const random = new Random(11)
  const result = Object.fromEntries(Object.keys(official).map((name) => [name, new Float64Array(1)]))
  const qpos = data.array('qpos')! as Float64Array
  const qvel = data.array('qvel')! as Float64Array
  const qacc = data.array('qacc')! as Float64Array
  for (let i = 0; i < DISTURBANCES; i++) {
    const disturbed = (x: Float64Array) =>
      x.map((value) => value + ROUNDING * Math.max(1, Math.abs(value)) * random.normal())
    data.set('qpos', disturbed(qpos))
    data.set('qvel', disturbed(qvel))
    data.set('qacc', disturbed(qacc))
    const other = again()
    for (const name of Object.keys(official))
      result[name][0] = Math.max(result[name][0], distance(other[name], official[name]))
  }
  data.setState(state, StateBit.integration)
  data.set('qacc', qacc)
  return result
}

function ourTransition(m: Model, d: Data, centered: boolean): Named {
  const [A, B, C, D] = sizes(m).map((size) => new Float64Array(size)) as Four
  transitionFD(m, d, { A, B, C, D }, { epsilon: EPSILON, centered })
  return { A, B, C, D }
}
type Four = [Float64Array, Float64Array, Float64Array, Float64Array]

function sizes(m: Model): number[] {
  const nx = 2 * m.nv + m.na
  return [nx * nx, nx * m.nu, m.nsensordata * nx, m.nsensordata * m.nu]
}

function theirTransition(m: Model, data: ReferenceData, centered: boolean): Named {
  const { mj, model, raw } = data
  const start = data.state(StateBit.integration)
  const qacc = data.array('qacc')!
  const buffers = sizes(m).map((size) => (size > 0 ? new mj.DoubleBuffer(size) : null))
  mj.mjd_transitionFD(model.raw, raw, EPSILON, centered, buffers[0], buffers[1], buffers[2], buffers[3])
  const [A, B, C, D] = buffers.map((buffer) => buffer?.GetView().slice() ?? new Float64Array(0)) as Four
  for (const buffer of buffers) buffer?.delete()
  data.setState(start, StateBit.integration)
  data.set('qacc', qacc)
  if (centered) flipSensors(m, data, D)
  return { A, B, C, D }
}

/** Columns of controls that can move to both sides have the wrong sign in the reference. */
function flipSensors(m: Model, data: ReferenceData, D: Float64Array): void {
  const ctrl = data.array('ctrl')!
  for (let i = 0; i < m.nu; i++) {
    const low = m.actuator_ctrlrange[2 * i]
    const high = m.actuator_ctrlrange[2 * i + 1]
    if (m.actuator_ctrllimited[i] && !(ctrl[i] - EPSILON >= low && ctrl[i] + EPSILON <= high)) continue
    for (let k = 0; k < m.nsensordata; k++) D[k * m.nu + i] *= -1
  }
}

const INVERSE = ['DfDq', 'DfDv', 'DfDa', 'DsDq', 'DsDv', 'DsDa', 'DmDq'] as const

function inverseSizes(m: Model): number[] {
  const { nv, nsensordata, nC } = m
  return INVERSE.map((name) => nv * (name === 'DmDq' ? nC : name.startsWith('Df') ? nv : nsensordata))
}

function ourInverse(m: Model, d: Data): Named {
  const all = inverseSizes(m).map((size, i) => [INVERSE[i], new Float64Array(size)])
  const matrices = Object.fromEntries(all) as InverseMatrices & Named
  inverseFD(m, d, matrices, { epsilon: EPSILON, withActuation: true })
  for (const [name, matrix] of Object.entries(matrices)) withoutLate(m, name, matrix)
  return matrices
}

function theirInverse(m: Model, data: ReferenceData): Named {
  const { mj, model, raw } = data
  const start = data.state(StateBit.integration)
  const qacc = data.array('qacc')!
  const buffers = inverseSizes(m).map((size) => (size > 0 ? new mj.DoubleBuffer(size) : null))
  const [a, b, c, e, f, g, h] = buffers
  mj.mjd_inverseFD(model.raw, raw, EPSILON, true, a, b, c, e, f, g, h)
  const all = buffers.map((buffer, i) => {
    const matrix: Float64Array = buffer?.GetView().slice() ?? new Float64Array(0)
    return [INVERSE[i], withoutLate(m, INVERSE[i], matrix)]
  })
  for (const buffer of buffers) buffer?.delete()
  data.setState(start, StateBit.integration)
  data.set('qacc', qacc)
  return Object.fromEntries(all) as Named
}

/** Sensors of the forces of actuators: in `DsDq` and `DsDv` the reference has them one nudge late. */
const LATE: readonly number[] = [SensorType.actuatorfrc, SensorType.jointactuatorfrc, SensorType.tendonactuatorfrc]

/** Takes the columns of these sensors out of a matrix. */
function withoutLate(m: Model, name: string, matrix: Float64Array): Float64Array {
  if (name !== 'DsDq' && name !== 'DsDv') return matrix
  for (let i = 0; i < m.nsensor; i++)
    if (LATE.includes(m.sensor_type[i]))
      for (let row = 0; row < m.nv; row++) matrix[row * m.nsensordata + m.sensor_adr[i]] = 0
  return matrix
}

/** Gives both a model that can be differentiated: one that asks for Runge–Kutta gets Euler. */
export function makeDifferentiable(m: Model, reference: ReferenceModel): boolean {
  if (m.nhistory > 0 || m.opt.noslip_iterations > 0 || m.nv === 0 || m.opt.enableflags & EnableBit.sleep) return false
  if (m.opt.integrator === Integrator.RK4) m.opt.integrator = reference.raw.opt.integrator = Integrator.Euler
  return true
}
