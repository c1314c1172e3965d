import { describe, expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import { loadModel } from '../../../format/load.ts'
import { kinematics } from '../../kinematics/kinematics.ts'
import { collision } from '../collision.ts'
import { broadphase } from './broadphase.ts'
import { collisionCacheOf } from './collisionCache.ts'
import { bodiesMayTouch } from './pairFilter.ts'

const shapes = [
  'size=".1"',
  'type="capsule" size=".05 .2"',
  'type="box" size=".1 .2 .05"',
  'type="ellipsoid" size=".1 .2 .05"',
]

/** Free bodies of various shapes, some of them with several geoms, on a plane. */
function crowd(count: number, world = '<geom type="plane" size="1 1 1"/>'): Model {
  const body = (i: number) =>
    `<body><freejoint/><geom ${shapes[i % 4]}/>${i % 7 ? '' : `<geom ${shapes[i % 4]} pos=".3 0 0"/>`.repeat(5)}</body>`
  return loadModel(
    `<mujoco><worldbody>${world}${Array.from({ length: count }, (_, i) => body(i)).join('')}</worldbody></mujoco>`,
  )
}

function found(m: Model, d: Data): string[] {
  const cache = collisionCacheOf(m, d)
  kinematics(m, d)
  broadphase(m, d, cache)
  const { count, body1, body2 } = cache.found
  return Array.from({ length: count }, (_, k) => `${body1[k]} ${body2[k]}`)
}

/** Pairs of bodies that surely overlap, because balls inside two of their geoms do, and that may touch. */
function overlapping(m: Model, d: Data): string[] {
  const { geom_bodyid, geom_aabb, ngeom } = m
  const radius = Array.from({ length: ngeom }, (_, g) => Math.min(...geom_aabb.subarray(6 * g + 3, 6 * g + 6)))
  const pairs = new Set<string>()
  for (let i = 0; i < ngeom; i++) {
    for (let j = i + 1; j < ngeom; j++) {
      let squared = 0
      for (let k = 0; k < 3; k++) squared += (d.geom_xpos[3 * i + k] - d.geom_xpos[3 * j + k]) ** 2
      if (squared < (radius[i] + radius[j]) ** 2 && bodiesMayTouch(m, geom_bodyid[i], geom_bodyid[j]))
        pairs.add(`${geom_bodyid[i]} ${geom_bodyid[j]}`)
    }
  }
  return [...pairs]
}

function scatter(m: Model, d: Data, random: Random, room: number): void {
  for (let q = 0; q < m.nq; q += 7) {
    d.qpos.set(random.vector(3, room), q)
    d.qpos.set(random.direction(4), q + 3)
  }
}

describe.each([
  ['few', 12],
  ['many', 150],
])('with %s bodies', (_, count) => {
  const m = crowd(count)
  const d = new Data(m)
  const random = new Random(count)

  test('finds every pair of bodies that overlap, in order, as they jump, drift and stand', () => {
    for (let pose = 0; pose < 12; pose++) {
      if (pose % 4 === 0) scatter(m, d, random, 0.6)
      for (let step = 0; step < 4; step++) {
        if (pose % 3 > 0) for (let q = 0; q < m.nq; q++) d.qpos[q] += 0.01 * random.normal()
        const pairs = found(m, d)
        const set = new Set(pairs)
        expect(overlapping(m, d).filter((pair) => !set.has(pair))).toEqual([])
        const keys = pairs.map((pair) => pair.split(' ').map(Number)).map(([a, b]) => a * m.nbody + b)
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b))
      }
    }
  })

  test('finds the same, whatever was there before', () => {
    scatter(m, d, random, 1)
    const fresh = new Data(m)
    fresh.qpos.set(d.qpos)
    expect(found(m, d)).toEqual(found(m, fresh))
    for (let step = 0; step < 100; step++) {
      for (let q = 0; q < m.nq; q++) d.qpos[q] += 1e-4 * random.normal()
      found(m, d)
    }
    fresh.qpos.set(d.qpos)
    expect(found(m, d)).toEqual(found(m, fresh))
  })

  test('tests the world against everything that moves', () => {
    const pairs = found(m, d).filter((pair) => pair.startsWith('0 '))
    expect(pairs).toEqual(Array.from({ length: count }, (_, i) => `0 ${i + 1}`))
  })
})

test('bodies that are far from each other are not paired', () => {
  const m = crowd(200, '')
  const d = new Data(m)
  for (let i = 0; i < 200; i++) d.qpos[7 * i] = 3 * i
  expect(found(m, d)).toEqual([])
})

test('a body at infinity, or nowhere, does not disturb the others', () => {
  const m = crowd(200, '')
  const d = new Data(m)
  for (let i = 0; i < 200; i++) d.qpos[7 * i] = 3 * i
  d.qpos[7] = d.qpos[0]
  d.qpos[14] = Infinity
  d.qpos[21] = NaN
  for (let k = 0; k < 3; k++) expect(found(m, d).filter((pair) => pair === '1 2')).toEqual(['1 2'])
})

test('bodies touch a million meters away as they do at the origin', () => {
  const ball = (x: number) => `<body pos="${x} 0 0"><freejoint/><geom size=".125"/></body>`
  const pairsAt = (x: number) => {
    const row = Array.from({ length: 150 }, (_, i) => ball(x + 0.2421875 * i)).join('')
    const m = loadModel(`<mujoco><worldbody>${row}</worldbody></mujoco>`)
    const d = new Data(m)
    kinematics(m, d)
    const contacts = () => {
      collision(m, d)
      return Array.from({ length: d.ncon }, (_, i) => `${d.contact_geom1[i]} ${d.contact_geom2[i]}`)
    }
    // again and again, as for bodies that jump about
    const first = contacts()
    for (let step = 0; step < 8; step++) {
      d.geom_xpos[0] += step % 2 === 0 ? 100 : -100
      contacts()
    }
    expect(contacts()).toEqual(first)
    return first
  }
  const near = pairsAt(0)
  expect(near.length).toBe(149)
  expect(pairsAt(2 ** 20)).toEqual(near)
  expect(pairsAt(-(2 ** 20))).toEqual(near)
})
