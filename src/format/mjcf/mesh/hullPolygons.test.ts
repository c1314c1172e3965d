import { expect, test } from 'vitest'
import { Random } from '../../../../test/fuzz/fuzzRandom.ts'
import { nastyPoints } from '../../../../test/support/nastyPoints.ts'
import { convexHull } from './convexHull.ts'
import { hullPolygons, normalsOf } from './hullPolygons.ts'

function polygonsOf(points: Float64Array): number[][] {
  const faces = convexHull(points)
  if (!(faces instanceof Int32Array)) throw new Error(JSON.stringify(faces))
  return hullPolygons(points, faces)
}

const BOX = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2]).flat()

test('a box has six polygons, also where points are on its faces and edges', () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = new Random(seed)
    const onSurface = Array.from({ length: 30 }, () => {
      const point = [random.next(), random.next(), random.next()]
      for (let k = random.below(3); k >= 0; k--) point[random.below(3)] = random.below(2)
      return point
    })
    const polygons = polygonsOf(Float64Array.from([...BOX, ...onSurface.flat()], Math.fround))
    expect(polygons.map((loop) => loop.length)).toEqual([4, 4, 4, 4, 4, 4])
  }
})

test('the normal of a polygon points outward, even where three of its corners in a row turn inward', () => {
  let inward = 0
  for (let seed = 0; seed < 20; seed++) {
    const random = new Random(seed)
    // a flat dome, tilted: faces whose normals differ by less than 0.01 rad make up a few polygons
    const dome = Array.from({ length: 100 }, () => {
      const [x, y] = [random.next() - 0.5, random.next() - 0.5]
      const z = -0.01 * (x * x + y * y)
      return [x, 0.8 * y - 0.6 * z, 0.6 * y + 0.8 * z]
    })
    const points = Float64Array.from([...dome.flat(), 0, 0.6, -0.8], Math.fround)
    const inside = [0, 0.06, -0.08]
    const polygons = polygonsOf(points)
    const normals = normalsOf(points, polygons)
    for (const [i, loop] of polygons.entries()) {
      const depth = (n: ArrayLike<number>): number =>
        inside.reduce((sum, x, k) => sum + n[k] * (points[3 * loop[0] + k] - x), 0)
      expect(depth(normals.subarray(3 * i, 3 * i + 3))).toBeGreaterThan(0)
      if (depth(normalsOf(points, [loop.slice(0, 3)])) < 0) inward++
    }
  }
  expect(inward).toBeGreaterThan(0)
})

test('sides of polygons come in pairs: each is passed once in each direction', () => {
  for (let seed = 0; seed < 100; seed++) {
    const points = nastyPoints('turned parts', new Random(seed))
    if (Math.max(...points.map(Math.abs)) < 1e-3) continue
    const sides = polygonsOf(points).flatMap((loop) => loop.map((v, i) => [v, loop[(i + 1) % loop.length]]))
    const keys = new Set(sides.map(([a, b]) => `${a}-${b}`))
    expect(keys.size).toBe(sides.length)
    expect(sides.every(([a, b]) => keys.has(`${b}-${a}`))).toBe(true)
  }
})
