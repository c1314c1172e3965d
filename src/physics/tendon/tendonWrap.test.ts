import { describe, expect, test } from 'vitest'
import { WrapType } from '../../core/model/enums.ts'
import { wrapAround } from './tendonWrap.ts'

const ORIGIN = new Float64Array(3)
const UPRIGHT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
type Point = readonly [number, number, number]

interface Way {
  /** Of the whole string. */
  readonly length: number
  /** Where it meets the geom and leaves it; undefined when it passes straight. */
  readonly touches?: readonly [Point, Point]
}

/** A string from a to b around a geom of radius 0.3 at the origin. */
function way(type: WrapType, a: Point, b: Point, side?: Point): Way {
  const out = new Float64Array(7)
  const radius = Float64Array.of(0.3)
  const sites = Float64Array.from(side ?? [])
  const sphere = type === WrapType.sphere
  const from = Float64Array.from(a)
  const to = Float64Array.from(b)
  wrapAround(out, from, 0, to, 0, ORIGIN, UPRIGHT, 0, radius, 0, sphere, sites, side ? 0 : -1)
  if (out[0] < 0) return { length: distance(a, b) }
  const touches = [point(out, 1), point(out, 4)] as const
  return { length: distance(a, touches[0]) + out[0] + distance(touches[1], b), touches }
}
const point = (out: Float64Array, at: number): Point => [out[at], out[at + 1], out[at + 2]]
const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const { sphere, cylinder } = WrapType

describe('a string around a ball', () => {
  test('takes the shorter way around, along tangents and an arc', () => {
    const { length, touches } = way(sphere, [-1, 0.1, 0], [1, 0.1, 0])
    expect(length).toBeCloseTo(2.0404108006769737, 14)
    for (const [i, sign] of [-1, 1].entries()) {
      expect(touches![i][0]).toBeCloseTo(sign * 0.06061882263, 10)
      expect(touches![i][1]).toBeCloseTo(0.2938117737, 10)
      // the straight part is perpendicular to the radius
      const [x, y] = touches![i]
      expect(x * (sign - x) + y * (0.1 - y)).toBeCloseTo(0, 14)
    }
  })

  test('along a tangent is as long as the straight way, and not once around the ball longer', () => {
    for (let k = 0; k < 1000; k++) {
      const [c, s] = [Math.cos(k), Math.sin(k)]
      const a: Point = [0.3 * c - s, 0.3 * s + c, 0]
      const b: Point = [0.3 * c + 2 * s, 0.3 * s - 2 * c, 0]
      for (const side of [undefined, [c, s, 0], [-c, -s, 0.4]] as const)
        for (const type of [sphere, cylinder]) {
          const { length, touches } = way(type, a, b, side)
          // the side site may also send it around the other side
          const around = touches !== undefined && touches[0][0] * c + touches[0][1] * s < 0
          if (!around) expect(Math.abs(length - 3)).toBeLessThan(1e-7)
        }
    }
  })

  test('goes around the side of the side site, even when the straight way is free', () => {
    expect(way(sphere, [-1, 0.1, 0], [1, 0.1, 0], [0, -0.5, 0]).length).toBeCloseTo(2.160013183666368, 14)
    expect(way(sphere, [-1, 0.5, 0], [1, 0.5, 0], [0, -0.5, 0]).length).toBeCloseTo(2.5952487624608302, 14)
    expect(way(sphere, [-1, 0.5, 0], [1, 0.5, 0], [0, 0.5, 0])).toEqual({ length: 2 })
  })

  test('passes through the ball, touching it at one point, when the side site is within', () => {
    const { length, touches } = way(sphere, [-1, 0.5, 0], [1, 0.6, 0.2], [0, -0.1, 0])
    expect(length).toBeCloseTo(2.0775244875100127, 12)
    expect(touches![0]).toEqual(touches![1])
    expect(Math.hypot(...touches![0])).toBeCloseTo(0.3, 14)
  })

  test('is straight when an end is within the ball or at its center', () => {
    expect(way(sphere, [0.1, 0, 0], [1, 0, 0]).touches).toBeUndefined()
    expect(way(sphere, [0, 0, 0], [1, 0, 0]).touches).toBeUndefined()
  })

  test('has the same length whatever the direction of the straight line through the center', () => {
    const lengths = [
      way(sphere, [-1, 0, 0], [1, 0, 0]),
      way(sphere, [0, -1, 0], [0, 1, 0]),
      way(sphere, [0, 0, -1], [0, 0, 1]),
    ].map(({ length }) => length)
    for (const length of lengths) expect(length).toBeCloseTo(lengths[0], 14)
    expect(lengths[0]).toBeGreaterThan(2)
  })
})

describe('a string around a cylinder', () => {
  test('climbs evenly: its length follows from the length in the plane and the height', () => {
    const flat = way(cylinder, [-1, 0.1, 0], [1, 0.1, 0]).length
    expect(flat).toBeCloseTo(way(sphere, [-1, 0.1, 0], [1, 0.1, 0]).length, 14)
    const { length, touches } = way(cylinder, [-1, 0.1, -0.4], [1, 0.1, 0.5])
    expect(length).toBeCloseTo(2.2300843561442356, 14)
    expect(length).toBeCloseTo(Math.hypot(flat, 0.9), 14)
    expect(touches![0][2]).toBeLessThan(touches![1][2])
  })

  test('touches it from within when the side site is within', () => {
    expect(way(cylinder, [-1, 0.5, -0.4], [1, 0.6, 0.5], [0, 0.1, 0]).length).toBeCloseTo(2.251398266735749, 12)
  })
})
