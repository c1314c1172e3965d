import { expect, test } from 'vitest'
import { places, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { planeMesh } from './planeMesh.ts'

const PLANE = 'type="plane" size="1 1 1"'
const ASSETS = `<asset>
  <mesh name="block" vertex="-1 -.5 0  1 -.5 0  1 .5 0  -1 .5 0  -1 -.5 1  1 -.5 1  1 .5 1  -1 .5 1"/>
  <mesh name="mirrored" scale="-1 1 1" vertex="-1 -.5 0  1 -.5 0  1 .5 0  -1 .5 0  -1 -.5 1  1 -.5 1  1 .5 1  -1 .5 1"/>
  <mesh name="drum" builtin="cone" params="100 1"/>
</asset>`

function contacts(mesh: string, pose: string, margin = 0) {
  return new TwoGeoms(planeMesh, PLANE, `type="mesh" mesh="${mesh}" ${pose}`, ASSETS).contacts(margin)
}

test.each(['block', 'mirrored'])('a %s stands on its four corners', (mesh) => {
  const found = contacts(mesh, 'pos="0 0 -.0625"')
  expect(places(found).map((pos) => pos.map((x) => Math.round(x * 1e6) / 1e6))).toEqual([
    [-1, -0.5, -0.03125],
    [-1, 0.5, -0.03125],
    [1, -0.5, -0.03125],
    [1, 0.5, -0.03125],
  ])
  for (const { dist, normal } of found) {
    expect(dist).toBeCloseTo(-0.0625, 12)
    expect(normal).toEqual([0, 0, 1])
  }
})

test('a block on an edge touches along it, the corners above it stay clear', () => {
  const found = contacts('block', 'pos="0 0 -.01" euler="30 0 0"')
  expect(found.length).toBe(2)
  expect(new Set(found.map(({ pos }) => Math.sign(pos[0])))).toEqual(new Set([-1, 1]))
})

test('a drum stands on four points of its rim that span most of it', () => {
  const found = contacts('drum', 'pos="0 0 .99"')
  expect(found.length).toBe(4)
  const [a, b, c, d] = found.map(({ pos }) => pos)
  const area = Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2
  expect(area).toBeGreaterThan(1.6)
})

test('a mesh above the plane touches it within the margin only', () => {
  expect(contacts('block', 'pos="0 0 .1"').length).toBe(0)
  expect(contacts('block', 'pos="0 0 .1"', 0.1).length).toBe(4)
})
