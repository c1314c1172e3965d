import { describe, expect, test } from 'vitest'
import { box, ON_FLOOR, scene, steps, untilAsleep } from '../../test/support/sleepScenes.ts'
import { updateAwake } from '../core/data/awakeSets.ts'
import { Data } from '../core/data/data.ts'
import { copyData } from '../core/data/snapshot.ts'
import { DisableBit, EnableBit, Integrator, Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { loadModel } from '../format/load.ts'
import { addActuatorInertia } from '../physics/actuation/actuatorLoad.ts'
import { massMatrix } from '../physics/dynamics/crba.ts'
import { factorM } from '../physics/dynamics/ldl.ts'
import { passive } from '../physics/dynamics/passiveForces.ts'
import { rne } from '../physics/dynamics/rne.ts'
import { comPos } from '../physics/kinematics/comPos.ts'
import { comVel } from '../physics/kinematics/comVel.ts'
import { kinematics } from '../physics/kinematics/kinematics.ts'
import { addTendonInertia, tendon } from '../physics/tendon/tendonPath.ts'
import { advance } from './advance.ts'
import { forward } from './forward.ts'
import { forwardAcceleration } from './forwardStages.ts'
import { inverseSkip } from './inverse.ts'
import { step } from './step.ts'

/** A chain of hinges with springs, dampers, armature and gravity compensation. */
function chain(name: string, links: number): string {
  const link = (i: number): string =>
    i === links
      ? ''
      : `<body name="${name}${i}" pos="0 .1 -.2" gravcomp=".3">
           <joint name="${name}${i}" axis="${i % 2} 1 ${i % 3}" stiffness="2" damping=".3" armature=".01" frictionloss=".01"/>
           <geom type="capsule" size=".03" fromto="0 0 0 0 .1 -.2"/><site name="${name}${i}"/>${link(i + 1)}</body>`
  return link(0)
}

const MIXED = `
<mujoco>
  <option density="1.2" viscosity=".1" wind="1 0 0"><flag sleep="enable"/></option>
  <worldbody>
    <body pos="0 0 2">${chain('a', 2)}</body>
    ${chain('b', 10)}
    <body pos="2 0 2"><freejoint/><geom type="box" size=".1 .2 .3"/>${chain('c', 3)}</body>
    ${chain('d', 2)}
  </worldbody>
  <tendon><spatial armature=".2"><site site="a0"/><site site="a1"/></spatial><spatial armature=".2"><site site="b0"/><site site="b5"/></spatial></tendon>
  <actuator><motor joint="b1" armature=".1" damping=".2"/><motor joint="d0" armature=".1"/></actuator>
</mujoco>`

/** Numbers an entity has in an array of `Data`. */
type Field = readonly [key: keyof Data & string, of: 'body' | 'jnt' | 'dof' | 'geom' | 'site', width: number]

const STAGES: Readonly<Record<string, readonly [run: (m: Model, d: Data) => void, fields: readonly Field[]]>> = {
  kinematics: [
    kinematics,
    [
      ['xpos', 'body', 3],
      ['xquat', 'body', 4],
      ['xmat', 'body', 9],
      ['xipos', 'body', 3],
      ['ximat', 'body', 9],
      ['xanchor', 'jnt', 3],
      ['xaxis', 'jnt', 3],
      ['geom_xpos', 'geom', 3],
      ['geom_xmat', 'geom', 9],
      ['site_xpos', 'site', 3],
      ['site_xmat', 'site', 9],
    ],
  ],
  'centers of mass': [
    comPos,
    [
      ['cinert', 'body', 10],
      ['cdof', 'dof', 6],
    ],
  ],
  velocities: [
    comVel,
    [
      ['cvel', 'body', 6],
      ['cdof_dot', 'dof', 6],
    ],
  ],
  'passive forces': [
    passive,
    [
      ['qfrc_spring', 'dof', 1],
      ['qfrc_damper', 'dof', 1],
      ['qfrc_gravcomp', 'dof', 1],
      ['qfrc_fluid', 'dof', 1],
      ['qfrc_passive', 'dof', 1],
    ],
  ],
  'bias forces': [(m, d) => rne(m, d, d.qfrc_bias, false), [['qfrc_bias', 'dof', 1]]],
  'smooth acceleration': [
    forwardAcceleration,
    [
      ['qfrc_smooth', 'dof', 1],
      ['qacc_smooth', 'dof', 1],
    ],
  ],
  integration: [(m, d) => advance(m, d, d.qacc_smooth, d.qvel, 0), [['qvel', 'dof', 1]]],
}

/** Two states of the same motion: one all awake, the other with these trees asleep. */
function pair(text: string, trees: readonly number[]): { m: Model; awake: Data; mixed: Data } {
  const m = loadModel(text)
  const awake = new Data(m)
  for (let i = 0; i < m.nv; i++) awake.qvel[i] = Math.sin(3 * i) * 0.5
  for (const t of trees) awake.qvel.fill(0, m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t])
  for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] >= 2) awake.qpos[m.jnt_qposadr[j]] += 0.3 * Math.cos(j)
  forward(m, awake)
  const mixed = new Data(m)
  copyData(mixed, awake)
  for (const t of trees) mixed.tree_asleep[t] = t
  updateAwake(m, mixed)
  mixed.sleepChanged = 0
  return { m, awake, mixed }
}

