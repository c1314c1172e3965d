import { describe, expect, test } from 'vitest'
import { Data, forward, loadModel, type Model, step } from '../../src/index.ts'

/** Bodies that are tied, stopped and held: equalities, limits, friction loss. */

const GRAVITY = 9.81

function world(bodies: string, rest = ''): Model {
  return loadModel(`<mujoco><worldbody>${bodies}</worldbody>${rest}</mujoco>`)
}

function simulate(m: Model, d: Data, seconds: number): void {
  const end = d.time + seconds - m.opt.timestep / 2
  while (d.time < end) step(m, d)
}

describe('equalities', () => {
  test('a floating rod whose end is connected to the world swings like a pendulum', () => {
    const rod = (joint: string) =>
      `<body name="rod" pos="0 0 2" euler="0 40 0">${joint}<geom type="capsule" size=".02" fromto="0 0 0 0 0 -1"/></body>`
    const held = world(
      rod('<freejoint/>'),
      '<equality><connect body1="rod" anchor="0 0 0" solref=".005 1"/></equality>',
    )
    const hung = world(rod('<joint axis="0 1 0"/>'))
    const [a, b] = [new Data(held), new Data(hung)]
    for (let i = 0; i < 10; i++) {
      simulate(held, a, 0.2)
      simulate(hung, b, 0.2)
      forward(held, a)
      forward(hung, b)
      expect(Math.hypot(a.xpos[3], a.xpos[4], a.xpos[5] - 2), `anchor at ${a.time} s`).toBeLessThan(2e-3)
      // the soft joint gives way a little, which shows in the phase
      for (let k = 0; k < 3; k++)
        expect(Math.abs(a.xipos[3 + k] - b.xipos[3 + k]), `place at ${a.time} s`).toBeLessThan(0.02)
    }
  })

  test('a box that is welded to the world stays where it is, and turned as it is', () => {
    const m = world(
      '<body name="box" pos="0 0 1" euler="20 30 40"><freejoint/><geom type="box" size=".1 .2 .3" pos=".3 0 0"/></body>',
      '<equality><weld body1="box"/></equality>',
    )
    const d = new Data(m)
    simulate(m, d, 3)
    for (let i = 0; i < 7; i++) expect(Math.abs(d.qpos[i] - m.qpos0[i]), `qpos[${i}]`).toBeLessThan(1e-2)
    expect(Math.max(...d.qvel.map(Math.abs))).toBeLessThan(1e-6)
  })

  test('a weld carries the weight of what hangs on it: the constraint force is its opposite', () => {
    const m = world(
      '<body name="box" pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" mass="2"/></body>',
      '<equality><weld body1="box"/></equality>',
    )
    const d = new Data(m)
    simulate(m, d, 5)
    expect(d.qfrc_constraint[2]).toBeCloseTo(2 * GRAVITY, 6)
  })

  test('a joint that follows another by a polynomial does so', () => {
    const m = world(
      `<body><joint name="a" axis="0 1 0" damping=".1"/><geom size=".1" pos=".5 0 0"/></body>
       <body pos="0 3 0"><joint name="b" axis="0 1 0" damping=".1"/><geom size=".1" pos="0 0 -.5"/></body>`,
      '<equality><joint joint1="b" joint2="a" polycoef=".1 2 0 0 0"/></equality>',
    )
    const d = new Data(m)
    let [farthest, worst] = [0, 0]
    while (d.time < 5) {
      step(m, d)
      farthest = Math.max(farthest, Math.abs(d.qpos[0]))
      if (d.time > 0.5) worst = Math.max(worst, Math.abs(d.qpos[1] - (0.1 + 2 * d.qpos[0])))
    }
    expect(farthest).toBeGreaterThan(0.1)
    expect(worst).toBeLessThan(0.02)
  })
})

