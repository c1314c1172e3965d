import { Data } from '../../../src/core/data/data.ts'
import { GeomType } from '../../../src/core/model/enums.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { loadModel } from '../../../src/format/load.ts'
import { ContactBuffer } from '../../../src/physics/collision/contact/contactBuffer.ts'
import { pairFunctionOf } from '../../../src/physics/collision/pair/pairTable.ts'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { modelFromReference, ReferenceData, ReferenceModel } from '../../../tools/compare/reference.ts'

/**
 * Two geoms in many relative poses, in both engines. `pairPoses` thinks the poses out from the half sizes of the
 * bounding boxes; a `PairScene` puts two bodies there, asks the reference for its contacts, and our pair function for
 * ours, on the very same world poses.
 */

/** What a pose is meant to try. */
export const POSE_KINDS = [
  'touching',
  'deep',
  'separated',
  'parallel',
  'face to face',
  'edge to edge',
  'aligned',
  'coincident',
] as const
export type PoseKind = (typeof POSE_KINDS)[number]

export interface PairPose {
  readonly kind: PoseKind
  /** Position and orientation (w, x, y, z) of both bodies. */
  readonly pos1: readonly number[]
  readonly quat1: readonly number[]
  readonly pos2: readonly number[]
  readonly quat2: readonly number[]
}

const IDENTITY: readonly number[] = [1, 0, 0, 0]
const HALF = Math.SQRT1_2

/** Turns that map the axes on each other: by quarters about one axis, by half turns, by thirds about a diagonal. */
const AXIS_TURNS: readonly (readonly number[])[] = [
  IDENTITY,
  [HALF, HALF, 0, 0],
  [HALF, 0, HALF, 0],
  [HALF, 0, 0, HALF],
  [HALF, 0, 0, -HALF],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [0.5, 0.5, 0.5, 0.5],
  [0.5, -0.5, -0.5, -0.5],
]

/**
 * `count` poses, the kinds in turn, the same on every run.
 * @param half1 half sizes of the box around the first geom, and `half2` around the second
 * @param reach how far beyond touching the engines still look: margins and gaps of both
 */
export function pairPoses(
  seed: number,
  count: number,
  half1: readonly number[],
  half2: readonly number[],
  reach = 0,
): PairPose[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, i) => {
    const kind = POSE_KINDS[i % POSE_KINDS.length]
    const relative = relativePose(random, kind, half1, half2, reach)
    // half of them with the first body at the origin, so that what is aligned is so to the last bit
    if (random.uniform(0, 1) < 0.5)
      return { kind, pos1: [0, 0, 0], quat1: IDENTITY, pos2: relative.pos, quat2: relative.quat }
    const pos1 = Array.from(random.vector(3))
    const quat1 = Array.from(random.direction(4))
    const pos2 = turn(quat1, relative.pos).map((x, k) => x + pos1[k])
    return { kind, pos1, quat1, pos2, quat2: multiply(quat1, relative.quat) }
  })
}

/**
 * Poses in which a face of one box nearly lies on a face of the other: tilted by up to a millionth, a hundredth, a
 * tenth.
 */
export function nearlyFlatPoses(
  seed: number,
  count: number,
  half1: readonly number[],
  half2: readonly number[],
): PairPose[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, i) => {
    const { pos, quat } = relativePose(random, 'face to face', half1, half2, 0)
    const size = [1e-6, 1e-2, 0.1][i % 3]
    const tilt = unit4([1, size * random.normal(), size * random.normal(), size * random.normal()])
    const quat1 = Array.from(random.direction(4))
    const quat2 = multiply(quat1, multiply(tilt, quat))
    return { kind: 'face to face', pos1: [0, 0, 0], quat1, pos2: turn(quat1, pos), quat2 }
  })
}

function unit4(q: readonly number[]): number[] {
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0))
  return q.map((x) => x / length)
}

/**
 * `count` poses that are almost aligned: turned by an angle and moved by a distance of any size from 0.1 down to the
 * last bits, so that everything that counts as parallel, equal or touching is tried from both sides.
 */
