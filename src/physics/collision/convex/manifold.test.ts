import { describe, expect, test } from 'vitest'
import { places, type TouchPoint, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { convex } from '../pair/convexPair.ts'

const BLOCK = '-.5 -.5 -.5  .5 -.5 -.5  .5 .5 -.5  -.5 .5 -.5  -.5 -.5 .5  .5 -.5 .5  .5 .5 .5  -.5 .5 .5'
const ASSETS = `<asset>
  <mesh name="block" vertex="${BLOCK}"/>
  <mesh name="roof" vertex="-1 -.5 0  1 -.5 0  1 .5 0  -1 .5 0  -1 0 .5  1 0 .5"/>
  <mesh name="drum" builtin="cone" params="120 1"/>
</asset>`

/** Places to six digits: vertices of meshes are single-precision numbers. */
function rounded(found: readonly TouchPoint[]): number[][] {
  return places(found.map((contacts) => ({ ...contacts, pos: contacts.pos.map((x) => Math.round(x * 1e6) / 1e6 + 0) })))
}

function contacts(first: string, second: string) {
  return new TwoGeoms(convex, first, second, ASSETS).contacts()
}

describe('faces that lie on each other', () => {
  test('touch in the corners of the smaller one', () => {
    const found = contacts('type="box" size="2 2 .5"', 'type="mesh" mesh="block" pos="0 0 .96875"')
    expect(rounded(found)).toEqual([
      [-0.5, -0.5, 0.484375],
      [-0.5, 0.5, 0.484375],
      [0.5, -0.5, 0.484375],
      [0.5, 0.5, 0.484375],
    ])
    for (const { dist, normal } of found) {
      expect(dist).toBe(-0.03125)
      expect(normal).toEqual([0, 0, 1])
    }
  })

  test('touch in the corners of what they have in common', () => {
    const found = contacts('type="mesh" mesh="block"', 'type="mesh" mesh="block" pos=".75 .5 .9375"')
    expect(rounded(found)).toEqual([
      [0.25, 0, 0.46875],
      [0.25, 0.5, 0.46875],
      [0.5, 0, 0.46875],
      [0.5, 0.5, 0.46875],
    ])
  })

  test('are as deep in each corner as it is there, when they are not quite parallel', () => {
    const found = contacts('type="box" size="2 2 .5"', 'type="mesh" mesh="block" pos="0 0 .96" euler="0 1 0"')
    expect(found.length).toBe(4)
    const slope = Math.sin(Math.PI / 180)
    const deep = found.filter(({ pos }) => pos[0] > 0)
    const shallow = found.filter(({ pos }) => pos[0] < 0)
    expect(deep.length).toBe(2)
    for (const { dist } of deep) for (const { dist: other } of shallow) expect(other - dist).toBeCloseTo(slope, 3)
  })

  test('of many corners touch in four that span most of them', () => {
    const found = contacts('type="box" size="2 2 .5"', 'type="mesh" mesh="drum" pos="0 0 1.46875"')
    expect(found.length).toBe(4)
    for (const { pos, dist } of found) {
      expect(Math.hypot(pos[0], pos[1])).toBeCloseTo(1, 3)
      expect(dist).toBeCloseTo(-0.03125, 6)
    }
    const [a, b, c, d] = found.map(({ pos }) => pos)
    const area = Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2
    expect(area).toBeGreaterThan(1.6)
  })
})

describe('an edge along a face', () => {
  test('touches at both of its ends', () => {
    const found = contacts('type="box" size="2 2 .5"', 'type="mesh" mesh="roof" pos="0 0 .96875" euler="180 0 0"')
    expect(rounded(found)).toEqual([
      [-1, 0, 0.484375],
      [1, 0, 0.484375],
    ])
  })

  test('touches up to the rim of the face', () => {
    const found = contacts('type="box" size=".25 2 .5"', 'type="mesh" mesh="roof" pos="0 0 .96875" euler="180 0 0"')
    expect(rounded(found)).toEqual([
      [-0.25, 0, 0.484375],
      [0.25, 0, 0.484375],
    ])
  })
})

describe('a cylinder', () => {
  test('stands on four points of its rim', () => {
    const found = contacts('type="cylinder" size="1 .5" pos="0 0 .96875"', 'type="box" size="2 2 .5"')
    expect(found.length).toBe(4)
    for (const { pos, normal } of found) {
      expect(Math.hypot(pos[0], pos[1])).toBeCloseTo(1, 12)
      expect(normal).toEqual([0, 0, -1])
    }
  })

  test('lies on two points of its side', () => {
    const found = contacts('type="cylinder" size=".5 1" pos="0 0 .96875" euler="0 90 0"', 'type="box" size="2 2 .5"')
    expect(found.length).toBe(2)
    for (const { pos } of found) expect(Math.abs(pos[0])).toBeCloseTo(1, 5)
  })

  test('touches another one at its side in one point', () => {
    const found = contacts('type="cylinder" size=".5 1"', 'type="cylinder" size=".5 1" pos=".9 .3 .25"')
    expect(found.length).toBe(1)
  })
})

test('a corner on a face touches in one point', () => {
  const found = contacts('type="box" size="2 2 .5"', 'type="mesh" mesh="block" pos="0 0 1.3" euler="45 35.264 0"')
  expect(found.length).toBe(1)
  expect(found[0].normal).toEqual([0, 0, 1])
})
