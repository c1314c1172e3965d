import { expect, test } from 'vitest'
import { ModelRandomizer } from '../../src/batch/randomize/modelRandomizer.ts'
import { Random } from '../../src/core/random/philox.ts'
import { Data } from '../../src/index.ts'
import { loadModelFile } from '../../src/node.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

test('giving a model the numbers of one environment after the other allocates nothing', () => {
  const m = loadModelFile('models/humanoid.xml')
  const randomizer = new ModelRandomizer(m, {
    body_mass: { uniform: [0.8, 1.2], scale: true },
    geom_size: { uniform: [0.9, 1.1], scale: true },
    geom_rgba: { uniform: [0, 1] },
    'opt.timestep': { uniform: [0.001, 0.002] },
    'opt.density': { uniform: [0, 1] },
    'opt.gravity': { uniform: [-1, 1], add: true },
  })
  const { sampleSize, patchSize } = randomizer
  const environments = 8
  const samples = new Float64Array(environments * sampleSize)
  const patches = new Float64Array(environments * patchSize)
  const d = new Data(m)
  for (let i = 0; i < environments; i++) {
    randomizer.sample(new Random(1, i), samples, i * sampleSize)
    randomizer.derive(m, d, samples, i * sampleSize, patches, i * patchSize)
  }
  const run = (count: number) => {
    for (let i = 0; i < count; i++) randomizer.apply(m, patches, (i % environments) * patchSize)
  }
  expect(steadyGrowth(run, 2000, 2000)).toBeLessThan(LIMIT)
})