function ownerOf(m: Model, of: Field[1], i: number): number {
  return of === 'body' ? i : m[`${of}_bodyid`][i]
}

const MARK = 12345

/** Whether a stage computes the same bits for what is awake, and leaves the rest alone. */
function checkStage(
  m: Model,
  awake: Data,
  mixed: Data,
  run: (m: Model, d: Data) => void,
  fields: readonly Field[],
): void {
  const sleeps = (body: number) => m.body_treeid[body] >= 0 && mixed.tree_asleep[m.body_treeid[body]] >= 0
  const each = (visit: (key: string, at: number, asleep: boolean) => void) => {
    for (const [key, of, width] of fields) {
      const count = (mixed[key] as Float64Array).length / width
      for (let i = 0; i < count; i++)
        for (let k = 0; k < width; k++) visit(key, i * width + k, sleeps(ownerOf(m, of, i)))
    }
  }
  const array = (d: Data, key: string) => d[key as 'qvel']
  each((key, at, asleep) => {
    array(mixed, key)[at] = asleep ? MARK : array(awake, key)[at]
  })
  run(m, awake)
  run(m, mixed)
  each((key, at, asleep) => {
    expect(array(mixed, key)[at], `${key}[${at}]`).toBe(asleep ? MARK : array(awake, key)[at])
  })
}

