import { describe, expect, test } from 'vitest'
import { Data, DisableBit, GeomType, kinematics, loadModel, type Model } from '../../src/index.ts'
import { collision } from '../../src/physics/collision/collision.ts'
import { pairFunctionOf } from '../../src/physics/collision/pair/pairTable.ts'
import { Random } from '../../tools/compare/randomState.ts'

/** What must hold for contacts of any two shapes, whoever computes them. */

/** Attributes of a geom of each type, and the same with sizes close to nothing. */
const SHAPES: Readonly<Record<string, { usual: string; tiny: string }>> = {
  plane: { usual: 'type="plane" size="1 1 .1"', tiny: 'type="plane" size="1e-9 1e-9 .1"' },
  hfield: { usual: 'type="hfield" hfield="hills"', tiny: 'type="hfield" hfield="flat"' },
  sphere: { usual: 'type="sphere" size=".12"', tiny: 'type="sphere" size="1e-10"' },
  capsule: { usual: 'type="capsule" size=".06 .15"', tiny: 'type="capsule" size=".1 1e-12"' },
  ellipsoid: { usual: 'type="ellipsoid" size=".1 .15 .2"', tiny: 'type="ellipsoid" size=".1 .2 1e-8"' },
  cylinder: { usual: 'type="cylinder" size=".1 .13"', tiny: 'type="cylinder" size=".2 1e-9"' },
  box: { usual: 'type="box" size=".1 .12 .08"', tiny: 'type="box" size=".2 .2 1e-10"' },
  mesh: { usual: 'type="mesh" mesh="stone"', tiny: 'type="mesh" mesh="sliver"' },
  sdf: { usual: 'type="sdf" mesh="rock"', tiny: 'type="sdf" mesh="pebble"' },
}
const TYPES = Object.keys(SHAPES)

const ASSETS = `
  <asset>
    <hfield name="hills" nrow="5" ncol="5" size="1 1 .1 .1" elevation="0 1 0 2 0  1 3 1 0 1  0 1 2 1 0  2 0 1 3 1  0 1 0 1 0"/>
    <hfield name="flat" nrow="2" ncol="2" size="1 1 1e-6 1e-6" elevation="0 0 0 0"/>
    <mesh name="stone" vertex="-.1 -.1 -.12  .1 -.1 -.1  -.1 .12 -.1  .12 .1 -.1  -.1 -.1 .1  .1 -.12 .1  -.1 .1 .1  .1 .1 .1  0 0 .17  .16 0 0  0 -.15 .02"/>
    <mesh name="rock" vertex="-.1 -.1 -.12  .1 -.1 -.1  0 .12 -.1  0 0 .17"/>
    <mesh name="pebble" scale="1e-3 1e-3 1e-3" vertex="-.1 -.1 -.1  .1 -.1 -.1  0 .1 -.1  0 0 .1"/>
    <mesh name="sliver" inertia="shell" vertex="-.2 -.2 0  .2 -.2 0  -.2 .2 0  .2 .2 1e-5"/>
  </asset>`

interface Contact {
  readonly dist: number
  readonly pos: Float64Array
  readonly frame: Float64Array
}

interface Pose {
  readonly pos: readonly number[]
  readonly quat: readonly number[]
}

const AT_ORIGIN: Pose = { pos: [0, 0, 0], quat: [1, 0, 0, 0] }

/**
 * All shapes, each twice, on bodies that float, or that are led by hand where geoms cannot float. They are parked far
 * away, out of touch; two at a time are brought together.
 */
class World {
  readonly #m: Model
  readonly #d: Data
  readonly #shapes = TYPES.flatMap((type) => Object.values(SHAPES[type]))

