import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  CONTACT_ROLLOUT_TOLERANCE,
  type ContactRollout,
  judgeContactRollout,
} from '../../src/compare/compareContactRollout.ts'
import { ReferenceModel, type ReferenceModule } from '../../src/compare/index.ts'
import { ModelError } from '../../src/model/errors.ts'
import type { Model } from '../../src/model/model.ts'
import type { CorpusModel } from './corpus.ts'
import { quietReference } from './judging.ts'
import { KNOWN_ROLLOUTS } from './knownRollouts.ts'

/**
 * Every model of a corpus that touches something within 200 steps, simulated by both engines with all constraints. How
 * many stay together is kept in counts/, and may only grow: KINETREE_UPDATE_COUNTS=1 raises it.
 */
const update = process.env['KINETREE_UPDATE_COUNTS'] === '1'

/** The memory of one instance of the reference only ever grows, so it serves only so many models. */
const MODELS_PER_REFERENCE = 20
const STEPS = 200
/** Larger models take minutes. */
const MOST_DOFS = 250

interface SteppedModel {
  readonly name: string
  readonly rollout: ContactRollout
}

async function stepAll(models: readonly CorpusModel[]): Promise<SteppedModel[]> {
  const stepped: SteppedModel[] = []
  let mj: ReferenceModule | undefined
  for (const [i, model] of models.entries()) {
    if (i % MODELS_PER_REFERENCE === 0) mj = await quietReference()
    if (model.loadsInReference === false || model.dofs > MOST_DOFS) continue
    const rollout = stepModel(mj!, model)
    if (rollout) stepped.push({ name: model.name, rollout })
  }
  return stepped
}

function stepModel(mj: ReferenceModule, { load, source }: CorpusModel): ContactRollout | undefined {
  const m = loaded(load)
  if (!m || m.nv === 0) return undefined
  const reference = new ReferenceModel(mj, source)
  try {
    return judgeContactRollout(m, reference, STEPS)
  } finally {
    reference.delete()
  }
}

function loaded(load: () => Model): Model | undefined {
  try {
    return load()
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
}

interface RolloutCounts {
  readonly models: number
  readonly withContacts: number
  readonly together: number
}

function countsOf(stepped: readonly SteppedModel[]): RolloutCounts {
  return {
    models: stepped.length,
    withContacts: stepped.filter(({ rollout }) => rollout.stepsWithContacts > 0).length,
    together: stepped.filter(({ rollout }) => rollout.strayedAt === undefined).length,
  }
}

/** The counts of a corpus may only grow. */
function holdCounts(corpus: string, counts: RolloutCounts): void {
  const file = new URL(`counts/rollouts-${corpus}.json`, import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Partial<RolloutCounts>
  const keys = Object.keys(counts) as (keyof RolloutCounts)[]
  if (update) {
    const grown = keys.map((key) => [key, Math.max(counts[key], recorded[key] ?? 0)])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(grown), null, 2)}\n`)
  }
  for (const key of keys) expect(counts[key], `${key} in corpus '${corpus}'`).toBeGreaterThanOrEqual(recorded[key] ?? 0)
}

/** A line for each model whose rollout leaves the reference. */
function strays(stepped: readonly SteppedModel[]): string[] {
  return stepped
    .filter(({ rollout }) => rollout.strayedAt !== undefined)
    .map(({ name, rollout }) => `${name}: apart by ${rollout.error.toExponential(1)} in step ${rollout.strayedAt}`)
}

function report(corpus: string, stepped: readonly SteppedModel[]): string {
  const { models, withContacts, together } = countsOf(stepped)
  const whole = stepped.filter(({ rollout }) => rollout.steps === STEPS)
  const chaotic = stepped.filter(({ rollout }) => rollout.chaoticAt !== undefined).length
  const worst = Math.max(0, ...whole.map(({ rollout }) => rollout.error))
  const calm = whole.filter(({ rollout }) => rollout.error < 1e-9).length
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
      stepped = await stepAll(models())
      console.log(`\n${report(corpus, stepped)}\n`)
    }, 300_000)

    it('stay with the reference as long as it stays with itself', () => {
      expect(strays(stepped.filter(({ name }) => !(name in KNOWN_ROLLOUTS)))).toEqual([])
    })

    it('leave it where they are known to', () => {
      const known = stepped.filter(({ name }) => name in KNOWN_ROLLOUTS)
      expect(known.filter(({ rollout }) => rollout.strayedAt === undefined).map(({ name }) => name)).toEqual([])
    })

    it('match no less than before', () => holdCounts(corpus, countsOf(stepped)))
  })
}
