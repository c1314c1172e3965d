import { Data } from '../../src/core/data/data.ts'
import { DisableBit, EnableBit, Integrator, SensorType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { forward, inverse, resetData, rnePostConstraint, step, step1, step2, subtreeVel } from '../../src/index.ts'
import type { Metric } from './errorNorm.ts'
import { compareField, type FieldResult, type FieldRule, layoutOf, matches, worstOfEach } from './fields.ts'
import { probesOf } from './probes.ts'
import { Random, type TrialState, trialStates } from './randomState.ts'
import { isNumericArray, type NumericArray, ReferenceData, type ReferenceModel, type StageName } from './reference.ts'
import { ROUNDING, ROUNDING_DRAWS, ROUNDING_MARGIN, withRoundedModel } from './rounding.ts'

/** The same state in both engines. */
export interface Pair {
  readonly m: Model
  readonly d: Data
  readonly rm: ReferenceModel
  readonly rd: ReferenceData
}

/** Fields that a stage writes, and their tolerance. */
interface FieldGroup {
  readonly name: string
  readonly tolerance: number
  readonly fields: readonly string[]
  readonly metric?: Metric
}

/** Sensors are compared one by one, because their quantities are unrelated. */
const SENSOR_METRIC: Metric = { share: 0, floor: 1e-5 }
const SENSORS: FieldGroup = { name: 'sensors', tolerance: 1e-9, fields: ['sensordata'], metric: SENSOR_METRIC }

/** Fields after a forward pass, in the order of the pipeline, so that the first difference is nearest to its cause. */
const FORWARD_GROUPS: readonly FieldGroup[] = [
  {
    name: 'state',
    tolerance: 0,
    fields: words('time qpos qvel act history ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat'),
  },
  { name: 'poses', tolerance: 1e-12, fields: words('xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat') },
  { name: 'markers', tolerance: 1e-12, fields: words('site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir') },
  { name: 'paths', tolerance: 0, fields: words('ten_wrapadr ten_wrapnum wrap_obj') },
  { name: 'tendons', tolerance: 1e-10, fields: words('ten_length ten_J ten_velocity wrap_xpos') },
  { name: 'inertia', tolerance: 1e-12, fields: words('subtree_com cdof cinert crb M qLD qLDiagInv') },
  { name: 'actuators', tolerance: 1e-10, fields: words('actuator_length actuator_velocity') },
  { name: 'velocity', tolerance: 1e-12, fields: words('cvel cdof_dot') },
  {
    name: 'forces',
    tolerance: 1e-10,
    fields: words('qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive'),
  },
  { name: 'actuation', tolerance: 1e-10, fields: words('act_dot actuator_force qfrc_actuator') },
  {
    name: 'acceleration',
    tolerance: 1e-10,
    fields: words('qfrc_smooth qacc_smooth qfrc_constraint qacc'),
  },
  { name: 'energy', tolerance: 1e-10, fields: words('energy') },
  SENSORS,
]

/** Fields that only their own function writes. */
const AFTER_GROUPS: readonly FieldGroup[] = [
  { name: 'subtree', tolerance: 1e-10, fields: words('subtree_linvel subtree_angmom') },
  { name: 'body forces', tolerance: 1e-10, fields: words('cacc cfrc_int cfrc_ext') },
]
const INVERSE_GROUPS: readonly FieldGroup[] = [
  { name: 'inverse', tolerance: 1e-10, fields: words('qfrc_inverse') },
  SENSORS,
]

/** After a step all fields are those of its last forward pass, and the state is the next one. */
const STEP_GROUPS: readonly FieldGroup[] = [
  { name: 'next state', tolerance: 1e-10, fields: words('time qpos qvel act history qacc_warmstart') },
  { name: 'damped inertia', tolerance: 1e-12, fields: words('qH qHDiagInv') },
  ...FORWARD_GROUPS.slice(1),
]

/** After steps that treat forces implicitly: what their derivative is, too. */
const IMPLICIT_GROUPS: readonly FieldGroup[] = [
  ...STEP_GROUPS,
  { name: 'derivative', tolerance: 1e-10, fields: words('qDeriv'), metric: { share: 1, floor: 1e-3 } },
]
/**
 * With `discrete` the reference has an approximate factor in the place of the damped inertia. Where springs tie dofs
 * together accelerations of all of them cancel, so they are judged by the largest, or by 1e-3.
 */
const DISCRETE_GROUPS = STEP_GROUPS.filter(({ name }) => name !== 'damped inertia').map((group) =>
  group.name === 'acceleration' || group.name === 'next state'
    ? { ...group, metric: { share: 1, floor: 1e-3 } }
    : group,
)

/** Integrators that the reference has. */
export type ReferenceIntegrator = 'Euler' | 'RK4' | 'implicit' | 'implicitfast' | 'discrete'

interface StepKind {
  readonly name: string
  readonly integrator: ReferenceIntegrator
  readonly groups: readonly FieldGroup[]
  readonly ours: (m: Model, d: Data) => void
  readonly reference: readonly StageName[]
}

const STEPS: readonly StepKind[] = [
  whole('Euler', STEP_GROUPS),
  whole('RK4', STEP_GROUPS),
  halves('Euler', STEP_GROUPS),
  whole('implicit', IMPLICIT_GROUPS),
  whole('implicitfast', IMPLICIT_GROUPS),
  halves('implicitfast', IMPLICIT_GROUPS),
  whole('discrete', DISCRETE_GROUPS),
  halves('discrete', DISCRETE_GROUPS),
]

function whole(integrator: ReferenceIntegrator, groups: readonly FieldGroup[]): StepKind {
  return { name: integrator, integrator, groups, ours: step, reference: ['mj_step'] }
}

function halves(integrator: ReferenceIntegrator, groups: readonly FieldGroup[]): StepKind {
  const name = `${integrator} in two halves`
  return { name, integrator, groups, ours: twoHalves, reference: ['mj_step1', 'mj_step2'] }
}

function twoHalves(m: Model, d: Data): void {
  step1(m, d)
  step2(m, d)
}

/** Integrators that have a discrete inverse. */
const INVERTED = ['Euler', 'implicit', 'implicitfast', 'discrete'] as const

/** After cancellation, errors are relative to the terms; numbers below 1e-5 (m, m/s, N, …) are relative to 1e-5. */
const METRIC: Metric = { share: 1e-2, floor: 1e-5 }

export interface DataOptions {
  readonly seed?: number
  /** Number of random states. */
  readonly states?: number
}

/** Sets several states in both engines, runs all stages, and returns the worst result of each field. */
export function compareData(m: Model, reference: ReferenceModel, options: DataOptions = {}): FieldResult[] {
  const { seed = 1, states = 3 } = options
  return withSmoothDynamicsOnly(m, reference, () => {
    const pair: Pair = { m, d: new Data(m), rm: reference, rd: new ReferenceData(reference) }
    try {
      return worstOfEach(trialStates(m, seed, states).flatMap((state) => compareState(pair, state, seed)))
    } finally {
      pair.rd.delete()
    }
  })
}

function compareState(pair: Pair, state: TrialState, seed: number): FieldResult[] {
  setState(pair, state)
  const observations = observe(pair, new Random(seed))
  const results = observations.map(({ field, ours, theirs, rule }) => compareField(field, ours, theirs, rule))
  const judged = results.every(matches) ? results : allowRounding(pair, state, seed, observations, results)
  return judged.map((result) => ({ ...result, object: result.object && `${result.object}, state '${state.label}'` }))
}

/**
 * Widens the tolerance of each field that differs to the effect of rounding; repeats until none differs, or a limit is
 * reached.
 */
function allowRounding(
  pair: Pair,
  state: TrialState,
  seed: number,
  observations: readonly Observation[],
  results: readonly FieldResult[],
): FieldResult[] {
  let judged = [...results]
  const isOpen = (result: FieldResult) => !matches(result) && result.tolerance > 0
  for (let draw = 1; draw <= ROUNDING_DRAWS && judged.some(isOpen); draw++) {
    const shifted = observeRounded(pair, state, seed, draw)
    judged = judged.map((result, i) => {
      if (!isOpen(result)) return result
      const { field, theirs, rule } = observations[i]
      const { error } = compareField(field, shifted[i].theirs, theirs, rule)
      return { ...result, tolerance: Math.max(result.tolerance, ROUNDING_MARGIN * error) }
    })
  }
  return judged
}

function observeRounded({ m, d, rm }: Pair, state: TrialState, seed: number, draw: number): Observation[] {
  return withRoundedModel(rm, draw, (shifted) => {
    const pair = { m, d, rm: shifted, rd: new ReferenceData(shifted) }
    try {
      setState(pair, state)
      perturb(pair, ROUNDING, new Random(draw))
      return observe(pair, new Random(seed))
    } finally {
      pair.rd.delete()
    }
  })
}

/** One array of each engine, and how to compare them. */
interface Observation {
  readonly field: string
  readonly ours: NumericArray
  readonly theirs: NumericArray
  readonly rule: FieldRule
}

/** Runs all stages from the present state and records the results. */
function observe(pair: Pair, random: Random): Observation[] {
  const { m, d, rd } = pair
  forward(m, d)
  rd.call('mj_forward')
  const observations = fieldsOf(pair, FORWARD_GROUPS)

  subtreeVel(m, d)
  rd.call('mj_subtreeVel')
  rnePostConstraint(m, d)
  rd.call('mj_rnePostConstraint')
  observations.push(...fieldsOf(pair, AFTER_GROUPS))

  for (const { name, tolerance, run } of probesOf(m)) {
    for (const { label, ours, theirs } of run(pair, random)) {
      const rule = { tolerance, metric: METRIC, rows: Math.max(1, theirs.length), object: () => label }
      observations.push({ field: name, ours, theirs, rule })
    }
  }

  const qacc = random.vector(m.nv)
  d.qacc.set(qacc)
  rd.set('qacc', qacc)
  // the reference refuses discrete inverse dynamics with Runge–Kutta
  withIntegrator(m, pair.rm, 'Euler', () => {
    inverse(m, d)
    rd.call('mj_inverse')
  })
  observations.push(...fieldsOf(pair, INVERSE_GROUPS, ' after inverse'))

  for (const { name, integrator, groups, ours, reference } of STEPS) {
    withIntegrator(m, pair.rm, integrator, () => {
      ours(m, d)
      for (const call of reference) rd.call(call)
    })
    observations.push(...fieldsOf(pair, groups, ` after ${name}`))
  }
  observations.push(...observeDiscreteInverse(pair, qacc))
  return observations
}

/** Inverse dynamics of whole steps: qacc is the change of velocity that the integrator makes. */
function observeDiscreteInverse(pair: Pair, qacc: Float64Array): Observation[] {
  const { m, d, rm, rd } = pair
  const both = [m.opt, rm.raw.opt]
  const before = m.opt.enableflags
  for (const opt of both) opt.enableflags |= EnableBit.invdiscrete
  const observations = INVERTED.flatMap((integrator) => {
    d.qacc.set(qacc)
    rd.set('qacc', qacc)
    withIntegrator(m, rm, integrator, () => {
      inverse(m, d)
      rd.call('mj_inverse')
    })
    return fieldsOf(pair, INVERSE_GROUPS, ` after inverse of ${integrator}`)
  })
  for (const opt of both) opt.enableflags = before
  return observations
}

/** Copies of the fields of some groups. */
function fieldsOf({ m, d, rd }: Pair, groups: readonly FieldGroup[], suffix = ''): Observation[] {
  return groups.flatMap(({ fields, tolerance, metric = METRIC }) =>
    fields.map((field) => {
      const ours: unknown = field === 'time' ? Float64Array.of(d.time) : Reflect.get(d, field)
      const theirs = field === 'time' ? Float64Array.of(rd.time) : rd.array(field)
      if (!isNumericArray(ours) || !theirs) throw new TypeError(`'${field}' is not an array of both engines`)
      const rule = { tolerance, metric, ...layoutOf(m, field, ours.length) }
      const copy = ours.slice()
      if (field === 'sensordata') copyKineticEnergy(m, theirs, copy)
      return { field: field + suffix, ours: copy, theirs, rule }
    }),
  )
}

/**
 * With the option `energy`, which is set here, the reference's sensors of kinetic energy are one step behind: no judge.
 */
function copyKineticEnergy(m: Model, theirs: NumericArray, ours: NumericArray): void {
  for (let i = 0; i < m.nsensor; i++)
    if (m.sensor_type[i] === SensorType.e_kinetic) ours[m.sensor_adr[i]] = theirs[m.sensor_adr[i]]
}

/** Moves all positions and velocities of the reference by `size` in random directions. */
export function perturb({ m, rm, rd }: Pick<Pair, 'm' | 'rm' | 'rd'>, size: number, random: Random): void {
  const velocity = Float64Array.from({ length: m.nv }, () => (random.uniform(-1, 1) < 0 ? -1 : 1))
  rd.set(
    'qpos',
    rd.output(m.nq, (out) => rd.mj.mj_integratePos(rm.raw, out, [...velocity], size), rd.array('qpos')),
  )
  rd.set(
    'qvel',
    Float64Array.from(rd.array('qvel')!, (v, i) => v + size * velocity[i]),
  )
}

/** Sets the same numbers in both engines; other fields stay as after a reset. */
export function setState({ m, d, rm, rd }: Pair, { time, arrays }: TrialState): void {
  resetData(m, d)
  rd.mj.mj_resetData(rm.raw, rd.raw)
  d.time = time
  rd.raw.time = time
  for (const [name, values] of Object.entries(arrays)) {
    const ours: unknown = Reflect.get(d, name)
    ;(ours as Float64Array).set(values)
    rd.set(name, values)
  }
}

/** Runs `use` without constraints and sleeping, and with energies, in both engines. Restores the options. */
export function withSmoothDynamicsOnly<T>(m: Model, reference: ReferenceModel, use: () => T): T {
  const both = [m.opt, reference.raw.opt]
  const before = both.map(({ disableflags, enableflags }) => ({ disableflags, enableflags }))
  for (const opt of both) {
    opt.disableflags |= DisableBit.constraint
    opt.enableflags = (opt.enableflags | EnableBit.energy) & ~EnableBit.sleep
  }
  try {
    return use()
  } finally {
    both.forEach((opt, i) => {
      Object.assign(opt, before[i])
    })
  }
}

/**
 * Runs `use` with another integrator in both engines. With `discrete`, the reference finds smooth accelerations by
 * iteration if tendons or actuators couple dofs. The tolerance is then tightened, and the iterations are not limited.
 */
export function withIntegrator<T>(m: Model, reference: ReferenceModel, name: ReferenceIntegrator, use: () => T): T {
  const both = [m.opt, reference.raw.opt]
  const { integrator, tolerance, iterations } = m.opt
  for (const opt of both) {
    opt.integrator = Integrator[name]
    if (name !== 'discrete') continue
    opt.tolerance = Math.min(tolerance, TIGHT)
    opt.iterations = Math.max(iterations, ENOUGH)
  }
  try {
    return use()
  } finally {
    for (const opt of both) {
      opt.integrator = integrator
      opt.tolerance = tolerance
      opt.iterations = iterations
    }
  }
}

const TIGHT = 1e-15
const ENOUGH = 1000

function words(text: string): string[] {
  return text.split(' ')
}