describe('a stage computes the same bits for awake trees as without sleep, and skips sleeping trees', () => {
  for (const [name, [run, fields]] of Object.entries(STAGES)) {
    test(name, () => {
      for (const trees of [[0], [1], [2], [1, 3], [0, 2, 3]]) {
        const { m, awake, mixed } = pair(MIXED, trees)
        checkStage(m, awake, mixed, run, fields)
      }
    })
  }

  test('the inertia matrix and its factor, with armature of joints, tendons and actuators', () => {
    const inertia = (m: Model, d: Data) => {
      tendon(m, d)
      massMatrix(m, d)
      addActuatorInertia(m, d)
      addTendonInertia(m, d)
      factorM(m, d)
    }
    for (const trees of [[0], [1], [2], [1, 3], [0, 2, 3]]) {
      const { m, awake, mixed } = pair(MIXED, trees)
      const sleeps = (dof: number) => mixed.tree_asleep[m.dof_treeid[dof]] >= 0
      const rows = (visit: (entry: number, dof: number) => void) => {
        for (let i = 0; i < m.nv; i++) for (let e = m.M_rowadr[i]; e < m.M_rowadr[i] + m.M_rownnz[i]; e++) visit(e, i)
      }
      rows((e, dof) => {
        mixed.M[e] = sleeps(dof) ? MARK : 0
        mixed.qLD[e] = sleeps(dof) ? MARK : 0
      })
      for (let b = 0; b < m.nbody; b++) if (mixed.body_awake[b] === 0) mixed.crb.fill(MARK, 10 * b, 10 * b + 10)
      inertia(m, awake)
      inertia(m, mixed)
      rows((e, dof) => {
        expect(mixed.M[e]).toBe(sleeps(dof) ? MARK : awake.M[e])
        expect(mixed.qLD[e]).toBe(sleeps(dof) ? MARK : awake.qLD[e])
      })
      for (let i = 0; i < m.nv; i++) {
        expect(mixed.qLDiagInv[i]).toBe(awake.qLDiagInv[i])
        expect(mixed.qLDiagInv[i]).toBeGreaterThan(0)
      }
      for (let b = 0; b < m.nbody; b++) {
        const tree = m.body_treeid[b]
        if (tree < 0) continue
        const expected = mixed.body_awake[b] === 0 ? MARK : awake.crb[10 * b]
        expect(mixed.crb[10 * b]).toBe(expected)
      }
    }
  })

  test('the center of mass of the world counts sleeping trees', () => {
    const { m, awake, mixed } = pair(MIXED, [1, 2])
    comPos(m, mixed)
    for (let k = 0; k < 3; k++) expect(mixed.subtree_com[k]).toBeCloseTo(awake.subtree_com[k], 14)
    // and so does that of something fixed that carries trees
    const carried = pair(MIXED, [0])
    comPos(carried.m, carried.mixed)
    for (let k = 3; k < 6; k++) expect(carried.mixed.subtree_com[k]).toBeCloseTo(carried.awake.subtree_com[k], 14)
  })
})

describe('inverse dynamics', () => {
  test.each(['Euler', 'implicit', 'implicitfast', 'discrete', 'ImplicitEuler'] as const)(
    'of whole steps with %s asks for the forces of a tree at rest where it sleeps, and for the same bits elsewhere',
    (integrator) => {
      for (const trees of [[0], [1], [2], [1, 3], [0, 2, 3]]) {
        const { m, awake, mixed } = pair(MIXED, trees)
        m.opt.integrator = Integrator[integrator]
        m.opt.enableflags |= EnableBit.invdiscrete
        m.opt.disableflags |= DisableBit.constraint
        for (let i = 0; i < m.nv; i++) awake.qacc[i] = mixed.qacc[i] = Math.cos(i)
        const lists = [mixed.nspan, ...mixed.span_dof, ...mixed.body_awake, ...mixed.tendon_awake]
        inverseSkip(m, awake, Stage.vel)
        inverseSkip(m, mixed, Stage.vel)
        expect(mixed.qfrc_inverse).toEqual(awake.qfrc_inverse)
        expect([mixed.nspan, ...mixed.span_dof, ...mixed.body_awake, ...mixed.tendon_awake]).toEqual(lists)
      }
    },
  )
})

describe('energy', () => {
  test('does not jump where something falls asleep: sleeping trees keep their height and their springs', () => {
    const s = scene(
      `<body pos="0 0 1"><joint axis="0 1 0" stiffness="5" damping="1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>${box(2, ON_FLOOR)}`,
    )
    s.m.opt.enableflags |= EnableBit.energy
    let before = 0
    while (s.d.ntree_awake > 0) {
      before = s.d.energy[0]
      step(s.m, s.d)
    }
    expect(Math.abs(s.d.energy[0] - before)).toBeLessThan(1e-6)
    const asleep = s.d.energy[0]
    steps(s, 5)
    expect(s.d.energy[0]).toBe(asleep)
    expect(s.d.energy[1]).toBe(0)
    s.m.opt.enableflags &= ~EnableBit.sleep
    steps(s, 1)
    expect(s.d.energy[0]).toBeCloseTo(asleep, 12)
  })
})

