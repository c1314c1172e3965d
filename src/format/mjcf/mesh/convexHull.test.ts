import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../../test/fuzz/fuzzRandom.ts'
import { fuzzRuns } from '../../../../test/fuzz/runs.ts'
import { exactPoints, isCorner, volume } from '../../../../test/support/exactHull.ts'
import { NASTY_POINTS, nastyPoints, someNastyPoints, spherePoints } from '../../../../test/support/nastyPoints.ts'
import { convexHull } from './convexHull.ts'

function hullOf(points: Float64Array, maxVertices?: number): Int32Array {
  const faces = convexHull(points, maxVertices)
  if (!(faces instanceof Int32Array)) throw new Error(JSON.stringify(faces))
  return faces
}

/** Checks a property of the hulls of generated points; those without volume have none. */
function forHulls(
  runs: number,
  points: (random: Random) => Float64Array,
  check: (points: Float64Array, faces: Int32Array) => void,
): void {
  let hulls = 0
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const cloud = points(new Random(seed))
      const faces = convexHull(cloud)
      if (!(faces instanceof Int32Array)) {
        expect(faces).toBeTypeOf('string')
        return
      }
      hulls++
      check(cloud, faces)
    }),
    { seed: 1, numRuns: runs },
  )
  expect(hulls).toBeGreaterThan(runs / 4)
}

/** Directed sides as text. */
function sides(faces: Int32Array): string[] {
  return Array.from(faces, (v, i) => `${v}-${faces[i % 3 === 2 ? i - 2 : i + 1]}`)
}

/** Some of the points, each at a place of its own. */
function few(points: Float64Array, random: Random, most: number): Float64Array {
  const chosen = Float64Array.from(
    Array.from({ length: most }, () => {
      const p = 3 * random.below(points.length / 3)
      return [points[p], points[p + 1], points[p + 2]]
    }).flat(),
  )
  const places = exactPoints(chosen).map((place) => place.join())
  return chosen.filter((_, i) => places.indexOf(places[Math.floor(i / 3)]) === Math.floor(i / 3))
}

/** Corners of a hull as text, by place. */
function places(points: Float64Array, faces: Int32Array): string[] {
  const exact = exactPoints(points)
  return [...new Set(Array.from(faces, (v) => exact[v].join()))].sort()
}

describe.each(Object.keys(NASTY_POINTS))('hulls of %s', (kind) => {
  const points = (random: Random): Float64Array => nastyPoints(kind, random)

  test('hold all points, are closed and convex, and fulfil the formula of Euler', () => {
    forHulls(fuzzRuns(60), points, (cloud, faces) => {
      const exact = exactPoints(cloud)
      for (let f = 0; f < faces.length; f += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => exact[faces[f + k]])
        let behind = 0
        for (const p of exact) {
          const side = volume(a, b, c, p)
          if (side > 0n) throw new Error(`a point is in front of face ${f / 3}`)
          if (side < 0n) behind++
        }
        expect(behind).toBeGreaterThan(0)
      }
      const all = new Set(sides(faces))
      expect(all.size).toBe(faces.length)
      expect([...all].every((side) => all.has(side.split('-').reverse().join('-')))).toBe(true)
      const vertices = new Set(faces).size
      expect(vertices - faces.length / 2 + faces.length / 3).toBe(2)
    })
  })

  test('have the corners that a search through all tetrahedra finds, and no other vertices', () => {
    forHulls(
      fuzzRuns(60),
      (random) => few(points(random), random, 11),
      (cloud, faces) => {
        const exact = exactPoints(cloud)
        const corners = exact.map((_, i) => i).filter((i) => isCorner(exact[i], exact.toSpliced(i, 1)))
        expect([...new Set(faces)].sort((a, b) => a - b)).toEqual(corners)
      },
    )
  })
})

test('neither the order of points, nor a mirror, nor the unit of length changes the corners', () => {
  forHulls(fuzzRuns(200), someNastyPoints, (cloud, faces) => {
    const expected = places(cloud, faces)
    const reversed = Float64Array.from(cloud)
    for (let i = 0; i < cloud.length; i++) reversed[i] = cloud[cloud.length - 3 - 3 * Math.floor(i / 3) + (i % 3)]
    expect(places(reversed, hullOf(reversed))).toEqual(expected)
    const small = cloud.map((x) => x * 2 ** -40)
    expect(places(small, hullOf(small))).toEqual(expected)
    const mirrored = cloud.map((x, i) => (i % 3 === 0 ? -x : x))
    expect(new Set(hullOf(mirrored)).size).toBe(new Set(faces).size)
  })
})

