import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Data, loadModel, step } from '../../src/index.ts'
import { accelerate } from '../../src/kernel.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

test.each(['humanoid.xml', 'cartpole.xml', 'muscle_arm.xml', 'tasks/half_cheetah.xml'])(
  'a step of %s with kernels allocates nothing',
  (file) => {
    const m = loadModel(readFileSync(new URL(`../../models/${file}`, import.meta.url), 'utf8'))
    expect(accelerate(m).active).toBe(true)
    const d = new Data(m)
    const run = (count: number): void => {
      for (let i = 0; i < count; i++) step(m, d)
    }
    expect(steadyGrowth(run, 500, 500)).toBeLessThan(LIMIT)
  },
)
