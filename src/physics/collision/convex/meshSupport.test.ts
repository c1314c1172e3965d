import { expect, test } from 'vitest'
import { Random } from '../../../../test/fuzz/fuzzRandom.ts'
import { fuzzRuns } from '../../../../test/fuzz/runs.ts'
import { NASTY_POINTS, nastyPoints } from '../../../../test/support/nastyPoints.ts'
import { Data, forward, loadModel, type Model, ModelError } from '../../../index.ts'
import { ConvexShape, shapeOfGeom } from './convexShape.ts'
import { supportMesh } from './meshSupport.ts'

/** Rounding of vertices of size 1 to single precision, which comes after the hull is made. */
const SINGLE = 2 ** -23

/** A mesh of the points, of size 1, at the origin of its frame, and its model; undefined when they are flat. */
function meshShape(points: Float64Array): { shape: ConvexShape; m: Model } | undefined {
  const size = points.reduce((most, x) => Math.max(most, Math.abs(x)), 0)
  const xml = `<mujoco><asset><mesh name="m" inertia="shell" vertex="${[...points].join(' ')}"
    scale="${1 / size} ${1 / size} ${1 / size}"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`
  try {
    const m = loadModel(xml)
    const d = new Data(m)
    forward(m, d)
    const shape = new ConvexShape()
    shapeOfGeom(shape, m, d, 0, new Float64Array(1))
    shape.pos.fill(0)
    shape.mat.set([1, 0, 0, 0, 1, 0, 0, 0, 1])
    return { shape, m }
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
}

/** A unit vector: any, or almost a normal of the hull, where faces are hardly better than their neighbors. */
function direction(m: Model, random: Random, near: boolean): Float64Array {
  const polygon = random.below(m.nmeshpoly)
  const spread = near && m.nmeshpoly > 0 ? 10 ** (-1 - 8 * random.next()) : 1
  const normal = m.mesh_polynormal.slice(3 * polygon, 3 * polygon + 3)
  const out = Float64Array.from([0, 1, 2], (k) => (spread < 1 ? normal[k] : 0) + spread * (2 * random.next() - 1))
  const length = Math.hypot(...out)
  return out.map((x) => x / length)
}

test.each(Object.keys(NASTY_POINTS))('climbing the hull of %s finds the farthest of all its points', (kind) => {
  const point = new Float64Array(3)
  let climbed = 0
  for (let seed = 0; seed < fuzzRuns(40); seed++) {
    const random = new Random(seed)
    const mesh = meshShape(nastyPoints(kind, random))
    if (mesh === undefined) continue
    climbed++
    const { shape, m } = mesh
    const { vert } = shape
    for (let i = 0; i < 100; i++) {
      const d = direction(m, random, i % 3 > 0)
      // from the vertex found last, as a query does, or afresh
      if (i % 2 === 0) shape.vertex = -1
      supportMesh(shape, d, 0, point, 0)
      let most = -Infinity
      for (let v = 0; v < vert.length; v += 3)
        most = Math.max(most, d[0] * vert[v] + d[1] * vert[v + 1] + d[2] * vert[v + 2])
      expect(most - (d[0] * point[0] + d[1] * point[1] + d[2] * point[2])).toBeLessThan(SINGLE)
    }
  }
  expect(climbed).toBeGreaterThan(0)
})