  constructor() {
    const body = (geom: string) =>
      /plane|hfield/.test(geom)
        ? `<body mocap="true"><geom ${geom}/></body>`
        : `<body><freejoint/><geom ${geom} mass="1"/></body>`
    const bodies = [...this.#shapes, ...this.#shapes].map(body).join('')
    const settings = '<compiler boundmass="1" boundinertia="1"/><option sdf_initpoints="10"/>'
    this.#m = loadModel(`<mujoco>${settings}${ASSETS}<worldbody>${bodies}</worldbody></mujoco>`)
    this.#d = new Data(this.#m)
    for (let geom = 0; geom < this.#m.ngeom; geom++) this.#park(geom)
  }

  /** Searches go on until they are exact, and end with one contact for each pair. */
  beExact(exact: boolean): void {
    const { opt } = this.#m
    opt.ccd_iterations = exact ? 300 : 35
    opt.ccd_tolerance = exact ? 1e-10 : 1e-6
    opt.disableflags = exact ? DisableBit.multiccd : 0
  }

  /** Contacts of two shapes at two poses; the first comes first in the model. */
  touch(first: string, pose1: Pose, second: string, pose2: Pose): Contact[] {
    const geom1 = this.#shapes.indexOf(first)
    const geom2 = this.#shapes.length + this.#shapes.indexOf(second)
    this.#place(geom1, pose1)
    this.#place(geom2, pose2)
    kinematics(this.#m, this.#d)
    collision(this.#m, this.#d)
    this.#park(geom1)
    this.#park(geom2)
    return this.#contactsOf(geom1, geom2)
  }

  /** A plane may also touch what is parked. */
  #contactsOf(geom1: number, geom2: number): Contact[] {
    const { ncon, contact_geom1, contact_geom2, contact_dist, contact_pos, contact_frame } = this.#d
    const found: Contact[] = []
    for (let i = 0; i < ncon; i++) {
      const geoms = [contact_geom1[i], contact_geom2[i]]
      if (!geoms.includes(geom1) || !geoms.includes(geom2)) continue
      const pos = contact_pos.slice(3 * i, 3 * i + 3)
      found.push({ dist: contact_dist[i], pos, frame: contact_frame.slice(9 * i, 9 * i + 9) })
    }
    return found
  }

  #park(geom: number): void {
    this.#place(geom, { pos: [100 * (geom + 1), 0, 0], quat: [1, 0, 0, 0] })
  }

  /** A mesh has its own origin: poses are those of geoms. */
  #place(geom: number, { pos, quat }: Pose): void {
    const { body_mocapid, geom_bodyid, jnt_qposadr, body_jntadr, geom_pos, geom_quat } = this.#m
    const body = geom_bodyid[geom]
    const turn = times(quat, inverse([...geom_quat.subarray(4 * geom, 4 * geom + 4)]))
    const offset = turned(turn, geom_pos.subarray(3 * geom, 3 * geom + 3))
    const place = pos.map((x, k) => x - offset[k])
    if (body_mocapid[body] < 0) this.#d.qpos.set([...place, ...turn], jnt_qposadr[body_jntadr[body]])
    else {
      this.#d.mocap_pos.set(place, 3 * body_mocapid[body])
      this.#d.mocap_quat.set(turn, 4 * body_mocapid[body])
    }
  }
}

const world = new World()

/** Pairs of types that can touch, the first not greater than the second. */
const pairs = TYPES.flatMap((a) => TYPES.map((b) => [a, b] as const)).filter(
  ([a, b]) =>
    GeomType[a as keyof typeof GeomType] <= GeomType[b as keyof typeof GeomType] &&
    !['plane', 'hfield'].includes(b) &&
    !(a === 'hfield' && b === 'sdf'),
)

/** How well contacts must agree: found by a formula, or by a search that stops when it is close enough. */
function precision(a: string, b: string): { dist: number; normal: number } {
  const searched = /hfield|ellipsoid|mesh|sdf/.test(`${a}${b}`) || (b === 'cylinder' && !/plane|sphere/.test(a))
  const cylinderBox = a === 'cylinder' && b === 'box'
  return searched || cylinderBox ? { dist: 1e-5, normal: 1e-2 } : { dist: 1e-12, normal: 1e-9 }
}

/** Somewhere near, so that usual shapes overlap. */
function near(random: Random): Pose {
  return { pos: [...random.direction(3).map((x) => 0.14 * x)], quat: [...random.direction(4)] }
}

interface Deepest {
  readonly count: number
  readonly dist: number
  readonly normal: Float64Array
}

/** The deepest contact; zeros where there is none. */
function deepest(contacts: readonly Contact[]): Deepest {
  const [first] = [...contacts].sort((x, y) => x.dist - y.dist)
  const count = contacts.length
  return first ? { count, dist: first.dist, normal: first.frame.slice(0, 3) } : { count, dist: 0, normal: NONE }
}

const NONE = new Float64Array(3)

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, what: string): void {
  for (let k = 0; k < expected.length; k++)
    expect(Math.abs(actual[k] - expected[k]), `${what}[${k}]: ${actual[k]}, ${expected[k]}`).toBeLessThan(tolerance)
}

test('every two types of shapes have a function that finds where they touch', () => {
  for (const [a, b] of pairs)
    expect(
      pairFunctionOf(GeomType[a as keyof typeof GeomType], GeomType[b as keyof typeof GeomType]),
      `${a} ${b}`,
    ).toBeDefined()
})

