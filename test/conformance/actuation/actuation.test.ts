import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Data,
  forward,
  initCtrlHistory,
  loadModel,
  readCtrl,
  resetDataKeyframe,
  step,
  Warning,
} from '../../../src/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/reference.ts'
import { actuated, compareSteps, randomActuator, type StepOptions, TRANSMISSIONS, world } from '../support/actuators.ts'

/** Actuators of every kind beside the reference, step by step: forces, rates, activations, histories and motion. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

function agree(xml: string, options?: StepOptions): void {
  const differences = compareSteps(mj, xml, options)
  expect(differences.length === 0 ? [] : [xml, ...differences]).toEqual([])
}

const HOW = ['Euler', 'RK4', 'halves'] as const
const MUSCLE = '.6 1.1 -1 50 .5 1.6 1.5 1.3 1.2'

describe('every gain, bias and dynamics', () => {
  const dynamics = ['none', 'integrator', 'filter', 'filterexact', 'muscle', 'user']
  const gains = ['fixed', 'affine', 'muscle', 'user']
  const biases = ['none', 'affine', 'muscle', 'user']
  const cases = dynamics.flatMap((dyn) => [false, true].map((early) => ({ dyn, early })))

  test.each(cases)(
    'with dynamics $dyn, force by the next activation: $early, on every transmission',
    ({ dyn, early }) => {
      let how = 0
      for (const gain of gains)
        for (const bias of biases) {
          const parameters = (type: string) => (type === 'muscle' ? MUSCLE : '.7 -.7 .3')
          const actuators = TRANSMISSIONS.map(
            (
              target,
              i,
            ) => `<general ${target} dyntype="${dyn}" dynprm=".05 .1 ${i % 2}" gaintype="${gain}" biastype="${bias}"
            gainprm="${parameters(gain)}" biasprm="${parameters(bias)}" lengthrange="-.7 1.4" actearly="${early}"/>`,
          )
          agree(actuated(actuators.join('')), { steps: 6, restart: 2, how: HOW[how++ % 3] })
        }
    },
  )
})

describe('every tag', () => {
  test.each(HOW)('with random parameters, ranges, groups and delays, stepped by %s', (how) => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed + 1000 * HOW.indexOf(how))
      const list = Array.from({ length: 1 + (seed % 4) }, () => randomActuator(random)).sort()
      // after an orientation the reference takes the length of a crank from elsewhere
      const cranks = list.filter((each) => each.includes('cranksite'))
      const actuators = [...cranks, ...list.filter((each) => !cranks.includes(each))].join('\n')
      const parts = world({
        joint: `${seed % 2 ? 'actuatorgravcomp="true"' : ''} ${seed % 3 ? '' : 'actuatorfrcrange="-1 .7"'}`,
        tendon: seed % 5 ? '' : 'actuatorfrcrange="-.5 .6"',
      })
      const options = seed % 4 ? '' : 'actuatorgroupdisable="1 2"'
      agree(actuated(actuators, options, parts), { steps: 20, how, seed, bad: 0.02 })
    }
  })
})

describe('a motor of direct current', () => {
  const INPUTS = ['voltage', 'none', 'pos', 'pos vel', 'vel', 'ff', 'pos ff voltage', 'pos vel ff voltage']
  const subsets = Array.from({ length: 32 }, (_, bits) => bits)

  test.each(INPUTS)('with input %s and each combination of states', (input) => {
    for (const bits of subsets) {
      const has = (bit: number) => (bits & bit) !== 0
      const controlled = /pos|vel|ff/.test(input)
      if ((has(1) && !controlled) || (has(2) && !input.includes('pos'))) continue
      const controller = `controller="2 ${has(2) ? 1.5 : 0} .3 ${has(1) ? 0.9 : 0} .2 ${has(16) ? 2 : 0}"`
      const motor = (target: string) => `<dcmotor ${target} input="${input}" motorconst=".4 .5" resistance="1.2"
        ${controlled ? controller : ''}
        ${has(4) ? 'thermal="1.5 .4 0 .01 22 27"' : ''} ${has(8) ? 'lugre="15 .4 .3 .7 .2"' : ''}
        ${has(16) ? 'inductance=".03" cogging=".2 6 .4"' : 'cogging="0 6 .4"'} ${has(1) ? 'saturation=".6 0 4"' : ''}/>`
      const actuators = ['joint="a"', 'tendon="ts"', 'joint="b" gear="1 2 3"'].map(motor).join('')
      agree(actuated(actuators), { steps: 9, restart: 3, seed: bits + 1, how: HOW[bits % 3] })
    }
  })

  test('lends its types to others: gain, bias and dynamics each do their part', () => {
    for (const dyn of ['none', 'filter', 'dcmotor'])
      for (const gain of ['fixed', 'affine', 'dcmotor'])
        for (const bias of ['none', 'affine', 'dcmotor'])
          for (const time of ['0', '.1']) {
            const states = time === '0' ? 0 : 1
            if (dyn === 'none' && gain === 'dcmotor' && states > 0) continue
            if (dyn === 'filter' && states === 0) continue
            agree(
              actuated(`<general joint="a" dyntype="${dyn}" ${dyn === 'dcmotor' ? `actdim="${states}"` : ''} actearly="true"
                dynprm="${time}" gaintype="${gain}" gainprm="1.2 .7 .01 20" biastype="${bias}" biasprm=".3 2 .4"/>`),
              { steps: 6, restart: 2 },
            )
          }
  })
})

describe('delays', () => {
  const motor = (attributes: string, timestep = '.01') =>
    `<mujoco><option timestep="${timestep}"/><worldbody><body><joint name="a"/><geom size=".3" pos=".3 0 0"/></body></worldbody>
     <actuator><motor joint="a" ${attributes}/></actuator></mujoco>`

  test.each(['zoh', 'linear', 'cubic'])(
    'are those of the reference over hundreds of steps, interpolated by %s',
    (interp) => {
      for (const timestep of ['.01', '.0033'])
        for (const factor of [1, 2, 3, 5, 0.5, 1.7])
          for (const nsample of [1, 5]) {
            const attributes = `nsample="${nsample}" delay="${factor * Number(timestep)}" interp="${interp}"`
            agree(motor(attributes, timestep), { steps: 200, restart: 1000 })
          }
    },
  )

  test('follow a clock that the user sets back, stops, or lets jump', () => {
    for (const interp of ['zoh', 'linear', 'cubic']) {
      const random = new Random(7)
      const before = (ours: Data, theirs: ReferenceData) => {
        if (random.uniform(0, 1) < 0.5) return
        ours.time = theirs.raw.time = theirs.time + random.uniform(-0.04, 0.02)
      }
      agree(motor(`nsample="5" delay=".013" interp="${interp}"`), { steps: 300, restart: 1000, before })
    }
  })

  test('hold for each input of an actuator that has several', () => {
    const history = 'nsample="4" delay=".017" interp="linear"'
    const actuators = [
      `<orientation joint="b" input="quat" ${history}/>`,
      `<orientation site="s1" refsite="s0" ${history}/>`,
    ]
    actuators.push(`<pid joint="a" kp="1" kv="1" input="pos vel ff" ${history}/>`)
    actuators.push(`<dcmotor joint="c" motorconst="1" resistance="1" input="pos voltage" controller="1" ${history}/>`)
    agree(actuated(actuators.join('')), { steps: 60, restart: 15 })
  })

  test('are at least one step', () => {
    const m = loadModel(motor('nsample="2" delay="1e-6"'))
    const d = new Data(m)
    const forces = [1, 2, 3].map((control) => {
      d.ctrl[0] = control
      step(m, d)
      return d.actuator_force[0]
    })
    expect(forces).toEqual([0, 1, 2])
  })

  test('start from a history that the user gives', () => {
    const xml = motor('nsample="4" delay=".02" interp="cubic"')
    const m = loadModel(xml)
    const d = new Data(m)
    const rm = new ReferenceModel(mj, xml)
    const rd = new ReferenceData(rm)
    const values = [1, -2, 3, 5]
    const times = [-0.05, -0.03, -0.015, -0.01]
    for (const given of [undefined, times]) {
      initCtrlHistory(m, d, 0, given, values)
      mj.mj_initCtrlHistory(rm.raw, rd.raw, 0, given as number[], values)
      expect(d.history).toEqual(rd.array('history'))
      forward(m, d)
      rd.call('mj_forward')
      expect(d.actuator_force[0]).toBeCloseTo(rd.array('actuator_force')![0], 12)
    }
    const out = new Float64Array(1)
    readCtrl(m, d, out, 0, d.time)
    expect(out[0]).toBe(d.actuator_force[0])
    readCtrl(m, d, out, 0, 0.005)
    expect(out[0]).toBe(3)
    readCtrl(m, d, out, 0, -1)
    expect(out[0]).toBe(1)
    readCtrl(m, d, out, 0, -0.0025, 1)
    expect(out[0]).toBeCloseTo(0.5, 12)
    rd.delete()
    rm.delete()
  })
})

describe('adhesion', () => {
  test('pulls through contacts, those in the gap among them, as in the reference', () => {
    for (const cone of ['pyramidal', 'elliptic'])
      for (const [condim, gap] of [
        [1, 0],
        [3, 0.05],
        [4, 0],
        [6, 0.05],
      ])
        agree(
          `<mujoco><option timestep=".005" cone="${cone}"/><default><geom condim="${condim}" margin=".05" gap="${gap}"/></default>
          <worldbody><geom type="plane" size="3 3 .1"/>
            <body name="a" pos="0 0 .14"><freejoint/><geom size=".1"/><geom type="box" size=".05 .1 .1" pos=".1 0 0"/>
              <body name="b" pos=".25 0 0"><joint axis="0 1 0"/><geom size=".1"/></body></body>
            <body name="c" pos="-.15 0 .14"><freejoint/><geom size=".1"/></body></worldbody>
          <actuator><adhesion body="a" gain="20" ctrlrange="0 2"/><adhesion body="b" gain="10" ctrlrange="0 1"/>
            <adhesion body="world" ctrlrange="0 1"/><general body="c" dyntype="filter" dynprm=".1" gainprm="3"/></actuator></mujoco>`,
          { steps: 60, restart: 1000, before: startAtRest },
        )
  })

  /** As the model says, not at random. */
  function startAtRest(ours: Data, theirs: ReferenceData, index: number): void {
    if (index > 0) return
    const qpos = theirs.model.array('qpos0')!
    theirs.set('qpos', qpos)
    theirs.set('qvel', new Float64Array(ours.qvel.length))
    ours.qpos.set(qpos)
    ours.qvel.fill(0)
  }
})

