import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type BatchHost, BatchSimulation } from '../../src/batch/batchSim.ts'
import { loadModel } from '../../src/index.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

const here: BatchHost = {
  parallelism: 1,
  mayBlock: true,
  start: () => {
    throw new Error('no threads here')
  },
}

describe('a batch grows the heap by less than one boxed number for each step of an environment', () => {
  test('with expressions for reward, end and observation', { timeout: 180_000 }, () => {
    const m = loadModel(readFileSync(new URL('../../models/humanoid.xml', import.meta.url), 'utf8'))
    const n = 8
    const batch = new BatchSimulation(
      m,
      n,
      { task: {}, reward: 'height(torso)', terminated: 'height(torso) < -1', observe: ['qpos', 'qvel'], seed: 1 },
      here,
    )
    const run = (count: number) => {
      for (let i = 0; i < count; i++) batch.stepSync()
    }
    expect(steadyGrowth(run, 100, 200, { limit: n * LIMIT })).toBeLessThan(n * LIMIT)
  })
})
