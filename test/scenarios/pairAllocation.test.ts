import { describe, expect, test } from 'vitest'
import { Data, kinematics, loadModel } from '../../src/index.ts'
import { ContactBuffer } from '../../src/physics/collision/contact/contactBuffer.ts'
import { boxBox } from '../../src/physics/collision/pair/boxBox.ts'
import { capsuleBox } from '../../src/physics/collision/pair/capsuleBox.ts'
import { capsuleCapsule } from '../../src/physics/collision/pair/capsuleCapsule.ts'
import type { PairFunction } from '../../src/physics/collision/pair/pairTable.ts'
import {
  planeBox,
  planeCapsule,
  planeCylinder,
  planeEllipsoid,
  planeSphere,
} from '../../src/physics/collision/pair/planePairs.ts'
import { sphereBox, sphereCapsule, sphereCylinder, sphereSphere } from '../../src/physics/collision/pair/spherePairs.ts'

const SIZES: Readonly<Record<string, string>> = {
  plane: '1 1 1',
  sphere: '.3',
  capsule: '.2 .4',
  ellipsoid: '.2 .3 .4',
  cylinder: '.3 .4',
  box: '.2 .3 .4',
}

const PAIRS: readonly (readonly [first: string, second: string, collide: PairFunction])[] = [
  ['plane', 'sphere', planeSphere],
  ['plane', 'capsule', planeCapsule],
  ['plane', 'ellipsoid', planeEllipsoid],
  ['plane', 'cylinder', planeCylinder],
  ['plane', 'box', planeBox],
  ['sphere', 'sphere', sphereSphere],
  ['sphere', 'capsule', sphereCapsule],
  ['sphere', 'cylinder', sphereCylinder],
  ['sphere', 'box', sphereBox],
  ['capsule', 'capsule', capsuleCapsule],
  ['capsule', 'box', capsuleBox],
  ['box', 'box', boxBox],
]

const GEOMS = 40
const LIMIT = 64 * 1024
const WARM_UP_BLOCKS = 12

describe('100,000 looks at two geoms grow the heap by less than 64 KB', () => {
  test.each(PAIRS)('%s and %s', (first, second, collide) => {
    expect(globalThis.gc, 'run with --expose-gc').toBeDefined()
    // one of the first kind, and many of the second around it: parallel, across, turned, apart
    const others = Array.from({ length: GEOMS }, (_, i) => {
      const turned = i % 3 === 0 ? '' : `euler="${i % 3 === 1 ? 90 : 10 * i} ${20 * (i % 5)} ${i}"`
      return `<geom type="${second}" size="${SIZES[second]}" pos="${i % 2 ? 0.05 * i : 0} ${0.02 * i} .3" ${turned}/>`
    })
    const m = loadModel(
      `<mujoco><worldbody><geom type="${first}" size="${SIZES[first]}"/>${others.join('')}</worldbody></mujoco>`,
    )
    const d = new Data(m)
    kinematics(m, d)
    const buffer = new ContactBuffer()
    let contacts = 0
    const run = (looks: number) => {
      contacts = 0
      for (let i = 0; i < looks; i++) {
        buffer.count = 0
        collide(m, d, 0, 1 + (i % GEOMS), buffer)
        contacts += buffer.count
      }
    }
    // warm-up ends when the compiler has settled: the first block without growth is the steady state
    let grown = Infinity
    for (let block = 0; block < WARM_UP_BLOCKS && grown >= LIMIT; block++) {
      globalThis.gc!()
      run(20_000)
      const before = process.memoryUsage().heapUsed
      run(100_000)
      grown = process.memoryUsage().heapUsed - before
    }
    expect(grown).toBeLessThan(LIMIT)
    expect(contacts).toBeGreaterThan(0)
  })
})
