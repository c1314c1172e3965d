import { describe, expect, test } from 'vitest'
import { TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { heightFieldConvex } from './heightFieldPair.ts'

/** Cells of 0.5 by 0.5, from -1 to 1 along both axes; rows of `elevation` from the far side (+y) to the near one. */
function contacts(elevation: string, geom: string, margin = 0, pose = '') {
  const field = `<asset><hfield name="field" nrow="5" ncol="5" size="1 1 .5 .25" elevation="${elevation}"/>
    <mesh name="block" vertex="-.1 -.1 -.1  .1 -.1 -.1  .1 .1 -.1  -.1 .1 -.1  -.1 -.1 .1  .1 -.1 .1  .1 .1 .1  -.1 .1 .1"/>
  </asset>`
  return new TwoGeoms(heightFieldConvex, `type="hfield" hfield="field" ${pose}`, geom, field).contacts(margin)
}

const FLAT = '0 '.repeat(25)
/** Rises from 0 at x = -1 to 0.5 at x = 1. */
const RAMP = '0 1 2 3 4 '.repeat(5)

describe('on a flat field', () => {
  test.each([
    ['sphere', 'size=".1" pos=".1 .3 .09"'],
    ['capsule', 'type="capsule" size=".1 .1" pos=".1 .3 .19"'],
    ['ellipsoid', 'type="ellipsoid" size=".15 .05 .1" pos=".1 .3 .09"'],
    ['cylinder', 'type="cylinder" size=".05 .1" pos=".1 .3 .09"'],
    ['box', 'type="box" size=".04 .04 .1" pos=".1 .3 .09"'],
    ['mesh', 'type="mesh" mesh="block" pos=".1 .3 .09"'],
  ])('a %s is as deep as it reaches below', (_, geom) => {
    const found = contacts(FLAT, geom)
    expect(found.length).toBeGreaterThan(0)
    const deepest = found.reduce((a, b) => (a.dist < b.dist ? a : b))
    expect(deepest.dist).toBeCloseTo(-0.01, 5)
    expect(deepest.normal[2]).toBeCloseTo(1, 5)
    expect(deepest.pos[2]).toBeCloseTo(-0.005, 5)
  })

  test('a sphere over a corner of the grid touches the six halves of cells that meet there', () => {
    expect(contacts(FLAT, 'size=".1" pos="0 0 .09"').length).toBe(6)
  })

  test('nothing touches beside the field, or below it', () => {
    expect(contacts(FLAT, 'size=".1" pos="1.11 0 0"').length).toBe(0)
    expect(contacts(FLAT, 'size=".1" pos="0 0 -.36"').length).toBe(0)
  })

  test('a large box touches in no more than fifty places', () => {
    const rough = Array.from({ length: 25 * 25 }, (_, i) => (i * 7919) % 10).join(' ')
    const field = `<asset><hfield name="field" nrow="25" ncol="25" size="1 1 .5 .25" elevation="${rough}"/></asset>`
    const pair = new TwoGeoms(
      heightFieldConvex,
      'type="hfield" hfield="field"',
      'type="box" size="1 1 .1" pos="0 0 .3"',
      field,
    )
    expect(pair.contacts().length).toBe(50)
  })

  test('a margin deepens contacts by one and a half times itself, as in MuJoCo', () => {
    const found = contacts(FLAT, 'size=".1" pos=".1 .05 .09"', 0.02)
    expect(Math.min(...found.map(({ dist }) => dist))).toBeCloseTo(-0.01 - 1.5 * 0.02, 12)
  })
})

test('on a ramp a sphere touches along the normal of the slope', () => {
  const slope = Math.atan2(0.5, 2)
  const normal = [-Math.sin(slope), 0, Math.cos(slope)]
  // a point of the surface, and a sphere whose lowest point is 0.01 below it
  const pos = [0.1, 0.2, 0.275].map((x, k) => x + 0.09 * normal[k])
  const found = contacts(RAMP, `size=".1" pos="${pos.join(' ')}"`)
  const deepest = found.reduce((a, b) => (a.dist < b.dist ? a : b))
  expect(deepest.dist).toBeCloseTo(-0.01, 6)
  for (let k = 0; k < 3; k++) expect(deepest.normal[k]).toBeCloseTo(normal[k], 6)
})

test('contacts turn with the field', () => {
  const upright = contacts(RAMP, 'size=".1" pos="0 .2 .3"')
  const turned = contacts(RAMP, 'size=".1" pos="-.2 0 .3"', 0, 'euler="0 0 90"')
  expect(turned.length).toBe(upright.length)
  for (const [i, { dist, pos }] of upright.entries()) {
    expect(turned[i].dist).toBeCloseTo(dist, 12)
    expect(turned[i].pos[0]).toBeCloseTo(-pos[1], 12)
    expect(turned[i].pos[1]).toBeCloseTo(pos[0], 12)
  }
})
