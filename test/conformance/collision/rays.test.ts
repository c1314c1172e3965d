import load from '@mujoco/mujoco'
import { describe, expect, test } from 'vitest'
import {
  Data,
  forward,
  GeomType,
  loadModel,
  type Model,
  multiRay,
  RayHit,
  RayHits,
  ray,
  rayGeom,
  raySite,
} from '../../../src/index.ts'
import { modelFromReference, ReferenceData, ReferenceModel } from '../../../tools/compare/index.ts'

const mj = await load()

/** Numbers between -1 and 1, the same ones in each run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return (state / 2147483647) * 2 - 1
  }
}

/** The same model in both engines, at its initial pose. */
class Scene {
  readonly m: Model
  readonly d: Data
  readonly reference: ReferenceData
  readonly #geom = new mj.IntBuffer(1)
  readonly #normal = new mj.DoubleBuffer(3)

  constructor(xml: string) {
    // with the numbers of the reference, so that rays are judged apart from the compiler
    const reference = new ReferenceModel(mj, xml)
    this.m = modelFromReference(reference)
    this.d = new Data(this.m)
    forward(this.m, this.d)
    this.reference = new ReferenceData(reference)
    this.reference.call('mj_forward')
    for (const pose of ['geom_xpos', 'geom_xmat'] as const) this.d[pose].set(this.reference.array(pose)!)
  }

