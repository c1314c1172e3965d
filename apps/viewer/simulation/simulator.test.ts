import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadModel, ObjType } from '../../../src/index.ts'
import { Simulator } from './simulator.ts'

const xml = readFileSync(new URL('../../../models/humanoid.xml', import.meta.url), 'utf8')

/** A simulator whose clock is set by hand, ms. */
function simulatorWithClock() {
  const clock = { now: 0 }
  return { clock, simulator: new Simulator(loadModel(xml), () => clock.now) }
}

describe('the simulation of a viewer', () => {
  it('simulates as much time as passes', () => {
    const { clock, simulator } = simulatorWithClock()
    simulator.obey({ do: 'play' })
    for (; clock.now <= 500; clock.now += 10) simulator.advance()
    expect(simulator.data.time).toBeCloseTo(0.5, 2)
  })

  it('takes half as much at half speed', () => {
    const { clock, simulator } = simulatorWithClock()
    simulator.obey({ do: 'speed', speed: 0.5 })
    simulator.obey({ do: 'play' })
    for (; clock.now <= 500; clock.now += 10) simulator.advance()
    expect(simulator.data.time).toBeCloseTo(0.25, 2)
  })

  it('does not move while it is paused', () => {
    const { clock, simulator } = simulatorWithClock()
    for (; clock.now <= 100; clock.now += 10) expect(simulator.advance()).toBe(false)
    expect(simulator.data.time).toBe(0)
  })

  it('gives the same motion again when it goes on from a moment of the past', () => {
    const { simulator } = simulatorWithClock()
    simulator.obey({ do: 'step', steps: 60 })
    const end = Float64Array.from(simulator.data.qpos)
    simulator.obey({ do: 'step', steps: -40 })
    expect(simulator.data.time).toBeCloseTo(0.04, 12)
    simulator.obey({ do: 'step', steps: 40 })
    expect(simulator.data.qpos).toEqual(end)
  })

  it('forgets the future when it takes another one', () => {
    const { simulator } = simulatorWithClock()
    simulator.obey({ do: 'step', steps: 50 })
    simulator.obey({ do: 'seek', moment: 10 })
    expect(simulator.status.moments).toBe(51)
    simulator.obey({ do: 'step', steps: 1 })
    expect(simulator.status.moments).toBe(12)
  })

  it('pulls a body towards the mouse, and lets go of it', () => {
    const { simulator } = simulatorWithClock()
    const { model, data } = simulator
    const body = model.names.id(ObjType.body, 'pelvis') + 1 // moved by joints, so not carried along while paused
    const target = [data.xpos[3 * body] + 1, data.xpos[3 * body + 1], data.xpos[3 * body + 2]] as const
    simulator.obey({ do: 'perturb', by: { body, kind: 'force', grabbed: [0, 0, 0], target, quat: [1, 0, 0, 0] } })
    const before = data.xpos[3 * body]
    simulator.obey({ do: 'step', steps: 100 })
    expect(data.xpos[3 * body] - before).toBeGreaterThan(0.1)
    simulator.obey({ do: 'perturb', by: undefined })
    simulator.obey({ do: 'step', steps: 1 })
    expect(Math.max(...data.xfrc_applied.map(Math.abs))).toBe(0)
  })

  it('moves a free body with the mouse while it is paused', () => {
    const { simulator } = simulatorWithClock()
    const { model, data } = simulator
    const body = model.names.id(ObjType.body, 'pelvis')
    simulator.obey({
      do: 'perturb',
      by: { body, kind: 'force', grabbed: [0, 0, 0], target: [0.5, 0.25, 2], quat: [1, 0, 0, 0] },
    })
    expect(data.xpos.slice(3 * body, 3 * body + 3)).toEqual(Float64Array.of(0.5, 0.25, 2))
  })

  it('stops with the reason when a step fails', () => {
    const { simulator } = simulatorWithClock()
    simulator.obey({ do: 'option', change: { integrator: 99 as never } })
    simulator.obey({ do: 'step', steps: 200 })
    expect(simulator.status.isPlaying).toBe(false)
    expect(simulator.status.error).toBeDefined()
  })

  it('returns to a keyframe', () => {
    const { simulator } = simulatorWithClock()
    simulator.obey({ do: 'step', steps: 20 })
    simulator.obey({ do: 'reset' })
    expect(simulator.data.time).toBe(0)
    expect(simulator.status.moments).toBe(1)
  })
})
