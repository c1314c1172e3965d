import { describe, expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR, scene, sceneText, steps, untilAsleep } from '../../test/support/sleepScenes.ts'
import { Data } from '../core/data/data.ts'
import { treeAwake } from '../core/data/sleepState.ts'
import { DisableBit, EnableBit, Integrator, SleepPolicy } from '../core/model/enums.ts'
import { loadModel } from '../format/load.ts'
import { step } from './step.ts'

/** A rod on a hinge with the axis upright, which turns without being slowed down. */
function turntable(length: number, rate: number, option = ''): { m: ReturnType<typeof loadModel>; d: Data } {
  const s = scene(
    `<body pos="0 0 1"><joint axis="0 0 1"/><geom type="capsule" size=".01" fromto="0 0 0 ${length} 0 0"/></body>`,
    '',
    option,
  )
  s.d.qvel[0] = rate
  return s
}

describe('going to sleep', () => {
  test('takes ten steps of rest, counted in tree_asleep', () => {
    const { m, d } = scene('<body pos="0 0 1"><joint axis="0 0 1"/><geom size=".1"/></body>')
    const seen: number[] = []
    for (let i = 0; i < 12; i++) {
      step(m, d)
      seen.push(d.tree_asleep[0])
    }
    expect(seen).toEqual([-10, -9, -8, -7, -6, -5, -4, -3, -2, 0, 0, 0])
  })

  test('comes to a box that falls, lands and is still: its velocity is zero, and its pose stays to the last bit', () => {
    const s = untilAsleep(scene(box(0, 0.5)))
    expect([...s.d.qvel]).toEqual(Array(6).fill(0))
    const qpos = s.d.qpos.slice()
    expect(s.d.sleep_qpos).toEqual(qpos)
    const xpos = s.d.xpos.slice()
    steps(s, 100)
    expect(s.d.qpos).toEqual(qpos)
    expect(s.d.xpos).toEqual(xpos)
    expect(s.d.ncon).toBe(0)
    expect(s.d.nefc).toBe(0)
  })

  test('leaves forces and velocities of a tree at rest behind: gravity pulls it, and nothing moves', () => {
    const { m, d } = untilAsleep(
      scene(
        '<body pos="0 0 1"><joint axis="0 1 0" damping=".3" stiffness="5"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body>',
      ),
    )
    expect([...d.qvel, ...d.cvel]).toEqual(Array(13).fill(0))
    expect(d.qfrc_damper[0]).toBe(-0)
    // the spring all but carries the weight
    expect(d.qfrc_bias[0]).toBeCloseTo(d.qfrc_spring[0], 1)
    expect(Math.abs(d.qfrc_bias[0])).toBeGreaterThan(0.5)
    step(m, d)
    expect(d.qacc[0]).toBe(d.qacc_smooth[0])
  })

  test('needs the velocity of each dof, times its length, to be below the tolerance, not at it', () => {
    const { m } = turntable(1, 0)
    const limit = m.opt.sleep_tolerance / m.dof_length[0]
    for (const [share, sleeps] of [
      [0.999, true],
      [1, false],
      [1.001, false],
    ] as const) {
      const s = turntable(1, share * limit)
      steps(s, 20)
      expect(treeAwake(s.d, 0)).toBe(!sleeps)
    }
  })

  test('lets a shorter arm turn faster, because its end moves less', () => {
    const long = turntable(1, 0)
    const short = turntable(0.1, 0)
    expect(long.m.dof_length[0]).toBeCloseTo(0.51, 10)
    expect(short.m.dof_length[0]).toBeCloseTo(0.06, 10)
    const rate = 0.01
    const a = turntable(1, rate)
    const b = turntable(0.1, rate)
    steps(a, 20)
    steps(b, 20)
    expect([treeAwake(a.d, 0), treeAwake(b.d, 0)]).toEqual([true, false])
  })

  test('measures translations as they are, and rotations at the surface of the body', () => {
    const { m } = scene(
      `<body><joint type="slide"/><geom type="capsule" size=".01" fromto="0 0 0 1 0 0"/></body>
       <body pos="3 0 0"><joint type="slide"/><geom type="capsule" size=".01" fromto="0 0 0 .1 0 0"/></body>
       ${box(6, 1)}<body pos="9 0 0"><joint type="ball"/><geom size=".2" pos=".5 0 0"/></body>`,
    )
    const lengths = [1, 1, 1, 1, 1, ...Array(3).fill(Math.sqrt(0.03)), ...Array(3).fill(0.5)]
    for (const [i, length] of lengths.entries()) expect(m.dof_length[i]).toBeCloseTo(length, 12)
  })

  test('with a tolerance of zero needs velocities that are zero', () => {
    const moving = turntable(1, 1e-300, 'sleep_tolerance="0"')
    const still = turntable(1, 0, 'sleep_tolerance="0"')
    steps(moving, 20)
    steps(still, 20)
    expect([treeAwake(moving.d, 0), treeAwake(still.d, 0)]).toEqual([true, false])
  })

  test('comes later to a damped pendulum with a smaller tolerance', () => {
    const time = (tolerance: number) =>
      untilAsleep(
        scene(
          '<body pos="0 0 1"><joint axis="0 1 0" damping=".2"/><geom type="capsule" size=".02" fromto="0 0 0 .1 0 -.4"/></body>',
          '',
          `sleep_tolerance="${tolerance}"`,
        ),
      ).d.time
    expect(time(5e-4)).toBeGreaterThan(time(1e-3))
  })

  test('starts anew with each disturbance', () => {
    const s = scene('<body pos="0 0 1"><joint axis="0 0 1"/><geom size=".1"/></body>')
    steps(s, 8)
    s.d.qfrc_applied[0] = 1e-12
    steps(s, 1)
    expect(s.d.tree_asleep[0]).toBe(-11)
    s.d.qfrc_applied[0] = 0
    steps(s, 9)
    expect(s.d.tree_asleep[0]).toBe(-2)
  })

  test('does not come to what is marked never, or has an actuator', () => {
    const s = scene(
      `${box(0, ON_FLOOR, 'sleep="never"')}<body pos="1 0 1"><joint name="j" axis="0 0 1"/><geom size=".1"/></body>${box(2, ON_FLOOR)}`,
      '<actuator><motor joint="j"/></actuator>',
    )
    steps(s, 100)
    expect([...s.d.tree_awake]).toEqual([1, 1, 0])
  })

  test('comes to what has an actuator if the user allows it, and controls do not wake it', () => {
    const s = scene(
      '<body pos="1 0 1" sleep="allowed"><joint name="j" axis="0 0 1"/><geom size=".1"/></body>',
      '<actuator><motor joint="j"/></actuator>',
    )
    steps(s, 10)
    expect(s.d.tree_asleep[0]).toBe(0)
    s.d.ctrl[0] = 5
    steps(s, 10)
    expect(s.d.tree_asleep[0]).toBe(0)
    expect(s.d.actuator_force[0]).toBe(0)
    expect(s.d.qfrc_actuator[0]).toBe(0)
    expect(s.d.moment_rownnz[0]).toBe(0)
  })

  test('with Runge–Kutta comes to nothing, and wakes what slept', () => {
    const s = scene(box(0, ON_FLOOR), '', 'integrator="RK4"')
    steps(s, 100)
    expect(s.d.ntree_awake).toBe(1)
    s.m.opt.integrator = Integrator.Euler
    untilAsleep(s)
    s.m.opt.integrator = Integrator.RK4
    steps(s, 1)
    expect([...s.d.tree_asleep]).toEqual([-11])
  })
})

