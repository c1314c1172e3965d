import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as k from '../../../src/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import {
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
  type StageName,
} from '../../../tools/compare/reference.ts'
import { quietReference } from '../support/quietReference.ts'

/** Functions of the reference's public header that the judge of models does not call. */

const MODEL = `
<mujoco>
  <option cone="elliptic"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <site name="ground" pos="0 0 1.5"/>
    <site name="room" type="box" size=".2 .3 .4" pos=".1 .2 .3" euler="10 20 30"/>
    <body name="a" pos="0 0 .095"><freejoint/><geom size=".1" condim="4"/><site name="s" pos=".1 0 .1"/>
      <body name="b" pos=".15 0 .05" euler="10 20 30"><joint name="b" axis="0 1 0" range="-5 5" margin=".2" frictionloss=".3" damping="1"/>
        <geom type="capsule" size=".05 .1" fromto="0 0 0 .1 .1 .2"/></body></body>
    <body name="c" pos=".5 .05 .3"><joint name="c" type="slide" axis="0 0 1"/><joint name="d" axis="1 2 3" damping="1"/>
      <geom type="box" size=".1 .05 .08"/><site name="t" pos=".05 0 0"/>
      <body name="e" pos="0 0 .2"><joint name="ball" type="ball" damping=".1"/><geom size=".06" pos=".1 0 0"/></body></body>
  </worldbody>
  <tendon><spatial name="cable" armature=".1" range=".1 2"><site site="s"/><site site="t"/></spatial></tendon>
  <equality><connect body1="b" body2="c" anchor=".1 .1 0"/></equality>
  <actuator>
    <motor name="push" joint="c" gear="2"/>
    <muscle name="pull" tendon="cable" lengthrange=".2 .8"/>
    <position joint="d" kp="10" kv="1" armature=".2"/>
    <orientation joint="ball" kp="1"/>
    <orientation joint="ball" kp="1" input="quat"/>
    <pid joint="b" kp="1" kv="1" input="pos vel ff"/>
  </actuator>
  <sensor><framelinacc objtype="site" objname="s"/><jointactuatorfrc joint="d"/></sensor>
  <keyframe><key time="2" qvel="1 2 3 4 5 6 7 8 9 10 11 12"/></keyframe>
</mujoco>`

let mj: ReferenceModule
let model: ReferenceModel
let data: ReferenceData
const m = k.loadModel(MODEL)
const d = new k.Data(m)
const random = new Random(1)

/** Both engines in the same moving state. */
beforeAll(async () => {
  mj = await quietReference()
  model = new ReferenceModel(mj, MODEL)
  data = new ReferenceData(model)
  k.integratePos(m, d.qpos, random.vector(m.nv, 0.1), 1)
  d.qvel.set(random.vector(m.nv, 0.3))
  d.act.set(random.vector(m.na, 0.3))
  d.ctrl.set(random.vector(m.nu, 0.3))
  d.xfrc_applied.set(random.vector(6 * m.nbody, 0.3))
  d.time = 0.5
  const state = new Float64Array(k.stateSize(m, k.StateBit.integration))
  k.getState(m, d, state, k.StateBit.integration)
  data.setState(state, k.StateBit.integration)
  k.forward(m, d)
  data.call('mj_forward')
})
afterAll(() => {
  data.delete()
  model.delete()
})

const plain = (values: Float64Array): number[] => Array.from(values)

function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-10): void {
  expect(actual.length).toBe(expected.length)
  let size = 1
  for (let i = 0; i < expected.length; i++) size = Math.max(size, Math.abs(expected[i]))
  for (let i = 0; i < actual.length; i++)
    expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(tolerance * size)
}

function ours(length: number, call: (out: Float64Array) => void): Float64Array {
  const out = new Float64Array(length)
  call(out)
  return out
}

