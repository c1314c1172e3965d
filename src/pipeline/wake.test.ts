import { describe, expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR, type Scene, scene, steps, untilAsleep } from '../../test/support/sleepScenes.ts'
import { Data } from '../core/data/data.ts'
import { copyData, restore, snapshot } from '../core/data/snapshot.ts'
import { EnableBit, SleepPolicy, Stage, Warning } from '../core/model/enums.ts'
import { wake } from '../physics/sleep/wake.ts'
import { forward } from './forward.ts'
import { step, stepSkip } from './step.ts'

const pile = box(0, ON_FLOOR) + box(0, ON_BOX) + box(1, ON_FLOOR)

describe('what a user does to a tree', () => {
  const wakes: Readonly<Record<string, (s: Scene) => void>> = {
    'a force on a body': ({ d }) => {
      d.xfrc_applied[6] = 1e-3
    },
    'a force of −0': ({ d }) => {
      d.xfrc_applied[6 + 5] = -0
    },
    'a force on a dof': ({ d }) => {
      d.qfrc_applied[0] = 1e-9
    },
    'a velocity': ({ d }) => {
      d.qvel[3] = 1e-30
    },
    'a position': ({ d }) => {
      d.qpos[0] += 1e-12
    },
    'a quaternion turned inside out': ({ d }) => {
      for (let k = 3; k < 7; k++) d.qpos[k] *= -1
    },
  }
  for (const [name, touch] of Object.entries(wakes)) {
    test(`wakes it and its sleep cycle within the step: ${name}`, () => {
      const s = untilAsleep(scene(pile))
      touch(s)
      const stands = [...s.d.xfrc_applied, ...s.d.qfrc_applied].some((x) => x !== 0 || Object.is(x, -0))
      steps(s, 1)
      // a force that stays lets the tree count from the start again
      expect([...s.d.tree_asleep]).toEqual([stands ? -11 : -10, -10, 2])
      expect(s.d.ncon).toBe(8)
    })
  }

  test('wakes it also through a body further out', () => {
    const arm = (x: number) =>
      `<body pos="${x} 0 1"><joint axis="0 0 1"/><geom size=".1"/><body pos="0 .3 0"><joint axis="0 0 1"/><geom size=".1"/></body></body>`
    const touches: readonly ((s: Scene) => void)[] = [
      ({ d }) => d.xfrc_applied.fill(1, 6 * 2 + 5, 6 * 2 + 6),
      ({ d }) => d.qfrc_applied.fill(1, 1, 2),
      ({ d }) => d.qvel.fill(1, 1, 2),
      ({ d }) => d.qpos.fill(1, 1, 2),
    ]
    for (const touch of touches) {
      const s = untilAsleep(scene(arm(0) + arm(1)))
      touch(s)
      steps(s, 1)
      expect([...s.d.tree_awake]).toEqual([1, 0])
    }
  })

  test('does not wake it where the pose is the same: a quaternion of another length, controls, gravity', () => {
    const s = untilAsleep(
      scene(
        `${box(0, ON_FLOOR)}<body pos="1 0 1" sleep="allowed"><joint name="j" axis="0 0 1"/><geom size=".1"/></body>`,
        '<actuator><motor joint="j"/></actuator>',
      ),
    )
    for (let k = 3; k < 7; k++) s.d.qpos[k] *= 2
    s.d.ctrl[0] = 1
    s.m.opt.gravity[2] = 9.81
    steps(s, 3)
    expect([...s.d.tree_asleep]).toEqual([0, 1])
  })

  test('wakes everything when it switches the option off', () => {
    const s = untilAsleep(scene(pile))
    s.m.opt.enableflags &= ~EnableBit.sleep
    steps(s, 1)
    expect([...s.d.tree_asleep]).toEqual([-11, -11, -11])
  })

  test('resets the simulation where the new position is no number', () => {
    const s = untilAsleep(scene(pile))
    s.d.qpos[14] = Number.NaN
    steps(s, 1)
    expect(s.d.warning_number[Warning.badqpos]).toBe(1)
    expect(s.d.warning_lastinfo[Warning.badqpos]).toBe(14)
    expect(s.d.qpos[14]).toBeCloseTo(1)
  })

  test('wakes all that sleep together, whichever of them it does it to, and in a forward pass already', () => {
    const three = box(0, ON_FLOOR) + box(0, ON_BOX) + box(0, 0.4995) + box(1, ON_FLOOR)
    for (let tree = 0; tree < 3; tree++) {
      const s = untilAsleep(scene(three))
      expect([...s.d.tree_asleep]).toEqual([1, 2, 0, 3])
      s.d.xfrc_applied[6 * (tree + 1)] = 1
      forward(s.m, s.d)
      expect([...s.d.tree_asleep]).toEqual([-11, -11, -11, 3])
      expect(s.d.qacc[6 * tree]).toBeGreaterThan(0.001)
    }
  })

  test('can be forced: wake() wakes a tree and its sleep cycle', () => {
    const s = untilAsleep(scene(pile))
    wake(s.m, s.d, 1)
    expect([...s.d.tree_asleep]).toEqual([-11, -11, 2])
    expect(s.d.ntree_awake).toBe(2)
    expect(() => wake(s.m, s.d, 3)).toThrow(RangeError)
  })

  test('is noticed in turn where sleepWatch bounds how many trees are looked at', () => {
    const s = untilAsleep(scene(Array.from({ length: 6 }, (_, i) => box(i, ON_FLOOR)).join('')))
    s.d.sleepWatch = 2
    s.d.xfrc_applied[6 * 6] = 1
    let seen = 0
    while (s.d.tree_asleep[5] >= 0) {
      steps(s, 1)
      seen++
    }
    expect(seen).toBeLessThanOrEqual(3)
    expect(s.d.ntree_awake).toBe(1)
    s.d.sleepWatch = 0
    s.d.xfrc_applied[6] = 1
    steps(s, 5)
    expect(s.d.tree_asleep[0]).toBe(0)
  })
})

