import { describe, expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR, scene, sceneText, steps, untilAsleep } from '../../test/support/sleepScenes.ts'
import { Data } from '../core/data/data.ts'
import { copyData, restore, snapshot } from '../core/data/snapshot.ts'
import { Integrator, Warning } from '../core/model/enums.ts'
import { ModelError, StepError } from '../core/model/errors.ts'
import { modelFromMessage, modelMessage } from '../core/model/modelMessage.ts'
import { loadModel } from '../format/load.ts'
import { forward } from './forward.ts'
import { resetData, resetDataKeyframe } from './reset.ts'
import { step } from './step.ts'

const init = 'sleep="init"'

describe('trees marked init', () => {
  test('sleep from the start, and stay where they are: in the air, and inside of each other', () => {
    const s = scene(box(0, 1, init) + box(3, 0.05, init) + box(3, 0.2, init) + box(6, ON_FLOOR))
    expect([...s.d.tree_asleep]).toEqual([0, 2, 1, -10])
    const qpos = s.d.qpos.slice(0, 21)
    steps(s, 50)
    expect(s.d.qpos.slice(0, 21)).toEqual(qpos)
    expect([...s.d.xpos].slice(3, 6)).toEqual([0, 0, 1])
  })

  test('start without accelerations, forces, rows and islands', () => {
    const { d } = scene(box(3, 0.05, init) + box(3, 0.2, init) + box(6, ON_FLOOR))
    expect([...d.qacc.subarray(0, 12), ...d.qvel]).toEqual(Array(30).fill(0))
    expect([...d.qacc_smooth, ...d.qfrc_smooth]).toEqual(Array(36).fill(0))
    expect([d.ne, d.nf, d.nl, d.nefc, d.nJ, d.nisland, d.nidof]).toEqual(Array(7).fill(0))
    // the contacts of where they are can be looked at
    expect(d.ncon).toBeGreaterThan(8)
  })

  test('of a new state sleep from its first forward pass on, unless they have been changed before', () => {
    const m = loadModel(sceneText(box(0, 1, init) + box(3, 1, init) + box(6, 1, init) + box(9, 1, init)))
    const d = new Data(m)
    d.qpos[2] = 2
    d.qvel[6] = 1
    d.xfrc_applied[6 * 3] = 1
    forward(m, d)
    expect([...d.tree_awake]).toEqual([1, 1, 1, 0])
    expect([d.qpos[2], d.qvel[6], d.xfrc_applied[6 * 3]]).toEqual([2, 1, 1])
    expect([...d.xpos.subarray(12, 15)]).toEqual([9, 0, 1])
  })

  test('stay awake with Runge–Kutta, which warns in the first step of a new state already', () => {
    const m = loadModel(sceneText(box(0, 1, init)))
    m.opt.integrator = Integrator.RK4
    const d = new Data(m)
    step(m, d)
    expect([d.tree_awake[0], d.warning_number[Warning.sleepless]]).toEqual([1, 1])
  })

  test('are awake where the model does not ask for sleep', () => {
    const m = loadModel(sceneText(box(0, 1, init)).replace('enable', 'disable'))
    expect([...new Data(m).tree_asleep]).toEqual([-11])
  })

  test('wake when something falls on them', () => {
    const s = scene(`${box(0, ON_FLOOR, init)}<body pos="0 0 .5"><freejoint/><geom size=".1"/></body>`)
    for (let i = 0; i < 1000 && s.d.tree_asleep[0] >= 0; i++) step(s.m, s.d)
    expect(s.d.time).toBeGreaterThan(0.1)
    expect(s.d.time).toBeLessThan(0.4)
  })

  test('wake when pushed', () => {
    const s = scene(box(0, 1, init) + box(3, 1, init))
    s.d.xfrc_applied[6] = 1
    steps(s, 1)
    expect([...s.d.tree_awake]).toEqual([1, 0])
    expect(s.d.qvel[2]).toBeLessThan(0)
  })

  test('are refused by name where they touch something that is awake', () => {
    const text = sceneText(box(0, ON_FLOOR, 'name="low" sleep="init"') + box(0, ON_BOX))
    expect(() => loadModel(text)).toThrow(ModelError)
    expect(() => loadModel(text)).toThrow(/<body> 'low', attribute 'sleep': this tree cannot sleep from the start/)
  })

  test('are refused without islands, where they touch anything', () => {
    const text = (z: number) => sceneText(box(0, z, init)).replace('<flag', '<flag island="disable"')
    expect(() => loadModel(text(ON_FLOOR))).toThrow(/enable islands/)
    expect(() => loadModel(text(1))).not.toThrow()
  })

  test('refuse a state where options that were switched on later let them touch something awake', () => {
    const m = loadModel(sceneText(box(0, ON_FLOOR, init) + box(0, ON_BOX)).replace('enable', 'disable'))
    m.opt.enableflags |= 16
    const d = new Data(m)
    d.qvel[0] = 1
    for (let i = 0; i < 2; i++) expect(() => step(m, d)).toThrow(StepError)
    expect([d.time, d.qvel[0]]).toEqual([0, 1])
    expect(() => resetData(m, d)).toThrow(StepError)
  })

  test('may be only the first body of a tree', () => {
    expect(() => loadModel(sceneText(box(0, 1, '', `<body ${init}><joint/><geom size=".1"/></body>`)))).toThrow(
      ModelError,
    )
  })
})