describe('the inertia matrix', () => {
  test('is added to dense matrices and to sparse rows', () => {
    const nv = m.nv
    const start = random.vector(nv * nv)
    const sum = start.slice()
    k.addM(m, d, sum)
    const full = ours(nv * nv, (out) => k.fullM(m, out, d.M))
    expectSame(
      sum,
      start.map((x, i) => x + full[i]),
      1e-14,
    )

    const sparse = { values: random.vector(m.nC), rownnz: m.M_rownnz, rowadr: m.M_rowadr, colind: m.M_colind }
    const before = sparse.values.slice()
    k.addM(m, d, sparse)
    const ints = [sparse.rownnz, sparse.rowadr, sparse.colind].map((list) => {
      const buffer = new mj.IntBuffer(list.length)
      buffer.GetView().set(list)
      return buffer
    })
    const theirs = data.output(m.nC, (out) => mj.mj_addM(model.raw, data.raw, out, ints[0], ints[1], ints[2]), before)
    expectSame(sparse.values, theirs)
    for (const buffer of ints) buffer.delete()
    const narrow = { ...sparse, rownnz: new Int32Array(nv).fill(1) }
    expect(() => k.addM(m, d, narrow)).toThrow('has no entry in column')
  })

  test('and its parts are those of the stages', () => {
    const other = new k.Data(m)
    other.qpos.set(d.qpos)
    k.forwardKinematics(m, other)
    expectSame(other.ten_length, d.ten_length, 0)
    expectSame(other.site_xpos, d.site_xpos, 0)
    k.makeM(m, other)
    expectSame(other.M, d.M, 0)
    data.call('mj_makeM')
    expectSame(d.M, data.array('M') as Float64Array)
  })
})

describe('constraint rows', () => {
  test('take vectors of dofs to rows and back', () => {
    const v = random.vector(m.nv)
    const f = random.vector(d.nefc)
    expect(d.nefc).toBeGreaterThan(5)
    expectSame(
      ours(d.nefc, (out) => k.mulJacVec(m, d, out, v)),
      data.output(d.nefc, (out) => mj.mj_mulJacVec(model.raw, data.raw, out, plain(v))),
    )
    expectSame(
      ours(m.nv, (out) => k.mulJacTVec(m, d, out, f)),
      data.output(m.nv, (out) => mj.mj_mulJacTVec(model.raw, data.raw, out, plain(f))),
    )
  })

  test('have forces, states and costs at any acceleration', () => {
    const jar = random.vector(d.nefc, 5)
    const cost = k.constraintUpdate(m, d, jar)
    const theirs = data.output(1, (out) => mj.mj_constraintUpdate(model.raw, data.raw, plain(jar), out, 0))
    expectSame([cost], theirs)
    for (const name of ['efc_force', 'efc_state'] as const)
      expectSame(d[name].subarray(0, d.nefc), data.array(name) as Float64Array)
    expectSame(d.qfrc_constraint, data.array('qfrc_constraint') as Float64Array)
    k.forward(m, d)
    data.call('mj_forward')
  })

  test('know the options that they were made with', () => {
    for (const cone of [0, 1] as const)
      for (const solver of [0, 1, 2] as const)
        for (const jacobian of [0, 1, 2] as const)
          for (const noslip of [0, 3]) {
            Object.assign(m.opt, { cone, solver, jacobian, noslip_iterations: noslip })
            Object.assign(model.raw.opt, { cone, solver, jacobian, noslip_iterations: noslip })
            expect([k.isPyramidal(m), k.isDual(m), k.isSparse(m)].map(Number)).toEqual([
              mj.mj_isPyramidal(model.raw),
              mj.mj_isDual(model.raw),
              mj.mj_isSparse(model.raw),
            ])
          }
    Object.assign(m.opt, { cone: 1, solver: 2, jacobian: 2, noslip_iterations: 0 })
    Object.assign(model.raw.opt, { cone: 1, solver: 2, jacobian: 2, noslip_iterations: 0 })
  })

  test('come from contacts of the user too', () => {
    const contact = {
      geom1: 0,
      geom2: 2,
      dist: -0.003,
      pos: [0.1, 0.2, 0.05],
      frame: [0, 0, 1, 1, 0, 0, 0, 1, 0],
      dim: 3,
      friction: [0.8, 0.8, 0.01, 0.001, 0.001],
    }
    const mine = new k.Data(m)
    k.copyData(mine, d)
    k.collision(m, mine)
    const found = mine.ncon
    expect(k.addContact(mine, contact)).toBe(found)
    expect(mine.nefc).toBe(0)
    k.makeConstraint(m, mine)
    k.referenceConstraint(m, mine)

    data.call('mj_collision')
    const theirs = new mj.MjContact()
    theirs.dist = contact.dist
    theirs.dim = 3
    theirs.pos.set(contact.pos)
    theirs.frame.set(contact.frame)
    theirs.friction.set(contact.friction)
    theirs.solref.set([0.02, 1])
    theirs.solimp.set([0.9, 0.95, 0.001, 0.5, 2])
    theirs.geom.set([0, 2])
    theirs.geom1 = 0
    theirs.geom2 = 2
    for (const field of ['elem', 'flex', 'vert'] as const) theirs[field].set([-1, -1])
    expect(mj.mj_addContact(model.raw, data.raw, theirs)).toBe(0)
    data.call('mj_makeConstraint')
    data.call('mj_referenceConstraint')
    expect(mine.nefc).toBe(data.raw.nefc)
    for (const name of ['efc_pos', 'efc_R', 'efc_aref', 'efc_type', 'efc_id'] as const)
      expectSame(mine[name].subarray(0, mine.nefc), data.array(name) as Float64Array)
    theirs.delete()
    data.call('mj_forward')
  })
})

