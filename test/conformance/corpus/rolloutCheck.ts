import { describe, expect, test } from 'vitest'
import {
  CONTACT_ROLLOUT_TOLERANCE,
  type ContactRollout,
  judgeContactRollout,
} from '../../../tools/compare/compareContactRollout.ts'
import { KNOWN_ROLLOUTS } from '../known/knownRollouts.ts'
import { holdCounts } from '../support/counts.ts'
import type { Check, Judged } from './check.ts'

const STEPS = 200
/** Larger models take minutes. */
const MOST_DOFS = 250

type SteppedModel = Judged<ContactRollout>

interface RolloutCounts {
  readonly models: number
  readonly withContacts: number
  readonly together: number
}

function countsOf(stepped: readonly SteppedModel[]): RolloutCounts {
  return {
    models: stepped.length,
    withContacts: stepped.filter(({ verdict: rollout }) => rollout.stepsWithContacts > 0).length,
    together: stepped.filter(({ verdict: rollout }) => rollout.strayedAt === undefined).length,
  }
}

/** A line for each model whose rollout leaves the reference. */
function strays(stepped: readonly SteppedModel[]): string[] {
  return stepped
    .filter(({ verdict: rollout }) => rollout.strayedAt !== undefined)
    .map(
      ({ name, verdict: rollout }) =>
        `${name}: apart by ${rollout.error.toExponential(1)} in step ${rollout.strayedAt}`,
    )
}

function report(corpus: string, stepped: readonly SteppedModel[]): string {
  const { models, withContacts, together } = countsOf(stepped)
  const whole = stepped.filter(({ verdict: rollout }) => rollout.steps === STEPS)
  const chaotic = stepped.filter(({ verdict: rollout }) => rollout.chaoticAt !== undefined).length
  const parted = stepped.filter(({ verdict: rollout }) => rollout.partedAt !== undefined).length
  const worst = Math.max(0, ...whole.map(({ verdict: rollout }) => rollout.error))
  const calm = whole.filter(({ verdict: rollout }) => rollout.error < 1e-9).length
  return [
    ...strays(stepped),
    `'${corpus}': ${models} models, ${withContacts} of them with contacts; ${together} stay with the reference:`,
    `${whole.length} over all ${STEPS} steps (worst ${worst.toExponential(1)}, ${calm} of them within 1e-9), ${chaotic} until a disturbance of 1e-12 has grown to ${CONTACT_ROLLOUT_TOLERANCE}, ${parted} until a mesh has other contacts that are as good`,
  ].join('\n')
}

/** Simulation with all constraints. */
export function rolloutCheck(corpus: string): Check {
  const stepped: SteppedModel[] = []
  return {
    name: 'rollouts',
    visit: (m, reference, { name, dofs }) => {
      if (m.nv === 0 || dofs > MOST_DOFS) return
      stepped.push({ name, verdict: judgeContactRollout(m, reference, STEPS) })
    },
    report: () => report(corpus, stepped),
    test: () => {
      describe('simulations with contacts', () => {
        test('a simulation with contacts stays with the reference as long as that stays with itself', () => {
          expect(strays(stepped.filter(({ name }) => !(name in KNOWN_ROLLOUTS)))).toEqual([])
        })

        test('simulations that are known to leave the reference still do', () => {
          const known = stepped.filter(({ name }) => name in KNOWN_ROLLOUTS)
          const together = known.filter(({ verdict: rollout }) => rollout.strayedAt === undefined)
          expect(together.map(({ name }) => name)).toEqual([])
        })

        test('no fewer simulations match than before', () => holdCounts(`rollouts-${corpus}`, countsOf(stepped)))
      })
    },
  }
}
