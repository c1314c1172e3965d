import type { Data } from '../core/data/data.ts'
import { DisableBit, Integrator, Stage } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { noteActiveEqualities } from '../physics/constraint/makeConstraint.ts'
import { isDamped } from '../physics/dynamics/dampingSlopes.ts'
import { forward } from '../pipeline/forward.ts'
import { integrate } from '../pipeline/integrators.ts'
import { KERNEL_TABLE } from './kernelTable.ts'
import type { KernelFacts, SequenceName, StageName } from './run/kernelCode.ts'
import type { Verified } from './verify.ts'

/**
 * How each sequence of stages is compared with what it replaces, all stages in TypeScript, one after the other. Passes
 * compute all results from the state; ends build on those that are there.
 */
export function sequenceChecks(sequences: KernelFacts['sequences']): { passes: Verified[]; ends: Verified[] } {
  const all = (Object.entries(sequences) as [SequenceName, readonly StageName[]][]).map((entry) => checkOf(...entry))
  const isEnd = ({ name }: Verified): boolean => name === 'endByQacc' || name === 'endImplicitly'
  return { passes: all.filter((check) => !isEnd(check)), ends: all.filter(isEnd) }
}

function checkOf(name: SequenceName, stages: readonly StageName[]): Verified {
  const common = { name, stages, mayGiveUp: name !== 'lean', rounds: stages.includes('solve') }
  switch (name) {
    case 'smooth':
      return { ...common, stage: computeWithoutContacts, outputs: outputsOf(stages) }
    case 'forward':
      return { ...common, ...PASS, outputs: [...outputsOf(stages), 'qacc'] }
    case 'lean':
      // it does not store the others
      return {
        ...common,
        ...PASS,
        outputs: 'qacc act_dot sensordata contact_dist contact_pos contact_frame'.split(' '),
      }
    default:
      return { ...common, stage: end, applies: endsWith(name), outputs: outputsOf(stages) }
  }
}

/** Forward dynamics. */
const PASS: Pick<Verified, 'stage' | 'run' | 'before'> = {
  stage: compute,
  before: noteActiveEqualities,
  run: (m, _d, kernel, address, left) => {
    left.start(m)
    return kernel(address) === 0
  },
}

/** Everything that kernels read. A solver that refuses the state comes after that. */
export function compute(m: Model, d: Data): void {
  try {
    forward(m, d)
  } catch (error) {
    if (!(error instanceof StepError)) throw error
  }
}

/** Contacts, which pull at each other, are no part of smooth dynamics. */
function computeWithoutContacts(m: Model, d: Data): void {
  const { disableflags } = m.opt
  m.opt.disableflags |= DisableBit.contact
  compute(m, d)
  m.opt.disableflags = disableflags
}

function end(m: Model, d: Data): void {
  integrate(m, d, Stage.none)
}

/** Whether a step of a state ends with this sequence. */
function endsWith(name: SequenceName): (d: Data) => boolean {
  return (d) => {
    const { opt, nhistory } = d.model
    const byQacc = opt.integrator === Integrator.Euler && !isDamped(d.model, d)
    return nhistory === 0 && opt.integrator !== Integrator.RK4 && byQacc === (name === 'endByQacc')
  }
}

/** Fields that stages write. Those of islands are old where there are no rows. */
function outputsOf(stages: readonly StageName[]): string[] {
  const entries = KERNEL_TABLE.filter(({ name }) => name !== 'islands' && stages.includes(name))
  return [...new Set(entries.flatMap(({ outputs }) => outputs))]
}