describe('conventions that models rely on', () => {
  test('a pid cannot both integrate and limit the rate of its set point', () => {
    const xml = actuated('<pid joint="a" kp="1" ki="1" slewmax="1"/>')
    expect(() => loadModel(xml)).toThrow(/activations/)
    expect(() => mj.MjModel.from_xml_string(xml)).toThrow()
  })

  test('one bad control silences all actuators, and is counted; a huge one that a range cuts is not bad', () => {
    const m = loadModel(actuated('<motor joint="a"/><motor joint="c" ctrlrange="-1 1"/>'))
    const d = new Data(m)
    d.ctrl.set([1, 1e300])
    forward(m, d)
    expect([...d.actuator_force]).toEqual([1, 1])
    expect(d.warning_number[Warning.badctrl]).toBe(0)
    d.ctrl.set([1e11, 1])
    forward(m, d)
    expect([...d.actuator_force]).toEqual([0, 0])
    expect(d.warning_number[Warning.badctrl]).toBe(1)
    expect(d.warning_lastinfo[Warning.badctrl]).toBe(0)
    expect([...d.ctrl]).toEqual([1e11, 1])
  })

  test('a disabled group has no force and keeps its activation, although the rate of this is there to see', () => {
    const m = loadModel(actuated('<intvelocity joint="a" group="1"/>', 'actuatorgroupdisable="1"'))
    const d = new Data(m)
    d.act[0] = 0.3
    d.ctrl[0] = 2
    step(m, d)
    expect(d.actuator_force[0]).toBe(0)
    expect(d.act_dot[0]).toBe(2)
    expect(d.act[0]).toBe(0.3)
  })

  test('a slider-crank between sites that nothing moves has its length, its activation and its force', () => {
    agree(actuated('<cylinder cranksite="w" slidersite="w" cranklength=".8" timeconst=".5" area="2" bias="1 2 3"/>'))
  })

  test('gravity compensation by actuators needs an actuator somewhere', () => {
    const parts = world({ joint: 'actuatorgravcomp="true"' })
    for (const [actuators, lifted] of [
      ['', false],
      ['<motor joint="f"/>', true],
    ] as const) {
      const m = loadModel(actuated(actuators, '', parts))
      const d = new Data(m)
      forward(m, d)
      expect(d.qfrc_gravcomp[0]).not.toBe(0)
      expect(d.qfrc_actuator[0]).toBe(lifted ? d.qfrc_gravcomp[0] : 0)
      expect(d.qfrc_passive[0]).toBe(0)
    }
  })

  test('keyframes without controls have zeros, also where a quaternion is due, which counts as no rotation', () => {
    const xml = actuated('<orientation joint="b" input="quat"/>').replace(
      '</mujoco>',
      '<keyframe><key/></keyframe></mujoco>',
    )
    const m = loadModel(xml)
    const d = new Data(m)
    expect([...d.ctrl]).toEqual([1, 0, 0, 0])
    resetDataKeyframe(m, d, 0)
    expect([...d.ctrl]).toEqual([0, 0, 0, 0])
    forward(m, d)
    expect([...d.actuator_force]).toEqual([0, 0, 0])
  })

  test('a filter that is exact under Euler is not under Runge–Kutta', () => {
    const xml = actuated('<position joint="a" timeconst=".1"/>')
    const [euler, runge] = [0, 1].map((integrator) => {
      const m = loadModel(xml)
      m.opt.integrator = integrator as 0 | 1
      const d = new Data(m)
      d.ctrl[0] = 1
      for (let i = 0; i < 10; i++) step(m, d)
      return d.act[0]
    })
    expect(euler).toBeCloseTo(1 - Math.exp(-1), 14)
    expect(Math.abs(runge - (1 - Math.exp(-1)))).toBeGreaterThan(1e-3)
  })
})

describe('the reference is wrong', () => {
  test('about the rod of a slider-crank that comes after an orientation: ours has its own length', () => {
    const crank = '<motor cranksite="s1" slidersite="w" cranklength="1.2"/>'
    const lengths = ['', '<orientation joint="b"/>'].map((first) => {
      const xml = actuated(first + crank)
      const m = loadModel(xml)
      const d = new Data(m)
      forward(m, d)
      const rm = new ReferenceModel(mj, xml)
      const rd = new ReferenceData(rm)
      rd.call('mj_forward')
      const pair = [d.actuator_length.at(-1)!, rd.array('actuator_length')!.at(-1)!]
      rd.delete()
      rm.delete()
      return pair
    })
    const [[alone, theirs], [after, theirsAfter]] = lengths
    expect(alone).toBeCloseTo(theirs, 12)
    expect(after).toBe(alone)
    expect(Math.abs(theirsAfter - theirs)).toBeGreaterThan(0.1)
  })
})