test('what is fixed to a body has its pose in the world', () => {
  const pos = random.vector(3)
  const quat = random.vector(4)
  k.normalize4(quat, 0)
  for (let body = 0; body < m.nbody; body++) {
    const outPos = new Float64Array(3)
    const outMat = new Float64Array(9)
    k.localToGlobal(d, outPos, outMat, pos, quat, body)
    const mat = new mj.DoubleBuffer(9)
    expectSame(
      outPos,
      data.output(3, (out) => mj.mj_local2Global(data.raw, out, mat, plain(pos), plain(quat), body, 0)),
    )
    expectSame(outMat, mat.GetView())
    mat.delete()
  }
})

test('points are inside of sites', () => {
  let inside = 0
  const site = m.names.id(k.ObjType.site, 'room')
  for (let i = 0; i < 200; i++) {
    const point = random.vector(3, 0.3)
    const found = k.insideSite(m, d, site, point)
    expect(Number(found)).toBe(mj.mj_insideSite(model.raw, data.raw, site, plain(point)))
    inside += Number(found)
  }
  expect(inside).toBeGreaterThan(10)
})

test('the total mass is set, and constants follow', () => {
  const mine = k.loadModel(MODEL)
  const theirs = model.copy()
  expectSame([k.totalMass(mine)], [mj.mj_getTotalmass(theirs.raw)])
  k.setTotalMass(mine, 7)
  mj.mj_setTotalmass(theirs.raw, 7)
  expect(k.totalMass(mine)).toBeCloseTo(7, 12)
  k.setConst(mine, new k.Data(mine))
  const state = new ReferenceData(theirs)
  state.call('mj_setConst')
  for (const name of [
    'body_mass',
    'body_inertia',
    'body_invweight0',
    'dof_invweight0',
    'actuator_acc0',
    'dof_M0',
  ] as const)
    expectSame(mine[name], theirs.array(name) as Float64Array)
  expect(() => k.setTotalMass(mine, 0)).toThrow(RangeError)
  state.delete()
  theirs.delete()
})

test('length ranges of actuators are found', () => {
  const arm = `<mujoco><worldbody><site name="a" pos="0 0 .3"/><body><joint axis="0 1 0" range="-60 60"/>
    <geom type="capsule" size=".02" fromto="0 0 0 .5 0 0"/><site name="b" pos=".2 0 0"/></body></worldbody>
    <tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon>
    <actuator><general tendon="t" lengthrange="0 1"/></actuator></mujoco>`
  const mine = k.loadModel(arm)
  const theirs = new ReferenceModel(mj, arm)
  const state = new ReferenceData(theirs)
  const options = new mj.MjLROpt()
  mj.mj_defaultLROpt(options)
  options.mode = k.LengthRangeMode.all
  options.useexisting = 0
  // its function leaves to the caller what its compiler switches off
  const { frictionloss, contact, spring, damper, gravity, actuation } = k.DisableBit
  theirs.raw.opt.disableflags = frictionloss | contact | spring | damper | gravity | actuation
  mj.mj_setLengthRange(theirs.raw, state.raw, 0, options)
  k.setLengthRange(mine, 0, { useexisting: true })
  expect(plain(mine.actuator_lengthrange)).toEqual([0, 1])
  k.setLengthRange(mine, 0)
  expectSame(mine.actuator_lengthrange, theirs.array('actuator_lengthrange') as Float64Array, 1e-9)
  expect(() => k.setLengthRange(mine, 99)).toThrow(RangeError)
  options.delete()
  state.delete()
  theirs.delete()
})

