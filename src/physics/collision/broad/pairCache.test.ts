import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Data } from '../../../core/data/data.ts'
import { copyData, restore, snapshot } from '../../../core/data/snapshot.ts'
import type { Model } from '../../../core/model/model.ts'
import { loadModel } from '../../../format/load.ts'
import { step } from '../../../pipeline/step.ts'

/** A floor of boxes that fall asleep one by one, too many to test every pair, and a ball that rolls over them. */
function manyBoxes(): Model {
  let bodies = ''
  for (let i = 0; i < 144; i++) {
    const height = 0.0999 + 0.001 * (i % 7)
    bodies += `<body pos="${0.5 * (i % 12)} ${0.5 * Math.floor(i / 12)} ${height}"><freejoint/>
      <geom type="box" size=".1 .1 .1"/></body>`
  }
  bodies += '<body name="ball" pos="1 1 .8"><freejoint/><geom size=".15"/></body>'
  return loadModel(`<mujoco><option timestep=".005"><flag sleep="enable"/></option>
    <worldbody><geom type="plane" size="0 0 1"/>${bodies}</worldbody></mujoco>`)
}

/** A state after a number of steps, the boxes moved aside at first. */
function stepped(m: Model, steps: number, aside = 0): Data {
  const d = new Data(m)
  for (let adr = 0; adr < m.nq; adr += 7) d.qpos[adr] += aside
  for (let i = 0; i < steps; i++) step(m, d)
  return d
}

/** A hash of all bytes of a state. */
function bytesOf(d: Data): string {
  const hash = createHash('sha256')
  for (const part of Object.values(snapshot(d))) hash.update(part)
  return hash.digest('hex')
}

describe('the boxes that collision keeps from step to step', () => {
  test('leave the same bytes in two states that are stepped alike', () => {
    const m = manyBoxes()
    const d = stepped(m, 300)
    expect(d.ntree_awake).toBeLessThan(m.ntree)
    expect(d.boxStamp).not.toBe(0)
    expect(bytesOf(stepped(m, 300))).toBe(bytesOf(d))
    expect(bytesOf(stepped(manyBoxes(), 300))).toBe(bytesOf(d))
  })

  test('leave the same bytes whether a run is interrupted by a snapshot or not', () => {
    const m = manyBoxes()
    const through = stepped(m, 300)
    const restored = new Data(m)
    restore(restored, snapshot(stepped(m, 150)))
    for (let i = 0; i < 150; i++) step(m, restored)
    expect(bytesOf(restored)).toBe(bytesOf(through))
  })

  test('are not taken for those of a state that was copied from elsewhere', () => {
    const m = manyBoxes()
    // in both, bodies sleep after as many steps, but elsewhere
    const d = stepped(m, 300)
    const other = stepped(m, 300, 0.25)
    expect(other.boxStamp).not.toBe(d.boxStamp)
    copyData(d, other)
    for (const state of [d, other]) {
      // the ball falls on boxes that are asleep
      state.qpos.set([1.27, 1, 0.4], m.nq - 7)
      state.qvel.fill(0, m.nv - 6)
      for (let i = 0; i < 60; i++) step(m, state)
    }
    expect(other.ncon).toBeGreaterThan(0)
    expect(bytesOf(d)).toBe(bytesOf(other))
  })

  test('are not taken for those of a state that another view of its memory has stepped', () => {
    const m = manyBoxes()
    const d = stepped(m, 1)
    const view = new Data(m, d.memory)
    const alone = stepped(m, 1)
    for (let i = 0; i < 300; i++) {
      step(m, i % 2 === 0 ? view : d)
      step(m, alone)
    }
    expect([...d.qpos]).toEqual([...alone.qpos])
    expect(d.ntree_awake).toBeLessThan(m.ntree)
    expect(d.boxStamp).toBe(alone.boxStamp)
  })
})
