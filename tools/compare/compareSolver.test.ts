import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadModel } from '../../src/format/load.ts'
import { judgeContactRollout } from './compareContactRollout.ts'
import { compareSolver, solverTotals } from './compareSolver.ts'
import { ReferenceModel, type ReferenceModule } from './reference.ts'

/** The judge itself: it passes what is right, and finds what is wrong. */

const XML = `
<mujoco>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>
    <body pos="0 0 .29" euler="0 0 10"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>
    <body pos="1 0 1"><joint axis="0 1 0" range="-10 10" margin="30" frictionloss=".1"/><geom size=".1" pos=".3 0 0"/></body>
  </worldbody>
</mujoco>`

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

/** Judges the same model, or one that differs in ours. */
function judged<T>(use: (m: ReturnType<typeof loadModel>, reference: ReferenceModel) => T, change = ''): T {
  const reference = new ReferenceModel(mj, XML)
  try {
    return use(loadModel(change === '' ? XML : XML.replace(...(change.split('→') as [string, string]))), reference)
  } finally {
    reference.delete()
  }
}

describe('constraints', () => {
  test('that are the same pass, with every solver', () => {
    const verdict = judged((m, reference) => compareSolver(m, reference))
    expect(verdict.differences).toEqual([])
    expect(verdict.rows).toBeGreaterThan(100)
    const totals = Object.values(solverTotals([verdict]))
    expect(totals.length).toBe(8)
    for (const { solves, matched } of totals) expect([solves > 10, matched]).toEqual([true, solves])
  })

  test('that are the same pass in trees that a damped tendon ties together', () => {
    const arm = (name: string, y: number) =>
      `<body pos="0 ${y} 0"><joint name="${name}" axis="0 1 0" frictionloss=".3"/><geom size=".1" pos=".5 0 0"/></body>`
    const xml = `<mujoco><worldbody>${arm('a', 0)}${arm('b', 2)}</worldbody><tendon><fixed damping="5" stiffness="9">
      <joint joint="a" coef="1"/><joint joint="b" coef="-.5"/></fixed></tendon></mujoco>`
    const reference = new ReferenceModel(mj, xml)
    const { differences, tallies } = compareSolver(loadModel(xml), reference)
    reference.delete()
    expect(differences).toEqual([])
    // to the dual solver they are two islands, to the others one
    expect(tallies['PGS, discrete'].sameIterations).toBe(tallies['PGS, discrete'].solves)
  })

  test('with another mass, limit or friction loss are found', () => {
    for (const change of ['mass="1"→mass="1.00001"', '-10 10→-10 10.001', 'frictionloss=".1"→frictionloss=".100001"'])
      expect(judged((m, reference) => compareSolver(m, reference), change).differences, change).not.toEqual([])
  })

  test('leave the options of both engines as they were', () => {
    judged((m, reference) => {
      const before = JSON.stringify(m.opt)
      compareSolver(m, reference)
      judgeContactRollout(m, reference, 5)
      expect(JSON.stringify(m.opt)).toBe(before)
      expect(reference.raw.opt.disableflags).toBe(m.opt.disableflags)
      expect(reference.raw.opt.solver).toBe(m.opt.solver)
    })
  })
})

describe('a simulation with contacts', () => {
  test('that is the same stays with the reference', () => {
    const rollout = judged((m, reference) => judgeContactRollout(m, reference, 100))
    expect(rollout.strayedAt).toBeUndefined()
    expect([rollout.steps, rollout.stepsWithContacts]).toEqual([100, 100])
    expect(rollout.error).toBeLessThan(1e-9)
  })

  test('with another mass strays', () => {
    const change = 'mass="1"→mass="1.001"'
    expect(judged((m, reference) => judgeContactRollout(m, reference, 100), change).strayedAt).toBeLessThan(20)
  })
})
