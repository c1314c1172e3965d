import { describe, expect, test } from 'vitest'
import { Data, kinematics, loadModel } from '../../src/index.ts'
import { ContactBuffer } from '../../src/physics/collision/contact/contactBuffer.ts'
import { pairFunctionOf } from '../../src/physics/collision/pair/pairTable.ts'

const elevation = Array.from({ length: 20 * 20 }, (_, i) => (i * 7919) % 100).join(' ')
const ASSETS = `<asset>
  <hfield name="field" nrow="20" ncol="20" size="2 2 .1 .1" elevation="${elevation}"/>
  <mesh name="prism" builtin="cone" params="60 1" scale=".3 .3 .3"/>
</asset>`

const GEOMS = {
  plane: 'type="plane" size="1 1 1"',
  field: 'type="hfield" hfield="field"',
  sphere: 'type="sphere" size=".3"',
  capsule: 'type="capsule" size=".2 .3"',
  ellipsoid: 'type="ellipsoid" size=".2 .3 .4"',
  cylinder: 'type="cylinder" size=".3 .3"',
  box: 'type="box" size=".2 .3 .3"',
  mesh: 'type="mesh" mesh="prism"',
} as const

const PAIRS: readonly (readonly [keyof typeof GEOMS, keyof typeof GEOMS])[] = [
  ['plane', 'mesh'],
  ['field', 'sphere'],
  ['field', 'capsule'],
  ['field', 'ellipsoid'],
  ['field', 'cylinder'],
  ['field', 'box'],
  ['field', 'mesh'],
  ['cylinder', 'cylinder'],
  ['cylinder', 'box'],
  ['cylinder', 'mesh'],
  ['box', 'mesh'],
  ['mesh', 'mesh'],
]

const COUNT = 24
const LIMIT = 64 * 1024
const WARM_UP_BLOCKS = 12

describe('1,000 looks at flat things that touch grow the heap by less than 64 KB', () => {
  test.each(PAIRS)('%s and %s', (first, second) => {
    expect(globalThis.gc, 'run with --expose-gc').toBeDefined()
    // one of the first kind, and many of the second on it: flat, lying, tilted
    const others = Array.from({ length: COUNT }, (_, i) => {
      const turned = `${i % 3 === 0 ? 90 : 0} ${i % 4 === 0 ? 3 * i : 0} ${7 * i}`
      const height = first === 'plane' || first === 'field' ? 0.29 : 0.58
      return `<geom ${GEOMS[second]} pos="${0.01 * i} ${0.02 * i} ${height}" euler="${turned}"/>`
    })
    const m = loadModel(`<mujoco>${ASSETS}<worldbody><geom ${GEOMS[first]}/>${others.join('')}</worldbody></mujoco>`)
    const d = new Data(m)
    kinematics(m, d)
    const buffer = new ContactBuffer()
    const collide = pairFunctionOf(m.geom_type[0], m.geom_type[1])!
    let contacts = 0
    const run = (looks: number) => {
      contacts = 0
      for (let i = 0; i < looks; i++) {
        buffer.count = 0
        collide(m, d, 0, 1 + (i % COUNT), buffer)
        contacts += buffer.count
      }
    }
    let grown = Infinity
    for (let block = 0; block < WARM_UP_BLOCKS && grown >= LIMIT; block++) {
      globalThis.gc!()
      run(300)
      const before = process.memoryUsage().heapUsed
      run(1000)
      grown = process.memoryUsage().heapUsed - before
    }
    expect(grown).toBeLessThan(LIMIT)
    expect(contacts).toBeGreaterThan(500)
  })
})
