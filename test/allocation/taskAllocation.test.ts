import { describe, expect, test } from 'vitest'
import type { Episode } from '../../src/batch/batchTask.ts'
import { Data } from '../../src/core/data/data.ts'
import { Random } from '../../src/core/random/philox.ts'
import { TASKS, taskModel } from '../../src/env.ts'
import { forward } from '../../src/pipeline/forward.ts'
import { resetData, resetDataKeyframe } from '../../src/pipeline/reset.ts'
import { step } from '../../src/pipeline/step.ts'
import { steadyGrowth } from './growth.ts'

/**
 * Bytes: numbers that functions return are boxed, 16 each, where they are not inlined. That depends on what else has run
 * here: twelve tasks share their callers. One temporary array would be more.
 */
const BOXED = 65

describe('tasks grow the heap by at most some returned numbers for each action', { timeout: 180_000 }, () => {
  test.each(TASKS.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
    const m = taskModel(name)
    const d = new Data(m)
    const task = definition.task()
    const episode: Episode = {
      environment: 0,
      number: 0,
      steps: 1,
      nstep: definition.nstep,
      action: new Float64Array(m.nu).fill(0.1),
      memory: new Float64Array(task.memorySize?.(m) ?? 0),
      random: new Random(1),
    }
    const out = new Float64Array(task.observationSize!(m))
    const rewards = new Float64Array(1)
    if (definition.keyframe === undefined) resetData(m, d)
    else resetDataKeyframe(m, d, definition.keyframe)
    task.setUp?.(m, d)
    task.reset?.(m, d, episode)
    for (let i = 0; i < 20; i++) step(m, d)
    forward(m, d)
    const run = (count: number) => {
      for (let i = 0; i < count; i++) {
        task.act?.(m, d, episode.action, episode)
        rewards[0] += task.reward!(m, d, episode)
        if (task.terminated?.(m, d, episode)) rewards[0]++
        if (task.truncated?.(m, d, episode)) rewards[0]++
        task.observe!(m, d, out, episode)
      }
    }
    expect(steadyGrowth(run, 5000, 5000, { limit: BOXED })).toBeLessThan(BOXED)
  })
})