test('inputs of actuators have names', () => {
  for (let i = 0; i < m.nactuator; i++)
    for (let input = 0; input < m.actuator_ctrlnum[i]; input++) {
      const mine = k.actuatorInputName(m, i, input)
      // the binding gives junk where there is no name
      if (mine !== undefined) expect(mine).toBe(mj.mj_actuatorInputName(model.raw, i, input))
    }
  expect([0, 1, 2, 3].map((input) => k.actuatorInputName(m, 3, input))).toEqual(['rx', 'ry', 'rz', undefined])
  expect([0, 1, 2, 3].map((input) => k.actuatorInputName(m, 4, input))).toEqual(['qw', 'qx', 'qy', 'qz'])
  expect([0, 1, 2].map((input) => k.actuatorInputName(m, 5, input))).toEqual(['pos', 'vel', 'ff'])
  expect(k.actuatorInputName(m, 0, 0)).toBeUndefined()
})

test('muscles have the curves of the reference', () => {
  const prm = Float64Array.of(0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2)
  const range = [0.2, 0.8]
  for (let i = 0; i < 200; i++) {
    const length = 0.1 + 0.005 * i
    const velocity = random.normal()
    expectSame(
      [k.muscleActiveForce(length, velocity, range, 0.7, prm), k.musclePassiveForce(length, range, 0.7, prm)],
      [mj.mju_muscleGain(length, velocity, range, 0.7, plain(prm)), mj.mju_muscleBias(length, range, 0.7, plain(prm))],
      1e-12,
    )
    const [u, z] = random.vector(2)
    const dynamics = Float64Array.of(0.01, 0.04, i % 2 ? 0.2 : 0)
    expectSame([k.muscleActivationRate(u, z, dynamics)], [mj.mju_muscleDynamics(u, z, plain(dynamics))], 1e-12)
    expectSame([k.sigmoid(0.01 * i - 0.5)], [mj.mju_sigmoid(0.01 * i - 0.5)], 1e-14)
  }
})

describe('states', () => {
  test('have the size, the order and the parts of the reference for every signature of one or two parts', () => {
    for (let a = 0; a < 14; a++)
      for (let b = 0; b <= a; b++) {
        const signature = (1 << a) | (1 << b)
        const size = k.stateSize(m, signature)
        expect(size).toBe(mj.mj_stateSize(model.raw, signature))
        expectSame(
          ours(size, (out) => k.getState(m, d, out, signature)),
          data.state(signature),
          0,
        )
      }
  })

  test('are extracted from larger ones', () => {
    const whole = data.state(k.StateBit.integration)
    const signature = k.StateBit.qvel | k.StateBit.ctrl | k.StateBit.mocap_pos | k.StateBit.time
    const size = k.stateSize(m, signature)
    expectSame(
      ours(size, (out) => k.extractState(m, out, signature, whole, k.StateBit.integration)),
      data.output(size, (out) => mj.mj_extractState(model.raw, plain(whole), k.StateBit.integration, out, signature)),
      0,
    )
  })

  test('are copied in part', () => {
    const target = new k.Data(m)
    const theirs = new ReferenceData(model)
    const signature = k.StateBit.qpos | k.StateBit.act | k.StateBit.xfrc_applied
    k.copyState(target, d, signature)
    mj.mj_copyState(model.raw, data.raw, theirs.raw, signature)
    const all = k.StateBit.integration
    expectSame(
      ours(k.stateSize(m, all), (out) => k.getState(m, target, out, all)),
      theirs.state(all),
      0,
    )
    theirs.delete()
  })

  test('are reset to keyframes, and controls to rest', () => {
    const mine = new k.Data(m)
    const theirs = new ReferenceData(model)
    mine.ctrl.fill(3)
    theirs.set('ctrl', mine.ctrl)
    k.resetCtrl(m, mine)
    mj.mj_resetCtrl(model.raw, theirs.raw)
    expectSame(mine.ctrl, theirs.array('ctrl') as Float64Array, 0)
    k.resetDataKeyframe(m, mine, 0)
    mj.mj_resetDataKeyframe(model.raw, theirs.raw, 0)
    const all = k.StateBit.integration
    expectSame(
      ours(k.stateSize(m, all), (out) => k.getState(m, mine, out, all)),
      theirs.state(all),
      0,
    )
    theirs.delete()
  })
})

