import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { kinematics } from '../kinematics/kinematics.ts'
import { multiRay, RayHits } from './multiRay.ts'
import { ray } from './ray.ts'
import { RayHit, rayGeom, raySite } from './rayGeom.ts'

function scene(content: string, asset = ''): [Model, Data] {
  const m = loadModel(`<mujoco><asset>${asset}</asset><worldbody>${content}</worldbody></mujoco>`)
  const d = new Data(m)
  kinematics(m, d)
  return [m, d]
}

describe('a ray', () => {
  const hit = new RayHit()

  test('tells how far it went in units of its vector, what it met, and which way the surface faces', () => {
    const [m, d] = scene('<geom size="1"/>')
    expect(ray(m, d, hit, [0, 0, 5], [0, 0, -2])).toBe(true)
    expect(hit.distance).toBe(2)
    expect(hit.geom).toBe(0)
    expect(Array.from(hit.normal)).toEqual([0, 0, 1])
  })

  test('that meets nothing says so', () => {
    const [m, d] = scene('<geom size="1"/>')
    ray(m, d, hit, [0, 0, 5], [0, 0, -1])
    expect(ray(m, d, hit, [0, 0, 5], [0, 0, 1])).toBe(false)
    expect([hit.distance, hit.geom, ...hit.normal]).toEqual([-1, -1, 0, 0, 0])
  })

  test('that starts inside meets the surface from within, whose normal points outward', () => {
    const [m, d] = scene('<geom type="box" size="1 2 3"/>')
    ray(m, d, hit, [0, 0, 0], [0, 1, 0])
    expect(hit.distance).toBe(2)
    expect(Array.from(hit.normal)).toEqual([0, 1, 0])
  })

  test('passes planes from below', () => {
    const [m, d] = scene('<geom type="plane" size="1 1 1"/>')
    expect(ray(m, d, hit, [0, 0, -1], [0, 0, 1])).toBe(false)
    expect(ray(m, d, hit, [0, 0, 1], [0, 0, -1])).toBe(true)
    expect(ray(m, d, hit, [1.5, 0, 1], [0, 0, -1])).toBe(false)
  })

  test('meets the first of geoms at the same place, whichever are looked at first', () => {
    // geoms that do not collide are in no hierarchy, and are looked at before those that are
    const row = '<geom size="1" pos="9 0 0"/>'.repeat(20)
    const [m, d] = scene(
      `<body>${row}<geom size="1"/><geom size="1" contype="0" conaffinity="0"/><geom size="1"/></body>`,
    )
    const hits = new RayHits(1)
    for (const [at, expected] of [
      [0, 20],
      [9, 0],
    ]) {
      ray(m, d, hit, [at, 0, 3], [0, 0, -1])
      multiRay(m, d, hits, [at, 0, 3], [0, 0, -1])
      expect([hit.geom, hits.geom[0]]).toEqual([expected, expected])
    }
  })

  test('does not see what has no color', () => {
    const asset = '<material name="glass" rgba="1 1 1 0"/><material name="wood" rgba="1 1 1 1"/>'
    const [m, d] = scene(
      '<geom size="1" rgba="1 1 1 0"/><geom size="0.9" material="glass"/><geom size="0.8" material="wood" rgba="1 1 1 0"/>',
      asset,
    )
    ray(m, d, hit, [0, 0, 2], [0, 0, -1])
    expect(hit.geom).toBe(2)
  })

  test('sees only the groups that it is told to', () => {
    const [m, d] = scene('<geom size="1" group="2"/><geom size="0.5" group="9"/>')
    const first = (geomgroup: number[]): number => {
      ray(m, d, hit, [0, 0, 2], [0, 0, -1], { geomgroup })
      return hit.geom
    }
    expect(first([1, 1, 1, 1, 1, 1])).toBe(0)
    expect(first([1, 1, 0, 1, 1, 1])).toBe(1)
    expect(first([1, 1, 0, 1, 1, 0])).toBe(-1)
  })

  test('can leave out what does not move, and the body that carries the sensor', () => {
    const [m, d] = scene(`
      <geom size="1"/>
      <body name="hand" mocap="true"><geom size="0.9"/></body>
      <body name="a"><freejoint/><geom size="0.8"/></body>`)
    const first = (options: object): number => {
      ray(m, d, hit, [0, 0, 2], [0, 0, -1], options)
      return hit.geom
    }
    expect(first({})).toBe(0)
    expect(first({ flg_static: false })).toBe(1)
    expect(first({ flg_static: false, bodyexclude: 1 })).toBe(2)
  })

  test('needs a direction', () => {
    const [m, d] = scene('<geom size="1"/>')
    expect(() => ray(m, d, hit, [0, 0, 0], [0, 0, 0])).toThrow('it needs a direction')
    expect(() => ray(m, d, hit, [0, 0, 0], [Number.NaN, 0, 0])).toThrow(RangeError)
  })

  test('sees the triangles of a mesh, not its hull', () => {
    const ring = '<mesh name="ring" builtin="supertorus" params="24 0.3 1 1"/>'
    const [m, d] = scene('<geom type="mesh" mesh="ring"/>', ring)
    const axis = [d.geom_xmat[0], d.geom_xmat[3], d.geom_xmat[6]]
    const from = axis.map((x) => 5 * x)
    expect(
      rayGeom(
        m,
        d,
        hit,
        0,
        from,
        axis.map((x) => -x),
      ),
    ).toBe(false)
  })

  test('falls through the cells of a height field down to the terrain', () => {
    const hills = '<hfield name="h" nrow="3" ncol="3" size="1 1 1 0.1" elevation="0 0 0 0 1 0 0 0 0"/>'
    const [m, d] = scene('<geom type="hfield" hfield="h"/>', hills)
    const height = (x: number, y: number): number => {
      ray(m, d, hit, [x, y, 2], [0, 0, -1])
      return 2 - hit.distance
    }
    expect(height(0, 0)).toBeCloseTo(1, 14)
    expect(height(0.5, 0)).toBeCloseTo(0.5, 14)
    expect(height(0.9, 0)).toBeCloseTo(0.1, 14)
    ray(m, d, hit, [-3, 0.2, 0.5], [1, 0, 0])
    expect(hit.distance).toBeGreaterThan(2)
    expect(hit.normal[0]).toBeLessThan(0)
  })

  test('asks whether something acts through a site', () => {
    const [m, d] = scene('<site type="box" size="1 1 1"/>')
    expect(raySite(m, d, hit, 0, [0, 0, 3], [0, 0, -1])).toBe(true)
    expect(hit.distance).toBe(2)
    expect(raySite(m, d, hit, 0, [3, 0, 3], [0, 0, -1])).toBe(false)
    expect(() => raySite(m, d, hit, 1, [3, 0, 3], [0, 0, -1])).toThrow('site 1 does not exist')
    expect(() => rayGeom(m, d, hit, 0, [3, 0, 3], [0, 0, -1])).toThrow('geom 0 does not exist')
  })
})