  /** The ray in the reference. */
  ray(from: number[], along: number[], { group, still = true, without = -1 }: Filter = {}): Hit {
    const { model, raw } = this.reference
    const groups = (group ?? [1, 1, 1, 1, 1, 1]) as number[]
    const distance = mj.mj_ray(model.raw, raw, from, along, groups, still, without, this.#geom, this.#normal)
    return { distance, geom: (this.#geom.GetView() as Int32Array)[0], normal: this.#vector() }
  }

  /** The ray against one geom in the reference. */
  rayGeom(geom: number, from: number[], along: number[]): Hit {
    const { model, raw } = this.reference
    const { geom_type, geom_size } = this.m
    const type = geom_type[geom]
    const row = (a: Float64Array, n: number): number[] => Array.from(a.subarray(n * geom, n * geom + n))
    const { geom_xpos, geom_xmat } = this.d
    let distance: number
    if (type === GeomType.sdf) return this.ray(from, along)
    if (type === GeomType.mesh) distance = mj.mj_rayMesh(model.raw, raw, geom, from, along, this.#normal)
    else if (type === GeomType.hfield) distance = mj.mj_rayHfield(model.raw, raw, geom, from, along, this.#normal)
    else {
      const [pos, mat, size] = [row(geom_xpos, 3), row(geom_xmat, 9), row(geom_size, 3)]
      distance = mj.mju_rayGeom(pos, mat, size, from, along, type, this.#normal)
    }
    return { distance, geom: distance < 0 ? -1 : geom, normal: this.#vector() }
  }

  #vector(): number[] {
    return Array.from(this.#normal.GetView() as Float64Array)
  }

  delete(): void {
    this.#geom.delete()
    this.#normal.delete()
    this.reference.delete()
    this.reference.model.delete()
  }
}

interface Filter {
  readonly group?: readonly number[]
  readonly still?: boolean
  readonly without?: number
}

interface Hit {
  readonly distance: number
  readonly geom: number
  readonly normal: ArrayLike<number>
}

/** Largest difference between two hits; infinite when they are of different geoms. */
function difference(a: Hit, b: Hit): number {
  if (a.geom !== b.geom) return Number.POSITIVE_INFINITY
  if (a.geom < 0) return 0
  const normal = Math.max(...[0, 1, 2].map((k) => Math.abs(a.normal[k] - b.normal[k])))
  return Math.max(Math.abs(a.distance - b.distance) / Math.max(1, b.distance), normal)
}

const ASSETS = `
  <asset>
    <mesh name="ball" builtin="sphere" params="3"/>
    <mesh name="ring" builtin="supertorus" params="24 0.3 1 1"/>
    <mesh name="brick" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale="-0.3 0.2 0.1"/>
    <hfield name="hills" nrow="7" ncol="9" size="1 .7 .5 .2" elevation="${heights(63)}"/>
    <hfield name="ramp" nrow="2" ncol="2" size="1 .7 .5 .2" elevation="0 1 0.3 .7"/>
    <hfield name="rocks" nrow="40" ncol="30" size="1 .7 .1 .01" elevation="${heights(1200)}"/>
    <material name="ghost" rgba="1 1 1 0"/>
    <material name="solid" rgba="1 1 1 1"/>
  </asset>`

function heights(count: number): string {
  const next = random(3)
  return Array.from({ length: count }, () => Math.abs(next()).toFixed(3)).join(' ')
}

describe('a ray against a single geom', () => {
  const kinds: Readonly<Record<string, string>> = {
    plane: 'type="plane" size="0.8 0.5 1"',
    'endless plane': 'type="plane" size="0 0 1"',
    sphere: 'type="sphere" size="0.6"',
    capsule: 'type="capsule" size="0.3 0.5"',
    ellipsoid: 'type="ellipsoid" size="0.2 0.5 0.8"',
    cylinder: 'type="cylinder" size="0.4 0.6"',
    box: 'type="box" size="0.2 0.5 0.8"',
    'mesh of a sphere': 'type="mesh" mesh="ball"',
    'mesh with a hole': 'type="mesh" mesh="ring"',
    'mirrored mesh': 'type="mesh" mesh="brick"',
    'signed distance field': 'type="sdf" mesh="ring"',
    'height field': 'type="hfield" hfield="hills"',
    'height field of one cell': 'type="hfield" hfield="ramp"',
    'rough height field': 'type="hfield" hfield="rocks"',
  }

  test.each(Object.entries(kinds))('%s: is where the reference has it, for 10,000 rays', (_, attributes) => {
    const xml = `<mujoco>${ASSETS}<worldbody><body euler="10 20 30" pos=".1 .2 .3"><geom ${attributes}/></body></worldbody></mujoco>`
    const scene = new Scene(xml)
    const { m, d } = scene
    const next = random(17)
    const hit = new RayHit()
    let worst = 0
    let hits = 0
    for (let i = 0; i < 10_000; i++) {
      const [from, along] = rayAt(m, d, i, next)
      rayGeom(m, d, hit, 0, from, along)
      if (hit.geom >= 0) hits++
      worst = Math.max(worst, difference(hit, scene.rayGeom(0, from, along)))
    }
    expect(worst).toBeLessThan(1e-12)
    expect(hits).toBeGreaterThan(1000)
    expect(hits).toBeLessThan(10_001)
    scene.delete()
  })

  /**
   * A ray near geom 0: from outside, from inside, along an axis of the geom or of the world, or at a corner of its box.
   */
  function rayAt(m: Model, d: Data, i: number, next: () => number): [number[], number[]] {
    const isPlane = m.geom_type[0] === GeomType.plane
    const box = isPlane
      ? [0, 0, 0, m.geom_size[0] || 1, m.geom_size[1] || 1, 1]
      : Array.from(m.geom_aabb.subarray(0, 6))
    const centre = box.slice(0, 3)
    const half = box.slice(3)
    const turn = (v: number[]): number[] =>
      [0, 1, 2].map((k) => v[0] * d.geom_xmat[3 * k] + v[1] * d.geom_xmat[3 * k + 1] + v[2] * d.geom_xmat[3 * k + 2])
    const place = (v: number[]): number[] => turn(v).map((x, k) => x + d.geom_xpos[k])
    const inside = (): number[] => place(half.map((h, k) => centre[k] + h * next()))
    const size = Math.max(...half)
    const outside = (): number[] => place(half.map(() => 3 * size * next()))
    const towards = (a: number[], b: number[]): [number[], number[]] => [a, b.map((x, k) => x - a[k])]
    switch (i % 5) {
      case 0:
        return towards(outside(), inside())
      case 1:
        return towards(inside(), inside())
      case 2: {
        const along = turn([0, 1, 2].map((k) => (k === i % 3 || (i % 2 === 0 && k === (i + 1) % 3) ? next() : 0)))
        return [inside().map((x, k) => x - (i % 4 < 2 ? 5 : 0) * along[k]), along]
      }
      case 3: {
        const along = [0, 1, 2].map((k) => (k === i % 3 ? next() : 0))
        return [inside().map((x, k) => x - 2 * along[k]), along]
      }
      default: {
        // exactly at a corner of triangles rounding decides between hit and miss
        const beside = m.geom_dataid[0] >= 0 ? 1e-4 : 0
        const corner = [0, 1, 2].map((k) => centre[k] + (Math.round(1.2 * next()) + beside * next()) * half[k])
        return towards(outside(), place(corner))
      }
    }
  }

  test('does not slip through the edge of a mesh, where the reference misses what single precision moved', () => {
    const xml = `<mujoco>${ASSETS}<worldbody><geom type="mesh" mesh="brick"/></worldbody></mujoco>`
    const scene = new Scene(xml)
    const { m, d } = scene
    const hit = new RayHit()
    const next = random(3)
    let missed = 0
    for (let i = 0; i < 2000; i++) {
      // from the centre to a point 1e-7 beside a corner; vertices are rounded outward by less
      const along = [0, 1, 2].map((axis) => {
        const side = next() > 0 ? 1 : -1
        return [0, 1, 2].map((k) => d.geom_xmat[3 * k + axis] * side * m.geom_size[axis] * (1 + 1e-7 * next()))
      })
      const vector = [0, 1, 2].map((k) => along[0][k] + along[1][k] + along[2][k])
      const from = Array.from(d.geom_xpos.subarray(0, 3))
      expect(rayGeom(m, d, hit, 0, from, vector)).toBe(true)
      expect(hit.distance).toBeCloseTo(1, 6)
      if (scene.rayGeom(0, from, vector).geom < 0) missed++
    }
    expect(missed).toBeGreaterThan(0)
    scene.delete()
  })

  test('against a site is as against a geom of the same shape', () => {
    const shapes = ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box']
    const at = 'size="0.2 0.3 0.4" euler="10 20 30" pos=".1 .2 .3"'
    const sites = shapes.map((type) => `<site type="${type}" ${at}/>`).join('')
    const geoms = shapes.map((type) => `<geom type="${type}" ${at}/>`).join('')
    const scene = new Scene(`<mujoco><worldbody>${geoms}${sites}</worldbody></mujoco>`)
    const next = random(5)
    const hit = new RayHit()
    for (let i = 0; i < 500; i++) {
      const from = [next(), next(), next()]
      const along = [next(), next(), next()]
      const id = i % shapes.length
      const expected = scene.rayGeom(id, from, along)
      expect(raySite(scene.m, scene.d, hit, id, from, along)).toBe(expected.geom >= 0)
      expect(hit.geom).toBe(-1)
      if (expected.geom >= 0) expect(hit.distance).toBeCloseTo(expected.distance, 12)
    }
    scene.delete()
  })
})

/** Bodies at random places with geoms of all kinds, groups and visibilities. */
function crowd(seed: number, bodies: number, geoms: number): string {
  const next = random(seed)
  const vector = (n: number, size = 1): string => Array.from({ length: n }, () => (size * next()).toFixed(4)).join(' ')
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.abs(next()) * list.length) % list.length]
  const geom = (): string => {
    const type = pick(['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'])
    const size =
      type === 'mesh' ? 'mesh="brick"' : `size="${[0, 0, 0].map(() => 0.03 + 0.15 * Math.abs(next())).join(' ')}"`
    const contact = pick(['', '', '', 'contype="0" conaffinity="0"'])
    const colour = pick(['', '', '', '', 'rgba="1 1 1 0"', 'material="ghost"', 'material="solid" rgba="1 1 1 0"'])
    return `<geom type="${type}" ${size} pos="${vector(3, 0.5)}" quat="${vector(4)}" group="${pick([0, 1, 2, 3, 4, 5, 6])}" ${contact} ${colour}/>`
  }
  const list = (): string => Array.from({ length: geoms }, geom).join('')
  const inertial = (): string => `<inertial mass="1" pos="${vector(3, 0.1)}" diaginertia="1 1 1" quat="${vector(4)}"/>`
  const body = (i: number): string => {
    const kind = ['', 'mocap="true"', ...Array(8).fill('')][i % 10]
    const joint = i % 5 < 2 ? '' : '<freejoint/>'
    return `<body pos="${vector(3, 2)}" quat="${vector(4)}" ${kind}>${joint}${inertial()}${list()}</body>`
  }
  return `
    <mujoco>${ASSETS}
      <worldbody>
        <geom type="plane" size="0 0 1" pos="0 0 -3"/><geom type="hfield" hfield="hills" pos="0 0 -2"/>${list()}
        ${Array.from({ length: bodies }, (_, i) => body(i)).join('')}
      </worldbody>
    </mujoco>`
}

describe('a ray through a scene', () => {
  test.each([
    ['many bodies', 60, 1],
    ['bodies of many geoms', 4, 30],
  ])('of %s meets what it meets in the reference, with any filter', (_, bodies, geoms) => {
    const scene = new Scene(crowd(7, bodies, geoms))
    const { m, d } = scene
    const next = random(23)
    const hit = new RayHit()
    let worst = 0
    let hits = 0
    for (let i = 0; i < 5000; i++) {
      const from = [4 * next(), 4 * next(), 4 * next()]
      const along = [next(), next(), next()].map((x, k) => (i % 5 === k ? 0 : x))
      const group = i % 3 === 0 ? Array.from({ length: 6 }, () => Number(next() > 0)) : undefined
      const still = i % 4 !== 0
      const without = i % 7 === 0 ? Math.floor(Math.abs(next()) * m.nbody) : -1
      ray(m, d, hit, from, along, { geomgroup: group, flg_static: still, bodyexclude: without })
      worst = Math.max(worst, difference(hit, scene.ray(from, along, { ...(group && { group }), still, without })))
      if (hit.geom >= 0) hits++
    }
    expect(worst).toBeLessThan(1e-12)
    expect(hits).toBeGreaterThan(500)
    scene.delete()
  })

  test('meets the first of geoms that are at the same place', () => {
    const twins = Array.from({ length: 20 }, () => '<geom type="box" size=".1 .1 .1"/>').join('')
    const scene = new Scene(`<mujoco><worldbody><body><freejoint/>${twins}</body></worldbody></mujoco>`)
    const hit = new RayHit()
    ray(scene.m, scene.d, hit, [1, 0, 0], [-1, 0, 0])
    expect(hit.geom).toBe(0)
    expect(scene.ray([1, 0, 0], [-1, 0, 0]).geom).toBe(0)
    scene.delete()
  })
})

describe('many rays from one point', () => {
  test.each([
    ['many bodies', 60, 1],
    ['bodies of many geoms', 4, 30],
  ])('in a scene of %s meet what each of them meets alone', (_, bodies, geoms) => {
    const m = loadModel(crowd(9, bodies, geoms))
    const d = new Data(m)
    forward(m, d)
    const next = random(29)
    const count = 400
    const hits = new RayHits(count)
    const hit = new RayHit()
    for (let round = 0; round < 8; round++) {
      const point = [2 * next(), 2 * next(), 2 * next()]
      const vectors = Float64Array.from({ length: 3 * count }, (_value, i) => (i % 31 === 0 ? 0 : next()))
      const options = { geomgroup: [1, 1, 1, round % 2, 1, 1], flg_static: round % 3 > 0, bodyexclude: round }
      multiRay(m, d, hits, point, vectors, options)
      for (let i = 0; i < count; i++) {
        ray(m, d, hit, point, vectors.subarray(3 * i, 3 * i + 3), options)
        expect(hits.geom[i]).toBe(hit.geom)
        expect(hits.distance[i]).toBe(hit.distance)
        expect(Array.from(hits.normal.subarray(3 * i, 3 * i + 3))).toEqual(Array.from(hit.normal))
      }
    }
  })

  /** The rays in the reference: geoms and distances. */
  function referenceRays(
    { reference }: Scene,
    point: number[],
    vectors: number[],
    cutoff: number,
  ): [number[], number[]] {
    const count = vectors.length / 3
    const geom = new mj.IntBuffer(count)
    const distance = new mj.DoubleBuffer(count)
    const normal = new mj.DoubleBuffer(3 * count)
    const groups = [1, 1, 1, 1, 1, 1]
    const { model, raw } = reference
    mj.mj_multiRay(model.raw, raw, point, vectors, groups, true, -1, geom, distance, normal, count, cutoff)
    const result: [number[], number[]] = [
      Array.from(geom.GetView() as Int32Array),
      Array.from(distance.GetView() as Float64Array),
    ]
    for (const buffer of [geom, distance, normal]) buffer.delete()
    return result
  }

  test('see what the reference overlooks: geoms beside the centre of a body that is turned', () => {
    const scene = new Scene(`
      <mujoco>
        <worldbody>
          <body euler="0 0 180">
            <inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/><freejoint/>
            <geom size="0.1" pos="2 0 0"/><geom size="0.1" pos="2 0 1"/>
          </body>
        </worldbody>
      </mujoco>`)
    const point = [-2, -3, 0]
    const vector = [0, 1, 0]
    expect(scene.ray(point, vector).geom).toBe(0)
    expect(referenceRays(scene, point, vector, 1e10)[0]).toEqual([-1])
    const hits = new RayHits(1)
    multiRay(scene.m, scene.d, hits, point, vector)
    expect(hits.geom[0]).toBe(0)
    expect(hits.distance[0]).toBeCloseTo(2.9, 12)
    scene.delete()
  })

  test('do not see geoms beyond the cutoff, and measure it to planes by the nearest point, unlike the reference', () => {
    const scene = new Scene(`
      <mujoco>
        <worldbody><geom type="plane" size="0 0 1"/><body pos="13 0 1"><freejoint/><geom size="0.5"/></body></worldbody>
      </mujoco>`)
    const point = [10, 0, 1]
    const vectors = [1, 0, 0, 0, 0, -1]
    const hits = new RayHits(2)
    const see = (cutoff: number): number[] => {
      multiRay(scene.m, scene.d, hits, point, vectors, { cutoff })
      return Array.from(hits.geom)
    }
    expect(see(20)).toEqual([1, 0])
    expect(see(2.4)).toEqual([-1, 0])
    expect(see(0.9)).toEqual([-1, -1])
    expect(referenceRays(scene, point, vectors, 20)[0]).toEqual([1, 0])
    expect(referenceRays(scene, point, vectors, 2.4)[0]).toEqual([-1, -1])
    scene.delete()
  })
})
