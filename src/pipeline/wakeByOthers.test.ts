import { describe, expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR, type Scene, scene, steps, untilAsleep } from '../../test/support/sleepScenes.ts'
import { DisableBit, SleepState } from '../core/model/enums.ts'

const pile = box(0, ON_FLOOR) + box(0, ON_BOX) + box(1, ON_FLOOR)

describe('contacts', () => {
  test('with something awake wake a pile in the step in which they begin, as close to sleep as what touches it', () => {
    const s = scene(`${pile}<body pos="0 0 2"><freejoint/><geom size=".1"/></body>`)
    untilAsleep(s, 1)
    while (s.d.tree_asleep[0] >= 0) steps(s, 1)
    // the pile took part at once: its contacts inside and with the floor are there
    expect(s.d.ncon).toBe(9)
    expect([...s.d.tree_asleep]).toEqual([-10, -10, 2, -11])
    expect(s.d.nisland).toBe(1)
    expect(s.d.island_ntree[0]).toBe(3)
  })

  test('wake the one of ten boxes that a ball falls on, and no other', () => {
    const boxes = Array.from({ length: 10 }, (_, i) => box(i, ON_FLOOR)).join('')
    const s = untilAsleep(scene(`${boxes}<body pos="4 0 1"><freejoint/><geom size=".1"/></body>`), 1)
    const woken = new Set<number>()
    for (let i = 0; i < 400; i++) {
      steps(s, 1)
      for (let t = 0; t < 10; t++) if (s.d.tree_awake[t] === 1) woken.add(t)
    }
    expect([...woken]).toEqual([4])
  })

  test('with a mocap body wake sleeping trees', () => {
    const s = scene(
      `${box(0, ON_FLOOR)}${box(1, ON_FLOOR)}<body name="hand" mocap="true" pos="-2 0 .1"><geom size=".1"/></body>`,
    )
    untilAsleep(s)
    for (let i = 0; i < 100 && s.d.ntree_awake === 0; i++) {
      s.d.mocap_pos[0] += 0.02
      steps(s, 1)
    }
    expect(s.d.mocap_pos[0]).toBeCloseTo(-0.2, 1)
    expect([...s.d.tree_awake]).toEqual([1, 0])
  })

  test('with a body that the user moves wake it whichever geom comes first', () => {
    for (const [hand, thing] of [
      ['type="sphere" size=".1"', 'type="box" size=".1 .1 .1"'],
      ['type="box" size=".1 .1 .1"', 'type="sphere" size=".1"'],
    ]) {
      const s = scene(
        `<body pos="0 0 1"><joint axis="0 0 1"/><geom ${thing}/></body><body mocap="true" pos="0 1 1"><geom ${hand}/></body>`,
      )
      untilAsleep(s)
      s.d.mocap_pos[1] = 0.19
      steps(s, 1)
      expect([...s.d.tree_asleep]).toEqual([-10])
    }
  })

  test('with something that has rested for a while wake for as long as that is awake, whichever comes first', () => {
    const ball = (x: number, more: string) =>
      `<body pos="${x} 0 1" ${more}><joint type="slide" axis="1 0 0"/><geom size=".1" gap=".05" margin="0"/></body>`
    for (const [policies, other] of [
      [['sleep="init"', ''], 1],
      [['', 'sleep="init"'], 0],
    ] as const) {
      const s = scene(ball(0, policies[0]) + ball(1, policies[1]))
      s.m.opt.gravity[2] = 0
      steps(s, 6)
      const timer = s.d.tree_asleep[other]
      expect(timer).toBeGreaterThan(-7)
      expect(s.d.tree_awake[1 - other]).toBe(0)
      s.d.qpos[other] = other === 1 ? -0.77 : 0.77
      steps(s, 1)
      expect([...s.d.tree_asleep]).toEqual([timer + 1, timer + 1])
    }
  })

  test('inside the gap wake, though they push nothing', () => {
    const ball = (x: number, more: string) =>
      `<body pos="${x} 0 1"><joint type="slide" axis="1 0 0"/><geom size=".1" gap=".05" margin="0" ${more}/></body>`
    const s = scene(ball(0, '') + ball(1, ''))
    s.m.opt.gravity[2] = 0
    untilAsleep(s)
    s.d.qpos[1] = -0.77
    steps(s, 1)
    expect(s.d.ntree_awake).toBe(2)
    expect([s.d.ncon, s.d.nefc]).toEqual([1, 0])
  })

  test('between sleeping trees, or with the floor, are not computed', () => {
    const s = untilAsleep(scene(pile))
    steps(s, 1)
    expect(s.d.ncon).toBe(0)
    expect([...s.d.tree_asleep]).toEqual([1, 0, 2])
  })
})

