import { Data } from '../../src/core/data/data.ts'
import type { Model } from '../../src/core/model/model.ts'
import { forward, step } from '../../src/index.ts'
import { setState, withSmoothDynamicsOnly } from './compareData.ts'
import { STEPS_BETWEEN_CONTROLS, setControls } from './compareRollout.ts'
import { Random, randomControls, trialStates } from './randomState.ts'
import {
  isNumericArray,
  type NumericArray,
  numericArrays,
  OWN_FIELDS,
  ReferenceData,
  type ReferenceModel,
} from './reference.ts'

/** How many numbers were compared, and how many of them have the reference's bits, sign of zero included. */
export interface BitCount {
  numbers: number
  equal: number
}

/** Global poses: what forward kinematics gives. */
export const POSE_FIELDS = words(
  'xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat ' +
    'cam_xpos cam_xmat light_xpos light_xdir',
)

/** The other results of a forward pass without constraints, in the order of the pipeline. */
export const DYNAMICS_FIELDS = words(
  'subtree_com cdof cinert ten_length ten_J crb M qLD qLDiagInv cvel cdof_dot ten_velocity actuator_length ' +
    'actuator_velocity qfrc_bias qfrc_passive act_dot actuator_force qfrc_actuator qfrc_smooth qacc_smooth',
)

/** Counts equal bits of fields of the data after a forward pass without constraints, in the judge's states. */
export function countDataBits(
  m: Model,
  reference: ReferenceModel,
  fields: readonly string[],
  states = 3,
): Map<string, BitCount> {
  return withSmoothDynamicsOnly(m, reference, () => {
    const counts = new Map<string, BitCount>()
    const pair = { m, d: new Data(m), rm: reference, rd: new ReferenceData(reference) }
    try {
      for (const state of trialStates(m, 1, states)) {
        setState(pair, state)
        forward(m, pair.d)
        pair.rd.call('mj_forward')
        for (const field of fields) count(counts, field, Reflect.get(pair.d, field), pair.rd.array(field))
      }
    } finally {
      pair.rd.delete()
    }
    return counts
  })
}

/** Counts equal bits of all fields of the model that hold doubles. */
export function countModelBits(m: Model, reference: ReferenceModel): Map<string, BitCount> {
  const counts = new Map<string, BitCount>()
  for (const [field, values] of numericArrays(m))
    if (values instanceof Float64Array && !OWN_FIELDS.has(field)) count(counts, field, values, reference.array(field))
  return counts
}

/**
 * The number of steps after which positions and velocities still have all bits of the reference, from qpos0 with small
 * random velocities and random controls. Euler's method, with constraints or without.
 */
export function stepsWithEqualBits(m: Model, reference: ReferenceModel, steps: number, constrained: boolean): number {
  const run = () => {
    const d = new Data(m)
    const rd = new ReferenceData(reference)
    try {
      const random = new Random(1)
      const start = { label: 'push', time: 0, arrays: { qvel: random.vector(m.nv, 0.1) } }
      setState({ m, d, rm: reference, rd }, start)
      for (let i = 0; i < steps; i++) {
        if (m.nu > 0 && i % STEPS_BETWEEN_CONTROLS === 0) setControls(randomControls(m, random), d, rd)
        step(m, d)
        rd.call('mj_step')
        const same = equalBits(d.qpos, rd.array('qpos')!) === m.nq && equalBits(d.qvel, rd.array('qvel')!) === m.nv
        if (!same) return i
      }
      return steps
    } finally {
      rd.delete()
    }
  }
  return constrained ? run() : withSmoothDynamicsOnly(m, reference, run)
}

/** The sum over fields. */
export function totalBits(counts: Iterable<BitCount>): BitCount {
  const total = { numbers: 0, equal: 0 }
  for (const { numbers, equal } of counts) {
    total.numbers += numbers
    total.equal += equal
  }
  return total
}

function count(counts: Map<string, BitCount>, field: string, ours: unknown, theirs: NumericArray | undefined): void {
  if (!isNumericArray(ours) || !theirs) throw new TypeError(`'${field}' is not an array of both engines`)
  const entry = counts.get(field) ?? { numbers: 0, equal: 0 }
  entry.numbers += theirs.length
  if (ours.length === theirs.length) entry.equal += equalBits(ours, theirs)
  counts.set(field, entry)
}

function equalBits(a: NumericArray, b: NumericArray): number {
  let equal = 0
  for (let i = 0; i < a.length; i++) if (Object.is(a[i], b[i])) equal++
  return equal
}

function words(text: string): string[] {
  return text.split(' ')
}