describe('a reset', () => {
  test('puts trees that sleep from the start to sleep, and wakes the rest', () => {
    const s = scene(box(0, 1, init) + box(3, ON_FLOOR))
    untilAsleep(s)
    s.d.qvel[0] = 1
    steps(s, 5)
    resetData(s.m, s.d)
    expect([...s.d.tree_asleep]).toEqual([0, -10])
    expect([s.d.ntree_awake, s.d.nv_awake, s.d.nbody_awake, s.d.nspan]).toEqual([1, 6, 2, 2])
    const fresh = new Data(s.m)
    steps(s, 100)
    for (let i = 0; i < 100; i++) step(s.m, fresh)
    expect(s.d.qpos).toEqual(fresh.qpos)
    expect(s.d.tree_asleep).toEqual(fresh.tree_asleep)
  })

  test('to a keyframe wakes the trees that it moves in the next step, and no others', () => {
    const q = (x: number, z: number) => `${x} 0 ${z} 1 0 0 0`
    const s = scene(
      box(0, 1, init) + box(3, 1, init),
      `<keyframe><key qpos="${q(0, 1)} ${q(3, 1)}"/><key qpos="${q(0, 1)} ${q(3, 1.5)}"/></keyframe>`,
    )
    resetDataKeyframe(s.m, s.d, 0)
    steps(s, 5)
    expect([...s.d.tree_asleep]).toEqual([0, 1])
    resetDataKeyframe(s.m, s.d, 1)
    expect([...s.d.tree_asleep]).toEqual([0, 1])
    steps(s, 1)
    expect([...s.d.tree_awake]).toEqual([0, 1])
  })
})

describe('copies', () => {
  const text = sceneText(box(0, ON_FLOOR) + box(0, ON_BOX) + `<body pos="0 0 2"><freejoint/><geom size=".1"/></body>`)

  test('of a state sleep and wake like the first, to the last bit', () => {
    const m = loadModel(text)
    const d = new Data(m)
    for (let i = 0; i < 150; i++) step(m, d)
    expect([...d.tree_asleep].slice(0, 2)).toEqual([1, 0])
    const kept = snapshot(d)
    const other = new Data(m)
    copyData(other, d)
    const run = (x: Data) => {
      for (let i = 0; i < 400; i++) step(m, x)
      return [...x.qpos, ...x.tree_asleep]
    }
    const first = run(d)
    expect(first.slice(-3)).not.toEqual([1, 0, -11])
    expect(run(other)).toEqual(first)
    restore(d, kept)
    expect(run(d)).toEqual(first)
  })

  test('of many bodies in one state do not mix up their sleeping trees', () => {
    // so many that the broad phase keeps boxes of sleeping trees
    const many = Array.from({ length: 120 }, (_, i) => box(0.5 * i, ON_FLOOR)).join('')
    const m = loadModel(sceneText(`${many}<body pos="10 0 .6"><freejoint/><geom size=".1"/></body>`))
    const d = new Data(m)
    for (let i = 0; i < 40; i++) step(m, d)
    const before = snapshot(d)
    const run = () => {
      for (let i = 0; i < 200; i++) step(m, d)
      return [d.ncon, ...d.qpos, ...d.tree_asleep]
    }
    const first = run()
    // elsewhere, everything is moved and sleeps again
    for (let i = 0; i < 120; i++) d.qpos[7 * i] += 10
    for (let i = 0; i < 60; i++) step(m, d)
    restore(d, before)
    expect(run()).toEqual(first)
  })

  test('of a model in another thread sleep from the start too', () => {
    const m = modelFromMessage(structuredClone(modelMessage(loadModel(sceneText(box(0, 1, init))))))
    const d = new Data(m)
    step(m, d)
    expect([...d.tree_asleep]).toEqual([0])
  })

  test('side by side have a sleep of their own', () => {
    const m = loadModel(sceneText(box(0, ON_FLOOR)))
    const [a, b] = [new Data(m), new Data(m)]
    b.qvel[2] = 3
    for (let i = 0; i < 60; i++) {
      step(m, a)
      step(m, b)
    }
    expect([a.ntree_awake, b.ntree_awake]).toEqual([0, 1])
    expect(b.qpos[2]).toBeGreaterThan(0.2)
  })
})
