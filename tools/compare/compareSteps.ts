import { Data } from '../../src/core/data/data.ts'
import { EnableBit, Warning } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { step } from '../../src/index.ts'
import { CONTACT_ROLLOUT_TOLERANCE } from './compareContactRollout.ts'
import { compareContacts, pairMatches } from './compareContacts.ts'
import { perturb, setState, withIntegrator } from './compareData.ts'
import { distance, motionOf, PERTURBATION, setControls } from './compareRollout.ts'
import { nudged } from './contactStates.ts'
import { Random, randomControls } from './randomState.ts'
import { ReferenceData, type ReferenceModel } from './reference.ts'
import { listOf, referenceContacts } from './referenceContacts.ts'
import { ROUNDING_MARGIN } from './rounding.ts'

/**
 * A rollout judged step by step: every step of ours starts at the state of the reference, so that a difference does not
 * grow, and one that has a reason does not hide the steps after it. A step whose contacts differ is left to the judge
 * of contacts, and so is one whose Hessian rounding makes indefinite, where our solver goes another way on purpose.
 */
export interface StepVerdict {
  readonly steps: number
  /** Steps with other contacts than in the reference. */
  readonly otherContacts: number
  /** Steps in which our solver reports an indefinite Hessian. */
  readonly indefinite: number
  /** A line for each step that differs although its contacts are the same. */
  readonly differences: readonly string[]
}

/** What a step starts from. */
const STATE = ['qpos', 'qvel', 'act', 'history', 'qacc_warmstart'] as const
/** Directions in which the reference is disturbed to see how much rounding matters. */
const DIRECTIONS = 5
/** Controls are held for this many steps. */
const STEPS_BETWEEN_CONTROLS = 10

/** Steps with Euler's method, random controls, and without sleeping, from a perturbed qpos0. */
export function compareSteps(m: Model, reference: ReferenceModel, steps: number): StepVerdict {
  const d = new Data(m)
  const rd = new ReferenceData(reference)
  const both = [m.opt, reference.raw.opt]
  const before = both.map(({ enableflags }) => enableflags)
  for (const opt of both) opt.enableflags &= ~EnableBit.sleep
  try {
    return withIntegrator(m, reference, 'Euler', () => follow(m, d, reference, rd, steps))
  } finally {
    both.forEach((opt, i) => {
      opt.enableflags = before[i]
    })
    rd.delete()
  }
}

function follow(m: Model, d: Data, rm: ReferenceModel, rd: ReferenceData, steps: number): StepVerdict {
  const differences: string[] = []
  let [count, otherContacts, indefinite] = [0, 0, 0]
  const arrays = { qpos: nudged(m, new Random(2)), qvel: new Random(1).vector(m.nv, 0.1) }
  setState({ m, d, rm, rd }, { label: 'push', time: 0, arrays })
  const random = new Random(3)
  while (count < steps) {
    if (m.nu > 0 && count % STEPS_BETWEEN_CONTROLS === 0) setControls(randomControls(m, random), d, rd)
    for (const name of STATE) d[name].set(rd.array(name)!)
    d.time = rd.time
    const start = new ReferenceData(rm, rd)
    const warnings = d.warning_number[Warning.indefinite]
    step(m, d)
    rd.call('mj_step')
    count++
    // bad numbers: the reference started over
    if (rd.time <= start.time) {
      start.delete()
      break
    }
    if (d.warning_number[Warning.indefinite] > warnings) indefinite++
    else if (!compareContacts(m, listOf(d), referenceContacts(rd)).every(pairMatches)) otherContacts++
    else {
      const error = distance(d, rd)
      if (error > CONTACT_ROLLOUT_TOLERANCE && error > ROUNDING_MARGIN * sensitivity(m, rm, start, rd))
        differences.push(`step ${count}: apart by ${error.toExponential(1)} with the same contacts`)
    }
    start.delete()
  }
  return { steps: count, otherContacts, indefinite, differences }
}

/** How far the reference gets from itself in a step that starts a little off. */
function sensitivity(m: Model, rm: ReferenceModel, start: ReferenceData, end: ReferenceData): number {
  let largest = 0
  for (let seed = 1; seed <= DIRECTIONS; seed++) {
    const rd = new ReferenceData(rm, start)
    perturb({ m, rm, rd }, PERTURBATION, new Random(seed))
    rd.call('mj_step')
    largest = Math.max(largest, distance(motionOf(rd), end))
    rd.delete()
  }
  return largest
}