describe('equalities', () => {
  const hinge = (x: number, name: string) =>
    `<body name="${name}" pos="${x} 0 1"><joint name="${name}" axis="0 0 1"/><geom size=".1"/></body>`
  const active = (s: Scene) => {
    s.d.eq_active[0] = 1
    steps(s, 1)
    return [...s.d.tree_awake]
  }

  test('wake two trees that fell asleep apart when they are joined', () => {
    for (const equality of [
      '<weld body1="a" body2="b" active="false"/>',
      '<joint joint1="a" joint2="b" active="false"/>',
    ]) {
      const s = untilAsleep(scene(hinge(0, 'a') + hinge(1, 'b') + hinge(2, 'c'), `<equality>${equality}</equality>`))
      expect(active(s)).toEqual([1, 1, 0])
    }
  })

  test('wake a tree that is joined to one that is awake, with all that sleeps with it', () => {
    const s = scene(
      hinge(0, 'a').replace('<body', '<body sleep="never"') + box(2, ON_FLOOR, 'name="b"') + box(2, ON_BOX),
      '<equality><connect body1="a" body2="b" anchor="0 0 0" active="false"/></equality>',
    )
    untilAsleep(s, 1)
    expect([...s.d.tree_asleep]).toEqual([-11, 2, 1])
    expect(active(s)).toEqual([1, 1, 1])
  })

  test('wake a tree that is joined to a body that the user moves, and not one that is joined to the world', () => {
    const mocap = '<body name="hand" mocap="true" pos="0 1 1"/>'
    const weld = (to: string) => `<equality><weld body1="a" ${to} active="false"/></equality>`
    expect(active(untilAsleep(scene(hinge(0, 'a') + mocap, weld('body2="hand"'))))).toEqual([1])
    expect(active(untilAsleep(scene(hinge(0, 'a') + mocap, weld(''))))).toEqual([0])
  })

  test('between trees that fell asleep together let them sleep, without rows', () => {
    const s = untilAsleep(scene(hinge(0, 'a') + hinge(1, 'b'), '<equality><joint joint1="a" joint2="b"/></equality>'))
    expect([...s.d.tree_asleep]).toEqual([1, 0])
    steps(s, 5)
    expect([...s.d.tree_asleep]).toEqual([1, 0])
    expect(s.d.nefc).toBe(0)
  })

  test('of tendons wake what they couple', () => {
    const tendons =
      '<tendon><fixed name="s"><joint joint="a" coef="1"/></fixed><fixed name="t"><joint joint="b" coef="1"/></fixed></tendon>'
    const s = scene(
      hinge(0, 'a') + hinge(1, 'b') + hinge(2, 'c'),
      `${tendons}<equality><tendon tendon1="s" tendon2="t" active="false"/></equality>`,
    )
    untilAsleep(s)
    expect(active(s)).toEqual([1, 1, 0])
    untilAsleep(s)
    // joined now, they sleep together
    expect([...s.d.tree_asleep]).toEqual([1, 0, 2])
    s.d.qvel[0] = 1
    steps(s, 20)
    expect([...s.d.tree_awake]).toEqual([1, 1, 0])
    expect(s.d.qpos[1]).toBeGreaterThan(0.001)
  })

  test('between sites wake the trees of their bodies', () => {
    const sited = (x: number, name: string) =>
      hinge(x, name).replace('</body>', `<site name="${name}1"/><site name="${name}2" pos="0 .1 0"/></body>`)
    const s = scene(
      sited(0, 'a') + sited(1, 'b') + sited(2, 'c'),
      '<equality><connect site1="a2" site2="c1" active="false"/></equality>',
    )
    expect(active(untilAsleep(s))).toEqual([1, 0, 1])
  })

  test('of tendons wake all that they couple, whichever of it is awake', () => {
    const fixed = (name: string, ...joints: string[]) =>
      `<fixed name="${name}">${joints.map((j) => `<joint joint="${j}" coef="1"/>`).join('')}</fixed>`
    for (let moved = 0; moved < 3; moved++) {
      const s = scene(
        hinge(0, 'a') + hinge(1, 'b') + hinge(2, 'c') + hinge(3, 'd'),
        `<tendon>${fixed('s', 'a', 'b')}${fixed('t', 'c')}</tendon><equality><tendon tendon1="s" tendon2="t" active="false"/></equality>`,
      )
      untilAsleep(s)
      s.d.qvel[moved] = 1
      expect(active(s)).toEqual([1, 1, 1, 0])
    }
  })

  test('that are not active let trees sleep', () => {
    const s = scene(
      hinge(0, 'a') + hinge(1, 'b'),
      '<equality><weld body1="a" body2="b" active="false"/><joint joint1="a" joint2="b" active="false"/></equality>',
    )
    untilAsleep(s)
    steps(s, 3)
    expect([...s.d.tree_asleep]).toEqual([0, 1])
  })

  test('of a tendon that moves nothing with one between two trees wake both of these', () => {
    const sited = (x: number, name: string) => hinge(x, name).replace('</body>', `<site name="${name}"/></body>`)
    const s = scene(
      `<site name="v"/><site name="w" pos="0 0 2"/>${sited(0, 'a')}${sited(1, 'b')}`,
      `<tendon><spatial name="still"><site site="v"/><site site="w"/></spatial><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon>
       <equality><tendon tendon1="still" tendon2="t" active="false"/></equality>`,
    )
    untilAsleep(s)
    s.d.qvel[1] = 1e-6
    expect(active(s)).toEqual([1, 1])
  })

  test('that are switched off with all others wake nothing', () => {
    const s = scene(hinge(0, 'a') + hinge(1, 'b'), '<equality><weld body1="a" body2="b" active="false"/></equality>')
    untilAsleep(s)
    for (const flag of [DisableBit.equality, DisableBit.constraint]) {
      s.m.opt.disableflags = flag
      expect(active(s)).toEqual([0, 0])
    }
  })
})