describe('what touches', () => {
  test('falls asleep together, in a ring that starts with the first tree', () => {
    const s = scene(box(0, ON_FLOOR) + box(0, ON_BOX) + box(0, 0.4995) + box(1, ON_FLOOR))
    untilAsleep(s)
    expect([...s.d.tree_asleep]).toEqual([1, 2, 0, 3])
  })

  test('stays awake as long as one of it does: a ready tree waits', () => {
    const s = scene(box(0, ON_FLOOR) + box(0, ON_BOX, 'sleep="never"') + box(1, ON_FLOOR))
    steps(s, 200)
    expect([...s.d.tree_asleep]).toEqual([-1, -11, 2])
  })

  test('is not known without islands, and nothing falls asleep while there are constraints', () => {
    const s = scene(box(0, ON_FLOOR))
    s.m.opt.disableflags |= DisableBit.island
    steps(s, 200)
    expect([...s.d.tree_asleep]).toEqual([-11])
  })

  test('without islands and without constraints each tree sleeps on its own', () => {
    const s = scene('<body pos="0 0 1"><joint axis="0 0 1"/><geom size=".1"/></body>')
    s.m.opt.disableflags |= DisableBit.island
    steps(s, 10)
    expect([...s.d.tree_asleep]).toEqual([0])
  })

  test('is forgotten where nothing touches any more: the last one to leave its island sleeps alone', () => {
    const s = scene(
      '<body pos="0 0 1"><joint type="slide" axis="1 0 0" limited="true" range="-1 1"/><geom size=".1"/></body>',
    )
    s.d.qpos[0] = 1.01
    steps(s, 1)
    expect([s.d.nisland, s.d.tree_island[0]]).toEqual([1, 0])
    s.d.qpos[0] = s.d.qvel[0] = 0
    steps(s, 12)
    expect(s.d.nefc).toBe(0)
    expect([...s.d.tree_asleep]).toEqual([0])
  })

  test('does not wake by the floor: a falling box sleeps alone beside a pile that stays asleep', () => {
    const s = scene(box(0, ON_FLOOR) + box(0, ON_BOX) + box(1, 1.5))
    untilAsleep(s, 1)
    expect([...s.d.tree_asleep].slice(0, 2)).toEqual([1, 0])
    let woken = false
    for (let i = 0; i < 3000 && s.d.ntree_awake > 0; i++) {
      step(s.m, s.d)
      woken ||= s.d.tree_asleep[0] < 0
    }
    expect([...s.d.tree_asleep]).toEqual([1, 0, 2])
    expect(woken).toBe(false)
  })
})