test('a corner of which only slivers are known is kept', () => {
  // points on a curve: the hull has long faces, some of them thinner than a millionth of their length
  const count = 90
  const curve = Array.from({ length: count }, (_, i) => [i / count, (i / count) ** 2, (i / count) ** 3]).flat()
  const points = Float64Array.from(Float32Array.from(curve))
  const exact = exactPoints(points)
  const kept = new Set(hullOf(points))
  for (let p = 0; p < count; p++) {
    if (kept.has(p)) continue
    const faces = hullOf(points)
    for (let f = 0; f < faces.length; f += 3)
      expect(volume(exact[faces[f]], exact[faces[f + 1]], exact[faces[f + 2]], exact[p]) <= 0n).toBe(true)
  }
  expect(kept.size).toBeGreaterThan(80)
})

test('the hull of 100,000 points on a sphere holds a sample of them and is closed', () => {
  const count = 100_000
  const points = spherePoints(new Random(3), count)
  const faces = hullOf(points)
  const vertices = new Set(faces).size
  expect(vertices).toBeGreaterThan(0.9 * count)
  expect(faces.length / 3).toBe(2 * vertices - 4)
  const exact = exactPoints(points)
  for (let i = 0; i < 100; i++) {
    const f = 3 * Math.floor((i * faces.length) / 300)
    for (let p = 0; p < count; p += 997)
      expect(volume(exact[faces[f]], exact[faces[f + 1]], exact[faces[f + 2]], exact[p]) <= 0n).toBe(true)
  }
})

test('points in the middle of faces and edges are no vertices', () => {
  const points: number[] = []
  for (let x = 0; x <= 4; x++) for (let y = 0; y <= 4; y++) for (let z = 0; z <= 4; z++) points.push(x, y, z)
  expect(new Set(hullOf(Float64Array.from(points))).size).toBe(8)
})

test('points at one place, on one line and in one plane have no hull, whatever their direction', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const r = new Random(seed)
      const [o, u, v] = [0, 1, 2].map(() => [0, 1, 2].map(() => r.below(2000) - 1000))
      const cloud = (planar: number, along: number): Float64Array =>
        Float64Array.from(
          Array.from({ length: 20 }, () => {
            const [s, t] = [along * (r.below(64) - 32), planar * (r.below(64) - 32)]
            return o.map((x, k) => x + s * u[k] + t * v[k])
          }).flat(),
        )
      expect(convexHull(cloud(0, 0))).toBe('colocated')
      expect(convexHull(cloud(0, 1))).toBe('collinear')
      expect(convexHull(cloud(1, 1))).toBe('coplanar')
    }),
    { seed: 1, numRuns: 100 },
  )
})

test.each([1e-6, 1e-9, 1e-12, 1e-13])('a plate that is %s of its width thick has a hull', (thickness) => {
  const plate = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.4, thickness].map(Math.fround)
  expect(new Set(hullOf(Float64Array.from(plate))).size).toBe(5)
})

test.each([1e-15, 1e-16, 1e-17])('a plate that is %s of its width thick is flat', (thickness) => {
  const plate = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.4, thickness].map(Math.fround)
  expect(convexHull(Float64Array.from(plate))).toBe('coplanar')
})

describe('a limit of vertices', () => {
  test('is kept, and the hull closed', () => {
    const points = spherePoints(new Random(7), 500)
    for (const limit of [4, 5, 10, 64, 200]) {
      const faces = hullOf(points, limit)
      expect(new Set(faces).size).toBe(limit)
      expect(faces.length / 3).toBe(2 * limit - 4)
    }
  })

  test('that is not reached changes nothing', () => {
    forHulls(fuzzRuns(100), someNastyPoints, (cloud, faces) => {
      const limit = new Set(faces).size + 40
      expect(places(cloud, hullOf(cloud, limit))).toEqual(places(cloud, faces))
    })
  })
})
