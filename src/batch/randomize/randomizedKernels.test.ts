import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { richModel } from '../../../test/support/changingModel.ts'
import { BatchSim } from '../../batchNode.ts'
import { loadModel, type Model } from '../../index.ts'
import type { BatchOptions } from '../batchOptions.ts'

/** KINETREE_LONG: all fields, and two ways to change each. */
const LONG = process.env['KINETREE_LONG'] === '1'

/** All fields that batches can randomize. */
const ALL = [
  ...readFileSync(new URL('./fields.ts', import.meta.url), 'utf8').matchAll(
    /\['[\w ]+', '\w+', '\w+',\s*['`]([^'`]+)['`]/g,
  ),
].flatMap(([, names]) => names.trim().split(/\s+/))
/** Those that change more than numbers of one stage. */
const SOME = new Set(
  `body_gravcomp body_mass body_ipos jnt_pos jnt_stiffness dof_damping dof_armature geom_friction geom_surfacevel
  geom_size tendon_armature actuator_gear actuator_gainprm gravity timestep density viscosity`.split(/\s+/),
)

type Randomize = NonNullable<BatchOptions['randomize']>

/** States of two environments after some steps; what the field refuses. */
async function run(m: Model, kernels: BatchOptions['kernels'], randomize: Randomize): Promise<number[] | string> {
  const task = { act: (_m: Model, d: { ctrl: Float64Array }) => void d.ctrl.fill(0.4) }
  let batch: BatchSim | undefined
  try {
    batch = new BatchSim(m, 2, { kernels, threads: 1, randomize, seed: 3, task } as unknown as BatchOptions)
    await batch.ready
    for (let i = 0; i < 6; i++) await batch.step()
    if (kernels !== false) expect(batch.kernels?.active).toBe(true)
    return [0, 1].flatMap((e) => {
      const { qpos, qvel, act, sensordata } = batch!.data(e)
      return [...qpos, ...qvel, ...act, ...sensordata].map((x) => x + 0)
    })
  } catch (error) {
    return String(error)
  } finally {
    batch?.dispose()
  }
}

test('environments with randomized numbers have the same bits with kernels', async () => {
  const names = ALL.filter((name) => LONG || SOME.has(name))
  expect(names.length).toBeGreaterThan(10)
  let compared = 0
  for (const name of names)
    for (const how of [
      { uniform: [0.8, 1.2], scale: true },
      { uniform: [0.05, 0.1], add: true },
    ]) {
      if (!LONG && 'scale' in how) continue
      const randomize = { [name]: how } as unknown as Randomize
      const plain = await run(loadModel(richModel('Euler')), false, randomize)
      const fast = await run(loadModel(richModel('Euler')), 'sameBits', randomize)
      expect(fast, name).toEqual(plain)
      if (typeof plain !== 'string') compared++
    }
  expect(compared).toBeGreaterThan(8)
}, 120_000)

test('gravity compensation and moving surfaces that only some environments have act in these', async () => {
  for (const [name, kernels] of [
    ['body_gravcomp(b2)', 'sameBits'],
    ['geom_surfacevel(floor)[0]', 'sameBits'],
  ] as const) {
    const randomize = { [name]: { choice: [0, 1] } } as unknown as Randomize
    const plain = await run(loadModel(richModel('Euler')), false, randomize)
    expect(await run(loadModel(richModel('Euler')), kernels, randomize), name).toEqual(plain)
    expect(typeof plain).toBe('object')
  }
})
