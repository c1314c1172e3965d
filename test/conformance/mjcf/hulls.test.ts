import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { convexHull } from '../../../src/format/mjcf/mesh/convexHull.ts'
import { ReferenceModel, type ReferenceModule, RefusedByReference } from '../../../tools/compare/index.ts'
import type { NumericArray } from '../../../tools/compare/reference.ts'
import { Random } from '../../fuzz/fuzzRandom.ts'
import { fuzzRuns } from '../../fuzz/runs.ts'
import { NASTY_POINTS, nastyPoints } from '../../support/nastyPoints.ts'

/** Hulls of generated points in both engines: the same points are refused, and the others have the same corners. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

/** What the reference does not tell apart, relative to the largest coordinate. */
const ROUNDING = 2e-14

interface Hull {
  readonly vertices: number[]
  readonly triangles: number[]
}

/** The hull of the reference, or undefined when it refuses the points. */
function referenceHull(points: Float64Array, size: number): Hull | undefined {
  const scale = 1 / size
  const xml = `<mujoco><asset><mesh name="m" inertia="shell" vertex="${[...points].join(' ')}"
    scale="${scale} ${scale} ${scale}"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`
  try {
    const m = new ReferenceModel(mj, xml)
    const graph = m.array('mesh_graph')!
    m.delete()
    const [nvert, nface] = graph
    const part = (from: number, count: number): number[] => Array.from(graph.slice(from, from + count))
    return { vertices: part(2 + nvert, nvert), triangles: part(2 + 3 * nvert + 3 * nface, 3 * nface) }
  } catch (error) {
    if (error instanceof RefusedByReference) return undefined
    throw error
  }
}

/** How far a point is outside of a hull, relative to the size of the points; faces without area do not count. */
function heightAbove(points: Float64Array, size: number, triangles: ArrayLike<number>, p: number): number {
  let most = -Infinity
  for (let f = 0; f < triangles.length; f += 3) {
    const [a, b, c] = [triangles[f], triangles[f + 1], triangles[f + 2]]
    const from = (q: number): number[] => [0, 1, 2].map((k) => (points[3 * q + k] - points[3 * a + k]) / size)
    const [u, v, w] = [from(b), from(c), from(p)]
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const area = Math.hypot(...n)
    if (area > 0) most = Math.max(most, (n[0] * w[0] + n[1] * w[1] + n[2] * w[2]) / area)
  }
  return most
}

describe.each(Object.keys(NASTY_POINTS))('hulls of %s', (kind) => {
  test('have the corners of the reference, up to points within rounding of its hull', () => {
    for (let seed = 0; seed < fuzzRuns(60); seed++) {
      const points = nastyPoints(kind, new Random(1000 + seed))
      const size = points.reduce((most, x) => Math.max(most, Math.abs(x)), 0)
      const theirs = referenceHull(points, size)
      const ours = convexHull(points)
      if (!(ours instanceof Int32Array) || theirs === undefined) {
        expect(typeof ours, `seed ${seed}`).toBe(theirs === undefined ? 'string' : 'object')
        continue
      }
      const place = (v: number): string => [0, 1, 2].map((k) => points[3 * v + k] + 0).join()
      const own = new Set(Array.from(ours, place))
      const other = new Set(theirs.vertices.map(place))
      for (const v of theirs.vertices)
        if (!own.has(place(v))) expect(heightAbove(points, size, ours, v), `seed ${seed}`).toBeLessThan(ROUNDING)
      for (const v of new Set(ours))
        if (!other.has(place(v)))
          expect(heightAbove(points, size, theirs.triangles, v), `seed ${seed}`).toBeGreaterThan(-ROUNDING)
    }
  })
})

/** Number of polygons whose normal points toward a point inside of the mesh. */
function inwardNormals(array: (name: string) => NumericArray): number {
  const [vertex, normal, start, vertices] = ['vert', 'polynormal', 'polyvertadr', 'polyvert'].map((name) =>
    array(`mesh_${name}`),
  )
  let inward = 0
  for (let p = 0; p < start.length; p++) {
    // the frame of the mesh has its origin in the center of mass
    const corner = 3 * vertices[start[p]]
    const height = [0, 1, 2].reduce((sum, k) => sum + normal[3 * p + k] * vertex[corner + k], 0)
    if (height < 0) inward++
  }
  return inward
}

test('normals of polygons point outward, where some of the reference point inward', () => {
  let theirs = 0
  for (let seed = 0; seed < 10; seed++) {
    const random = new Random(seed)
    // a flat dome, tilted: faces whose normals differ by less than 0.01 rad make up a few polygons
    const dome = Array.from({ length: 100 }, () => {
      const [x, y] = [random.next() - 0.5, random.next() - 0.5]
      const z = -0.01 * (x * x + y * y)
      return [x, 0.8 * y - 0.6 * z, 0.6 * y + 0.8 * z]
    })
    const xml = `<mujoco><asset><mesh name="m" vertex="${dome.flat().join(' ')} 0 .6 -.8"/></asset>
      <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`
    const m = loadModel(xml)
    expect(inwardNormals((name) => Reflect.get(m, name) as NumericArray)).toBe(0)
    const reference = new ReferenceModel(mj, xml)
    theirs += inwardNormals((name) => reference.array(name)!)
    reference.delete()
  }
  expect(theirs).toBeGreaterThan(0)
})