describe.each(pairs)('%s and %s', (a, b) => {
  const random = new Random(TYPES.indexOf(a) * 9 + TYPES.indexOf(b))
  const poses = Array.from({ length: 20 }, () => near(random))
  const [first, second] = [SHAPES[a].usual, SHAPES[b].usual]

  test('touch when they overlap', () => {
    world.beExact(false)
    const touching = poses.filter((pose) => world.touch(first, AT_ORIGIN, second, pose).length > 0)
    expect(touching.length).toBeGreaterThan(10)
  })

  test('give the same contact whoever comes first in the model, with the normal turned round between equals', () => {
    world.beExact(true)
    const sign = a === b ? -1 : 1
    for (const pose of poses) {
      const x = deepest(world.touch(first, AT_ORIGIN, second, pose))
      const y = deepest(world.touch(second, pose, first, AT_ORIGIN))
      expect(x.count > 0).toBe(y.count > 0)
      // two fields are searched from points that are spread in the frame of the first: seldom the same
      if (a === 'sdf') continue
      const opposite = y.normal.map((n) => sign * n)
      expectClose([x.dist], [y.dist], precision(a, b).dist, 'dist')
      expectClose(x.normal, opposite, precision(a, b).normal, 'normal')
    }
  })

  test('take their contacts along when both are moved', () => {
    world.beExact(true)
    for (const pose of poses) {
      const frame: Pose = { pos: [0.3, -0.7, 1.1], quat: [...random.direction(4)] }
      const x = deepest(world.touch(first, AT_ORIGIN, second, pose))
      const y = deepest(world.touch(first, frame, second, composed(frame, pose)))
      expect(y.count > 0).toBe(x.count > 0)
      // the search between a box and a prism below a height field stops where rounding says, as in the reference
      if (a === 'hfield' && b === 'box') continue
      expectClose([y.dist], [x.dist], precision(a, b).dist, 'dist')
      expectClose(y.normal, turned(frame.quat, x.normal), precision(a, b).normal, 'normal')
    }
  })

  test('give finite contacts in unit frames when they coincide, lie flat on each other, are tiny, or are turned', () => {
    world.beExact(false)
    for (const x of Object.values(SHAPES[a]))
      for (const y of Object.values(SHAPES[b]))
        for (const quat of TURNS)
          for (const height of HEIGHTS) {
            const contacts = world.touch(x, AT_ORIGIN, y, { pos: [0, 0, height], quat })
            expectSound(contacts, `${x}, ${y} at ${height}, turned by ${quat}`)
          }
  })
})

/** Quarter turns, by which faces and edges stay parallel; a third of a turn that exchanges axes; and one of no kind. */
const TURNS: readonly (readonly number[])[] = [
  [1, 0, 0, 0],
  [Math.SQRT1_2, Math.SQRT1_2, 0, 0],
  [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
  [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
  [0.5, 0.5, 0.5, 0.5],
  unit([0.9, 0.1, -0.3, 0.2]),
]

/** From centers that coincide, or nearly, to faces that touch and geoms that are apart. */
const HEIGHTS = [0, 1e-16, 1e-9, 0.08, 0.1, 0.13, 0.16, 0.2, 0.24] as const

/** Numbers are finite, frames are orthonormal, positions are near the two shapes. */
function expectSound(contacts: readonly Contact[], what: string): void {
  for (const { dist, pos, frame } of contacts) {
    expect(Number.isFinite(dist), `dist of ${what}`).toBe(true)
    expect(Math.max(...pos.map(Math.abs)), `pos of ${what}`).toBeLessThan(2)
    for (let row = 0; row < 3; row++)
      for (let other = 0; other <= row; other++) {
        const product = dot(frame.subarray(3 * row, 3 * row + 3), frame.subarray(3 * other, 3 * other + 3))
        expect(Math.abs(product - (row === other ? 1 : 0)), `frame of ${what}`).toBeLessThan(1e-12)
      }
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** A vector turned by a unit quaternion. */
function turned([w, x, y, z]: readonly number[], v: ArrayLike<number>): number[] {
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]
  return rows.map((row) => dot(row, v))
}

/** Product of quaternions. */
function times([a, b, c, d]: readonly number[], [w, x, y, z]: readonly number[]): number[] {
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ]
}

function inverse([w, x, y, z]: readonly number[]): number[] {
  return [w, -x, -y, -z]
}

function unit(v: readonly number[]): number[] {
  const length = Math.hypot(...v)
  return v.map((x) => x / length)
}

/** A pose that is given in a frame, in the world. */
function composed(frame: Pose, { pos, quat }: Pose): Pose {
  const offset = turned(frame.quat, pos)
  return { pos: frame.pos.map((x, k) => x + offset[k]), quat: times(frame.quat, quat) }
}
