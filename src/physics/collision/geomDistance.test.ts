import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { loadModel } from '../../format/load.ts'
import { kinematics } from '../kinematics/kinematics.ts'
import { geomDistance } from './geomDistance.ts'

function distance(first: string, second: string, distmax = 10, swapped = false) {
  const m = loadModel(`<mujoco><worldbody><geom ${first}/><geom ${second}/></worldbody></mujoco>`)
  const d = new Data(m)
  kinematics(m, d)
  const fromto = new Float64Array(6).fill(7)
  const dist = geomDistance(m, d, fromto, swapped ? 1 : 0, swapped ? 0 : 1, distmax)
  return { dist, from: Array.from(fromto.subarray(0, 3)), to: Array.from(fromto.subarray(3)) }
}

const near = (x: number, y: number, z: number) => [x, y, z].map((value) => expect.closeTo(value, 9))

describe('the distance of two geoms', () => {
  test('is the gap between them, from the surface of the first to that of the second', () => {
    const { dist, from, to } = distance('type="box" size="1 1 1"', 'size=".5" pos="3 0 0"')
    expect(dist).toBeCloseTo(1.5, 9)
    expect(from).toEqual(near(1, 0, 0))
    expect(to).toEqual(near(2.5, 0, 0))
  })

  test('goes the other way when they are named the other way round', () => {
    for (const [first, second] of [
      ['type="box" size="1 1 1"', 'size=".5" pos="3 .1 .2"'],
      ['type="cylinder" size="1 1"', 'type="ellipsoid" size=".5 .4 .3" pos="3 .1 .2"'],
    ] as const) {
      const there = distance(first, second)
      const back = distance(first, second, 10, true)
      expect(back.dist).toBeCloseTo(there.dist, 6)
      expect(back.from).toEqual(there.to.map((x) => expect.closeTo(x, 3)))
    }
  })

  test('of boxes that touch nowhere is positive too', () => {
    const { dist, from, to } = distance('type="box" size="1 1 1"', 'type="box" size="1 1 1" pos="2.5 2.5 0"')
    expect(dist).toBeCloseTo(Math.SQRT1_2, 12)
    expect(from.slice(0, 2)).toEqual([1, 1])
    expect(to.slice(0, 2)).toEqual([1.5, 1.5])
  })

  test('is negative where they overlap', () => {
    expect(distance('type="cylinder" size="1 1"', 'type="box" size="1 1 1" pos="0 0 1.9"').dist).toBeCloseTo(-0.1, 6)
  })

  test('above a plane is the height', () => {
    const { dist, from, to } = distance('type="plane" size="1 1 1"', 'size=".5" pos="1 2 3"')
    expect(dist).toBeCloseTo(2.5, 12)
    expect(from).toEqual(near(1, 2, 0))
    expect(to).toEqual(near(1, 2, 2.5))
  })

  test('is the limit where they are farther apart, with no points', () => {
    const { dist, from, to } = distance('type="ellipsoid" size="1 1 1"', 'type="box" size="1 1 1" pos="9 0 0"', 3)
    expect(dist).toBe(3)
    expect([...from, ...to]).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('is the limit for planes, which never touch', () => {
    expect(distance('type="plane" size="1 1 1"', 'type="plane" size="1 1 1" pos="0 0 1"').dist).toBe(10)
  })

  test('can be asked for without points', () => {
    const m = loadModel('<mujoco><worldbody><geom size="1"/><geom size="1" pos="3 0 0"/></worldbody></mujoco>')
    const d = new Data(m)
    kinematics(m, d)
    expect(geomDistance(m, d, null, 0, 1, 5)).toBeCloseTo(1, 12)
  })
})
