import { describe, expect, test } from 'vitest'
import { normalize4, quatToMat } from '../../src/core/math/quat.ts'
import { Data, kinematics, loadModel } from '../../src/index.ts'
import { ContactBuffer } from '../../src/physics/collision/contact/contactBuffer.ts'
import { convex } from '../../src/physics/collision/pair/convexPair.ts'
import { pairFunctionOf } from '../../src/physics/collision/pair/pairTable.ts'
import { Random } from '../../tools/compare/randomState.ts'
import { TwoGeoms } from '../support/twoGeoms.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

const elevation = Array.from({ length: 20 * 20 }, (_, i) => (i * 7919) % 100).join(' ')
const ASSETS = `<asset>
  <hfield name="field" nrow="20" ncol="20" size="2 2 .1 .1" elevation="${elevation}"/>
  <mesh name="prism" builtin="cone" params="60 1" scale=".3 .3 .3"/>
</asset>`

/** How a geom lies or stands beside or on another one. */
type Place = (i: number) => { readonly pos: string; readonly euler: string }

/**
 * Growth, in bytes a call, of the pair function of two kinds of geoms: one of the first, and many of the second at it.
 */
function growthOf(first: string, second: string, count: number, place: Place, looks: number, limit: number) {
  const others = Array.from({ length: count }, (_, i) => {
    const { pos, euler } = place(i)
    return `<geom ${second} pos="${pos}" euler="${euler}"/>`
  })
  const m = loadModel(`<mujoco>${ASSETS}<worldbody><geom ${first}/>${others.join('')}</worldbody></mujoco>`)
  const d = new Data(m)
  kinematics(m, d)
  const buffer = new ContactBuffer()
  const collide = pairFunctionOf(m.geom_type[0], m.geom_type[1])!
  let contacts = 0
  const run = (times: number) => {
    contacts = 0
    for (let i = 0; i < times; i++) {
      buffer.count = 0
      collide(m, d, 0, 1 + (i % count), buffer)
      contacts += buffer.count
    }
  }
  const growth = steadyGrowth(run, 0.2 * looks, looks, { limit })
  return { growth, contacts }
}

describe('100,000 collisions of primitives grow the heap by less than 64 KB', () => {
  const SHAPES = {
    plane: 'type="plane" size="1 1 1"',
    sphere: 'type="sphere" size=".3"',
    capsule: 'type="capsule" size=".2 .4"',
    ellipsoid: 'type="ellipsoid" size=".2 .3 .4"',
    cylinder: 'type="cylinder" size=".3 .4"',
    box: 'type="box" size=".2 .3 .4"',
  } as const
  const PAIRS: readonly (readonly [keyof typeof SHAPES, keyof typeof SHAPES])[] = [
    ...(['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box'] as const).map((other) => ['plane', other] as const),
    ...(['sphere', 'capsule', 'cylinder', 'box'] as const).map((other) => ['sphere', other] as const),
    ['capsule', 'capsule'],
    ['capsule', 'box'],
    ['box', 'box'],
  ]
  const LOOKS = 100_000
  const limit = (64 * 1024) / LOOKS

  /** Parallel, across, turned, apart. */
  const place: Place = (i) => ({
    pos: `${i % 2 ? 0.05 * i : 0} ${0.02 * i} .3`,
    euler: i % 3 === 0 ? '0 0 0' : `${i % 3 === 1 ? 90 : 10 * i} ${20 * (i % 5)} ${i}`,
  })

  test.each(PAIRS)('%s and %s', (first, second) => {
    const { growth, contacts } = growthOf(SHAPES[first], SHAPES[second], 40, place, LOOKS, limit)
    expect(growth).toBeLessThan(limit)
    expect(contacts).toBeGreaterThan(0)
  })
})

describe('1,000 collisions of flat geoms grow the heap by less than one boxed number each', () => {
  const SHAPES = {
    plane: 'type="plane" size="1 1 1"',
    field: 'type="hfield" hfield="field"',
    sphere: 'type="sphere" size=".3"',
    capsule: 'type="capsule" size=".2 .3"',
    ellipsoid: 'type="ellipsoid" size=".2 .3 .4"',
    cylinder: 'type="cylinder" size=".3 .3"',
    box: 'type="box" size=".2 .3 .3"',
    mesh: 'type="mesh" mesh="prism"',
  } as const
  const PAIRS: readonly (readonly [keyof typeof SHAPES, keyof typeof SHAPES])[] = [
    ['plane', 'mesh'],
    ...(['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'] as const).map(
      (other) => ['field', other] as const,
    ),
    ...(['cylinder', 'box', 'mesh'] as const).map((other) => ['cylinder', other] as const),
    ['box', 'mesh'],
    ['mesh', 'mesh'],
  ]

  test.each(PAIRS)('%s and %s', (first, second) => {
    const height = first === 'plane' || first === 'field' ? 0.29 : 0.58
    /** Flat, lying, tilted. */
    const place: Place = (i) => ({
      pos: `${0.01 * i} ${0.02 * i} ${height}`,
      euler: `${i % 3 === 0 ? 90 : 0} ${i % 4 === 0 ? 3 * i : 0} ${7 * i}`,
    })
    const { growth, contacts } = growthOf(SHAPES[first], SHAPES[second], 24, place, 1000, LIMIT)
    expect(growth).toBeLessThan(LIMIT)
    expect(contacts).toBeGreaterThan(500)
  })
})

describe('3,000 collisions of convex geoms grow the heap by less than one boxed number each', () => {
  const vertex = Array.from({ length: 60 }, (_, i) => Array.from(new Random(i).direction(3), (x) => 0.2 * x).join(' '))
  const assets = `<asset><mesh name="a" vertex="${vertex.join(' ')}"/></asset>`

  test.each([
    ['type="ellipsoid" size=".1 .2 .3"', 'type="cylinder" size=".2 .1"', 0],
    ['type="capsule" size=".1 .2"', 'type="cylinder" size=".2 .1"', 0],
    ['type="sphere" size=".1"', 'type="ellipsoid" size=".1 .2 .3"', 0],
    ['type="cylinder" size=".1 .2"', 'type="box" size=".1 .2 .3"', 0.02],
    ['type="mesh" mesh="a"', 'type="mesh" mesh="a"', 0.02],
  ])('%s and %s with margin %d', (first, second, margin) => {
    const { m, d } = new TwoGeoms(convex, first, second, assets)
    const buffer = new ContactBuffer()
    buffer.margin[0] = margin
    const poses = Array.from({ length: 100 }, (_, i) => {
      const random = new Random(i)
      const mat = new Float64Array(18)
      for (let g = 0; g < 2; g++) {
        const quat = random.vector(4)
        normalize4(quat, 0)
        quatToMat(mat, 9 * g, quat, 0)
      }
      return { pos: new Float64Array(6).map(() => random.uniform(-0.15, 0.15)), mat }
    })
    const run = (times: number) => {
      for (let i = 0; i < times; i++) {
        const { pos, mat } = poses[i % poses.length]
        d.geom_xpos.set(pos)
        d.geom_xmat.set(mat)
        buffer.count = 0
        convex(m, d, 0, 1, buffer)
      }
    }
    expect(steadyGrowth(run, 500, 3000)).toBeLessThan(LIMIT)
  })
})