export function nearlyAlignedPoses(
  seed: number,
  count: number,
  half1: readonly number[],
  half2: readonly number[],
): PairPose[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, i) => {
    const kind = 'aligned'
    const { pos, quat } = relativePose(random, kind, half1, half2, 0)
    const angle = 10 ** -random.uniform(1, 14)
    const distance = 10 ** -random.uniform(1, 15)
    const off = random.vector(3, distance)
    const pos2 = pos.map((x, k) => x + off[k])
    const quat2 = multiply(quat, [1, ...random.vector(3, angle)])
    if (i % 2 === 0) return { kind, pos1: [0, 0, 0], quat1: IDENTITY, pos2, quat2 }
    const quat1 = Array.from(random.direction(4))
    return { kind, pos1: [0, 0, 0], quat1, pos2: turn(quat1, pos2), quat2: multiply(quat1, quat2) }
  })
}

interface Pose {
  readonly pos: readonly number[]
  readonly quat: readonly number[]
}

/** Where the second body is, seen from the first. */
function relativePose(
  random: Random,
  kind: PoseKind,
  half1: readonly number[],
  half2: readonly number[],
  reach: number,
): Pose {
  const anyTurn = Array.from(random.direction(4))
  const axisTurn = pick(random, AXIS_TURNS)
  const direction = Array.from(random.direction(3))
  /** Along a direction, at a share of the distance at which the boxes around would touch. */
  const along = (u: readonly number[], quat: readonly number[], share: number): Pose => {
    const distance = (extent(half1, IDENTITY, u) + extent(half2, quat, u)) * share + reach * random.uniform(0, 1.2)
    return { pos: u.map((x) => x * distance), quat }
  }
  switch (kind) {
    case 'touching':
      return along(direction, anyTurn, random.uniform(0.5, 1.02))
    case 'deep':
      return along(direction, anyTurn, random.uniform(0, 0.5))
    case 'separated':
      return along(direction, anyTurn, random.uniform(0.95, 1.4))
    case 'parallel': {
      const axis = pick(random, [0, 1, 2])
      const quat = random.uniform(0, 1) < 0.3 ? axisTurn : multiply(axisTurn, about(axis, random.uniform(-4, 4)))
      return along(direction, quat, random.uniform(0.3, 1.02))
    }
    case 'face to face': {
      const axis = pick(random, [0, 1, 2])
      const quat = multiply(about(axis, random.uniform(-4, 4)), axisTurn)
      const u = unitAxis(axis, pick(random, [-1, 1]))
      const { pos } = along(u, quat, random.uniform(0.8, 1))
      // to the side, within the face or half over its rim
      return { pos: pos.map((x, k) => (k === axis ? x : x + half1[k] * random.uniform(-1.2, 1.2))), quat }
    }
    case 'edge to edge': {
      const quat = multiply(
        about(0, Math.PI / 4 + random.normal() * 0.1),
        about(2, Math.PI / 4 + random.normal() * 0.1),
      )
      const corner = [0, pick(random, [-1, 1]), pick(random, [-1, 1])].map((x) => x * HALF)
      return along(corner, multiply(axisTurn, quat), random.uniform(0.6, 1.02))
    }
    case 'aligned': {
      // every coordinate one at which faces, edges or centres coincide
      const box2 = [0, 1, 2].map((k) => extent(half2, axisTurn, unitAxis(k, 1)))
      const pos = half1.map((h, k) => pick(random, [0, 0, h, -h, h + box2[k], -h - box2[k], h - box2[k], 0.9 * h]))
      return { pos, quat: axisTurn }
    }
    case 'coincident':
      return { pos: [0, 0, 0], quat: pick(random, [IDENTITY, axisTurn, anyTurn]) }
  }
}

/** Contacts of a pair in the order of the engine; positions and frames one after the other. */
export interface Contacts {
  readonly count: number
  readonly dist: readonly number[]
  readonly pos: readonly number[]
  /** Nine numbers each: normal, first tangent, second tangent. */
  readonly frame: readonly number[]
}

export interface PairSource {
  /** Attributes of the two geoms, as in `type="box" size=".1 .2 .3"`. */
  readonly geom1: string
  readonly geom2: string
  /** Elements that belong before the bodies: assets, options. */
  readonly before?: string
  /** Whether our model has the meshes of the reference: then the order of vertices and polygons is the same too. */
  readonly theirMeshes?: boolean
}