describe('bits', () => {
  const pile = box(0, ON_FLOOR) + box(0.05, ON_BOX) + box(0.02, 0.7)
  const trajectory = (text: string, flag: number, count = 150) => {
    const m = loadModel(text)
    m.opt.enableflags = flag
    const d = new Data(m)
    for (let i = 0; i < count; i++) step(m, d)
    return d
  }

  test('are the same with the option as without while all trees are awake', () => {
    for (const integrator of ['Euler', 'implicit', 'implicitfast']) {
      const text = sceneText(pile, '', `integrator="${integrator}"`).replaceAll('<body ', '<body sleep="never" ')
      const on = trajectory(text, EnableBit.sleep)
      const off = trajectory(text, 0)
      for (const key of ['qpos', 'qvel', 'qacc', 'M', 'qLD', 'cvel', 'subtree_com', 'qfrc_constraint'] as const)
        expect(on[key], `${key} of ${integrator}`).toEqual(off[key])
    }
  })

  test('of awake trees do not depend on sleeping trees', () => {
    const pendulum =
      '<body pos="3 0 2"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/><body pos=".4 0 0"><joint axis="0 1 0" range="-30 30" limited="true"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/></body></body>'
    for (const first of [true, false]) {
      const still = '<body pos="0 0 1"><joint axis="0 0 1"/><geom size=".1"/></body>'
      const text = sceneText(first ? still + pendulum : pendulum + still)
      const on = trajectory(text, EnableBit.sleep, 500)
      const off = trajectory(text, 0, 500)
      expect(on.ntree_awake).toBe(1)
      expect(on.qpos).toEqual(off.qpos)
      expect(on.qvel).toEqual(off.qvel)
      expect(on.efc_force.subarray(0, on.nefc)).toEqual(off.efc_force.subarray(0, off.nefc))
    }
  })

  test('of a woken tree are those of one that never slept', () => {
    const text = sceneText(
      '<body pos="0 0 1"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.4"/><body pos="0 0 -.4"><joint axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 0 0 -.4"/></body></body>',
    )
    const [slept, never] = [EnableBit.sleep, 0].map((flag) => {
      const m = loadModel(text)
      m.opt.enableflags = flag
      const d = new Data(m)
      for (let i = 0; i < 20; i++) step(m, d)
      const asleep = d.tree_asleep[0] >= 0
      d.qfrc_applied[0] = 0.3
      for (let i = 0; i < 200; i++) step(m, d)
      return { d, asleep }
    })
    expect([slept.asleep, never.asleep]).toEqual([true, false])
    for (const key of ['qpos', 'qvel', 'qacc', 'M', 'qLD'] as const) expect(slept.d[key]).toEqual(never.d[key])
  })
})

test('policies follow from what acts on a tree', () => {
  const trees =
    '<body><joint name="a"/><geom size=".1"/></body><body pos="1 0 0"><joint name="b"/><geom size=".1"/></body>'
  const policies = (tendon: string, actuator = '') => [
    ...loadModel(
      `<mujoco><worldbody>${trees}</worldbody><tendon><fixed name="t" ${tendon}><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon><actuator>${actuator}</actuator></mujoco>`,
    ).tree_sleep_policy,
  ]
  const { autoNever, autoAllowed } = SleepPolicy
  expect(policies('')).toEqual([autoAllowed, autoAllowed])
  expect(policies('range="-1 1" limited="true" frictionloss="1"')).toEqual([autoAllowed, autoAllowed])
  expect(policies('stiffness="1"')).toEqual([autoNever, autoNever])
  expect(policies('damping="1"')).toEqual([autoNever, autoNever])
  expect(policies('', '<motor tendon="t"/>')).toEqual([autoNever, autoNever])
  expect(policies('', '<motor joint="b"/>')).toEqual([autoAllowed, autoNever])
})
