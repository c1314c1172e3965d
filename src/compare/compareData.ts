import { Data } from '../data/data.ts'
import { forward, inverse, rnePostConstraint, subtreeVel } from '../index.ts'
import { DisableBit, EnableBit } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { compareField, compareNumber, type FieldResult, layoutOf, worstOfEach } from './fields.ts'
import type { Metric } from './metric.ts'
import { PROBES } from './probes.ts'
import { Random, type TrialState, trialStates } from './randomState.ts'
import { ReferenceData, type ReferenceModel } from './reference.ts'

/** The same state in both engines. */
export interface Pair {
  readonly m: Model
  readonly d: Data
  readonly rm: ReferenceModel
  readonly rd: ReferenceData
}

/** What a stage writes, and how well it must agree. */
interface FieldGroup {
  readonly name: string
  readonly tolerance: number
  readonly fields: readonly string[]
}

/** Fields after a forward pass, in the order of the pipeline, so that the first difference is nearest to its cause. */
const FORWARD_GROUPS: readonly FieldGroup[] = [
  {
    name: 'state',
    tolerance: 0,
    fields: words('qpos qvel act ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat'),
  },
  { name: 'poses', tolerance: 1e-12, fields: words('xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat') },
  { name: 'markers', tolerance: 1e-12, fields: words('site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir') },
  { name: 'inertia', tolerance: 1e-12, fields: words('subtree_com cdof cinert crb M qLD qLDiagInv') },
  { name: 'velocity', tolerance: 1e-12, fields: words('cvel cdof_dot') },
  {
    name: 'forces',
    tolerance: 1e-10,
    fields: words('qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive'),
  },
  {
    name: 'acceleration',
    tolerance: 1e-10,
    fields: words('qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint qacc'),
  },
  { name: 'energy', tolerance: 1e-10, fields: words('energy') },
]

/** Fields that only their own function writes. */
const AFTER_GROUPS: readonly FieldGroup[] = [
  { name: 'subtree', tolerance: 1e-10, fields: words('subtree_linvel subtree_angmom') },
  { name: 'body forces', tolerance: 1e-10, fields: words('cacc cfrc_int cfrc_ext') },
]
const INVERSE_GROUPS: readonly FieldGroup[] = [{ name: 'inverse', tolerance: 1e-10, fields: words('qfrc_inverse') }]

/** What cancels is judged by the size of what cancelled; lengths, speeds and forces of 1e-3 are small. */
const METRIC: Metric = { share: 1e-2, floor: 1e-3 }

export interface DataOptions {
  readonly seed?: number
  /** Number of random states. */
  readonly states?: number
}

/** Sets several states in both engines, runs all that is simulated, and returns the worst result of each field. */
export function compareData(m: Model, reference: ReferenceModel, options: DataOptions = {}): FieldResult[] {
  const { seed = 1, states = 3 } = options
  return withSmoothDynamicsOnly(m, reference, () => {
    const results: FieldResult[] = []
    const pair: Pair = { m, d: new Data(m), rm: reference, rd: new ReferenceData(reference) }
    try {
      for (const state of trialStates(m, seed, states)) results.push(...compareState(pair, state, new Random(seed)))
    } finally {
      pair.rd.delete()
    }
    return worstOfEach(results)
  })
}

function compareState(pair: Pair, state: TrialState, random: Random): FieldResult[] {
  const { m, d, rd } = pair
  setState(pair, state)
  forward(m, d)
  rd.call('mj_forward')
  const results = compareGroups(pair, FORWARD_GROUPS)

  subtreeVel(m, d)
  rd.call('mj_subtreeVel')
  rnePostConstraint(m, d)
  rd.call('mj_rnePostConstraint')
  results.push(...compareGroups(pair, AFTER_GROUPS))

  for (const probe of PROBES) {
    for (const { label, ours, theirs } of probe.run(pair, random)) {
      const rule = { tolerance: probe.tolerance, metric: METRIC, rows: Math.max(1, theirs.length), object: () => label }
      results.push(compareField(probe.name, ours, theirs, rule))
    }
  }

  d.qacc.set(random.vector(m.nv))
  rd.set('qacc', d.qacc)
  inverse(m, d)
  rd.call('mj_inverse')
  results.push(...compareGroups(pair, INVERSE_GROUPS))
  return results.map((result) => ({ ...result, object: result.object && `${result.object}, state '${state.label}'` }))
}

function compareGroups({ m, d, rd }: Pair, groups: readonly FieldGroup[]): FieldResult[] {
  const results = [compareNumber('time', d.time, rd.time, 0, METRIC)]
  for (const { fields, tolerance } of groups) {
    for (const field of fields) {
      const ours: unknown = Reflect.get(d, field)
      const theirs = rd.array(field)
      if (!(ours instanceof Float64Array || ours instanceof Uint8Array) || !theirs)
        throw new TypeError(`'${field}' is not an array of both engines`)
      results.push(compareField(field, ours, theirs, { tolerance, metric: METRIC, ...layoutOf(m, field, ours.length) }))
    }
  }
  return results
}

/** Sets the same numbers in both engines; what the state does not name stays as after a reset. */
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

/**
 * Runs `use` with the physics that is not simulated yet switched off in both engines: constraints (with contacts),
 * forces of the medium, and sleep. Energies are switched on. Options are as before afterwards.
 */
export function withSmoothDynamicsOnly<T>(m: Model, reference: ReferenceModel, use: () => T): T {
  const both = [m.opt, reference.raw.opt]
  const before = both.map(({ disableflags, enableflags, density, viscosity }) => ({
    disableflags,
    enableflags,
    density,
    viscosity,
  }))
  for (const opt of both) {
    opt.disableflags |= DisableBit.constraint
    opt.enableflags = (opt.enableflags | EnableBit.energy) & ~EnableBit.sleep
    opt.density = 0
    opt.viscosity = 0
  }
  try {
    return use()
  } finally {
    both.forEach((opt, i) => {
      Object.assign(opt, before[i])
    })
  }
}

function words(text: string): string[] {
  return text.split(' ')
}
