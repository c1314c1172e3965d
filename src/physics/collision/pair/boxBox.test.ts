import { describe, expect, test } from 'vitest'
import { contactsOf, places, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { boxBox } from './boxBox.ts'

const box = 'type="box" size="1 1 1"'

describe('a box on a box', () => {
  test('touches at the four corners of the smaller one when it is flat on it', () => {
    const contacts = contactsOf(boxBox, box, 'type="box" size=".2 .3 .4" pos=".1 0 1.38"')
    expect(places(contacts)).toEqual([
      [-0.1, -0.3, 0.99],
      [-0.1, 0.3, 0.99],
      [0.3, -0.3, 0.99],
      [0.3, 0.3, 0.99],
    ])
    for (const { dist, normal } of contacts) {
      expect(dist).toBeCloseTo(-0.02, 14)
      expect(normal).toEqual([0, 0, 1])
    }
  })

  test('touches at the corners of what both faces share when it sticks out', () => {
    const contacts = contactsOf(boxBox, box, `${box} pos="1.5 .5 2"`)
    expect(places(contacts)).toEqual([
      [0.5, -0.5, 1],
      [0.5, 1, 1],
      [1, -0.5, 1],
      [1, 1, 1],
    ])
  })

  test('touches at the eight corners of an octagon when it is turned by 45° on one of the same size', () => {
    const contacts = contactsOf(boxBox, box, `${box} pos="0 0 2" euler="0 0 45"`)
    const reach = Math.SQRT2 - 1
    expect(contacts).toHaveLength(8)
    for (const { pos } of contacts) {
      const [x, y] = [Math.abs(pos[0]), Math.abs(pos[1])].sort((a, b) => a - b)
      expect(x).toBeCloseTo(reach, 11)
      expect(y).toBeCloseTo(1, 11)
    }
  })

  test('touches at the ends of an edge when it is tipped over, and at a corner when it stands on it', () => {
    const onEdge = contactsOf(boxBox, 'type="box" size="5 5 1"', `${box} pos="0 0 2.4" euler="45 0 0"`)
    expect(places(onEdge).map(([x]) => x)).toEqual([-1, 1])
    const onCorner = contactsOf(boxBox, 'type="box" size="5 5 1"', `${box} pos="0 0 2.7" zaxis="1 1 1"`)
    expect(onCorner).toHaveLength(1)
    expect(onCorner[0].dist).toBeCloseTo(1.7 - Math.sqrt(3), 12)
  })

  test('touches at one point where two edges cross', () => {
    const contacts = contactsOf(boxBox, `${box} euler="45 0 0"`, `${box} pos="0 0 2.8" euler="0 45 0"`)
    expect(contacts).toHaveLength(1)
    expect(contacts[0].dist).toBeCloseTo(2.8 - 2 * Math.SQRT2, 12)
    expect(contacts[0].pos).toEqual([0, 0, 1.4])
    expect(contacts[0].normal).toEqual([0, 0, 1])
  })
})

describe('two boxes', () => {
  test('are pushed apart along the direction in which they overlap least', () => {
    for (const { normal } of contactsOf(boxBox, box, `${box} pos="1.2 -1.9 .3"`)) expect(normal).toEqual([0, -1, 0])
  })

  test('do not touch when only their edges are closer than their faces let them be', () => {
    // side by side on both edges: no face separates them, the direction across the edges does
    expect(contactsOf(boxBox, `${box} euler="45 0 0"`, `${box} pos="0 0 2.9" euler="0 45 0"`)).toEqual([])
    expect(contactsOf(boxBox, `${box} euler="45 0 0"`, `${box} pos="0 0 2.9" euler="0 45 0"`, 0.1)).toHaveLength(1)
  })

  test('touch within the margin', () => {
    expect(contactsOf(boxBox, box, `${box} pos="0 0 2.1"`)).toEqual([])
    const contacts = contactsOf(boxBox, box, `${box} pos="0 0 2.1"`, 0.2)
    expect(contacts).toHaveLength(4)
    for (const { dist, pos } of contacts) {
      expect(dist).toBeCloseTo(0.1, 14)
      expect(pos[2]).toBeCloseTo(1.05, 14)
    }
  })

  test('touch when one is inside the other, and when they are in the same place', () => {
    expect(contactsOf(boxBox, box, 'type="box" size=".1 .1 .1"').length).toBeGreaterThan(0)
    for (const { dist } of contactsOf(boxBox, box, box)) expect(dist).toBe(-2)
  })

  test('touch at four corners, as a sheet, when one has no thickness', () => {
    const scene = new TwoGeoms(boxBox, box, 'type="box" size=".5 .5 .1" pos="0 0 .99"')
    scene.m.geom_size[5] = 0
    const contacts = scene.contacts()
    expect(contacts).toHaveLength(4)
    for (const { dist } of contacts) expect(dist).toBeCloseTo(-0.01, 14)
  })
})
