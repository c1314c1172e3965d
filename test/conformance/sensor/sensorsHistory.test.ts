import { beforeAll, describe, expect, test } from 'vitest'
import { Data, DisableBit, loadModel, step, step1, step2 } from '../../../src/index.ts'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { quietReference } from '../support/quietReference.ts'
import { deletePair, differences, sensorPair } from '../support/sensorPair.ts'

/** Sensors with delays, intervals and histories, step by step. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const TARGETS = [
  ...['jointpos joint="j"', 'jointvel joint="j"', 'accelerometer site="s"', 'framepos objtype="site" objname="s"'],
  ...[
    'touch site="s"',
    'clock',
    'subtreelinvel body="b"',
    'force site="s"',
    'e_potential',
    'contact data="found force"',
  ],
]

/** An arm that falls on the floor, with slow sensors. */
function arm(random: Random, integrator: string): string {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random.uniform(0, values.length))]
  const sensors = Array.from({ length: 25 }, () => {
    const period = pick([0, 0, 0.002, 0.004, 0.01, 0.003, 0.0071, 0.02])
    const phase = random.uniform(0, 1) < 0.5 ? -0.99 * period * random.uniform(0, 1) : 0
    const delay = pick([0, 0, 0.001, 0.002, 0.0035, 0.01, 0.02])
    const nsample = delay > 0 ? 1 + Math.ceil(random.uniform(0, 8)) : pick([0, 1, 2, 5])
    const cutoff = random.uniform(0, 1) < 0.2 ? 'cutoff=".4"' : ''
    const interp = pick(['zoh', 'linear', 'cubic'])
    return `<${pick(TARGETS)} nsample="${nsample}" delay="${delay}" interval="${period} ${phase}" interp="${interp}" ${cutoff}/>`
  })
  return `
<mujoco>
  <option timestep="${pick([0.002, 0.001, 0.005])}" integrator="${integrator}"/>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="b" pos="0 0 .15"><joint name="j" axis="0 1 0" damping=".01"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
      <site name="s" pos=".4 0 0" size=".1"/></body>
  </worldbody>
  <sensor>${sensors.join('')}</sensor>
</mujoco>`
}

describe('slow sensors', () => {
  test('tell what those of the reference tell, in whole steps, in halves, and when they are disabled for a while', () => {
    const random = new Random(31)
    for (let i = 0; i < 24; i++) {
      const pair = sensorPair(mj, arm(random, 'Euler'))
      const { m, d, rm, rd } = pair
      for (let k = 0; k < 60; k++) {
        const flags = i % 3 === 0 && k >= 25 && k < 35 ? DisableBit.sensor : 0
        m.opt.disableflags = rm.raw.opt.disableflags = flags
        if (i % 2 === 0) {
          step(m, d)
          rd.call('mj_step')
        } else {
          step1(m, d)
          step2(m, d)
          rd.call('mj_step1')
          rd.call('mj_step2')
        }
        expect(differences(pair, `model ${i}, step ${k}`)).toEqual([])
      }
      const theirs = rd.array('history')!
      expect(d.history.every((x, k) => Math.abs(x - theirs[k]) < 1e-8)).toBe(true)
      deletePair(pair)
    }
  })

  test('tell with Runge–Kutta what they would have told at the time, where the reference mixes in later stages', () => {
    const xml = `
<mujoco>
  <option integrator="RK4" timestep=".005"/>
  <worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><site name="s" pos=".2 0 0"/></body></worldbody>
  <sensor>
    <gyro site="s"/><force site="s"/><framepos objtype="site" objname="s"/>
    <gyro site="s" delay=".005" nsample="3"/><force site="s" delay=".005" nsample="3"/>
    <framepos objtype="site" objname="s" delay=".005" nsample="3"/>
  </sensor>
</mujoco>`
    const m = loadModel(xml)
    const d = new Data(m)
    const pair = sensorPair(mj, xml)
    d.qvel[0] = 2
    pair.rd.set('qvel', [2])
    let before = new Float64Array(9)
    let theirs = new Float64Array(9)
    for (let i = 0; i < 10; i++) {
      step(m, d)
      if (i > 0) for (let k = 0; k < 9; k++) expect(d.sensordata[9 + k]).toBeCloseTo(before[k], 12)
      before = d.sensordata.slice(0, 9)
      pair.rd.call('mj_step')
      const now = pair.rd.array('sensordata') as Float64Array
      if (i > 0) expect(Math.abs(now[10] - theirs[1])).toBeGreaterThan(0.05)
      theirs = now.slice(0, 9)
    }
    deletePair(pair)
  })
})
