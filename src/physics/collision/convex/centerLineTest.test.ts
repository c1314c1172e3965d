import { describe, expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data, forward, geomDistance, loadModel } from '../../../index.ts'
import { areApart } from './centerLineTest.ts'

const SHAPES = [
  'type="sphere" size=".12"',
  'type="capsule" size=".08 .1"',
  'type="ellipsoid" size=".1 .2 .05"',
  'type="cylinder" size=".1 .15"',
  'type="box" size=".1 .05 .15"',
  'type="mesh" mesh="wedge"',
]
const margin = Float64Array.of(0.02)

describe.each(SHAPES)('%s', (shape) => {
  const others = SHAPES.map((other) => `<body><freejoint/><geom ${other}/></body>`).join('')
  const m = loadModel(`<mujoco>
    <option><flag contact="disable"/></option>
    <asset><mesh name="wedge" vertex="0 0 0 .3 0 0 0 .1 0 .3 .1 0 0 0 .2 0 .1 .2 .1 .05 .1"/></asset>
    <worldbody><body><freejoint/><geom ${shape}/></body>${others}</worldbody>
  </mujoco>`)
  const d = new Data(m)
  const random = new Random(3)
  /** Puts all bodies somewhere near the origin, turned at random. */
  function scatter(): void {
    for (let adr = 0; adr < m.nq; adr += 7) {
      for (let k = 0; k < 3; k++) d.qpos[adr + k] = random.uniform(-0.25, 0.25)
      d.qpos.set(random.direction(4), adr + 3)
    }
    forward(m, d)
  }

  test('is told apart only from geoms that are farther away than the margin', () => {
    for (let i = 0; i < 100; i++) {
      scatter()
      for (let geom = 1; geom < m.ngeom; geom++)
        if (areApart(m, d, 0, geom, margin)) expect(geomDistance(m, d, null, 0, geom, 1)).toBeGreaterThan(margin[0])
    }
  })

  test('is told apart from everything that is far away', () => {
    scatter()
    for (let geom = 1; geom < m.ngeom; geom++) {
      d.geom_xpos[3 * geom] += 1
      expect(areApart(m, d, 0, geom, margin)).toBe(true)
      expect(areApart(m, d, geom, 0, margin)).toBe(true)
    }
  })
})
