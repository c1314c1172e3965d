import { expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { spreadAround, spreadCorners } from './spreadCorners.ts'

const ODD = Float64Array.of(0.5377, 0.7741, 0.3343)

/** Corners of a convex polygon in a plane, in order: points of an ellipse. */
function polygon(count: number, random: Random): number[][] {
  const angles = Array.from({ length: count }, () => random.uniform(0, 2 * Math.PI)).sort((a, b) => a - b)
  return angles.map((angle) => [Math.cos(angle), 2 * Math.sin(angle), 0.5])
}

function areaOf(corners: readonly number[][]): number {
  const [a, b, c, d] = corners
  return Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2
}

function chosen(points: readonly number[][]): number[][] {
  const corner = new Int32Array(4)
  spreadCorners(Float64Array.from(points.flat()), points.length, ODD, corner)
  return Array.from(corner, (i) => points[i])
}

test('four corners span at least 0.7 of what any four do', () => {
  const random = new Random(1)
  for (let trial = 0; trial < 50; trial++) {
    const points = polygon(5 + (trial % 8), random)
    let most = 0
    const n = points.length
    for (let a = 0; a < n; a++)
      for (let b = a + 1; b < n; b++)
        for (let c = b + 1; c < n; c++)
          for (let d = c + 1; d < n; d++) most = Math.max(most, areaOf([a, b, c, d].map((i) => points[i])))
    expect(areaOf(chosen(points))).toBeGreaterThan(0.7 * most)
  }
})

test('they are the same wherever the polygon starts, also where all corners are alike', () => {
  const random = new Random(2)
  const regular = (n: number) =>
    Array.from({ length: n }, (_, i) => [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), 0])
  for (const points of [...[5, 6, 7, 8, 16, 90].map(regular), ...[6, 9, 20].map((n) => polygon(n, random))]) {
    const sorted = (corners: number[][]) => corners.map(String).sort()
    const first = sorted(chosen(points))
    for (let start = 1; start < points.length; start++)
      expect(sorted(chosen([...points.slice(start), ...points.slice(0, start)]))).toEqual(first)
  }
})

test('one of them can be kept in its place', () => {
  const points = polygon(12, new Random(3))
  const corner = Int32Array.of(2, 4, 5, 6)
  spreadAround(Float64Array.from(points.flat()), 12, 2, corner)
  expect(corner[2]).toBe(5)
  expect(areaOf(Array.from(corner, (i) => points[i]))).toBeGreaterThan(areaOf([2, 4, 5, 6].map((i) => points[i])))
})