/** Two bodies with a geom each. Planes and height fields cannot be on free bodies: those are moved as mocap bodies. */
export class PairScene {
  readonly m: Model
  readonly d: Data
  readonly #mj: ReferenceModule
  readonly #model: ReferenceModel
  readonly #data: ReferenceData
  readonly #touch = new ContactBuffer()

  constructor(mj: ReferenceModule, source: PairSource) {
    const xml = `<mujoco>${source.before ?? ''}<worldbody>${body(source.geom1)}${body(source.geom2)}</worldbody></mujoco>`
    this.#mj = mj
    this.#model = new ReferenceModel(mj, xml)
    this.m = source.theirMeshes ? modelFromReference(this.#model) : loadModel(xml)
    this.d = new Data(this.m)
    this.#data = new ReferenceData(this.#model)
  }

  /** Half sizes of the box around a geom; 1 where it is infinite. */
  half(geom: number): number[] {
    return Array.from(this.m.geom_aabb.subarray(6 * geom + 3, 6 * geom + 6), (x) => (x > 1e9 ? 1 : x))
  }

  /** Margins and gaps of both geoms: how far apart contacts are still reported. */
  get reach(): number {
    const { geom_margin, geom_gap } = this.m
    return geom_margin[0] + geom_margin[1] + (geom_gap[0] + geom_gap[1])
  }

  poses(seed: number, count: number): PairPose[] {
    return pairPoses(seed, count, this.half(0), this.half(1), this.reach)
  }

  nearlyFlatPoses(seed: number, count: number): PairPose[] {
    return nearlyFlatPoses(seed, count, this.half(0), this.half(1))
  }

  nearlyAlignedPoses(seed: number, count: number): PairPose[] {
    return nearlyAlignedPoses(seed, count, this.half(0), this.half(1))
  }

  /** Moves the bodies in the reference, and the geoms of our state to where it has them. */
  place(pose: PairPose): void {
    const { m, d } = this
    const raw = this.#data.raw
    const bodies = [
      [...pose.pos1, ...pose.quat1],
      [...pose.pos2, ...pose.quat2],
    ]
    const free: number[] = []
    for (const [i, values] of bodies.entries()) {
      if (m.body_mocapid[1 + i] < 0) free.push(...values)
      else {
        raw.mocap_pos.set(values.slice(0, 3))
        raw.mocap_quat.set(values.slice(3))
      }
    }
    raw.qpos.set(free)
    this.#mj.mj_kinematics(this.#model.raw, raw)
    d.geom_xpos.set(raw.geom_xpos)
    d.geom_xmat.set(raw.geom_xmat)
  }

  /** What the reference finds in the pose last placed. */
  expected(): Contacts {
    const raw = this.#data.raw
    this.#mj.mj_comPos(this.#model.raw, raw)
    this.#mj.mj_collision(this.#model.raw, raw)
    const list = raw.contact
    const dist: number[] = []
    const pos: number[] = []
    const frame: number[] = []
    const count = list.size()
    for (let i = 0; i < count; i++) {
      const contact = list.get(i)!
      dist.push(contact.dist)
      pos.push(...contact.pos)
      frame.push(...contact.frame)
      contact.delete()
    }
    list.delete()
    return { count, dist, pos, frame }
  }

  /** The distance of the two geoms in the pose last placed, by the reference, and from where to where it goes. */
  expectedDistance(geom1: number, geom2: number, distmax: number): { dist: number; fromto: Float64Array } {
    const raw = this.#data.raw
    let dist = 0
    const fromto = this.#data.output(6, (out) => {
      dist = this.#mj.mj_geomDistance(this.#model.raw, raw, geom1, geom2, distmax, out)
    })
    return { dist, fromto }
  }

  /** What our pair function finds there. */
  found(): Contacts {
    const contacts = this.#touch
    this.touch(contacts)
    const { count } = contacts
    const frame: number[] = []
    for (let i = 0; i < count; i++) {
      frame.push(
        ...contactFrame(contacts.normal.subarray(3 * i, 3 * i + 3), contacts.tangent.subarray(3 * i, 3 * i + 3)),
      )
    }
    const dist = Array.from(contacts.dist.subarray(0, count))
    return { count, dist, pos: Array.from(contacts.pos.subarray(0, 3 * count)), frame }
  }

  /** Calls our pair function, unless the spheres around the geoms are apart, and leaves its answer in `touch`. */
  touch(contacts: ContactBuffer): void {
    const { geom_type } = this.m
    contacts.count = 0
    if (this.#apart()) return
    const g1 = geom_type[0] <= geom_type[1] ? 0 : 1
    const collide = pairFunctionOf(geom_type[g1], geom_type[1 - g1])
    if (!collide)
      throw new Error(`no function for ${geomTypeName(geom_type[g1])} and ${geomTypeName(geom_type[1 - g1])}`)
    contacts.margin[0] = this.reach
    collide(this.m, this.d, g1, 1 - g1, contacts)
  }

  /** Whether the engines never call the pair function. Matters only where geoms touch to the last bit. */
  #apart(): boolean {
    const [r1, r2] = this.m.geom_rbound as unknown as [number, number]
    if (r1 === 0 || r2 === 0) return false
    const [x1, y1, z1, x2, y2, z2] = this.d.geom_xpos as unknown as [number, number, number, number, number, number]
    const reach = r1 + r2 + this.reach
    return (x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2) + (z1 - z2) * (z1 - z2) > reach * reach
  }

  delete(): void {
    this.#data.delete()
    this.#model.delete()
  }
}

