import { describe, expect, test } from 'vitest'
import { MESH_SCENES } from '../../../../test/support/meshScenes.ts'
import { shuffleMeshes } from '../../../../test/support/shuffleMeshes.ts'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data } from '../../../core/data/data.ts'
import { normalize4, quatToMat } from '../../../core/math/quat.ts'
import type { Model } from '../../../core/model/model.ts'
import { loadModel } from '../../../format/load.ts'
import { ContactBuffer } from '../contact/contactBuffer.ts'
import { convex } from '../pair/convexPair.ts'

const contacts = new ContactBuffer()

interface Contact {
  readonly dist: number
  readonly pos: readonly number[]
  readonly normal: readonly number[]
}

/** Contacts of the first two geoms in given poses. */
function contactsAt(m: Model, poses: readonly Pose[]): Contact[] {
  const d = new Data(m)
  poses.forEach(({ pos, quat }, geom) => {
    d.geom_xpos.set(pos, 3 * geom)
    quatToMat(d.geom_xmat, 9 * geom, quat, 0)
  })
  contacts.count = 0
  contacts.margin[0] = 0
  convex(m, d, 0, 1, contacts)
  return Array.from({ length: contacts.count }, (_, i) => ({
    dist: contacts.dist[i],
    pos: Array.from(contacts.pos.slice(3 * i, 3 * i + 3)),
    normal: Array.from(contacts.normal.slice(3 * i, 3 * i + 3)),
  }))
}

interface Pose {
  readonly pos: readonly number[]
  readonly quat: Float64Array
}

/** How far contacts are from the nearest ones of another set; infinite where there are more or fewer. */
function difference(a: readonly Contact[], b: readonly Contact[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY
  const apart = (x: Contact, y: Contact) =>
    Math.max(
      Math.abs(x.dist - y.dist),
      ...[0, 1, 2].map((k) => Math.abs(x.pos[k] - y.pos[k])),
      ...[0, 1, 2].map((k) => Math.abs(x.normal[k] - y.normal[k])),
    )
  const oneWay = (from: readonly Contact[], to: readonly Contact[]) =>
    Math.max(0, ...from.map((x) => Math.min(...to.map((y) => apart(x, y)))))
  return Math.max(oneWay(a, b), oneWay(b, a))
}

/** Points of convex things, as attributes of meshes. */
const SHAPES = {
  block: (): number[][] => cornersOf([0.1, 0.12, 0.08]),
  drum: (random: Random): number[][] => drum(12 + Math.floor(random.uniform(0, 40))),
  'cut block': (): number[][] =>
    cornersOf([0.1, 0.1, 0.1]).flatMap((p) => [0, 1, 2].map((axis) => p.map((x, k) => (k === axis ? x : 0.8 * x)))),
  pebble: (random: Random): number[][] =>
    Array.from({ length: 60 }, () => Array.from(random.direction(3), (x, k) => x * [0.1, 0.12, 0.05][k])),
  'bent plate': (random: Random): number[][] =>
    cornersOf([0.15, 0.15, 0.02]).map((p) => p.map((x) => x + 2e-4 * random.normal())),
  wedge: (): number[][] =>
    [
      [-1, -1, -1],
      [1, -1, -1],
      [1, 1, -1],
      [-1, 1, -1],
      [0, -1, 1],
      [0, 1, 1],
    ].map((p) => p.map((x) => 0.1 * x)),
} as const
type ShapeName = keyof typeof SHAPES

function cornersOf(half: readonly number[]): number[][] {
  return Array.from({ length: 8 }, (_, i) => half.map((h, k) => ((i >> k) & 1 ? h : -h)))
}

function drum(sides: number): number[][] {
  return Array.from({ length: 2 * sides }, (_, i) => {
    const angle = (2 * Math.PI * (i >> 1)) / sides
    return [0.1 * Math.cos(angle), 0.1 * Math.sin(angle), i % 2 === 0 ? -0.06 : 0.06]
  })
}

function modelOf(first: string, points1: number[][], points2: number[][]): Model {
  const mesh = (name: string, points: number[][]) => `<mesh name="${name}" vertex="${points.flat().join(' ')}"/>`
  const geom1 = first === 'box' ? '<geom type="box" size=".2 .2 .1"/>' : '<geom type="mesh" mesh="a"/>'
  return loadModel(`<mujoco><asset>${mesh('a', points1)}${mesh('b', points2)}</asset>
    <worldbody>${geom1}<geom type="mesh" mesh="b"/></worldbody></mujoco>`)
}

/** The second shape somewhere around the first: anyhow, or with a face nearly on a face, or exactly. */
function posesOf(m: Model, random: Random, trial: number): Pose[] {
  const quat1 = Float64Array.from(random.direction(4))
  const tilt = [1, 1e-2, 1e-4, 0][trial % 4]
  const quat2 = tilt === 1 ? Float64Array.from(random.direction(4)) : quat1.map((x) => x + tilt * random.normal())
  normalize4(quat2, 0)
  const direction = random.direction(3)
  const reach = random.uniform(0.5, 0.95) * (m.geom_rbound[0] + m.geom_rbound[1]) * 0.7
  return [
    { pos: [0.3, -0.2, 0.1], quat: quat1 },
    { pos: direction.map((x, k) => reach * x + [0.3, -0.2, 0.1][k]) as unknown as number[], quat: quat2 },
  ]
}

describe('contacts of meshes do not depend on the order of their vertices and polygons', () => {
  const names = Object.keys(SHAPES) as ShapeName[]
  const pairs = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const))
  test.each([...pairs, ...names.map((name) => ['box', name] as const)])('%s and %s', (first, second) => {
    const random = new Random(first.length * 31 + second.length)
    const points = [first === 'box' ? 'block' : first, second].map((name) => SHAPES[name as ShapeName](random))
    const m = modelOf(first, points[0], points[1])
    const shuffled = modelOf(first, points[0], points[1])
    shuffleMeshes(shuffled, random)
    let several = 0
    let worst = 0
    for (let trial = 0; trial < 80; trial++) {
      const poses = posesOf(m, random, trial)
      const found = contactsAt(m, poses)
      if (found.length > 1) several++
      worst = Math.max(worst, difference(found, contactsAt(shuffled, poses)))
    }
    expect(several).toBeGreaterThan(5)
    expect(worst).toBeLessThan(1e-7)
  })
})

