import { describe, expect, test } from 'vitest'
import type { SdfShape } from '../../core/model/sdfShape.ts'
import { SdfInstance } from '../../core/model/sdfShape.ts'
import { bowl } from './bowl.ts'
import { BUILTIN_SHAPES } from './builtinShapes.ts'
import { gear } from './gear.ts'
import { gridShape } from './grid.ts'
import { bolt, nut } from './screw.ts'
import { torus } from './torus.ts'

function withDefaults(shape: SdfShape, ...own: number[]): SdfInstance {
  const usual = Object.values(shape.attributes).flat()
  const attributes = Float64Array.from(usual, (x, i) => own[i] ?? x)
  return new SdfInstance('test', shape, attributes, new Map())
}

function distanceOf(field: SdfInstance, ...p: number[]): number {
  return field.shape.distance(Float64Array.from(p), field.attributes)
}

/** Points spread over a box around a shape (the sequence of Halton's kind by golden ratios). */
function points(field: SdfInstance, count: number): number[][] {
  const bounds = Array.from(field.shape.bounds(field.attributes))
  return Array.from({ length: count }, (_, i) =>
    [0.819172513, 0.671043606, 0.549700477].map((step, k) => {
      const t = ((i + 1) * step) % 1
      const size = bounds[3 + k] - bounds[k]
      return bounds[k] - 0.2 * size + 1.4 * size * t
    }),
  )
}

describe.each(Object.entries(BUILTIN_SHAPES))('%s', (_, shape) => {
  const field = withDefaults(shape)

  test('accepts its own defaults', () => {
    expect(shape.check?.(field.attributes)).toBeUndefined()
  })

  test('never overestimates: between two points the distance changes by no more than their distance', () => {
    const at = points(field, 400)
    for (let i = 0; i + 1 < at.length; i++) {
      const a = at[i]
      const b = at[i].map((x, k) => x + 0.05 * (at[i + 1][k] - x))
      const between = Math.hypot(...a.map((x, k) => x - b[k]))
      expect(Math.abs(distanceOf(field, ...a) - distanceOf(field, ...b))).toBeLessThan(between * (1 + 1e-9))
    }
  })

  test('is positive outside of its bounds', () => {
    const bounds = Array.from(shape.bounds(field.attributes))
    for (const p of points(field, 1000)) {
      const outside = p.some((x, k) => x < bounds[k] - 1e-9 || x > bounds[3 + k] + 1e-9)
      if (outside) expect(distanceOf(field, ...p)).toBeGreaterThan(0)
    }
  })

  test('has a gradient that is the slope of the distance', () => {
    const g = new Float64Array(3)
    const slope = new Float64Array(3)
    const { gradient: _own, ...plain } = shape
    const numeric = new SdfInstance('test', plain, field.attributes, new Map())
    for (const p of points(field, 200)) {
      field.gradient(g, Float64Array.from(p))
      numeric.gradient(slope, Float64Array.from(p))
      for (let k = 0; k < 3; k++) expect(g[k]).toBeCloseTo(slope[k], 6)
    }
  })
})

test('a torus is as far as the circle in its middle, less the radius of its tube', () => {
  const ring = withDefaults(torus, 2, 0.5)
  expect(distanceOf(ring, 0, 0, 0)).toBe(1.5)
  expect(distanceOf(ring, 2, 0, 0)).toBe(-0.5)
  expect(distanceOf(ring, 0, -3, 0)).toBe(0.5)
  expect(distanceOf(ring, 0, 2, 1.5)).toBe(1)
})

test('a bowl is hollow and open at the top, with a round rim', () => {
  const half = withDefaults(bowl, 0, 1, 0.1)
  expect(distanceOf(half, 0, 0, 0)).toBeCloseTo(0.9, 12)
  expect(distanceOf(half, 0, 0, -1)).toBeCloseTo(-0.1, 12)
  expect(distanceOf(half, 0, 0, 1)).toBeCloseTo(Math.SQRT2 - 0.1, 12)
  expect(distanceOf(half, 1, 0, 0.1)).toBeCloseTo(0, 12)
})

