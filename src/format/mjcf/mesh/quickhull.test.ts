import { expect, test } from 'vitest'
import { Random } from '../../../../test/fuzz/fuzzRandom.ts'
import { convexHull } from './convexHull.ts'

function cloud(count: number, seed: number, place: (random: Random) => readonly number[]): Float64Array {
  const random = new Random(seed)
  return Float64Array.from(Array.from({ length: count }, () => place(random)).flat())
}

/** How far the points are outside of the faces, at most. */
function farthestOutside(points: Float64Array, faces: Int32Array): number {
  let worst = -Infinity
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[i + k])
    const u = [0, 1, 2].map((k) => points[b + k] - points[a + k])
    const v = [0, 1, 2].map((k) => points[c + k] - points[a + k])
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const length = Math.hypot(...n)
    for (let p = 0; p < points.length; p += 3) {
      const height = n.reduce((sum, x, k) => sum + (x * (points[p + k] - points[a + k])) / length, 0)
      worst = Math.max(worst, height)
    }
  }
  return worst
}

function hullOf(points: Float64Array): Int32Array {
  const faces = convexHull(points)
  if (typeof faces === 'string') throw new Error(faces)
  return faces
}

test.each([
  ['a ball', (r: Random) => [r.next() - 0.5, r.next() - 0.5, r.next() - 0.5]],
  ['a grid', (r: Random) => [r.below(4), r.below(4), r.below(4)]],
  [
    'a cylinder',
    (r: Random) => [Math.cos(r.below(24) * 0.2618), Math.sin(r.below(24) * 0.2618), r.below(3)].map(Math.fround),
  ],
])('no point of %s is outside of its hull, and the hull is closed', (_, place) => {
  for (let seed = 0; seed < 20; seed++) {
    const points = cloud(200, seed, place)
    const faces = hullOf(points)
    expect(farthestOutside(points, faces)).toBeLessThan(1e-12)
    const vertices = new Set(faces).size
    expect(faces.length / 3).toBe(2 * vertices - 4)
  }
})

test('points in the middle of faces and edges are no vertices', () => {
  const points: number[] = []
  for (let x = 0; x <= 4; x++) for (let y = 0; y <= 4; y++) for (let z = 0; z <= 4; z++) points.push(x, y, z)
  expect(new Set(hullOf(Float64Array.from(points))).size).toBe(8)
})

test('points at one place, on one line and in one plane have no hull', () => {
  expect(convexHull(Float64Array.of(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3))).toBe('colocated')
  expect(convexHull(Float64Array.of(0, 0, 0, 1, 1, 0, 2, 2, 0, 3, 3, 0))).toBe('collinear')
  expect(convexHull(Float64Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1))).toBe('coplanar')
})

test('a hull can be held to a number of vertices', () => {
  const points = cloud(500, 7, (r) => [r.next(), r.next(), r.next()])
  const faces = convexHull(points, 10)
  expect(typeof faces === 'string' ? faces : new Set(faces).size).toBe(10)
})
