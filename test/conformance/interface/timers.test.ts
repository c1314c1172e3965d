import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Data,
  DisableBit,
  EnableBit,
  forward,
  forwardSkip,
  loadModel,
  type Model,
  Stage,
  step,
  step1,
  step2,
  TIMER_COUNT,
  Timer,
} from '../../../src/index.ts'
import { ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { ReferenceData } from '../../../tools/compare/reference.ts'

/** The reference counts how often its stages run even without a clock. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const xml = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>`

type Run = (m: Model, d: Data) => void
const twoHalves: Run = (m, d) => {
  step1(m, d)
  step2(m, d)
}

const RUNS: readonly [string, Run, (mj: ReferenceModule, rm: ReferenceModel, rd: ReferenceData) => void][] = [
  ['step', step, (_, __, rd) => rd.call('mj_step')],
  [
    'two halves',
    twoHalves,
    (_, __, rd) => {
      rd.call('mj_step1')
      rd.call('mj_step2')
    },
  ],
  ['forward', forward, (_, __, rd) => rd.call('mj_forward')],
  [
    'forward from velocities on',
    (m, d) => {
      forward(m, d)
      forwardSkip(m, d, Stage.pos)
    },
    (mj, rm, rd) => {
      rd.call('mj_forward')
      mj.mj_forwardSkip(rm.raw, rd.raw, Stage.pos, 0)
    },
  ],
]

const FLAGS: readonly [string, disable: number, enable: number][] = [
  ['no flags', 0, 0],
  ['no contacts', DisableBit.contact, 0],
  ['no constraints', DisableBit.constraint, 0],
  ['no actuation', DisableBit.actuation, 0],
  ['forward against inverse', 0, EnableBit.fwdinv],
]

test('timers have the names of the reference, in its order', () => {
  expect(Object.keys(Timer)).toEqual(mj.get_mjTIMERSTRING())
  expect(TIMER_COUNT).toBe(Object.keys(Timer).length)
})

describe.each(RUNS)('stages are counted as in the reference: %s', (_, run, runReference) => {
  test.each(FLAGS)('with %s', (_, disable, enable) => {
    for (const integrator of [0, 1, 2, 3, 4] as const) {
      const m = loadModel(xml)
      const d = new Data(m)
      const reference = new ReferenceModel(mj, xml)
      const theirs = new ReferenceData(reference)
      for (const opt of [m.opt, reference.raw.opt]) Object.assign(opt, { integrator })
      for (const opt of [m.opt, reference.raw.opt]) {
        opt.disableflags |= disable
        opt.enableflags |= enable
      }
      d.callbacks.time = () => 0
      run(m, d)
      runReference(mj, reference, theirs)
      const counts = Array.from({ length: TIMER_COUNT }, (_, i) => theirs.raw.timer.get(i)!.number)
      expect(Array.from(d.timer_number)).toEqual(counts)
      theirs.delete()
      reference.delete()
    }
  })
})
