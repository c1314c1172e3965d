import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BatchSim } from '../batchNode.ts'
import { Data, loadModel, type Model, step } from '../index.ts'
import { accelerate } from '../kernel/accelerate.ts'
import type { BatchOptions } from './batchOptions.ts'
import type { BatchTask } from './batchTask.ts'

/** Environments that are stepped several at once, in lanes. */

const open = (name: string): Model =>
  loadModel(readFileSync(new URL(`../../models/tasks/${name}.xml`, import.meta.url), 'utf8'))

const N = 6

async function batchOf(m: Model, options: BatchOptions, task: BatchTask = {}): Promise<BatchSim> {
  const batch = new BatchSim(m, N, { threads: 1, kernels: true, noise: { qpos: 0.02, qvel: 0.1 }, task, ...options })
  await batch.ready
  return batch
}

function control(batch: BatchSim, call: number): void {
  for (let i = 0; i < batch.actions.length; i++) batch.actions[i] = Math.sin(0.1 * call + 2 * i)
}

test('a batch takes environments in chunks that fill lanes, however few there are', async () => {
  const batch = await batchOf(open('ant'), {})
  expect(batch.kernels?.lanes).toBe(2)
  const single = await batchOf(open('ant'), { kernels: 'single' })
  expect(single.kernels?.lanes).toBe(4)
  // four in single precision are not those of one alone
  control(batch, 0)
  control(single, 0)
  batch.stepSync()
  single.stepSync()
  expect(single.states.every((x) => Math.fround(x) === x)).toBe(true)
  expect(batch.states.every((x) => Math.fround(x) === x)).toBe(false)
})

test.each(['ant', 'half_cheetah'])(
  'environments of %s have the bits of states that are stepped alone',
  async (name) => {
    const batch = await batchOf(open(name), {})
    const m = open(name)
    accelerate(m)
    const alone = Array.from({ length: N }, (_, i) => batch.data(i, new Data(m)))
    for (let call = 0; call < 60; call++) {
      control(batch, call)
      // forces of the user come and go
      if (call % 20 === 7 || call % 20 === 12) {
        const pushed = alone[call % N]
        pushed.qfrc_applied[call % m.nv] = call % 20 === 7 ? 0.5 : 0
        batch.setData(call % N, pushed)
      }
      alone.forEach((d, i) => {
        d.ctrl.set(batch.actions.subarray(i * m.nu, (i + 1) * m.nu))
        step(m, d)
      })
      batch.stepSync()
      alone.forEach((d, i) => {
        const seen = batch.data(i, new Data(m))
        for (const field of ['qpos', 'qvel', 'qacc_warmstart', 'ctrl', 'qfrc_applied'] as const)
          expect(seen[field], `${field} of environment ${i} in call ${call}`).toEqual(d[field])
        expect(seen.time).toBe(d.time)
      })
    }
  },
)

test('a task that looks at results sees those of states that are stepped alone', async () => {
  const task: BatchTask = {
    observationSize: (m) => m.nv + 1,
    observe: (_, d, out) => {
      out.set(d.qacc)
      out[d.qacc.length] = d.ncon
    },
    reward: (_, d) => d.xpos[3],
  }
  const batch = await batchOf(open('half_cheetah'), { nstep: 2, observationType: 'float64' }, task)
  const m = open('half_cheetah')
  accelerate(m)
  const alone = Array.from({ length: N }, (_, i) => batch.data(i, new Data(m)))
  for (let call = 0; call < 40; call++) {
    control(batch, call)
    alone.forEach((d, i) => {
      d.ctrl.set(batch.actions.subarray(i * m.nu, (i + 1) * m.nu))
      for (let k = 0; k < 2; k++) step(m, d)
    })
    const { observations, rewards } = batch.stepSync()
    alone.forEach((d, i) => {
      expect([...observations.subarray(i * (m.nv + 1), (i + 1) * (m.nv + 1))]).toEqual([...d.qacc, d.ncon])
      expect(rewards[i]).toBe(d.xpos[3])
    })
  }
})

test('episodes in lanes end after their last call, and begin anew', async () => {
  const batch = await batchOf(open('half_cheetah'), { maxSteps: 3, autoReset: 'sameStep' })
  const truncated: number[] = []
  for (let call = 0; call < 7; call++) {
    control(batch, call)
    truncated.push(...batch.stepSync().truncated)
  }
  expect(truncated).toEqual(Array.from({ length: 7 * N }, (_, i) => (Math.floor(i / N) % 3 === 2 ? 1 : 0)))
})

test('an action that is no number fails its environment alone', async () => {
  const batch = await batchOf(open('half_cheetah'), {})
  control(batch, 0)
  batch.actions[batch.actions.length / 2] = NaN
  const { errors } = batch.stepSync()
  expect(errors.map((error) => error !== undefined)).toEqual(Array.from({ length: N }, (_, i) => i === N / 2))
})
