import { describe, expect, test } from 'vitest'
import { Data, forward, inverse, loadModel, resetData, step, Timer } from '../../index.ts'

const xml = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  </worldbody>
</mujoco>`

/** A clock that goes on by one each time that it is asked. */
function counting(): () => number {
  let now = 0
  return () => now++
}

describe('timers of stages', () => {
  test('stand still without a clock', () => {
    const m = loadModel(xml)
    const d = new Data(m)
    step(m, d)
    expect(d.timer_number.every((n) => n === 0)).toBe(true)
    expect(d.timer_duration.every((n) => n === 0)).toBe(true)
  })

  test('count calls and add up time: the parts are within the whole', () => {
    const m = loadModel(xml)
    const d = new Data(m)
    d.callbacks.time = counting()
    for (let i = 0; i < 10; i++) step(m, d)
    const { timer_duration: time, timer_number: number } = d
    const { step: whole, forward: ahead, position, velocity, actuation, constraint, advance } = Timer
    for (const timer of [whole, ahead, position, velocity, actuation, constraint, advance])
      expect(number[timer]).toBe(10)
    expect(time[velocity]).toBeGreaterThanOrEqual(10)
    expect(time[whole]).toBeGreaterThan(time[ahead] + time[advance])
    expect(time[ahead]).toBeGreaterThan(time[position] + time[velocity] + time[actuation] + time[constraint])
    const { pos_kinematics, pos_inertia, pos_collision, pos_make, pos_project, col_broadphase, col_narrowphase } = Timer
    const parts = [pos_kinematics, pos_inertia, pos_collision, pos_make, pos_project]
    expect(time[position]).toBeGreaterThan(parts.reduce((sum, part) => sum + time[part], 0))
    expect(time[pos_collision]).toBeGreaterThan(time[col_broadphase] + time[col_narrowphase])
    expect(number[Timer.inverse]).toBe(0)
    inverse(m, d)
    expect(number[Timer.inverse]).toBe(1)
  })

  test('start anew with a reset, also with that of a state that diverges', () => {
    const m = loadModel(xml)
    const d = new Data(m)
    d.callbacks.time = counting()
    for (let i = 0; i < 10; i++) step(m, d)
    resetData(m, d)
    expect(d.timer_number[Timer.step]).toBe(0)
    for (let i = 0; i < 5; i++) step(m, d)
    d.qpos[0] = Number.NaN
    step(m, d)
    // the step within which the reset happens counts
    expect(d.timer_number[Timer.step]).toBe(1)
    expect(d.timer_duration[Timer.step]).toBeGreaterThan(d.timer_duration[Timer.forward])
    expect(d.timer_duration[Timer.step]).toBeLessThan(100)
  })

  test('do not count what a clock has not seen from start to end', () => {
    const m = loadModel(xml)
    const d = new Data(m)
    d.callbacks.passive = (_m, d) => {
      d.callbacks.time = counting()
    }
    forward(m, d)
    expect(d.timer_number[Timer.forward]).toBe(0)
    expect(d.timer_number[Timer.velocity]).toBe(0)
    expect(d.timer_number[Timer.constraint]).toBe(1)
    expect(d.timer_duration.every(Number.isFinite)).toBe(true)
  })
})
