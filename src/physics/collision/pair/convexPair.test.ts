import { describe, expect, test } from 'vitest'
import { contactsOf, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { DisableBit } from '../../../core/model/enums.ts'
import { convex } from './convexPair.ts'

const table = 'type="box" size="1 1 .5"'

describe('an ellipsoid on a box', () => {
  test('touches in one point, below its center, with the normal out of the ellipsoid', () => {
    const [contact, ...others] = contactsOf(convex, 'type="ellipsoid" size=".3 .2 .1" pos="0 0 .59"', table)
    expect(others).toEqual([])
    expect(contact.dist).toBeCloseTo(-0.01, 5)
    expect(contact.pos[2]).toBeCloseTo(0.495, 5)
    expect(contact.normal[2]).toBeCloseTo(-1, 5)
  })

  test('touches from within the margin and not from farther away', () => {
    const above = 'type="ellipsoid" size=".3 .2 .1" pos="0 0 .65"'
    expect(contactsOf(convex, above, table, 0.04)).toEqual([])
    expect(contactsOf(convex, above, table, 0.06)[0].dist).toBeCloseTo(0.05, 5)
  })
})

describe('a cylinder that stands on a box', () => {
  const cylinder = 'type="cylinder" size=".3 .2" pos="0 0 .69"'

  test('touches in four corners of its cap', () => {
    const contacts = contactsOf(convex, cylinder, table)
    expect(contacts.length).toBe(4)
    for (const { dist, pos, normal } of contacts) {
      expect(dist).toBeCloseTo(-0.01, 12)
      expect(Math.sqrt(pos[0] ** 2 + pos[1] ** 2)).toBeCloseTo(0.3, 12)
      expect(normal).toEqual([0, 0, -1])
    }
  })

  test('is felt out by tilting when it has a margin: contacts around the first, all of its distance', () => {
    const contacts = contactsOf(convex, cylinder, table, 0.02)
    expect(contacts.length).toBeGreaterThan(3)
    for (const { dist } of contacts) expect(dist).toBe(contacts[0].dist)
    // whatever way it may fall, there is a contact on that side
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ])
      expect(Math.max(...contacts.map(({ pos }) => x * pos[0] + y * pos[1]))).toBeGreaterThan(0.1)
  })

  test('touches in one point where several are not wanted', () => {
    const pair = new TwoGeoms(convex, cylinder, table)
    pair.m.opt.disableflags |= DisableBit.multiccd
    expect(pair.contacts().length).toBe(1)
    expect(pair.contacts(0.02).length).toBe(1)
  })
})

describe('a capsule that lies on a cylinder along its axis', () => {
  test('touches at both ends of the common line', () => {
    const contacts = contactsOf(convex, 'type="capsule" size=".1 .3" pos=".39 0 0"', 'type="cylinder" size=".3 .2"')
    const heights = contacts.map(({ pos }) => pos[2])
    expect(Math.max(...heights)).toBeGreaterThan(0.15)
    expect(Math.min(...heights)).toBeLessThan(-0.15)
    for (const { dist } of contacts) expect(dist).toBeCloseTo(-0.01, 6)
  })
})

describe('contacts', () => {
  test('move and turn with the two geoms', () => {
    const pair = new TwoGeoms(
      convex,
      'type="ellipsoid" size=".1 .2 .3" pos=".1 .1 .2" euler="10 20 30"',
      'type="cylinder" size=".2 .1" euler="40 50 60"',
    )
    const here = pair.contacts()[0]
    const { geom_xpos, geom_xmat } = pair.d
    // a quarter turn about z and a shift along x: (x, y) → (1 − y, x)
    for (let g = 0; g < 2; g++) {
      const [x, y] = geom_xpos.slice(3 * g, 3 * g + 2)
      geom_xpos.set([1 - y, x], 3 * g)
      const m = geom_xmat.slice(9 * g, 9 * g + 9)
      geom_xmat.set([...m.subarray(3, 6).map((a) => -a), ...m.subarray(0, 3)], 9 * g)
    }
    const there = pair.contacts()[0]
    expect(there.dist).toBeCloseTo(here.dist, 6)
    expect(there.pos[0]).toBeCloseTo(1 - here.pos[1], 3)
    expect(there.pos[1]).toBeCloseTo(here.pos[0], 3)
    expect(there.normal[1]).toBeCloseTo(here.normal[0], 3)
  })

  test('of a geom with a copy of itself at the same place have a depth, and numbers that are numbers', () => {
    for (const geom of ['type="ellipsoid" size=".1 .2 .3"', 'type="cylinder" size=".1 .2"']) {
      for (const { dist, pos, normal } of contactsOf(convex, geom, geom)) {
        expect(dist).toBeLessThan(-0.15)
        for (const x of [...pos, ...normal]) expect(Number.isFinite(x)).toBe(true)
      }
      expect(contactsOf(convex, geom, geom).length).toBeGreaterThan(0)
    }
  })
})
