import { expect, test } from 'vitest'
import { circumcenter } from './triangle.ts'

test('the center of the circle through three points is equally far from each of them, and in their plane', () => {
  const x = Float64Array.of(1, 2, 3, -1, 0.5, 2, 0.3, -2, 1)
  const offset = new Float64Array(3)
  expect(circumcenter(offset, 0, x, 0, 3, 6)).toBe(true)
  const center = offset.map((value, k) => x[6 + k] + value)
  const distances = [0, 3, 6].map((i) => Math.hypot(...center.map((value, k) => value - x[i + k])))
  expect(distances[0]).toBeCloseTo(distances[2], 12)
  expect(distances[1]).toBeCloseTo(distances[2], 12)
  expect(Math.hypot(...offset)).toBeCloseTo(distances[2], 12)
  const [u, v] = [0, 3].map((i) => [0, 1, 2].map((k) => x[i + k] - x[6 + k]))
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  expect(normal.reduce((sum, n, k) => sum + n * offset[k], 0)).toBeCloseTo(0, 12)
})

test('points on a line have no such center', () => {
  const x = Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2)
  expect(circumcenter(new Float64Array(3), 0, x, 0, 3, 6)).toBe(false)
})