describe('limits', () => {
  test('stop a pendulum that swings into them', () => {
    const m = world(
      '<body><joint axis="0 1 0" range="-170 30"/><geom type="capsule" size=".03" fromto="0 0 0 1 0 0"/></body>',
    )
    const d = new Data(m)
    d.qpos[0] = -0.5
    let most = -Infinity
    while (d.time < 5) {
      step(m, d)
      most = Math.max(most, d.qpos[0])
    }
    expect(m.jnt_range[1]).toBeCloseTo(Math.PI / 6, 12)
    // it falls onto the limit, which is soft
    expect(most).toBeGreaterThan(Math.PI / 6)
    expect(most).toBeLessThan(Math.PI / 6 + 0.06)
    expect(d.qpos[0]).toBeCloseTo(Math.PI / 6, 1)
    expect(Math.abs(d.qvel[0])).toBeLessThan(1e-6)
  })

  test('of a slide carry what lies on them', () => {
    const m = world(
      '<body pos="0 0 1"><joint type="slide" axis="0 0 1" range="-.2 1"/><geom size=".1" mass="2"/></body>',
    )
    const d = new Data(m)
    simulate(m, d, 5)
    expect(Math.abs(d.qpos[0] + 0.2)).toBeLessThan(2e-3)
    expect(d.qfrc_constraint[0]).toBeCloseTo(2 * GRAVITY, 6)
  })

  test('of a tendon hold a ball on a string', () => {
    const m = world(
      `<site name="hook" pos="0 0 2"/>
       <body pos=".2 0 2"><freejoint/><geom size=".05" mass="1"/><site name="eye"/></body>`,
      '<tendon><spatial range="0 1"><site site="hook"/><site site="eye"/></spatial></tendon>',
    )
    const d = new Data(m)
    let most = 0
    while (d.time < 5) {
      step(m, d)
      most = Math.max(most, d.ten_length[0])
    }
    expect(most).toBeGreaterThan(0.9)
    expect(most).toBeLessThan(1.06)
  })

  test('of a ball joint keep it inside a cone', () => {
    const m = world('<body><joint type="ball" range="0 40"/><geom size=".15" pos="0 0 .2"/></body>')
    const d = new Data(m)
    d.qvel.set([1, 0.5, 2])
    let most = 0
    while (d.time < 3) {
      step(m, d)
      most = Math.max(most, 2 * Math.acos(Math.min(1, Math.abs(d.qpos[0]))))
    }
    const limit = (40 * Math.PI) / 180
    expect(most).toBeGreaterThan(limit - 0.01)
    expect(most).toBeLessThan(limit + 0.08)
  })
})

describe('friction loss', () => {
  const slider = (loss: number) =>
    world(`<body><joint type="slide" axis="0 0 1" frictionloss="${loss}"/><geom size=".1" mass="2"/></body>`)

  test('holds a weight that is less than it', () => {
    const m = slider(2 * GRAVITY + 5)
    const d = new Data(m)
    simulate(m, d, 1)
    // it is soft: the weight creeps, at a speed that stays the same
    expect(Math.abs(d.qvel[0])).toBeLessThan(0.02)
    expect(d.qfrc_constraint[0]).toBeCloseTo(2 * GRAVITY, 3)
  })

  test('slows a weight that is more than it by just that force', () => {
    const m = slider(2 * GRAVITY - 5)
    const d = new Data(m)
    simulate(m, d, 1)
    expect(d.qfrc_constraint[0]).toBeCloseTo(2 * GRAVITY - 5, 8)
    expect(d.qvel[0]).toBeCloseTo(-2.5, 2)
  })

  test('brings a wheel to rest in the time that the torque takes', () => {
    const m = world(
      '<body><joint axis="0 0 1" frictionloss=".5"/><geom type="cylinder" size=".2 .05" mass="5"/></body>',
    )
    const d = new Data(m)
    const inertia = (5 * 0.2 ** 2) / 2
    d.qvel[0] = 10
    simulate(m, d, 1)
    expect(d.qvel[0]).toBeCloseTo(10 - 0.5 / inertia, 2)
    simulate(m, d, 1.5)
    expect(Math.abs(d.qvel[0])).toBeLessThan(1e-3)
  })
})
