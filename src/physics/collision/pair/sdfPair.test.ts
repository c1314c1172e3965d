import { describe, expect, test } from 'vitest'
import { Data } from '../../../core/data/data.ts'
import { halton } from '../../../core/math/scalar.ts'
import type { Model } from '../../../core/model/model.ts'
import type { SdfShape } from '../../../core/model/sdfShape.ts'
import { loadModel } from '../../../format/load.ts'
import { step } from '../../../pipeline/step.ts'
import { kinematics } from '../../kinematics/kinematics.ts'
import { collision } from '../collision.ts'
import { GeomSdf } from '../field/geomSdf.ts'

const RING = { radius1: 0.35, radius2: 0.15 }

/** A torus that stands still, and something that moves. */
function onTorus(moving: string, pos: string, options = ''): Model {
  return loadModel(`<mujoco>${options}
    <extension><plugin plugin="mujoco.sdf.torus"><instance name="i"/></plugin></extension>
    <asset><mesh name="m"><plugin instance="i"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="m"><plugin instance="i"/></geom>
      <body pos="${pos}"><freejoint/>${moving}</body></worldbody></mujoco>`)
}

function collided(m: Model): Data {
  const d = new Data(m)
  kinematics(m, d)
  collision(m, d)
  return d
}

describe('primitive shapes have their signed distance', () => {
  const shapes: [string, string, number[], number][] = [
    ['sphere', 'type="sphere" size="1"', [0, 0, 3], 2],
    ['capsule at its side', 'type="capsule" size="1 2"', [3, 0, 1], 2],
    ['capsule at its end', 'type="capsule" size="1 2"', [0, 0, 5], 2],
    ['cylinder at its side', 'type="cylinder" size="1 2"', [0, 3, 1], 2],
    ['cylinder at its rim', 'type="cylinder" size="1 2"', [4, 0, 6], 5],
    ['cylinder inside', 'type="cylinder" size="1 2"', [0.5, 0, 0], -0.5],
    ['box at a corner', 'type="box" size="1 2 3"', [3, 4, 4], 3],
    ['box at its side', 'type="box" size="1 2 3"', [0, -5, 0], 3],
    ['ellipsoid at an end', 'type="ellipsoid" size="1 2 3"', [0, 0, 3], 0],
  ]
  test.each(shapes)('%s', (_, geom, point, expected) => {
    const m = loadModel(`<mujoco><worldbody><geom ${geom}/></worldbody></mujoco>`)
    const field = new GeomSdf()
    field.setGeom(m, 0)
    const out = new Float64Array(1)
    field.distance(out, Float64Array.from(point))
    expect(out[0]).toBeCloseTo(expected, 12)
  })

  test.each(shapes)('%s, and a gradient that is its slope', (_, geom, point) => {
    const m = loadModel(`<mujoco><worldbody><geom ${geom}/></worldbody></mujoco>`)
    const field = new GeomSdf()
    field.setGeom(m, 0)
    const p = Float64Array.from(point, (x, k) => x + 0.01 * (k + 1))
    const g = new Float64Array(3)
    field.gradient(g, p)
    const slope = [0, 1, 2].map((k) => {
      const [ahead, behind] = [1e-6, -1e-6].map((step) => {
        const out = new Float64Array(1)
        const q = p.slice()
        q[k] += step
        field.distance(out, q)
        return out[0]
      })
      return (ahead - behind) / 2e-6
    })
    const length = Math.hypot(...slope)
    for (let k = 0; k < 3; k++) expect(g[k]).toBeCloseTo(slope[k] / length, 6)
  })
})

test('starting points are spread evenly', () => {
  const digits = [0, 1, 2, 3, 4, 5].map((i) => halton(i, 2))
  expect(digits).toEqual([0, 0.5, 0.25, 0.75, 0.125, 0.625])
})

describe('a ball in the hole of a torus', () => {
  /** A ball of 0.3 whose center is at height z touches the tube all around: the ring is 0.35 away. */
  const center = (z: number) => Math.sqrt(RING.radius1 ** 2 + z ** 2)

  test('touches it with the depth by which their surfaces pass each other, along the way between their middles', () => {
    const z = 0.26
    const d = collided(onTorus('<geom size="0.3"/>', `0 0 ${z}`))
    expect(d.ncon).toBeGreaterThan(3)
    // a contact of two round things has both surfaces at the same depth
    const depth = (center(z) - 0.3 - RING.radius2) / 2
    for (let i = 0; i < d.ncon; i++) {
      expect(d.contact_dist[i]).toBeGreaterThanOrEqual(depth - 1e-4)
      expect(d.contact_dist[i]).toBeLessThanOrEqual(0)
      const [x, y, up] = d.contact_pos.subarray(3 * i, 3 * i + 3)
      const r = Math.hypot(x, y)
      // normals go from the ball to the torus
      const normal = [x / r, y / r, 0].map((c, k) => (k < 2 ? c * RING.radius1 : -z) / center(z))
      for (let k = 0; k < 3; k++) expect(d.contact_frame[9 * i + k]).toBeCloseTo(normal[k], 1)
      expect(up).toBeGreaterThan(0)
    }
  })

  test('does not touch it from above', () => {
    expect(collided(onTorus('<geom size="0.3"/>', '0 0 0.5')).ncon).toBe(0)
  })

  test('comes to rest where it fits, and stays there', () => {
    const m = onTorus('<geom size="0.3"/>', '0 0 0.32', '<option timestep="0.002" sdf_initpoints="20"/>')
    const d = new Data(m)
    for (let i = 0; i < 600; i++) step(m, d)
    const rest = Math.sqrt((0.3 + RING.radius2) ** 2 - RING.radius1 ** 2)
    expect(Math.abs(d.qpos[2] - rest)).toBeLessThan(0.01)
    expect(Math.hypot(d.qpos[0], d.qpos[1])).toBeLessThan(0.01)
    expect(Math.hypot(...d.qvel.subarray(0, 3))).toBeLessThan(0.05)
  })

  test('falls through when it is small', () => {
    const m = onTorus('<geom size="0.15"/>', '0 0 0.3', '<option timestep="0.002"/>')
    const d = new Data(m)
    for (let i = 0; i < 250; i++) step(m, d)
    expect(d.qpos[2]).toBeLessThan(-0.3)
  })
})

