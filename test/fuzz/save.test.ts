import { expect, test } from 'vitest'
import { loadModel, type Model, ModelError, saveModel } from '../../src/index.ts'
import { EVERYTHING } from '../conformance/support/everything.ts'
import { sameness } from '../conformance/support/sameModel.ts'
import { EVERY_ROW } from '../support/everyRow.ts'
import { Random } from './fuzzRandom.ts'
import { fuzzRuns } from './runs.ts'
import { TEXT_MUTATIONS } from './textMutations.ts'

/** Models that were changed at random, saved and loaded again. */

const RUNS = fuzzRuns(2000)
const SEEDS = [EVERYTHING, EVERY_ROW]
/** Changes after which a model often loads. */
const CHANGES = [
  'another number',
  'three other numbers',
  'another value',
  'an attribute removed',
  'an attribute moved',
  'an element twice',
  'an element added',
  'an element moved',
] as const

test(`what ${RUNS} changed models are saved as loads to the same models`, () => {
  let loaded = 0
  for (let seed = 0; seed < RUNS; seed++) {
    const random = new Random(seed)
    const xml = TEXT_MUTATIONS[CHANGES[seed % CHANGES.length]](random.pick(SEEDS), random)
    const model = tryLoad(xml)
    if (!model) continue
    loaded++
    expect(sameness(model, loadModel(saveModel(model))).differences, `seed ${seed}`).toEqual([])
  }
  expect(loaded).toBeGreaterThan(RUNS / 10)
}, 120_000)

function tryLoad(xml: string): Model | undefined {
  try {
    return loadModel(xml)
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
}
