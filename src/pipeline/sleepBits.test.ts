import { describe, expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR, sceneText } from '../../test/support/sleepScenes.ts'
import { Data } from '../core/data/data.ts'
import { Cone, DisableBit, EnableBit, Integrator, Solver } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { loadModel } from '../format/load.ts'
import { actuation } from '../physics/actuation/actuation.ts'
import { addActuatorInertia } from '../physics/actuation/actuatorLoad.ts'
import { actuatorVelocity, transmission } from '../physics/actuation/transmission.ts'
import { collision } from '../physics/collision/collision.ts'
import { findIslands } from '../physics/constraint/findIslands.ts'
import { makeConstraint } from '../physics/constraint/makeConstraint.ts'
import { referenceConstraint } from '../physics/constraint/referenceAcceleration.ts'
import { massMatrix } from '../physics/dynamics/crba.ts'
import { factorM } from '../physics/dynamics/ldl.ts'
import { passive } from '../physics/dynamics/passiveForces.ts'
import { rne } from '../physics/dynamics/rne.ts'
import { integratePos } from '../physics/integrate/integratePos.ts'
import { comPos } from '../physics/kinematics/comPos.ts'
import { comVel } from '../physics/kinematics/comVel.ts'
import { kinematics } from '../physics/kinematics/kinematics.ts'
import { addTendonBias, addTendonInertia, tendon, tendonVelocity } from '../physics/tendon/tendonPath.ts'
import { forward } from './forward.ts'
import { forwardAcceleration } from './forwardStages.ts'
import { step } from './step.ts'

/** What sleep must leave alone, to the last bit. */

const arm = (x: number, more = '') =>
  `<body pos="${x} 0 1.2" ${more}><joint name="j${x}" axis="0 1 0" range="-40 40" limited="true" frictionloss=".02"/>
     <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="s${x}" pos=".3 0 0"/>
     <body pos=".3 0 0"><joint axis="0 1 0" stiffness="1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body></body>`
const ball = (x: number, z: number, more = '') =>
  `<body pos="${x} 0 ${z}" ${more}><freejoint/><geom size=".1" condim="6" friction="1 .01 .01"/></body>`

const STATE = ['qpos', 'qvel', 'qacc', 'qfrc_constraint', 'M', 'qLD', 'cvel', 'subtree_com', 'sensordata'] as const

function expectSame(a: Data, b: Data, what: string): void {
  for (const key of STATE) expect(a[key], `${key}: ${what}`).toEqual(b[key])
  expect(a.efc_force.subarray(0, a.nefc), `efc_force: ${what}`).toEqual(b.efc_force.subarray(0, b.nefc))
}

describe('without the option', () => {
  /** A step by Euler's rule, put together from stages that can skip sleeping trees, but without sleep. */
  function plainStep(m: Model, d: Data): void {
    kinematics(m, d)
    comPos(m, d)
    tendon(m, d)
    massMatrix(m, d)
    addActuatorInertia(m, d)
    addTendonInertia(m, d)
    factorM(m, d)
    collision(m, d)
    makeConstraint(m, d)
    findIslands(m, d)
    transmission(m, d)
    tendonVelocity(m, d)
    actuatorVelocity(m, d)
    comVel(m, d)
    passive(m, d)
    referenceConstraint(m, d)
    rne(m, d, d.qfrc_bias, false)
    addTendonBias(m, d, d.qfrc_bias)
    actuation(m, d)
    forwardAcceleration(m, d)
    for (let i = 0; i < m.nv; i++) d.qvel[i] += m.opt.timestep * d.qacc[i]
    integratePos(m, d.qpos, d.qvel, m.opt.timestep)
    d.qacc_warmstart.set(d.qacc)
    d.time += m.opt.timestep
  }

  test('a step has the bits of its stages put together without sleep', () => {
    const text = sceneText(
      box(0, ON_FLOOR) + box(0.05, ON_BOX) + ball(0.1, 0.7) + arm(2),
      '<tendon><spatial><site site="s2"/><site site="w"/></spatial></tendon><actuator><motor joint="j2"/></actuator>',
    )
      .replace('enable', 'disable')
      .replace('<worldbody>', '<worldbody><site name="w"/>')
    const m = loadModel(text)
    const whole = new Data(m)
    const parts = new Data(m)
    for (let i = 0; i < 300; i++) {
      whole.ctrl[0] = parts.ctrl[0] = Math.sin(i / 20)
      step(m, whole)
      plainStep(m, parts)
    }
    expect([...whole.tree_asleep]).toEqual([-11, -11, -11, -11])
    expectSame(whole, parts, 'after 300 steps')
  })

  test('policies mean nothing: those that never sleep, may, or should from the start move alike', () => {
    const bodies = box(0, ON_FLOOR) + box(0.05, ON_BOX) + ball(0.1, 0.7) + arm(2)
    const states = ['', 'sleep="never"', 'sleep="allowed"', 'sleep="init"'].map((policy) => {
      const text = sceneText(bodies).replace('enable', 'disable')
      const m = loadModel(text.replaceAll(/<body pos="([^"]*)" /g, `<body pos="$1" ${policy} `))
      const d = new Data(m)
      for (let i = 0; i < 150; i++) step(m, d)
      return d
    })
    for (const d of states) expectSame(d, states[0], 'after 150 steps')
  })
})

