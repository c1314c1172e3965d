import load from '@mujoco/mujoco'
import { expect, test } from 'vitest'
import { loadModel, type Model } from '../../src/index.ts'
import { compareModel } from './compareModel.ts'
import { matches } from './fields.ts'
import { ReferenceModel } from './reference.ts'

const mj = await load()

const xml = `
<mujoco>
  <asset><mesh name="ball" builtin="sphere" params="2"/></asset>
  <worldbody>
    <body><freejoint/><geom type="mesh" mesh="ball"/><geom size="0.1" pos="1 0 0"/><geom size="0.1" pos="2 0 0"/></body>
  </worldbody>
</mujoco>`

/** Fields that differ after something was done to our model. */
function found(spoil: (m: Model) => void): string[] {
  const ours = loadModel(xml)
  spoil(ours)
  const reference = new ReferenceModel(mj, xml)
  const fields = compareModel(ours, reference).filter((result) => !matches(result))
  reference.delete()
  return fields.map(({ field }) => field)
}

/** Exchanges the elements of two leaves. */
function swap(m: Model, i: number, j: number): void {
  const { bvh_nodeid } = m
  const [a, b] = [bvh_nodeid[i], bvh_nodeid[j]]
  bvh_nodeid[i] = b
  bvh_nodeid[j] = a
}

const isLeaf = (m: Model, node: number): boolean => m.bvh_nodeid[node] >= 0

test('hierarchies of bodies and meshes are those of the reference', () => {
  expect(found(() => {})).toEqual([])
})

test('exchanged leaves are found, in bodies and in meshes', () => {
  expect(found((m) => swap(m, 1, 3))).toEqual(['bvh_nodeid'])
  expect(
    found((m) => {
      const first = m.mesh_bvhadr[0]
      let leaf = first
      while (!isLeaf(m, leaf)) leaf++
      let last = m.nbvh - 1
      while (!isLeaf(m, last)) last--
      swap(m, leaf, last)
    }),
  ).toEqual(['bvh (mesh)'])
})

test('boxes that do not hold their triangles are found', () => {
  expect(found((m) => (m.bvh_aabb[6 * m.nbvh - 1] *= 0.99))).toEqual(['bvh (mesh)'])
})

test('nodes that the reference leaves behind when it fuses bodies do not count', () => {
  const fused = `
    <mujoco>
      <compiler fusestatic="true"/>
      <worldbody><body><freejoint/><geom size="1"/><body pos="1 0 0"><geom size="1"/></body></body></worldbody>
    </mujoco>`
  const ours = loadModel(fused)
  const reference = new ReferenceModel(mj, fused)
  expect(ours.nbvh).toBe(3)
  expect(reference.size('nbvh')).toBe(4)
  expect(compareModel(ours, reference).filter((result) => !matches(result))).toEqual([])
  reference.delete()
})
