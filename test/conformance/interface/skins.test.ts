import type { InstancedMesh } from 'three'
import { beforeAll, describe, expect, test } from 'vitest'
import { Materials } from '../../../apps/viewer/scene/materials.ts'
import { Skins } from '../../../apps/viewer/scene/skins.ts'
import { Data, forward, loadModel } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { quietReference } from '../support/quietReference.ts'

/** Deformed skins are those of the reference's visualizer, `mjv_updateScene`: vertices and normals. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

/**
 * An irregular tube along x around two hinges, with three bones whose bind poses are turned; each vertex has two bones.
 */
const RINGS = 7
const SIDES = 5
const points = Array.from({ length: RINGS * SIDES }, (_, i) => {
  const [ring, side] = [Math.floor(i / SIDES), i % SIDES]
  const angle = (2 * Math.PI * side) / SIDES + 0.3 * ring
  const radius = 0.1 + 0.03 * Math.sin(ring) + 0.02 * Math.cos(2 * side)
  return [(0.9 * ring) / (RINGS - 1), radius * Math.cos(angle), radius * Math.sin(angle)]
})
const faces = Array.from({ length: (RINGS - 1) * SIDES }, (_, i) => {
  const [ring, side] = [Math.floor(i / SIDES), i % SIDES]
  const [a, b] = [SIDES * ring + side, SIDES * ring + ((side + 1) % SIDES)]
  return [a, b, a + SIDES, b, b + SIDES, a + SIDES]
}).flat()
/** Weight of a bone at x: a hat of half width 0.45 about its place. The compiler normalizes the weights of a vertex. */
const bone = (name: string, place: number, quat: string) => {
  const weights = points.map(([x]) => Math.max(0, 1 - Math.abs(x - place) / 0.45))
  const ids = weights.flatMap((weight, i) => (weight > 0 ? [i] : []))
  return `<bone body="${name}" bindpos="${place} .01 -.02" bindquat="${quat}" vertid="${ids.join(' ')}"
    vertweight="${ids.map((i) => weights[i]).join(' ')}"/>`
}
const modelWith = (inflate: number) => `
<mujoco>
  <worldbody>
    <body name="a"><freejoint/><geom size=".1"/>
      <body name="b" pos=".45 0 0"><joint type="ball"/><geom size=".1"/>
        <body name="c" pos=".45 0 0"><joint axis="0 1 1"/><geom size=".1"/></body>
      </body>
    </body>
  </worldbody>
  <deformable>
    <skin vertex="${points.flat().join(' ')}" face="${faces.join(' ')}" inflate="${inflate}">
      ${bone('a', 0, '1 0 0 0')}${bone('b', 0.45, '.8 .6 0 0')}${bone('c', 0.9, '.5 .5 -.5 .5')}
    </skin>
  </deformable>
</mujoco>`

/** The vertices and normals that the reference draws. */
function referenceSkin(d: ReferenceData): { readonly vertices: number[]; readonly normals: number[] } {
  const [option, camera, perturb] = [new mj.MjvOption(), new mj.MjvCamera(), new mj.MjvPerturb()]
  mj.mjv_defaultOption(option)
  mj.mjv_defaultFreeCamera(d.model.raw, camera)
  mj.mjv_defaultPerturb(perturb)
  const scene = new mj.MjvScene(d.model.raw, 100)
  const ALL = 7
  mj.mjv_updateScene(d.model.raw, d.raw, option, perturb, camera, ALL, scene)
  const result = { vertices: [...scene.skinvert], normals: [...scene.skinnormal] }
  for (const each of [option, camera, perturb, scene]) each.delete()
  return result
}

describe.each([0, 0.02])('a skin inflated by %f m', (inflate) => {
  const xml = modelWith(inflate)
  test.each([
    ['as it was bound', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]],
    ['bent', [0, 0, 0, 1, 0, 0, 0, 0.8, 0, 0.6, 0, -0.9]],
    ['moved, turned and bent', [0.3, -0.2, 0.7, 0.5, 0.5, 0.5, -0.5, 0.6, 0.64, 0, 0.48, 1.3]],
  ])('has the vertices and normals of the reference: %s', (_, qpos) => {
    const m = loadModel(xml)
    const d = new Data(m)
    d.qpos.set(qpos)
    forward(m, d)
    const reference = new ReferenceData(new ReferenceModel(mj, xml))
    reference.raw.qpos.set(d.qpos)
    mj.mj_forward(reference.model.raw, reference.raw)
    const theirs = referenceSkin(reference)
    expect(theirs.vertices).toHaveLength(3 * points.length)

    const skins = new Skins(m, new Materials(m))
    skins.update(d, true, [true, true, true, true, true, true])
    const { geometry } = skins.object.children[0] as InstancedMesh
    const vertices = geometry.getAttribute('position').array
    const normals = geometry.getAttribute('normal').array
    for (const [i, x] of theirs.vertices.entries()) expect(Math.abs(vertices[i] - x)).toBeLessThan(1e-6)
    for (const [i, x] of theirs.normals.entries()) expect(Math.abs(normals[i] - x)).toBeLessThan(1e-5)
    skins.dispose()
  })
})