const SOLVERS = ['Newton', 'CG', 'PGS', 'DualCG', 'ActiveSet'] as const

describe('with the option, while all are awake', () => {
  for (const integrator of ['Euler', 'implicit', 'implicitfast', 'discrete'] as const)
    for (const solver of SOLVERS)
      test(`steps have the same bits as without: ${integrator}, ${solver}`, () => {
        const [on, off] = ['enable', 'disable'].map((flag) => {
          const bodies = box(0, ON_FLOOR, 'sleep="never"') + ball(0.05, 0.45, 'sleep="never"') + arm(2, 'sleep="never"')
          const m = loadModel(sceneText(bodies).replace('enable', flag))
          m.opt.integrator = Integrator[integrator]
          m.opt.solver = Solver[solver]
          m.opt.cone = solver === 'ActiveSet' ? Cone.pyramidal : Cone.elliptic
          const d = new Data(m)
          for (let i = 0; i < 60; i++) step(m, d)
          return d
        })
        expect(on.ntree_awake).toBe(3)
        expectSame(on, off, 'after 60 steps')
      })
})

describe('awake trees do not depend on sleeping trees', () => {
  const still =
    box(-3, ON_FLOOR) +
    box(-3, ON_BOX) +
    '<body pos="-5 0 1"><joint axis="0 0 1" damping=".1"/><geom size=".1"/></body>'
  const never = 'sleep="never"'
  const active = ball(0, 0.5, never) + ball(0.12, 0.8, never) + arm(2, never)

  for (const order of ['before', 'after'] as const)
    for (const integrator of ['Euler', 'implicit', 'implicitfast', 'discrete'] as const)
      for (const solver of SOLVERS)
        test(`it moves by the same bits, ${order} the sleepers: ${integrator}, ${solver}`, () => {
          const m = loadModel(sceneText(order === 'before' ? active + still : still + active))
          m.opt.integrator = Integrator[integrator]
          m.opt.solver = Solver[solver]
          // which acceleration to start from is asked of all islands together
          m.opt.disableflags |= DisableBit.warmstart
          const d = new Data(m)
          const other = new Data(m)
          let asleep = 0
          for (let i = 0; i < 80; i++) {
            step(m, d)
            m.opt.enableflags &= ~EnableBit.sleep
            step(m, other)
            m.opt.enableflags |= EnableBit.sleep
            asleep = Math.max(asleep, m.ntree - d.ntree_awake)
          }
          expect(asleep).toBe(3)
          for (let t = 0; t < m.ntree; t++) {
            if (d.tree_awake[t] === 0) continue
            const first = m.tree_dofadr[t]
            const end = first + m.tree_dofnum[t]
            for (const key of ['qvel', 'qacc', 'qfrc_constraint', 'qfrc_bias'] as const)
              expect(d[key].slice(first, end), `${key} of tree ${t}`).toEqual(other[key].slice(first, end))
          }
        })

  for (const [integrator, solver] of [
    ...SOLVERS.map((name) => ['Euler', name] as const),
    ...(['implicit', 'implicitfast', 'discrete', 'ImplicitEuler'] as const).map((name) => [name, 'Newton'] as const),
  ])
    test(`and write nothing to sleeping trees: ${integrator}, ${solver}`, () => {
      const MARK = 12345
      const m = loadModel(sceneText(still + active))
      m.opt.solver = Solver[solver]
      m.opt.integrator = Integrator[integrator]
      const d = new Data(m)
      for (let i = 0; i < 60; i++) step(m, d)
      expect(m.ntree - d.ntree_awake).toBe(3)
      const sleepers = [...d.tree_awake].flatMap((awake, t) =>
        awake ? [] : Array.from({ length: m.tree_dofnum[t] }, (_, k) => m.tree_dofadr[t] + k),
      )
      const FIELDS = ['qacc', 'qacc_smooth', 'qfrc_smooth', 'qfrc_constraint', 'qfrc_bias', 'qfrc_passive'] as const
      for (const key of FIELDS) for (const i of sleepers) d[key][i] = MARK
      for (let i = 0; i < 20; i++) step(m, d)
      expect(d.nefc).toBeGreaterThan(0)
      for (const key of FIELDS) for (const i of sleepers) expect(d[key][i], key).toBe(MARK)
    })
})

