import { expect, test } from 'vitest'
import { combineRuns } from './builds.ts'

test('runs in several processes combine to median ratios and to the fastest batches', () => {
  const run = (ours: number, reference: number, ratio: number) => [
    { suite: 'contacts', model: 'tower', stage: 'step', ours, reference, ratio, fastest: { ours, reference } },
  ]
  expect(combineRuns([run(10, 20, 0.5), run(12, 15, 0.8), run(11, 18, 0.6)])).toEqual([
    {
      ...run(11, 18, 0.6)[0],
      fastest: { ours: 10, reference: 15 },
    },
  ])
})
