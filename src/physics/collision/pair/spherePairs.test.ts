import { describe, expect, test } from 'vitest'
import { contactsOf, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { sphereBox, sphereCapsule, sphereCylinder, sphereSphere } from './spherePairs.ts'

describe('two spheres', () => {
  test('touch on the line between their centers', () => {
    expect(contactsOf(sphereSphere, 'size="1"', 'size="2" pos="0 2.5 0"')).toEqual([
      { dist: -0.5, pos: [0, 0.75, 0], normal: [0, 1, 0], tangent: [0, 0, 0] },
    ])
  })

  test('do not touch when they are farther apart than the margin', () => {
    expect(contactsOf(sphereSphere, 'size="1"', 'size="1" pos="2.1 0 0"', 0.09)).toEqual([])
    expect(contactsOf(sphereSphere, 'size="1"', 'size="1" pos="2.1 0 0"', 0.11)).toHaveLength(1)
  })

  test('are pushed apart along x when they have one center and parallel axes, else across their z axes', () => {
    expect(contactsOf(sphereSphere, 'size="1"', 'size="2"')).toEqual([
      { dist: -3, pos: [-0.5, 0, 0], normal: [1, 0, 0], tangent: [0, 0, 0] },
    ])
    expect(contactsOf(sphereSphere, 'size="1"', 'size="2" zaxis="1 0 0"')[0].normal).toEqual([0, 1, 0])
  })
})

describe('a sphere and a capsule', () => {
  const capsule = 'type="capsule" size=".5 2"'

  test('touch as if the capsule were a sphere at the closest point of its axis', () => {
    const [contact] = contactsOf(sphereCapsule, 'size="1" pos="1.4 0 1"', capsule)
    expect(contact.dist).toBeCloseTo(-0.1, 14)
    expect(contact.pos).toEqual([0.45, 0, 1])
    expect(contact.normal).toEqual([-1, 0, 0])
  })

  test('touch at the cap beyond the end of the axis', () => {
    const [contact] = contactsOf(sphereCapsule, 'size="1" pos="0 0 3.4"', capsule)
    expect(contact.normal).toEqual([0, 0, -1])
    expect(contact.pos).toEqual([0, 0, 2.45])
  })
})

describe('a sphere and a cylinder', () => {
  const cylinder = 'type="cylinder" size="1 2"'

  test('touch at the side, at a cap, at the rim', () => {
    const [side] = contactsOf(sphereCylinder, 'size=".5" pos="1.4 0 1"', cylinder)
    expect(side.pos).toEqual([0.95, 0, 1])
    expect(side.normal).toEqual([-1, 0, 0])

    const [cap] = contactsOf(sphereCylinder, 'size=".5" pos=".3 0 -2.4"', cylinder)
    expect(cap.pos).toEqual([0.3, 0, -1.95])
    expect(cap.normal).toEqual([0, 0, 1])

    const [rim] = contactsOf(sphereCylinder, 'size=".5" pos="1.3 0 2.4"', cylinder)
    expect(rim.dist).toBeCloseTo(0, 14)
    expect(rim.pos).toEqual([1, 0, 2])
    expect(rim.normal).toEqual([-0.6, 0, -0.8])
  })

  test('are pushed apart through the closer one of side and cap when the center is inside', () => {
    expect(contactsOf(sphereCylinder, 'size=".1" pos="0 0 1.9"', cylinder)[0].normal).toEqual([0, 0, -1])
    expect(contactsOf(sphereCylinder, 'size=".1" pos="0 .9 0"', cylinder)[0].normal).toEqual([0, -1, 0])
  })
})

describe('a sphere and a box', () => {
  const box = 'type="box" size="1 2 3"'

  test('touch at a face, an edge, a corner', () => {
    const [face] = contactsOf(sphereBox, 'size=".5" pos="1.4 .5 .5"', box)
    expect(face.pos).toEqual([0.95, 0.5, 0.5])
    expect(face.normal).toEqual([-1, 0, 0])

    const [edge] = contactsOf(sphereBox, 'size="1" pos="1.6 2.8 .5"', box)
    expect(edge.pos).toEqual([1, 2, 0.5])
    expect(edge.normal).toEqual([-0.6, -0.8, 0])

    const [corner] = contactsOf(sphereBox, 'size="2" pos="2 3 4"', box)
    expect(corner.dist).toBeCloseTo(Math.sqrt(3) - 2, 14)
  })

  test('are pushed apart through the closest face when the center is inside', () => {
    const [contact] = contactsOf(sphereBox, 'size=".5" pos="0 0 -2.5"', box)
    expect(contact.dist).toBe(-1)
    expect(contact.normal).toEqual([0, 0, 1])
    expect(contact.pos).toEqual([0, 0, -2.5])
  })
})

describe('a sphere and a box whose sizes were set to zero', () => {
  const sized = (x: number, y: number, z: number, pos: string) => {
    const pair = new TwoGeoms(sphereBox, `size=".1" pos="${pos}"`, 'type="box" size="1 1 1"')
    pair.m.geom_size.set([x, y, z], 3)
    return pair.contacts()
  }

  test('touch a sheet from within: what has no extent holds nothing back, as in the reference', () => {
    const [contact] = sized(1, 1, 0, '.2 .3 .05')
    expect(contact.dist).toBeCloseTo(-0.15, 14)
    expect(contact.normal).toEqual([0, 0, 1])
    expect(sized(0, 1, 1, '.05 .2 .3')[0].normal).toEqual([1, 0, 0])
    expect(sized(1, 0, 1, '.2 .05 .3')[0].normal).toEqual([0, 1, 0])
  })

  test('do not touch where nothing is left of the box', () => {
    expect(sized(0, 0, 0, '0 0 0')).toEqual([])
    expect(sized(0, 0, 0, '.05 0 0')).toEqual([])
  })
})
