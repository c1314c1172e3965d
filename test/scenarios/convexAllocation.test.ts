import { describe, expect, test } from 'vitest'
import { normalize4, quatToMat } from '../../src/core/math/quat.ts'
import { ContactBuffer } from '../../src/physics/collision/contact/contactBuffer.ts'
import { convex } from '../../src/physics/collision/pair/convexPair.ts'
import { Random } from '../../tools/compare/randomState.ts'
import { LIMIT, steadyGrowth } from '../support/growth.ts'
import { TwoGeoms } from '../support/twoGeoms.ts'

describe('looking at convex geoms does not grow the heap', () => {
  const vertex = Array.from({ length: 60 }, (_, i) => Array.from(new Random(i).direction(3), (x) => 0.2 * x).join(' '))
  const before = `<asset><mesh name="a" vertex="${vertex.join(' ')}"/></asset>`

  test.each([
    ['type="ellipsoid" size=".1 .2 .3"', 'type="cylinder" size=".2 .1"', 0],
    ['type="capsule" size=".1 .2"', 'type="cylinder" size=".2 .1"', 0],
    ['type="sphere" size=".1"', 'type="ellipsoid" size=".1 .2 .3"', 0],
    ['type="cylinder" size=".1 .2"', 'type="box" size=".1 .2 .3"', 0.02],
    ['type="mesh" mesh="a"', 'type="mesh" mesh="a"', 0.02],
  ])('%s and %s with margin %d', (first, second, margin) => {
    expect(globalThis.gc, 'run with --expose-gc').toBeDefined()
    const { m, d } = new TwoGeoms(convex, first, second, before)
    const contacts = new ContactBuffer()
    contacts.margin[0] = margin
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
    const look = (times: number) => {
      for (let i = 0; i < times; i++) {
        const { pos, mat } = poses[i % poses.length]
        d.geom_xpos.set(pos)
        d.geom_xmat.set(mat)
        contacts.count = 0
        convex(m, d, 0, 1, contacts)
      }
    }
    expect(steadyGrowth(look, 500, 3000)).toBeLessThan(LIMIT)
  })
})
