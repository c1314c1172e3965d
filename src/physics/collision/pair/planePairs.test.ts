import { describe, expect, test } from 'vitest'
import { contactsOf, places, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { planeBox, planeCapsule, planeCylinder, planeEllipsoid, planeSphere } from './planePairs.ts'

const ground = 'type="plane" size="1 1 1"'
const SQRT3 = Math.sqrt(3)

describe('a sphere on a plane', () => {
  test('touches below its center, halfway between the surfaces, with the normal of the plane', () => {
    expect(contactsOf(planeSphere, ground, 'size=".5" pos="1 2 .4"')).toEqual([
      { dist: expect.closeTo(-0.1, 14), pos: [1, 2, -0.05], normal: [0, 0, 1], tangent: [0, 0, 0] },
    ])
  })

  test('touches from within the margin and not from farther away', () => {
    expect(contactsOf(planeSphere, ground, 'size=".5" pos="0 0 .75"', 0.2)).toEqual([])
    expect(contactsOf(planeSphere, ground, 'size=".5" pos="0 0 .75"', 0.3)[0].pos).toEqual([0, 0, 0.125])
  })

  test('touches a plane from below: the plane is solid all the way down', () => {
    expect(contactsOf(planeSphere, ground, 'size=".5" pos="0 0 -2"')[0].dist).toBe(-2.5)
  })
})

describe('a capsule on a plane', () => {
  test('touches at both ends when it lies, the end in the direction of its axis first, its tangent along the axis', () => {
    const contacts = contactsOf(planeCapsule, ground, 'type="capsule" size=".1 .3" pos="0 0 .1" zaxis="1 0 0"', 1e-9)
    expect(contacts.map(({ pos }) => pos)).toEqual([
      [0.3, 0, 0],
      [-0.3, 0, 0],
    ])
    for (const { tangent } of contacts) expect(tangent).toEqual([1, 0, 0])
  })

  test('touches at its lower end when it stands', () => {
    const contacts = contactsOf(planeCapsule, ground, 'type="capsule" size=".1 .3" pos="0 0 .39"')
    expect(places(contacts)).toEqual([[0, 0, -0.005]])
  })
})

describe('a cylinder on a plane', () => {
  test('stands on three points of its rim that form an equilateral triangle', () => {
    const contacts = contactsOf(planeCylinder, ground, 'type="cylinder" size="1 2" pos="0 0 2"')
    expect(contacts.map(({ pos }) => pos)).toEqual([
      [1, 0, 0],
      [-0.5, expect.closeTo(SQRT3 / 2, 11), 0],
      [-0.5, expect.closeTo(-SQRT3 / 2, 11), 0],
    ])
  })

  test('lies on both ends of the line along its side', () => {
    const contacts = contactsOf(planeCylinder, ground, 'type="cylinder" size=".1 .5" pos="0 0 .1" zaxis="0 1 0"', 1e-9)
    expect(places(contacts)).toEqual([
      [0, -0.5, 0],
      [0, 0.5, 0],
    ])
  })

  test('touches with the lowest point of its rim when it is tilted', () => {
    const contacts = contactsOf(planeCylinder, ground, 'type="cylinder" size="1 1" pos="0 0 1.4" euler="0 45 0"')
    expect(contacts).toHaveLength(1)
    expect(contacts[0].dist).toBeCloseTo(1.4 - Math.SQRT2, 12)
    expect(contacts[0].pos[0]).toBeCloseTo(0, 12)
  })
})

describe('a box on a plane', () => {
  test('touches at its four lower corners when it is flat', () => {
    expect(places(contactsOf(planeBox, ground, 'type="box" size=".1 .2 .3" pos="0 0 .29"'))).toEqual([
      [-0.1, -0.2, -0.005],
      [-0.1, 0.2, -0.005],
      [0.1, -0.2, -0.005],
      [0.1, 0.2, -0.005],
    ])
  })

  test('touches at no corner that is higher than its center, however deep it is', () => {
    for (const { dist } of contactsOf(planeBox, ground, 'type="box" size=".1 .1 .1" pos="0 0 -5" euler="10 20 30"')) {
      expect(dist).toBeLessThanOrEqual(-5)
    }
  })

  test('touches at corners that are as high as its center: a sheet has no others', () => {
    const sheet = new TwoGeoms(planeBox, ground, 'type="box" size=".1 .2 1" pos="0 0 -.1"')
    sheet.m.geom_size[5] = 0
    expect(sheet.contacts().map(({ dist }) => dist)).toEqual([-0.1, -0.1, -0.1, -0.1])
  })

  test('touches with one corner when it stands on it', () => {
    const contacts = contactsOf(planeBox, ground, 'type="box" size="1 1 1" pos="0 0 1.73" zaxis="1 1 1"')
    expect(contacts).toHaveLength(1)
    expect(contacts[0].dist).toBeCloseTo(1.73 - SQRT3, 12)
  })
})

describe('an ellipsoid on a plane', () => {
  test('touches at its lowest point', () => {
    const [contact] = contactsOf(planeEllipsoid, ground, 'type="ellipsoid" size="1 2 3" pos="0 0 2.9"')
    expect(contact.dist).toBeCloseTo(-0.1, 14)
    expect(contact.pos).toEqual([0, 0, -0.05])
  })

  test('is as high as the root of the sum of its squared half axes, each in proportion to its slope', () => {
    // turned by 45° about y: height² = (x² + z²)/2
    const [contact] = contactsOf(planeEllipsoid, ground, 'type="ellipsoid" size="1 2 3" pos="0 0 0" euler="0 45 0"')
    expect(contact.dist).toBeCloseTo(-Math.sqrt(5), 12)
  })
})