describe('islands', () => {
  const scenes = {
    'two balls apart on the floor': ball(0, 0.0995) + ball(1, 0.0995),
    'a pile, a ball and two arms': box(0, ON_FLOOR) + box(0.02, ON_BOX) + ball(2, 0.0995) + arm(4) + arm(6),
  }
  for (const [name, bodies] of Object.entries(scenes))
    for (const solver of ['Newton', 'CG', 'PGS', 'ActiveSet'] as const)
      for (const cone of ['pyramidal', 'elliptic'] as const) {
        if (solver === 'ActiveSet' && cone === 'elliptic') continue
        test(`solved apart move as if solved together, to 1e-12 a step: ${name}, ${solver}, ${cone}`, () => {
          const m = loadModel(sceneText(bodies, '', 'tolerance="0" ls_tolerance="1e-8"').replace('enable', 'disable'))
          m.opt.solver = Solver[solver]
          m.opt.cone = Cone[cone]
          m.opt.iterations = solver === 'PGS' ? 3000 : solver === 'CG' ? 1000 : 100
          const d = new Data(m)
          const whole = new Data(m)
          let most = 0
          for (let i = 0; i < 15; i++) {
            whole.qpos.set(d.qpos)
            whole.qvel.set(d.qvel)
            whole.qacc_warmstart.set(d.qacc_warmstart)
            step(m, d)
            if (i > 0) expect(d.nisland).toBeGreaterThan(1)
            m.opt.disableflags |= DisableBit.island
            step(m, whole)
            m.opt.disableflags &= ~DisableBit.island
            expect(whole.nisland).toBe(0)
            for (let k = 0; k < m.nv; k++) most = Math.max(most, Math.abs(d.qvel[k] - whole.qvel[k]))
            for (let k = 0; k < m.nq; k++) most = Math.max(most, Math.abs(d.qpos[k] - whole.qpos[k]))
          }
          expect(most).toBeLessThan(1e-12)
        })
      }

  test.each(['Euler', 'discrete'])(
    'of several trees, with a spring between two, are solved like the whole: %s',
    (integrator) => {
      // the first tree touches all others, and would best be eliminated last
      const leg = (x: number, y: number, name: string) =>
        `<body pos="${x} ${y} .0995"><freejoint/><geom size=".1"/><site name="${name}"/></body>`
      const table = `<body pos="0 0 .2485"><freejoint/><geom type="box" size=".5 .5 .05"/><site name="t" pos=".5 0 0"/></body>`
      const spring = '<tendon><spatial stiffness="50" damping="1"><site site="t"/><site site="a"/></spatial></tendon>'
      const m = loadModel(
        sceneText(
          `${table}${leg(-0.3, -0.3, 'a')}${leg(0.3, -0.3, 'b')}${leg(0, 0.3, 'c')}${ball(5, 0.0995)}`,
          spring,
          `tolerance="0" integrator="${integrator}"`,
        ),
      )
      const island = new Data(m)
      const whole = new Data(m)
      island.qvel[0] = whole.qvel[0] = 0.1
      forward(m, island)
      expect([...island.tree_island]).toEqual([0, 0, 0, 0, 1])
      m.opt.disableflags |= DisableBit.island
      m.opt.enableflags = 0
      forward(m, whole)
      for (let i = 0; i < m.nv; i++) expect(Math.abs(island.qacc[i] - whole.qacc[i])).toBeLessThan(1e-9)
    },
  )

  test('that hold everything are solved like the whole, to the last bit', () => {
    const m = loadModel(sceneText(box(0, ON_FLOOR) + ball(0, 0.295), '', 'tolerance="0"'))
    const island = new Data(m)
    const whole = new Data(m)
    forward(m, island)
    expect([island.nisland, island.nidof]).toEqual([1, m.nv])
    m.opt.disableflags |= DisableBit.island
    forward(m, whole)
    expect(whole.nisland).toBe(0)
    expect(island.qacc).toEqual(whole.qacc)
    expect(island.efc_force.subarray(0, island.nefc)).toEqual(whole.efc_force.subarray(0, whole.nefc))
  })
})