describe('many rays', () => {
  test('need room for their results', () => {
    const [m, d] = scene('<geom size="1"/>')
    expect(() => multiRay(m, d, new RayHits(1), [0, 0, 0], [1, 0, 0, 0, 1, 0])).toThrow('there are 2 rays')
  })

  test('give one result each; those without length meet nothing', () => {
    const [m, d] = scene('<geom size="1"/><geom type="plane" size="0 0 1" pos="0 0 -5"/>')
    const hits = new RayHits(4)
    multiRay(m, d, hits, [0, 0, 3], [0, 0, -1, 0, 0, 1, 0, 0, 0, 3, 0, -8])
    expect(Array.from(hits.geom)).toEqual([0, -1, -1, 1])
    expect(Array.from(hits.distance)).toEqual([2, -1, -1, 1])
    expect(Array.from(hits.normal)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })

  test('follow what moves', () => {
    const [m, d] = scene('<body><joint type="slide"/><geom size="1"/></body>')
    const hits = new RayHits(1)
    multiRay(m, d, hits, [0, 0, 5], [0, 0, -1])
    expect(hits.distance[0]).toBe(4)
    d.qpos[0] = 2
    kinematics(m, d)
    multiRay(m, d, hits, [0, 0, 5], [0, 0, -1])
    expect(hits.distance[0]).toBe(2)
  })
})
