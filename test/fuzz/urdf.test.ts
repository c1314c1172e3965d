import { expect, test } from 'vitest'
import { ModelError } from '../../src/core/model/errors.ts'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { saveModel } from '../../src/format/save/saveModel.ts'
import { ROBOTS } from '../conformance/support/robots.ts'
import { MUTATIONS, Random } from './mutate.ts'
import { fuzzRuns } from './runs.ts'

const RUNS = fuzzRuns(2_000)
/** Longest that one damaged robot may take, ms. */
const LIMIT = 1000

test(`${RUNS} damaged robots load or give a ModelError that says where, and what loads can be saved and loaded`, () => {
  const names = Object.keys(MUTATIONS)
  const seeds = Object.values(ROBOTS)
  let loaded = 0
  for (let seed = 0; seed < RUNS; seed++) {
    const random = new Random(seed)
    const mutation = names[seed % names.length]
    const xml = MUTATIONS[mutation](random.pick(seeds), random)

    const start = performance.now()
    let model: Model | undefined
    try {
      model = loadModel(xml)
      loaded++
    } catch (error) {
      if (!(error instanceof ModelError))
        throw new Error(`seed ${seed}, ${mutation}: ${xml.slice(0, 3000)}`, { cause: error })
      expect(error.line, `seed ${seed}, ${mutation}: ${error.message}`).toBeGreaterThan(0)
      expect(error.file, `seed ${seed}, ${mutation}: ${error.message}\n${xml}`).toBe('model.xml')
    }
    if (model) expect(loadModel(saveModel(model)).nv, `seed ${seed}, ${mutation}`).toBe(model.nv)
    expect(performance.now() - start, `seed ${seed}, ${mutation}, ms`).toBeLessThan(LIMIT)
  }
  // neither everything nor nothing is refused
  expect(loaded).toBeGreaterThan(RUNS / 20)
  expect(loaded).toBeLessThan((RUNS * 3) / 4)
}, 60_000)