test('a gear has its teeth around, each as wide as a gap at the pitch circle', () => {
  const teeth = 20
  const wheel = withDefaults(gear, 0, 2, teeth, 0.4, 0.5)
  let inside = 0
  const samples = 10_000
  for (let i = 0; i < samples; i++) {
    const angle = (2 * Math.PI * i) / samples
    if (distanceOf(wheel, Math.cos(angle), Math.sin(angle), 0) < 0) inside++
  }
  expect(inside / samples).toBeCloseTo(0.5, 1)
  expect(distanceOf(wheel, 1 + 0.1, 0, 0)).toBeCloseTo(0, 9)
  expect(distanceOf(wheel, 0, 0, 0)).toBeCloseTo(0.25, 9)
  expect(distanceOf(wheel, 0.5, 0, 0.5)).toBeCloseTo(0.3, 9)
  const turned = withDefaults(gear, 360 / teeth, 2, teeth, 0.4, 0.5)
  expect(distanceOf(turned, 1.05, 0.01, 0.1)).toBeCloseTo(distanceOf(wheel, 1.05, 0.01, 0.1), 9)
})

test('a nut that is turned along its bolt never enters it', () => {
  const thread = withDefaults(bolt, 1)
  const ring = withDefaults(nut, 1, 0)
  const pitch = 0.5
  for (const turn of [0, 0.3, 1.2, 2.5]) {
    const angle = 2 * Math.PI * turn
    for (const p of points(ring, 300)) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const moved = [c * p[0] - s * p[1], s * p[0] + c * p[1], p[2] + pitch * turn]
      expect(Math.max(distanceOf(ring, ...p), distanceOf(thread, ...moved))).toBeGreaterThan(-1e-9)
    }
  }
})

describe('a grid of samples', () => {
  const count: [number, number, number] = [33, 33, 33]
  const bounds: [number, number, number, number, number, number] = [-1, -1, -1, 1, 1, 1]
  const place = (i: number): number => -1 + i / 16
  const values = Float64Array.from({ length: 33 ** 3 }, (_, i) => {
    return Math.hypot(place(i % 33), place(Math.floor(i / 33) % 33), place(Math.floor(i / 33 / 33))) - 0.7
  })
  const ball = gridShape({ count, bounds, values })

  test('gives back its samples, and interpolates between them', () => {
    const field = withDefaults(ball)
    expect(distanceOf(field, 0.5, 0.25, -0.125)).toBeCloseTo(Math.hypot(0.5, 0.25, 0.125) - 0.7, 12)
    expect(Math.abs(distanceOf(field, 0.51, 0.27, -0.13) - (Math.hypot(0.51, 0.27, 0.13) - 0.7))).toBeLessThan(2e-3)
  })

  test('adds the way to the grid outside of it', () => {
    expect(distanceOf(withDefaults(ball), 3, 0, 0)).toBeCloseTo(2.3, 12)
    expect(distanceOf(withDefaults(ball), 1, -2, 0)).toBeCloseTo(Math.SQRT2 - 0.7 + 1, 12)
  })

  test('can be scaled', () => {
    expect(distanceOf(withDefaults(ball, 2), 3, 0, 0)).toBeCloseTo(1.6, 12)
  })

  test('refuses samples that do not fit', () => {
    expect(() => gridShape({ count, bounds, values: [1, 2] })).toThrow('35937 distances, not 2')
    expect(() => gridShape({ count: [1, 2, 2], bounds, values: [1, 2, 3, 4] })).toThrow('at least 2 samples')
    expect(() => gridShape({ count: [2, 2, 2], bounds, values: Array(8).fill(Number.NaN) })).toThrow('finite')
    expect(() => gridShape({ count: [2, 2, 2], bounds: [1, 0, 0, 0, 1, 1], values: Array(8).fill(0) })).toThrow(
      'bounds',
    )
  })
})