describe('stages one by one', () => {
  const fields = ['qacc', 'qfrc_smooth', 'qfrc_actuator', 'qfrc_constraint', 'sensordata', 'qacc_smooth'] as const
  const compare = () => {
    for (const name of fields) expectSame(d[name], data.array(name) as Float64Array, 1e-8)
  }

  test('are those of the reference under their own names', () => {
    const stages: [StageName, (m: k.Model, d: k.Data) => void][] = [
      ['mj_fwdPosition', k.forwardPosition],
      ['mj_sensorPos', k.sensorPos],
      ['mj_fwdVelocity', k.forwardVelocity],
      ['mj_sensorVel', k.sensorVel],
      ['mj_fwdActuation', k.actuation],
      ['mj_fwdAcceleration', k.smoothAcceleration],
      ['mj_fwdConstraint', k.solveConstraints],
      ['mj_sensorAcc', k.sensorAcc],
    ]
    for (const [name, stage] of stages) {
      stage(m, d)
      data.call(name)
    }
    compare()
    k.rnePostConstraint(m, d)
    data.call('mj_rnePostConstraint')
    expectSame(d.cfrc_int, data.array('cfrc_int') as Float64Array, 1e-8)
  })

  test.each([k.Stage.pos, k.Stage.vel])('are left out from stage %i on when asked', (skip) => {
    d.ctrl.fill(0.2)
    data.set('ctrl', d.ctrl)
    if (skip === k.Stage.pos) {
      d.qvel[3] += 0.1
      data.set('qvel', d.qvel)
    }
    k.forwardSkip(m, d, skip)
    mj.mj_forwardSkip(model.raw, data.raw, skip, 0)
    compare()
    d.qacc.set(random.vector(m.nv))
    data.set('qacc', d.qacc)
    k.inverseSkip(m, d, skip)
    mj.mj_inverseSkip(model.raw, data.raw, skip, 0)
    expectSame(d.qfrc_inverse, data.array('qfrc_inverse') as Float64Array, 1e-8)
    k.inverseConstraints(m, d, d.qacc)
    data.call('mj_invConstraint')
    expectSame(d.qfrc_constraint, data.array('qfrc_constraint') as Float64Array, 1e-8)
    k.forward(m, d)
    data.call('mj_forward')
  })
})

test('the version is that of the reference', () => {
  expect(k.MUJOCO_VERSION).toBe(mj.mj_version())
  const { version } = JSON.parse(
    readFileSync(new URL('../../../node_modules/@mujoco/mujoco/package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  const [major, minor, patch] = version.split('.').map(Number)
  expect(k.MUJOCO_VERSION).toBe(1e6 * major + 1e3 * minor + patch)
})

test('options have the defaults of the reference', () => {
  const theirs = new mj.MjOption()
  mj.mj_defaultOption(theirs)
  const mine = new k.Option()
  for (const [name, value] of Object.entries(mine)) {
    const other: unknown = Reflect.get(theirs, name)
    if (typeof value === 'number') expect(Number(other), name).toBe(value)
    else expectSame(value as Float64Array, other as Float64Array, 0)
  }
  const [solref, solimp] = [new mj.DoubleBuffer(2), new mj.DoubleBuffer(5)]
  mj.mj_defaultSolRefImp(solref, solimp)
  expectSame(mine.o_solref, solref.GetView(), 0)
  expectSame(mine.o_solimp, solimp.GetView(), 0)
  solref.delete()
  solimp.delete()
  theirs.delete()
})