describe('tendons at their limit', () => {
  const slider = (x: number, name: string) =>
    `<body pos="${x} 0 1"><joint name="${name}" type="slide" axis="1 0 0"/><geom size=".1"/></body>`
  const string =
    '<tendon><fixed limited="true" range="-1 .5"><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>'

  test('wake the tree at the other end, as close to sleep as the first', () => {
    const s = untilAsleep(scene(slider(0, 'a') + slider(3, 'b'), string))
    s.d.qvel[0] = 5
    steps(s, 1)
    expect([...s.d.tree_awake]).toEqual([1, 0])
    while (s.d.tree_asleep[1] >= 0) steps(s, 1)
    expect(s.d.qpos[0]).toBeGreaterThan(0.48)
    expect(s.d.nefc).toBe(1)
    expect(s.d.tree_asleep[1]).toBe(-10)
  })

  test('wake all that sleeps with the tree at the other end', () => {
    const joined = `${slider(0, 'a')}${slider(3, 'b')}${slider(6, 'c')}`
    const equality = '<equality><joint joint1="b" joint2="c"/></equality>'
    const s = untilAsleep(scene(joined, string + equality))
    expect([...s.d.tree_asleep]).toEqual([0, 2, 1])
    s.d.qvel[0] = 5
    steps(s, 1)
    expect([...s.d.tree_awake]).toEqual([1, 0, 0])
    while (s.d.tree_asleep[1] >= 0) steps(s, 1)
    expect([...s.d.tree_awake]).toEqual([1, 1, 1])
  })

  test('wake within their margin, and not before it; without limits never', () => {
    const woken = (more: string, length: number) => {
      const tendon = `<tendon><fixed ${more}><joint joint="a" coef="1"/><joint joint="b" coef="1"/></fixed></tendon>`
      const s = untilAsleep(scene(slider(0, 'a') + slider(3, 'b'), tendon))
      s.d.qpos[0] = length
      steps(s, 1)
      return [...s.d.tree_awake]
    }
    const limits = 'limited="true" range="-1 .5" margin=".1"'
    expect(woken(limits, 0.39)).toEqual([1, 0])
    expect(woken(limits, 0.41)).toEqual([1, 1])
    expect(woken(limits, -0.89)).toEqual([1, 0])
    expect(woken(limits, -0.91)).toEqual([1, 1])
    expect(woken('', 0.7)).toEqual([1, 0])
    expect(woken('limited="false" range="-1 .5"', 0.7)).toEqual([1, 0])
  })

  test('wake nothing where both ends sleep', () => {
    const s = untilAsleep(scene(slider(0, 'a') + slider(3, 'b'), string))
    s.m.tendon_range[1] = -0.5
    steps(s, 3)
    expect([...s.d.tree_awake]).toEqual([0, 0])
    expect(s.d.nefc).toBe(0)
  })

  test('inside of one tree sleep with it', () => {
    const s = scene(
      slider(0, 'a'),
      '<tendon><fixed frictionloss="1" limited="true" range="0 1"><joint joint="a" coef="1"/></fixed></tendon>',
    )
    steps(s, 1)
    expect(s.d.nefc).toBe(1)
    untilAsleep(s)
    steps(s, 1)
    expect(s.d.nefc).toBe(0)
    expect(s.d.tendon_awake[0]).toBe(0)
  })
})

test('a tree on a body that the user moves wakes when it is moved, and only then', () => {
  const s = scene(
    '<body mocap="true" pos="0 0 1"><body pos="0 0 .5"><joint axis="0 0 1"/><geom size=".1"/></body></body>',
  )
  untilAsleep(s)
  steps(s, 3)
  expect(s.d.ntree_awake).toBe(0)
  expect(s.d.body_awake[1]).toBe(SleepState.awake)
  s.d.mocap_pos[2] += 0.1
  steps(s, 1)
  expect(s.d.ntree_awake).toBe(1)
  expect(s.d.xpos[8]).toBeCloseTo(1.6)
})
