import { beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import {
  CONTACT_ROLLOUT_TOLERANCE,
  type ContactRollout,
  judgeContactRollout,
} from '../../../tools/compare/compareContactRollout.ts'
import type { ReferenceModel } from '../../../tools/compare/index.ts'
import { KNOWN_ROLLOUTS } from '../known/knownRollouts.ts'
import type { CorpusModel } from '../support/corpus.ts'
import { eachModel, holdCounts, type Judged } from '../support/eachModel.ts'

/**
 * Every model of a corpus that touches something within 200 steps, simulated by both engines with all constraints. How
 * many stay together is kept in counts/, and may only grow: KINETREE_UPDATE_COUNTS=1 raises it.
 */

const STEPS = 200
/** Larger models take minutes. */
const MOST_DOFS = 250

type SteppedModel = Judged<ContactRollout>

function stepModel(m: Model, reference: ReferenceModel): ContactRollout | undefined {
  return m.nv === 0 ? undefined : judgeContactRollout(m, reference, STEPS)
}

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
  const worst = Math.max(0, ...whole.map(({ verdict: rollout }) => rollout.error))
  const calm = whole.filter(({ verdict: rollout }) => rollout.error < 1e-9).length
  return [
    ...strays(stepped),
    `'${corpus}': ${models} models, ${withContacts} of them with contacts; ${together} stay with the reference:`,
    `${whole.length} over all ${STEPS} steps (worst ${worst.toExponential(1)}, ${calm} of them within 1e-9), ${chaotic} until a disturbance of 1e-12 has grown to ${CONTACT_ROLLOUT_TOLERANCE}`,
  ].join('\n')
}

/** The tests of one corpus, a file each, to run side by side. */
export function testRollouts(corpus: string, models: () => readonly CorpusModel[]): void {
  describe(`simulations of the models of '${corpus}' with contacts`, () => {
    let stepped: SteppedModel[]
    beforeAll(async () => {
      const small = models().filter(({ dofs }) => dofs <= MOST_DOFS)
      stepped = await eachModel(small, stepModel)
      console.log(`\n${report(corpus, stepped)}\n`)
    }, 300_000)

    test('stay with the reference as long as it stays with itself', () => {
      expect(strays(stepped.filter(({ name }) => !(name in KNOWN_ROLLOUTS)))).toEqual([])
    })

    test('leave it where they are known to', () => {
      const known = stepped.filter(({ name }) => name in KNOWN_ROLLOUTS)
      expect(known.filter(({ verdict: rollout }) => rollout.strayedAt === undefined).map(({ name }) => name)).toEqual(
        [],
      )
    })

    test('match no less than before', () => holdCounts(`rollouts-${corpus}`, countsOf(stepped)))
  })
}
