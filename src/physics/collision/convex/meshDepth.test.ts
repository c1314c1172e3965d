import { expect, test } from 'vitest'
import { generatedHulls } from '../../../../test/support/generatedHulls.ts'
import { Random } from '../../../../tools/compare/randomState.ts'
import { meshPolytope, trueDepth } from '../../../../tools/compare/trueDepth.ts'
import { Data } from '../../../core/data/data.ts'
import { quatToMat } from '../../../core/math/quat.ts'
import { loadModel } from '../../../format/load.ts'
import { ContactBuffer } from '../contact/contactBuffer.ts'
import { convex } from '../pair/convexPair.ts'
import { convexQuery } from './convexQuery.ts'
import { ConvexResult } from './convexResult.ts'
import { ConvexShape, shapeOfGeom } from './convexShape.ts'

/** Meshes that overlap, against the depth that all facets of the Minkowski difference give. */
test('meshes overlap by the true depth, and the deepest contact has it to a hundredth', () => {
  const random = new Random(1)
  const none = new Float64Array(1)
  const shapes = [new ConvexShape(), new ConvexShape()]
  const result = new ConvexResult()
  const contacts = new ContactBuffer()
  const hulls = generatedHulls(12, random)
  const meshes = hulls.map((points, i) => `<mesh name="m${i}" vertex="${points.flat().join(' ')}"/>`)
  const geoms = hulls.map((_, i) => `<geom type="mesh" mesh="m${i}"/>`)
  const m = loadModel(`<mujoco><asset>${meshes.join('')}</asset><worldbody>${geoms.join('')}</worldbody></mujoco>`)
  const d = new Data(m)
  let overlaps = 0
  for (let trial = 0; trial < 400; trial++) {
    const pair = [trial % 12, Math.floor(random.uniform(0, 12))]
    if (pair[0] === pair[1]) continue
    const reach = random.uniform(0.5, 0.9) * (m.geom_rbound[pair[0]] + m.geom_rbound[pair[1]])
    const offset = random.direction(3).map((x) => reach * x)
    pair.forEach((geom, i) => {
      for (let k = 0; k < 3; k++) d.geom_xpos[3 * geom + k] = i * offset[k]
      quatToMat(d.geom_xmat, 9 * geom, random.direction(4), 0)
      shapeOfGeom(shapes[i], m, d, geom, none)
    })
    convexQuery(result, shapes[0], shapes[1], m.opt, none)
    if (result.count === 0 || result.dist[0] > -1e-5) continue
    overlaps++
    const [a, b] = pair.map((geom) =>
      meshPolytope(m, geom, d.geom_xpos.slice(3 * geom, 3 * geom + 3), d.geom_xmat.slice(9 * geom, 9 * geom + 9)),
    )
    const { depth } = trueDepth(a, b)
    expect(-result.dist[0]).toBeCloseTo(depth, 12)
    contacts.count = 0
    convex(m, d, pair[0], pair[1], contacts)
    const deepest = -Math.min(...contacts.dist.subarray(0, contacts.count))
    expect(Math.abs(deepest - depth)).toBeLessThan(0.0101 * depth)
  }
  expect(overlaps).toBeGreaterThan(100)
})
