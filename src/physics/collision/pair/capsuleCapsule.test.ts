import { describe, expect, test } from 'vitest'
import { contactsOf, places, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { capsuleBox } from './capsuleBox.ts'
import { capsuleCapsule } from './capsuleCapsule.ts'

const capsule = 'type="capsule" size=".5 2"'

describe('two capsules', () => {
  test('touch where their axes cross', () => {
    const contacts = contactsOf(capsuleCapsule, capsule, `${capsule} pos="0 .9 1" zaxis="1 0 0"`)
    expect(contacts).toHaveLength(1)
    expect(contacts[0].dist).toBeCloseTo(-0.1, 14)
    expect(contacts[0].pos).toEqual([0, 0.45, 1])
    expect(contacts[0].normal).toEqual([0, 1, 0])
  })

  test('touch as balls where the length of one or of both was set to zero', () => {
    for (const halves of [
      [0, 2],
      [2, 0],
      [0, 0],
    ]) {
      const pair = new TwoGeoms(capsuleCapsule, capsule, `${capsule} pos=".9 0 0"`)
      pair.m.geom_size[1] = halves[0]
      pair.m.geom_size[4] = halves[1]
      const [contact] = pair.contacts()
      expect(contact.dist).toBeCloseTo(-0.1, 14)
      expect(contact.normal).toEqual([1, 0, 0])
    }
  })

  test('touch with their caps when the axes point at each other', () => {
    const contacts = contactsOf(capsuleCapsule, capsule, `${capsule} pos="0 0 4.9"`)
    expect(places(contacts)).toContainEqual([0, 0, 2.45])
    for (const { normal } of contacts) expect(normal).toEqual([0, 0, 1])
  })

  test('touch at both ends of what they share when they are parallel', () => {
    expect(places(contactsOf(capsuleCapsule, capsule, `${capsule} pos=".9 0 1"`))).toEqual([
      [0.45, 0, -1],
      [0.45, 0, 2],
    ])
  })

  test('touch like spheres when they have no length', () => {
    const scene = new TwoGeoms(capsuleCapsule, capsule, `${capsule} pos="0 0 2.9"`)
    scene.m.geom_size[1] = 0
    expect(scene.contacts()[0].pos).toEqual([0, 0, 0.45])
    scene.m.geom_size[4] = 0
    expect(scene.contacts(2)[0].pos).toEqual([0, 0, 1.45])
    for (const { dist, normal } of scene.contacts(2)) {
      expect(dist).toBeCloseTo(1.9, 14)
      expect(normal).toEqual([0, 0, 1])
    }
  })
})

describe('a capsule and a box', () => {
  const box = 'type="box" size="1 2 3"'
  const small = 'type="capsule" size=".1 .5"'

  test('touch at both ends of the capsule when it lies on a face', () => {
    expect(places(contactsOf(capsuleBox, `${small} pos="0 0 3.05" zaxis="1 0 0"`, box))).toEqual([
      [-0.5, 0, 2.975],
      [0.5, 0, 2.975],
    ])
  })

  test('touch where the capsule leaves the face when it hangs over the edge', () => {
    expect(places(contactsOf(capsuleBox, `${small} pos=".8 0 3.05" zaxis="1 0 0"`, box))).toEqual([
      [0.3, 0, 2.975],
      [1, 0, 2.975],
    ])
  })

  test('touch at the lower end of the capsule when it stands on a face', () => {
    const [contact, ...others] = contactsOf(capsuleBox, `${small} pos="0 0 3.55"`, box)
    expect(contact.dist).toBeCloseTo(-0.05, 14)
    expect(contact.pos).toEqual([0, 0, 2.975])
    expect(contact.normal).toEqual([0, 0, -1])
    expect(others).toEqual([])
  })

  test('touch at the edge of the box that the capsule leans against', () => {
    const [contact] = contactsOf(capsuleBox, `${small} pos="1.05 0 3.05" zaxis="1 0 -1"`, box)
    expect(contact.pos.map((x) => x - 1)[1]).toBe(-1)
    expect(contact.normal[0]).toBeCloseTo(-Math.SQRT1_2, 11)
    expect(contact.normal[2]).toBeCloseTo(-Math.SQRT1_2, 11)
    expect(contact.dist).toBeCloseTo(0.05 * Math.SQRT2 - 0.1, 12)
  })

  test('touch when the capsule goes through the box', () => {
    expect(contactsOf(capsuleBox, 'type="capsule" size=".1 5"', box).length).toBeGreaterThan(0)
  })

  test('touch like sphere and box when the capsule has no length', () => {
    const scene = new TwoGeoms(capsuleBox, `${small} pos="0 0 3.05"`, box)
    scene.m.geom_size[1] = 0
    expect(scene.contacts()[0].pos).toEqual([0, 0, 2.975])
    for (const { dist } of scene.contacts()) expect(dist).toBeCloseTo(-0.05, 14)
  })
})
