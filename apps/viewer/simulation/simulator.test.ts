import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadModel, ObjType } from '../../../src/index.ts'
import { accelerate } from '../../../src/kernel.ts'
import { Simulator } from './simulator.ts'

const xml = readFileSync(new URL('../../../models/humanoid.xml', import.meta.url), 'utf8')

/** A simulator whose clock is set by hand, ms. */
function simulatorWithClock() {
  const clock = { now: 0 }
  return { clock, simulator: new Simulator(loadModel(xml), { now: () => clock.now }) }
}

describe('the simulator', () => {
  test('simulates in real time', () => {
    const { clock, simulator } = simulatorWithClock()
    simulator.execute({ do: 'play' })
    for (; clock.now <= 500; clock.now += 10) simulator.advance()
    expect(simulator.data.time).toBeCloseTo(0.5, 2)
  })

  test('simulates half the time at half speed', () => {
    const { clock, simulator } = simulatorWithClock()
    simulator.execute({ do: 'speed', speed: 0.5 })
    simulator.execute({ do: 'play' })
    for (; clock.now <= 500; clock.now += 10) simulator.advance()
    expect(simulator.data.time).toBeCloseTo(0.25, 2)
  })

  test('does not move while it is paused', () => {
    const { clock, simulator } = simulatorWithClock()
    for (; clock.now <= 100; clock.now += 10) expect(simulator.advance()).toBe(false)
    expect(simulator.data.time).toBe(0)
  })

  test('repeats the same motion when it continues from a moment of the past', () => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'step', steps: 60 })
    const end = Float64Array.from(simulator.data.qpos)
    simulator.execute({ do: 'step', steps: -40 })
    expect(simulator.data.time).toBeCloseTo(0.04, 12)
    simulator.execute({ do: 'step', steps: 40 })
    expect(simulator.data.qpos).toEqual(end)
  })

  test('drops the moments after the one that it continues from', () => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'step', steps: 50 })
    simulator.execute({ do: 'seek', moment: 10 })
    expect(simulator.status.moments).toBe(51)
    simulator.execute({ do: 'step', steps: 1 })
    expect(simulator.status.moments).toBe(12)
  })

  test('pulls a body toward the mouse, and releases it', () => {
    const { clock, simulator } = simulatorWithClock()
    const { model, data } = simulator
    const body = model.names.id(ObjType.body, 'pelvis')
    const target = [data.xpos[3 * body] + 1, data.xpos[3 * body + 1], data.xpos[3 * body + 2]] as const
    const before = data.xpos[3 * body]
    simulator.execute({ do: 'play' })
    simulator.execute({ do: 'perturb', by: { body, kind: 'force', grabbed: [0, 0, 0], target, quat: [1, 0, 0, 0] } })
    for (; clock.now <= 200; clock.now += 10) simulator.advance()
    expect(data.xpos[3 * body] - before).toBeGreaterThan(0.1)
    simulator.execute({ do: 'perturb', by: undefined })
    simulator.execute({ do: 'step', steps: 1 })
    expect(Math.max(...data.xfrc_applied.map(Math.abs))).toBe(0)
  })

  test('moves a free body with the mouse while it is paused', () => {
    const { simulator } = simulatorWithClock()
    const { model, data } = simulator
    const body = model.names.id(ObjType.body, 'pelvis')
    simulator.execute({
      do: 'perturb',
      by: { body, kind: 'force', grabbed: [0, 0, 0], target: [0.5, 0.25, 2], quat: [1, 0, 0, 0] },
    })
    expect(data.xpos.slice(3 * body, 3 * body + 3)).toEqual(Float64Array.of(0.5, 0.25, 2))
  })

  test('moves and turns the whole tree of a free body by any of its bodies', () => {
    const { simulator } = simulatorWithClock()
    const { model, data } = simulator
    const body = model.names.id(ObjType.body, 'left_lower_arm')
    const pull = { body, grabbed: [0, 0, 0.1], target: [0.5, 0.25, 2], quat: [0.6, 0, 0.8, 0] } as const
    simulator.execute({ do: 'perturb', by: { ...pull, kind: 'force' } })
    for (let k = 0; k < 3; k++)
      expect(data.xpos[3 * body + k] + 0.1 * data.xmat[9 * body + 3 * k + 2]).toBeCloseTo(pull.target[k], 12)
    const place = data.xpos.slice(3 * body, 3 * body + 3)
    simulator.execute({ do: 'perturb', by: { ...pull, kind: 'torque' } })
    for (let k = 0; k < 4; k++) expect(data.xquat[4 * body + k]).toBeCloseTo(pull.quat[k], 12)
    for (let k = 0; k < 3; k++) expect(data.xpos[3 * body + k]).toBeCloseTo(place[k], 12)
  })

  test('stops with the reason when a step fails', () => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'option', change: { integrator: 99 as never } })
    simulator.execute({ do: 'step', steps: 200 })
    expect(simulator.status.isPlaying).toBe(false)
    expect(simulator.status.error).toBeDefined()
  })

  test('resets to the start', () => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'step', steps: 20 })
    simulator.execute({ do: 'reset' })
    expect(simulator.data.time).toBe(0)
    expect(simulator.status.moments).toBe(1)
  })

  test('stops at the last good moment when the state diverges, and names the joint', () => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'step', steps: 5 })
    const dof = simulator.model.jnt_dofadr[simulator.model.names.id(ObjType.joint, 'left_knee')]
    simulator.data.qfrc_applied[dof] = 1e15
    const before = Float64Array.from(simulator.data.qpos)
    simulator.execute({ do: 'play' })
    simulator.execute({ do: 'step', steps: 3 })
    expect(simulator.status.isPlaying).toBe(false)
    expect(simulator.status.error).toMatch(/unstable: the acceleration of joint '.*' was not finite.*0\.01 s/)
    expect(simulator.data.qpos).toEqual(before)
    expect(simulator.data.time).toBeCloseTo(0.01, 12)
    simulator.execute({ do: 'reset' })
    expect(simulator.status.error).toBeUndefined()
  })

  test('reports that it has stopped, also when its first step failed', () => {
    const model = loadModel(
      '<mujoco><option timestep=".1" integrator="RK4"/><worldbody><body>' +
        '<joint type="slide" stiffness="1e9" ref="1"/><geom size=".1"/></body></worldbody></mujoco>',
    )
    const clock = { now: 0 }
    const simulator = new Simulator(model, { now: () => clock.now })
    simulator.execute({ do: 'play' })
    simulator.advance()
    clock.now = 100
    expect(simulator.advance()).toBe(true)
    expect(simulator.status.isPlaying).toBe(false)
    expect(simulator.status.error).toMatch(/unstable: the position qpos\[0\]/)
    expect(simulator.data.qpos[0]).toBe(1)
  })

  test('keeps changes that the user made to the past', () => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'step', steps: 5 })
    simulator.execute({ do: 'seek', moment: 2 })
    simulator.execute({ do: 'qpos', index: 2, value: 3 })
    simulator.execute({ do: 'seek', moment: 4 })
    simulator.execute({ do: 'seek', moment: 2 })
    expect(simulator.data.qpos[2]).toBe(3)
  })

  test('sets all controls to zero and turns their noise off', () => {
    const model = loadModel(
      '<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>' +
        '<actuator><motor joint="j" ctrlrange="-1 1"/></actuator></mujoco>',
    )
    const simulator = new Simulator(model, { now: () => 0 })
    simulator.execute({ do: 'ctrl', index: 0, value: 0.5 })
    simulator.execute({ do: 'ctrlNoise', scale: 1, rate: 1 })
    simulator.execute({ do: 'step', steps: 3 })
    expect(simulator.data.ctrl[0]).not.toBe(0.5)
    simulator.execute({ do: 'zeroCtrl' })
    simulator.execute({ do: 'step', steps: 3 })
    expect(simulator.data.ctrl[0]).toBe(0)
  })

  test.each(['csv', 'json'] as const)('exports its history as %s', async (format) => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'step', steps: 4 })
    const source = await simulator.export({ what: 'trajectory', format })
    let text = ''
    for (let piece = source.next(); piece !== undefined; piece = source.next()) text += piece
    const table: { columns: string[]; rows: number[][] } =
      format === 'json'
        ? JSON.parse(text)
        : {
            columns: text.split('\n')[0].split(','),
            rows: text
              .trim()
              .split('\n')
              .slice(1)
              .map((line) => line.split(',').map(Number)),
          }
    const { data } = simulator
    expect(table.rows).toHaveLength(5)
    expect(table.columns).toHaveLength(table.rows[0].length)
    expect(table.columns.slice(0, 2)).toEqual(['time', 'qpos.root[0]'])
    expect(table.rows[4].slice(0, 1 + data.qpos.length)).toEqual([data.time, ...data.qpos])
    expect(table.columns).toContain('energy.kinetic')
    expect(table.rows[4][table.columns.indexOf('energy.kinetic')]).toBeGreaterThan(0)
  })

  test('saves its model with the options that were changed', async () => {
    const { simulator } = simulatorWithClock()
    simulator.execute({ do: 'option', change: { timestep: 0.0015 } })
    const source = await simulator.export({ what: 'model' })
    expect(loadModel(source.next()!).opt.timestep).toBe(0.0015)
    expect(source.next()).toBeUndefined()
  })
})

test('says whether steps use kernels, where they were asked for, and why not', () => {
  const model = loadModel('<mujoco><worldbody><body><joint/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>')
  expect(new Simulator(model).status.kernels).toBeUndefined()
  const kernels = accelerate(model)
  const simulator = new Simulator(model, { kernels })
  expect(simulator.status.kernels).toEqual({ active: true })
  model.jnt_pos[0] = 0.1
  kernels.refresh()
  expect(simulator.status.kernels).toEqual({
    active: false,
    reason: 'jnt_pos[0] has changed, and its value was part of the code',
  })
})
