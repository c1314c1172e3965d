import { describe, expect, test } from 'vitest'
import { cos, sin } from '../../../core/math/functions.ts'
import { clip, farthestPair, keepBehind, largeQuadrilateral, Polygon } from './polygonClip.ts'

const UP = Float64Array.of(0, 0, 1)

function polygon(...points: [number, number, number][]): Polygon {
  const out = new Polygon()
  out.reserve(points.length)
  out.point.set(points.flat())
  out.count = points.length
  return out
}

/** A regular polygon around the z axis, clockwise seen from above. */
function regular(n: number, radius = 1, z = 0): Polygon {
  return polygon(
    ...Array.from({ length: n }, (_, k): [number, number, number] => {
      const angle = (-2 * Math.PI * k) / n
      return [radius * cos(angle), radius * sin(angle), z]
    }),
  )
}

function points({ point, count }: Polygon): number[][] {
  return Array.from({ length: count }, (_, i) => Array.from(point.slice(3 * i, 3 * i + 3), (x) => x + 0))
}

function areaOf(corners: number[][]): number {
  let sum = 0
  for (const [i, [x, y]] of corners.entries()) {
    const [u, v] = corners[(i + 1) % corners.length]
    sum += x * v - y * u
  }
  return Math.abs(sum) / 2
}

describe('clipping', () => {
  const square = (): Polygon => polygon([1, 1, 0], [1, -1, 0], [-1, -1, 0], [-1, 1, 0])

  test('two squares that overlap in a corner leave a smaller square', () => {
    const subject = polygon([0, 0, -1], [0, 3, -1], [3, 3, -1], [3, 0, -1])
    clip(subject, square(), UP)
    expect(points(subject).sort()).toEqual([
      [0, 0, -1],
      [0, 1, -1],
      [1, 0, -1],
      [1, 1, -1],
    ])
  })

  test('a polygon beside the face leaves nothing', () => {
    const subject = polygon([2, 0, 0], [3, 1, 0], [3, 0, 0])
    clip(subject, square(), UP)
    expect(subject.count).toBe(0)
  })

  test('a polygon on the face stays whole', () => {
    const subject = regular(7, 0.5)
    const before = points(subject).sort()
    clip(subject, square(), UP)
    expect(points(subject).sort()).toEqual(before)
  })

  test('an edge across a face is cut at its sides', () => {
    const subject = polygon([-4, 0.5, -1], [4, 0.5, 1])
    clip(subject, square(), UP)
    const corner = new Int32Array(4)
    farthestPair(subject.point, subject.count, corner)
    const ends = [corner[0], corner[1]].map((i) => points(subject)[i]).sort((a, b) => a[0] - b[0])
    expect(ends[0]).toEqual([-1, 0.5, -0.25])
    expect(ends[1]).toEqual([1, 0.5, 0.25])
  })

  test('what is in front of the plane is dropped', () => {
    const subject = polygon([0, 0, -1], [1, 0, 1], [1, 1, 0])
    keepBehind(subject, square().point, UP)
    expect(points(subject)).toEqual([
      [0, 0, -1],
      [1, 1, 0],
    ])
  })

  test('faces with hundreds of corners find room', () => {
    const subject = regular(300, 1)
    clip(subject, regular(500, 1), UP)
    expect(areaOf(points(subject))).toBeCloseTo(Math.PI, 3)
  })
})

describe('four corners of a polygon', () => {
  test.each([5, 8, 16, 33])('of %i span most of what any four do of a regular one', (n) => {
    const { point } = regular(n)
    const corner = new Int32Array(4)
    largeQuadrilateral(point, n, corner, false)
    let best = 0
    for (let a = 0; a < n; a++)
      for (let b = a + 1; b < n; b++)
        for (let c = b + 1; c < n; c++)
          for (let d = c + 1; d < n; d++)
            best = Math.max(best, areaOf([a, b, c, d].map((i) => [point[3 * i], point[3 * i + 1]])))
    const found = areaOf(Array.from(corner, (i) => [point[3 * i], point[3 * i + 1]]))
    expect(found).toBeGreaterThan(0.8 * best)
  })

  test('keep the first one when it is anchored', () => {
    const corner = new Int32Array(4)
    largeQuadrilateral(regular(12).point, 12, corner, true)
    expect(corner[0]).toBe(0)
    expect(new Set(corner).size).toBe(4)
  })

  test('stay together where two of them met on the way, as in the reference', () => {
    // a triangle of three corners is the same whichever of them counts twice: up to rounding b goes from a to c
    const { point } = polygon(
      [0.09, 1.62, 0],
      [0.14, 1.65, 0],
      [1.57, 1.52, 0],
      [1.54, -0.11, 0],
      [0.12, -0.05, 0],
      [-0.08, -0.02, 0],
    )
    const corner = new Int32Array(4)
    largeQuadrilateral(point, 6, corner, false)
    expect(corner).toEqual(Int32Array.of(5, 5, 3, 1))
  })
})