describe('what a user does to the model', () => {
  const arm = (x: number, more = '') =>
    `<body pos="${x} 0 1" ${more}><joint axis="0 0 1"/><geom size=".1"/><body pos="0 .3 0"><joint axis="0 0 1"/><geom size=".1"/></body></body>`
  // bodies: 1 and 2 are an arm, 3 is fixed and carries 4 and 5
  const arms = `${arm(0)}<body pos="3 0 0">${arm(0)}</body>${box(6, ON_FLOOR)}`
  const asleep = () => untilAsleep(scene(arms))
  const moves: Readonly<Record<string, readonly [(s: Scene) => void, readonly number[]]>> = {
    'the place of a body': [({ m }) => m.body_pos.fill(0.1, 3, 4), [1, 0, 0]],
    'the place of a body further out': [({ m }) => m.body_pos.fill(0.1, 6, 7), [1, 0, 0]],
    'the direction of a body': [({ m }) => m.body_quat.set([0.6, 0.8, 0, 0], 4 * 4), [0, 1, 0]],
    'the place of something fixed that carries a tree': [({ m }) => m.body_pos.fill(3.1, 9, 10), [0, 1, 0]],
    'the zero of a joint': [({ m }) => m.qpos0.fill(0.1, 1, 2), [1, 0, 0]],
    'who may sleep': [({ m }) => m.tree_sleep_policy.fill(SleepPolicy.never, 2, 3), [0, 0, 1]],
  }
  for (const [name, [move, awake]] of Object.entries(moves))
    test(`wakes the trees that it concerns: ${name}`, () => {
      const s = asleep()
      move(s)
      steps(s, 1)
      expect([...s.d.tree_awake]).toEqual(awake)
      const fresh = new Data(s.m)
      fresh.qpos.set(s.d.qpos)
      forward(s.m, fresh)
      forward(s.m, s.d)
      expect(s.d.xpos).toEqual(fresh.xpos)
      expect(s.d.xquat).toEqual(fresh.xquat)
    })

  test('wakes nothing where bodies stay where they are: the place of a free body, masses, sizes, gravity', () => {
    const s = asleep()
    s.m.body_pos[3 * 6] += 1
    s.m.qpos0[4] += 1
    s.m.body_mass[1] *= 2
    s.m.geom_size[3] *= 2
    s.m.jnt_axis.set([0, 1, 0], 0) // at an angle of zero
    s.m.opt.gravity[2] = 3
    steps(s, 5)
    expect(s.d.ntree_awake).toBe(0)
  })

  test('is noticed by each state of the model, also by one that is restored', () => {
    const s = asleep()
    const other = new Data(s.m)
    copyData(other, s.d)
    const kept = snapshot(s.d)
    s.m.body_pos[3] += 0.1
    for (const d of [s.d, other]) {
      step(s.m, d)
      expect([...d.tree_awake]).toEqual([1, 0, 0])
    }
    restore(s.d, kept)
    step(s.m, s.d)
    expect([...s.d.tree_awake]).toEqual([1, 0, 0])
  })

  test('is noticed at once where thousands of bodies with joints sleep, and never if nothing is watched', () => {
    const s = untilAsleep(scene(Array.from({ length: 600 }, (_, i) => arm(i)).join('')))
    s.m.body_pos[3 * 1199] += 0.1
    s.d.sleepWatch = 0
    steps(s, 10)
    expect(s.d.ntree_awake).toBe(0)
    s.d.sleepWatch = Infinity
    steps(s, 1)
    expect(s.d.ntree_awake).toBe(1)
    expect(s.d.tree_awake[599]).toBe(1)
  })

  test('is noticed in the same step whether or not other states of the model step, also with a bound on what is watched', () => {
    const noticed = (others: number, watch: number) => {
      const s = untilAsleep(scene(Array.from({ length: 100 }, (_, i) => arm(i)).join('')))
      const states = Array.from({ length: 1 + others }, () => new Data(s.m))
      for (const d of states) {
        copyData(d, s.d)
        d.sleepWatch = watch
      }
      s.m.body_pos[3 * 150] += 0.1
      for (let count = 1; ; count++) {
        for (const d of states.slice(1)) step(s.m, d)
        step(s.m, states[0])
        if (states[0].ntree_awake > 0) return count
      }
    }
    expect(noticed(0, Infinity)).toBe(1)
    expect(noticed(0, 7)).toBeLessThanOrEqual(15)
    expect(noticed(3, Infinity)).toBe(1)
    expect(noticed(3, 7)).toBe(noticed(0, 7))
  })

  test('with masks counts at once, also for sleeping trees among many', () => {
    const many = Array.from({ length: 150 }, (_, i) => box(0.5 * i, ON_FLOOR)).join('')
    const visual = '<geom type="box" size=".1 .1 .1" pos="0 0 .2" contype="0" conaffinity="0" mass="0"/>'
    const s = untilAsleep(
      scene(
        `${many}${box(-2, ON_FLOOR, '', visual)}<body pos="-2 0 .45" sleep="never"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body>`,
      ),
      1,
    )
    steps(s, 3)
    expect(s.d.ncon).toBe(0)
    const geom = s.m.ngeom - 2
    s.m.geom_contype[geom] = s.m.geom_conaffinity[geom] = 1
    steps(s, 1)
    expect(s.d.ntree_awake).toBe(2)
    expect(s.d.ncon).toBeGreaterThan(0)
  })
})

test('a change between a step that reused positions and the next forward pass is noticed', () => {
  const s = untilAsleep(scene(pile))
  stepSkip(s.m, s.d, Stage.pos, true)
  s.d.qpos[14] += 0.1
  forward(s.m, s.d)
  expect([...s.d.tree_awake]).toEqual([0, 0, 1])
})

test('a change is noticed at once again after a time in which only some trees were watched', () => {
  const s = untilAsleep(scene(pile))
  s.d.sleepWatch = 1
  steps(s, 1)
  s.d.sleepWatch = Infinity
  s.d.qpos[14] += 0.1
  forward(s.m, s.d)
  expect([...s.d.tree_awake]).toEqual([0, 0, 1])
})
