import { describe, expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { normalize4, quatToMat } from '../../../core/math/quat.ts'
import { Option } from '../../../core/model/option.ts'
import { convexQuery } from './convexQuery.ts'
import { ConvexResult } from './convexResult.ts'
import { ConvexShape, ShapeType } from './convexShape.ts'

const opt = new Option()
const out = new ConvexResult()
const overlap = Float64Array.of(0)
const anyDistance = Float64Array.of(1e10)

function shapeAt(type: ShapeType, size: readonly number[], pos: ArrayLike<number>, quat?: Float64Array): ConvexShape {
  const shape = new ConvexShape()
  shape.type = type
  shape.size.set(size)
  shape.pos.set(pos)
  const q = quat?.slice() ?? Float64Array.of(1, 0, 0, 0)
  normalize4(q, 0)
  quatToMat(shape.mat, 0, q, 0)
  return shape
}

const SHAPES: readonly [ShapeType, readonly number[]][] = [
  [ShapeType.sphere, [0.2]],
  [ShapeType.capsule, [0.1, 0.2]],
  [ShapeType.ellipsoid, [0.1, 0.2, 0.3]],
  [ShapeType.cylinder, [0.2, 0.1]],
  [ShapeType.box, [0.1, 0.2, 0.3]],
]

/** Random pairs of shapes, the centers up to `spread` apart. */
function forPairs(seed: number, spread: number, use: (a: ConvexShape, b: ConvexShape) => void): void {
  const random = new Random(seed)
  for (const first of SHAPES)
    for (const second of SHAPES)
      for (let i = 0; i < 20; i++) {
        const a = shapeAt(...first, random.vector(3), random.vector(4))
        const away = random.direction(3).map((x) => x * spread * random.uniform(0.05, 1))
        const b = shapeAt(
          ...second,
          a.pos.map((x, k) => x + away[k]),
          random.vector(4),
        )
        use(a, b)
      }
}

describe('distance', () => {
  test('of boxes side by side is the gap between them', () => {
    const a = shapeAt(ShapeType.box, [1, 1, 1], [0, 0, 0])
    const b = shapeAt(ShapeType.box, [1, 1, 1], [2.5, 0.3, 0.1])
    convexQuery(out, a, b, opt, anyDistance)
    expect(out.dist[0]).toBeCloseTo(0.5, 12)
  })

  test('of spheres that are ellipsoids, that of their centers less their radii', () => {
    const a = shapeAt(ShapeType.ellipsoid, [0.5, 0.5, 0.5], [0, 0, 0])
    const b = shapeAt(ShapeType.ellipsoid, [1, 1, 1], [1, 2, 2])
    convexQuery(out, a, b, opt, anyDistance)
    expect(out.dist[0]).toBeCloseTo(1.5, 9)
  })

  test('is that of the witnesses', () => {
    let apart = 0
    forPairs(1, 2, (a, b) => {
      convexQuery(out, a, b, opt, anyDistance)
      if (out.dist[0] <= 0) return
      apart++
      const gap = [0, 1, 2].reduce((sum, k) => sum + (out.x1[k] - out.x2[k]) ** 2, 0)
      expect(Math.sqrt(gap)).toBeCloseTo(out.dist[0], 9)
    })
    expect(apart).toBeGreaterThan(200)
  })

  test('is infinite beyond the cutoff', () => {
    const a = shapeAt(ShapeType.box, [1, 1, 1], [0, 0, 0])
    const b = shapeAt(ShapeType.cylinder, [1, 1], [5, 0, 0])
    convexQuery(out, a, b, opt, Float64Array.of(2))
    expect(out.count).toBe(0)
    expect(out.dist[0]).toBe(Infinity)
  })
})

describe('overlap', () => {
  test('of boxes is the shortest way to part them', () => {
    const a = shapeAt(ShapeType.box, [1, 1, 1], [0, 0, 0])
    const b = shapeAt(ShapeType.box, [1, 1, 1], [1.7, 0.3, 0.1])
    convexQuery(out, a, b, opt, overlap)
    expect(out.dist[0]).toBeCloseTo(-0.3, 12)
    expect(out.x1[0] - out.x2[0]).toBeCloseTo(0.3, 12)
  })

  test('is gone when one shape moves by it', () => {
    let deep = 0
    forPairs(2, 0.3, (a, b) => {
      convexQuery(out, a, b, opt, overlap)
      if (out.count === 0 || !(out.dist[0] < 0)) return
      deep++
      for (let k = 0; k < 3; k++) b.pos[k] += 1.0001 * (out.x1[k] - out.x2[k])
      const before = out.dist[0]
      convexQuery(out, a, b, opt, overlap)
      // searches end after some steps, a few percent short where everything is round
      expect(out.count === 0 ? 0 : Math.min(0, out.dist[0])).toBeGreaterThan(0.05 * before - 1e-6)
    })
    expect(deep).toBeGreaterThan(300)
  })

  test('does not depend on which shape is the first', () => {
    forPairs(3, 0.4, (a, b) => {
      convexQuery(out, a, b, opt, overlap)
      const depth = out.count > 0 ? Math.min(0, out.dist[0]) : 0
      convexQuery(out, b, a, opt, overlap)
      const swapped = out.count > 0 ? Math.min(0, out.dist[0]) : 0
      expect(Math.abs(depth - swapped)).toBeLessThan(0.02 * Math.abs(depth) + 2e-6)
    })
  })

  test('of shapes with a common center has a depth too, along which they can be parted', () => {
    const random = new Random(4)
    // of round shapes, all directions are alike, and the search takes many steps
    const patient = new Option()
    patient.ccd_iterations = 1000
    for (const first of SHAPES)
      for (const second of SHAPES)
        for (const turns of [undefined, random.vector(4)]) {
          const a = shapeAt(...first, [0.1, 0.2, 0.3], turns)
          const b = shapeAt(...second, [0.1, 0.2, 0.3], turns)
          convexQuery(out, a, b, patient, overlap)
          expect(out.count).toBe(1)
          const depth = -out.dist[0]
          expect(depth).toBeGreaterThan(0.19)
          for (let k = 0; k < 3; k++) b.pos[k] += 1.001 * (out.x1[k] - out.x2[k])
          convexQuery(out, a, b, patient, overlap)
          expect(out.count === 0 ? 0 : Math.max(0, -out.dist[0])).toBeLessThan(0.01 * depth)
        }
  })

  test('of a prism and a ball that rests on it is how far the ball sinks in', () => {
    const prism = new ConvexShape()
    prism.type = ShapeType.prism
    prism.prism.set([-1, -1, -1, 2, -1, -1, -1, 2, -1, -1, -1, 0, 2, -1, 0, -1, 2, 0])
    convexQuery(out, prism, shapeAt(ShapeType.sphere, [0.2], [-0.2, -0.2, 0.15]), opt, overlap)
    expect(out.dist[0]).toBeCloseTo(-0.05, 9)
    expect(out.x1[2]).toBeCloseTo(0, 9)
  })

  test('grows by the margins of both shapes', () => {
    const a = shapeAt(ShapeType.box, [1, 1, 1], [0, 0, 0])
    const b = shapeAt(ShapeType.cylinder, [1, 1], [0, 0, 1.9])
    a.margin[0] = 0.02
    b.margin[0] = 0.02
    convexQuery(out, a, b, opt, overlap)
    expect(out.dist[0]).toBeCloseTo(-0.12, 6)
  })
})

describe('whatever the pose', () => {
  test('no number is NaN', () => {
    const random = new Random(5)
    for (const first of SHAPES)
      for (const second of SHAPES)
        for (const gap of [0, 1e-300, 1e-18, 1e-15, 1e-9, 1e-6, 1, 1e9, 1e200]) {
          const a = shapeAt(...first, [0, 0, 0], random.vector(4))
          const b = shapeAt(
            ...second,
            random.direction(3).map((x) => x * gap),
            random.vector(4),
          )
          for (const cutoff of [overlap, anyDistance]) {
            convexQuery(out, a, b, opt, cutoff)
            expect(out.dist[0]).not.toBeNaN()
            if (out.count > 0) expect(Array.from(out.x1.subarray(0, 3)).some(Number.isNaN)).toBe(false)
          }
        }
  })
})