/** The largest difference of any number; infinite where the numbers of contacts differ or something is not a number. */
export function contactError(expected: Contacts, found: Contacts): number {
  if (expected.count !== found.count) return Infinity
  let worst = 0
  for (const field of ['dist', 'pos', 'frame'] as const) {
    for (const [i, x] of expected[field].entries()) {
      const error = Math.abs(x - found[field][i])
      worst = Math.max(worst, Number.isNaN(error) ? Infinity : error)
    }
  }
  return worst
}

export function geomTypeName(type: number): string {
  return Object.entries(GeomType).find(([, value]) => value === type)?.[0] ?? `type ${type}`
}

function body(geom: string): string {
  return /type="(plane|hfield)"/.test(geom)
    ? `<body mocap="true"><geom ${geom}/></body>`
    : `<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom ${geom}/></body>`
}

/** Normal, tangent towards the proposal (y, or z where the normal is close to y), and what completes the frame. */
function contactFrame(normal: Float64Array, proposal: Float64Array): number[] {
  const n = unit(Array.from(normal))
  let t = Array.from(proposal)
  if (dot(t, t) < 0.25) t = n[1] > -0.5 && n[1] < 0.5 ? [0, 1, 0] : [0, 0, 1]
  const along = dot(n, t)
  t = unit(t.map((x, k) => x - along * n[k]))
  const b = [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]]
  return [...n, ...t, ...b]
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function unit(v: readonly number[]): number[] {
  const length = Math.sqrt(dot(v, v))
  return length < 1e-15 ? [1, 0, 0] : v.map((x) => x * (1 / length))
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random.uniform(0, list.length))]
}

function unitAxis(axis: number, length: number): number[] {
  return [0, 1, 2].map((k) => (k === axis ? length : 0))
}

/** The turn about an axis by an angle, radians. */
function about(axis: number, angle: number): number[] {
  return [Math.cos(angle / 2), ...unitAxis(axis, Math.sin(angle / 2))]
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  const [aw, ax, ay, az] = a as [number, number, number, number]
  const [bw, bx, by, bz] = b as [number, number, number, number]
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ]
}

/** v turned by a unit quaternion. */
function turn(q: readonly number[], v: readonly number[]): number[] {
  const [, x, y, z] = multiply(multiply(q, [0, ...v]), [q[0], -q[1], -q[2], -q[3]])
  return [x!, y!, z!]
}

/** How far a turned box reaches along a unit direction. */
function extent(half: readonly number[], quat: readonly number[], u: readonly number[]): number {
  return half.reduce((sum, h, k) => sum + h * Math.abs(dot(turn(quat, unitAxis(k, 1)), u)), 0)
}
