import { expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { closest, closestOnPrism } from './prismPoint.ts'

/** A prism over a triangle of the xy plane, bottom at -1. */
function prism(...top: [number, number, number][]): Float64Array {
  return Float64Array.from([...top.flatMap(([x, y]) => [x, y, -1]), ...top.flat()])
}

const slope = prism([0, 0, 0], [1, 0, 1], [0, 1, 0])

test.each([
  ['above the surface', [0.25, 0.25, 1.25], [0.75, 0.25, 0.75]],
  ['over the highest corner', [1, 0, 3], [1, 0, 1]],
  ['beyond an edge of the surface', [-1, 0.5, 1], [0, 0.5, 0]],
  ['beside a wall', [-1, 0.5, -0.5], [0, 0.5, -0.5]],
  ['beside the high wall, above the low end of the surface', [0.5, -1, 0.25], [0.5, 0, 0.25]],
  ['beyond a corner', [-1, -1, -0.5], [0, 0, -0.5]],
])('the closest point to one %s', (_, point, expected) => {
  expect(closestOnPrism(slope, Float64Array.from(point))).toBe(true)
  expect(Array.from(closest.subarray(0, 3), (x) => x + 0)).toEqual(expected)
})

test.each([
  ['inside', [0.25, 0.25, -0.5]],
  ['below', [0.25, 0.25, -2]],
])('a point %s has none', (_, point) => {
  expect(closestOnPrism(slope, Float64Array.from(point))).toBe(false)
})

test('no point of the prism is closer, whichever way its corners go round', () => {
  const random = new Random(3)
  const p = new Float64Array(3)
  for (let trial = 0; trial < 2000; trial++) {
    const [a, b, c] = [random.vector(3), random.vector(3), random.vector(3)]
    const corner = prism([a[0], a[1], a[2] * 0.5], [b[0], b[1], b[2] * 0.5], [c[0], c[1], c[2] * 0.5])
    const lowest = Math.min(corner[11], corner[14], corner[17])
    if (lowest < -0.9) continue
    for (let k = 0; k < 3; k++) p[k] = 2 * random.normal()
    if (p[2] < -0.9 || !closestOnPrism(corner, p)) continue
    const found = Math.sqrt(closest[3])
    for (let sample = 0; sample < 20; sample++) {
      let [u, v] = [random.uniform(0, 1), random.uniform(0, 1)]
      if (u + v > 1) [u, v] = [1 - u, 1 - v]
      const at = (k: number): number => (1 - u - v) * corner[9 + k] + u * corner[12 + k] + v * corner[15 + k]
      const z = -1 + random.uniform(0, 1) * (at(2) + 1)
      const height = sample % 2 ? at(2) : Math.min(at(2), Math.max(z, p[2]))
      expect(Math.hypot(p[0] - at(0), p[1] - at(1), p[2] - height)).toBeGreaterThanOrEqual(found - 1e-12)
    }
  }
})