test('faces that lie exactly on each other keep their contacts where EPA cannot go on', () => {
  // from the stack of ten prisms: one step in 22,000, in which the last point of the search is on the face to rounding
  const m = loadModel(MESH_SCENES[1](5).xml)
  const d = new Data(m)
  POSES.forEach((pose, i) => {
    d.geom_xpos.set(pose.slice(0, 3), 3 * (i + 1))
    d.geom_xmat.set(pose.slice(3), 9 * (i + 1))
  })
  contacts.count = 0
  convex(m, d, 1, 2, contacts)
  expect(contacts.count).toBe(4)
  for (let i = 0; i < 4; i++) expect(contacts.dist[i]).toBeCloseTo(-9.0177e-4, 8)
})

/** Position and matrix of two prisms. */
const POSES: readonly (readonly number[])[] = [
  [
    -1.6637673826130474e-16, 1.5531141516178302e-15, 0.02936282385763052, -1.3211653993039363e-14, -1.0000000000000027,
    1.1102230246251565e-16, 4.929390229335695e-14, -1.1102230246251565e-16, -1.0000000000000027, 1.0000000000000027,
    -1.3156142841808105e-14, 4.929390229335695e-14,
  ],
  [
    -1.1961948719102118e-15, 6.397323131918881e-15, 0.08846105297892407, -2.914335439641036e-14, -0.956304755963038,
    0.2923717047227376, 1.1107781361374691e-13, -0.29237170472273766, -0.956304755963038, 1.0000000000000027,
    4.6074255521944e-15, 1.1468603844377867e-13,
  ],
]