test('two linked rings hold each other', () => {
  const m = loadModel(`<mujoco><option timestep="0.002"/>
    <extension><plugin plugin="mujoco.sdf.torus"><instance name="i"><config key="radius2" value="0.08"/></instance></plugin></extension>
    <asset><mesh name="m"><plugin instance="i"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="m" euler="90 0 0"><plugin instance="i"/></geom>
      <body pos="0 0 -0.4" euler="90 0 90"><freejoint/><geom type="sdf" mesh="m"><plugin instance="i"/></geom></body>
    </worldbody></mujoco>`)
  const d = new Data(m)
  // the lower ring falls until the top of its tube lies on the bottom of the upper one's
  const rest = -0.35 + 2 * 0.08 - 0.35
  let touched = false
  for (let i = 0; i < 400; i++) {
    step(m, d)
    touched ||= d.ncon > 0
    expect(d.qpos[2]).toBeGreaterThan(rest - 0.05)
  }
  expect(touched).toBe(true)
})

test('a shape of the user meets all other shapes', () => {
  const ball: SdfShape = {
    attributes: { radius: 0.2 },
    bounds: ([r]) => [-r, -r, -r, r, r, r],
    distance: (p, a) => Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - a[0],
  }
  const others = [
    'type="plane" size="1 1 1" pos="0 0 -0.19"',
    'type="sphere" size="0.1" pos="0.28 0 0"',
    'type="capsule" size="0.1 0.1" pos="0 0.28 0"',
    'type="ellipsoid" size="0.1 0.1 0.1" pos="-0.28 0 0"',
    'type="cylinder" size="0.1 0.1" pos="0 0 0.28"',
    'type="box" size="0.1 0.1 0.1" pos="0 -0.28 0"',
    'type="mesh" mesh="cube" pos="0.28 0 0"',
  ]
  for (const other of others) {
    const m = loadModel(
      `<mujoco><extension><plugin plugin="ball"/></extension>
      <asset><mesh name="m"><plugin plugin="ball"/></mesh><mesh name="cube" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale="0.1 0.1 0.1"/></asset>
      <worldbody><geom ${other}/><body><freejoint/><geom type="sdf" mesh="m"><plugin plugin="ball"/></geom></body></worldbody></mujoco>`,
      { sdf: { ball } },
    )
    const d = collided(m)
    expect(d.ncon, other).toBeGreaterThan(0)
    const deepest = Math.min(...d.contact_dist.subarray(0, d.ncon))
    expect(deepest, other).toBeLessThan(-0.001)
    expect(deepest, other).toBeGreaterThan(-0.0205)
    // normals lead to the ball
    const toward = [...d.geom_xpos.subarray(0, 3)].map((x) => -x)
    const along = [0, 1, 2].reduce((sum, k) => sum + toward[k] * d.contact_frame[k], 0)
    expect(along, other).toBeGreaterThan(0)
  }
})

test('a mesh touches with each of its triangles, however few starting points each has', () => {
  const cube = 'vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"'
  const m = loadModel(`<mujoco><option sdf_initpoints="1"/>
    <asset><mesh name="small" ${cube} scale="0.1 0.1 0.1"/><mesh name="large" ${cube} scale="0.3 0.3 0.3"/></asset>
    <worldbody><geom type="sdf" mesh="large"/>
      <body pos="0.05 0.03 0.35" euler="10 20 30"><freejoint/><geom type="mesh" mesh="small"/></body></worldbody></mujoco>`)
  const d = collided(m)
  expect(d.ncon).toBeGreaterThan(1)
  for (let i = 0; i < d.ncon; i++) {
    expect(d.contact_dist[i]).toBeLessThan(0)
    // from the mesh down into the cube
    expect(d.contact_frame[9 * i + 2]).toBeLessThan(-0.9)
  }
})

test('however many starting points there are, two geoms have at most fifty contacts, each at another place', () => {
  const d = collided(onTorus('<geom size="0.3"/>', '0.1 0 0.15', '<option sdf_initpoints="400" sdf_iterations="3"/>'))
  expect(d.ncon).toBe(50)
  const places = new Set<string>()
  for (let i = 0; i < d.ncon; i++) {
    expect(d.contact_dist[i]).toBeLessThanOrEqual(0)
    places.add(d.contact_pos.subarray(3 * i, 3 * i + 3).join(' '))
  }
  expect(places.size).toBe(50)
})
