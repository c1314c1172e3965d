import { readFileSync } from 'node:fs'
import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import { Random } from '../../../src/core/random/philox.ts'
import { type GymnasiumName, gymnasiumEnvironment, gymnasiumTask } from '../../../src/env.ts'
import { loadModel } from '../../../src/format/load.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { FORMULAS, numbersOf } from './gymnasiumFormulas.ts'

/**
 * Observations, rewards, and ends of the adapters are those of Gymnasium's published formulas over the numbers of the
 * reference, which takes the same actions from the same states.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load()
})

const folder = new URL('../../../models/', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** The person on a step of 0.3 m, with two tendons: Humanoid-v5 wants its first body between 1 m and 2 m. */
function tallHumanoid(): string {
  const person = textOf('humanoid.xml').replace(/<mujoco[^>]*>|<\/mujoco>/g, '')
  return textOf('tasks/humanoid.xml')
    .replace('<include file="../humanoid.xml"/>', person)
    .replace('<body name="pelvis" pos="0 0 0.95"', '<body name="pelvis" pos="0 0 1.25"')
    .replace('<geom name="floor"', '<geom name="floor" pos="0 0 0.3"')
    .replace('</mujoco>', TENDONS)
}

const TENDONS = `<tendon>
    <fixed name="left"><joint joint="left_hip_bend" coef="-1"/><joint joint="left_knee" coef="1"/></fixed>
    <fixed name="right"><joint joint="right_hip_bend" coef="-1"/><joint joint="right_knee" coef="1"/></fixed>
  </tendon></mujoco>`

const CASES: readonly (readonly [name: GymnasiumName, text: string])[] = [
  ['HalfCheetah-v5', textOf('tasks/half_cheetah.xml')],
  ['Hopper-v5', textOf('tasks/hopper.xml')],
  ['Walker2d-v5', textOf('tasks/walker.xml')],
  ['Ant-v5', textOf('tasks/ant.xml')],
  ['Humanoid-v5', tallHumanoid()],
]

/** Largest difference of numbers, relative to the largest of them, or to 1. */
function difference(ours: ArrayLike<number>, theirs: readonly number[]): number {
  const size = Math.max(1, ...theirs.map(Math.abs))
  return Math.max(...theirs.map((x, i) => Math.abs(ours[i] - x))) / size
}

/** Of five steps of the engine after the same state. */
const TOLERANCE = 1e-9

describe.each(CASES)('%s', (name, text) => {
  const m: Model = loadModel(text)

  test('gives the observations, rewards, terms and ends of the formulas', () => {
    const reference = new ReferenceModel(mj, text)
    const theirs = new ReferenceData(reference)
    const env = gymnasiumEnvironment(name, m)
    const { nstep } = gymnasiumTask(name)
    const random = new Random(1)
    let ends = 0
    let touched = 0
    try {
      for (let episode = 0; episode < 8; episode++) {
        env.reset({ seed: episode })
        mj.mj_resetData(reference.raw, theirs.raw)
        theirs.set('qpos', env.data.qpos)
        theirs.set('qvel', env.data.qvel)
        theirs.call('mj_forward')
        for (let step = 0; step < 60; step++) {
          theirs.set('qpos', env.data.qpos)
          theirs.set('qvel', env.data.qvel)
          theirs.set('qacc_warmstart', env.data.qacc_warmstart)
          const before = numbersOf(theirs)
          const action = Array.from(env.actionSpace.sample(random))
          const result = env.step(action)
          theirs.set('ctrl', action)
          for (let i = 0; i < nstep; i++) theirs.call('mj_step')
          theirs.call('mj_rnePostConstraint')
          const after = numbersOf(theirs)
          const expected = FORMULAS[name](before, after, action, nstep * m.opt.timestep)

          expect(result.observation.length).toBe(expected.observation.length)
          expect(difference(result.observation, expected.observation)).toBeLessThan(TOLERANCE)
          expect(difference([result.reward], [expected.reward])).toBeLessThan(TOLERANCE)
          expect(result.terminated).toBe(expected.terminated)
          for (const [term, value] of Object.entries(expected.terms))
            expect(difference([result.info[term] as number], [value]), term).toBeLessThan(TOLERANCE)
          touched += after.cfrc_ext.some((force) => force !== 0) ? 1 : 0
          if (!result.terminated) continue
          ends++
          break
        }
      }
    } finally {
      theirs.delete()
      reference.raw.delete()
    }
    expect(touched).toBeGreaterThan(20)
    if (name !== 'HalfCheetah-v5') expect(ends).toBeGreaterThan(0)
  })

  test('starts with contact forces of zero and places in its info', () => {
    const { observation, info } = gymnasiumEnvironment(name, m).reset({ seed: 1 })
    expect(info['x_position']).toBeTypeOf('number')
    expect(info['reward_forward']).toBeUndefined()
    if (name === 'Ant-v5' || name === 'Humanoid-v5')
      expect(observation.slice(-6 * (m.nbody - 1)).every((force) => force === 0)).toBe(true)
  })
})