describe('sensors', () => {
  test('of sleeping trees keep their last value, which is that of a body at rest', () => {
    const s = scene(
      `${box(0, 0.3, '', '<site name="s"/>')}<body pos="3 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body>`,
      '<sensor><accelerometer site="s"/><gyro site="s"/><framepos objtype="site" objname="s"/><rangefinder site="s"/><clock/></sensor>',
    )
    untilAsleep(s, 1)
    const values = s.d.sensordata.slice()
    expect(values[2]).toBeCloseTo(9.81, 1)
    expect([...values.subarray(3, 6)]).toEqual([0, 0, 0])
    expect(values[8]).toBeCloseTo(0.1, 3)
    s.d.sensordata[0] = MARK
    steps(s, 20)
    expect(s.d.sensordata[0]).toBe(MARK)
    expect([...s.d.sensordata.subarray(1, 10)]).toEqual([...values.subarray(1, 10)])
    // the clock goes on
    expect(s.d.sensordata[10]).toBeGreaterThan(values[10])
  })
})

test('tendons of sleeping trees keep their length, also when others before them change their number of points', () => {
  const s = scene(
    `<site name="w" pos="-1 0 1"/><body pos="0 0 1"><joint axis="0 1 0"/><geom name="g" type="cylinder" size=".05 .1" euler="90 0 0"/>
       <geom type="capsule" size=".02" fromto="0 0 0 .5 0 0"/><site name="a" pos=".5 0 0"/></body>
     <body pos="2 0 1"><joint axis="0 0 1"/><geom size=".1"/><site name="b" pos=".1 0 0"/></body>`,
    `<tendon><spatial><site site="w"/><geom geom="g"/><site site="a"/></spatial><spatial><site site="w"/><site site="b"/></spatial></tendon>`,
  )
  untilAsleep(s, 1)
  const { ten_length, ten_J, ten_wrapadr, wrap_xpos } = s.d
  const length = ten_length[1]
  const J = ten_J.slice(s.m.ten_J_rowadr[1])
  expect(length).toBeCloseTo(3.1, 3)
  const places = new Set<number>()
  for (let i = 0; i < 1000; i++) {
    step(s.m, s.d)
    places.add(ten_wrapadr[1])
    expect(ten_length[1]).toBe(length)
    expect(ten_J.slice(s.m.ten_J_rowadr[1])).toEqual(J)
    expect(wrap_xpos[3 * ten_wrapadr[1]]).toBe(-1)
  }
  expect([...places].sort()).toEqual([2, 4])
})

test('a tree that a contact wakes moves as if it had never slept, also beside others on the same fixed body', () => {
  const arm = (y: number) =>
    `<body pos="0 ${y} 0"><joint axis="1 0 0" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5" mass="1"/></body>`
  const s = scene(`<body pos="0 0 2">${arm(0)}${arm(0.4)}</body>`)
  untilAsleep(s)
  // the second arm comes down on the first
  s.d.qpos[1] = -0.7
  s.d.qvel[1] = -1
  forward(s.m, s.d)
  expect(s.d.ntree_awake).toBe(2)
  expect(s.d.ncon).toBe(1)
  const fresh = new Data(s.m)
  fresh.qpos.set(s.d.qpos)
  fresh.qvel.set(s.d.qvel)
  fresh.qacc_warmstart.set(s.d.qacc_warmstart)
  forward(s.m, fresh)
  for (const key of ['cdof', 'cinert', 'M', 'qLD', 'qfrc_bias', 'qacc', 'qfrc_constraint', 'subtree_com'] as const)
    expect(s.d[key], key).toEqual(fresh[key])
})

test('sleeping trees come last in the maps of islands', () => {
  const s = scene(box(0, ON_FLOOR) + box(1, 0.5) + box(2, ON_FLOOR, 'sleep="never"') + box(3, ON_FLOOR))
  untilAsleep(s, 2)
  steps(s, 2)
  expect([...s.d.tree_island]).toEqual([-1, -1, 0, -1])
  expect([...s.d.map_itree2tree]).toEqual([2, 1, 0, 3])
  expect([...s.d.map_idof2dof]).toEqual([2, 1, 0, 3].flatMap((t) => [0, 1, 2, 3, 4, 5].map((k) => 6 * t + k)))
  for (let i = 0; i < s.m.nv; i++) expect(s.d.map_idof2dof[s.d.map_dof2idof[i]]).toBe(i)
})
