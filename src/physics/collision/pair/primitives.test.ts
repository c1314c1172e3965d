import { describe, expect, test } from 'vitest'
import { contactsOf, type TouchPoint, TwoGeoms } from '../../../../test/support/twoGeoms.ts'
import { Random } from '../../../../tools/compare/randomState.ts'
import { ContactBuffer, MAX_CONTACTS } from '../contact/contactBuffer.ts'
import { boxBox } from './boxBox.ts'
import { capsuleBox } from './capsuleBox.ts'
import { capsuleCapsule } from './capsuleCapsule.ts'
import type { PairFunction } from './pairTable.ts'
import { planeBox, planeCapsule, planeCylinder, planeEllipsoid, planeSphere } from './planePairs.ts'
import { sphereBox, sphereCapsule, sphereCylinder, sphereSphere } from './spherePairs.ts'

/** What holds of contacts between any two primitive shapes. */

const PLANE = 'type="plane" size="1 1 1"'
const SPHERE = 'type="sphere" size=".3"'
const CAPSULE = 'type="capsule" size=".2 .4"'
const ELLIPSOID = 'type="ellipsoid" size=".2 .3 .4"'
const CYLINDER = 'type="cylinder" size=".3 .4"'
const BOX = 'type="box" size=".2 .3 .4"'

const PAIRS: readonly (readonly [name: string, collide: PairFunction, first: string, second: string])[] = [
  ['a plane and a sphere', planeSphere, PLANE, SPHERE],
  ['a plane and a capsule', planeCapsule, PLANE, CAPSULE],
  ['a plane and an ellipsoid', planeEllipsoid, PLANE, ELLIPSOID],
  ['a plane and a cylinder', planeCylinder, PLANE, CYLINDER],
  ['a plane and a box', planeBox, PLANE, BOX],
  ['two spheres', sphereSphere, SPHERE, SPHERE],
  ['a sphere and a capsule', sphereCapsule, SPHERE, CAPSULE],
  ['a sphere and a cylinder', sphereCylinder, SPHERE, CYLINDER],
  ['a sphere and a box', sphereBox, SPHERE, BOX],
  ['two capsules', capsuleCapsule, CAPSULE, CAPSULE],
  ['a capsule and a box', capsuleBox, CAPSULE, BOX],
  ['two boxes', boxBox, BOX, BOX],
]
const POSES = 200
const MARGIN = 0.05

describe.each(PAIRS)('contacts of %s', (_, collide, first, second) => {
  const random = new Random(1)
  const scene = new TwoGeoms(collide, first, second)

  test('have unit normals and distances within the margin', () => {
    for (let n = 0; n < POSES; n++) {
      for (const { normal, dist } of meet(scene, random)) {
        expect(length(normal)).toBeCloseTo(1, 10)
        expect(dist).toBeLessThanOrEqual(MARGIN)
      }
    }
  })

  test('lie halfway between two points, one on each surface, that are the distance apart along the normal', () => {
    for (let n = 0; n < POSES; n++) {
      for (const { normal, dist, pos } of meet(scene, random)) {
        const onFirst = pos.map((x, k) => x - 0.5 * dist * normal[k])
        const onSecond = pos.map((x, k) => x + 0.5 * dist * normal[k])
        onSurface(scene, 0, onFirst)
        onSurface(scene, 1, onSecond)
      }
    }
  })

  test('move along when both geoms are moved', () => {
    for (let n = 0; n < POSES; n++) {
      const before = meet(scene, random)
      const shift = random.vector(3)
      const turn = rotation(random)
      for (const geom of [0, 1]) {
        const { pos, mat } = pose(scene, geom)
        place(scene, geom, add(apply(turn, pos), shift), compose(turn, mat))
      }
      const after = scene.contacts(MARGIN)
      expect(after).toHaveLength(before.length)
      for (const [i, contact] of before.entries()) {
        expect(after[i].dist).toBeCloseTo(contact.dist, 10)
        close(after[i].pos, add(apply(turn, contact.pos), shift))
        close(after[i].normal, apply(turn, contact.normal))
      }
    }
  })

  test('are finite where centers coincide and axes are parallel, and none where a pose is not a number', () => {
    for (const turn of [IDENTITY, rotation(random), Float64Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0)]) {
      place(scene, 0, [0, 0, 0], IDENTITY)
      place(scene, 1, [0, 0, 0], turn)
      const contacts = scene.contacts(MARGIN)
      expect(contacts.length).toBeGreaterThan(0)
      for (const { dist, pos, normal } of contacts) {
        expect([dist, ...pos, ...normal].every(Number.isFinite)).toBe(true)
        expect(length(normal)).toBeCloseTo(1, 10)
      }
    }
    place(scene, 1, [Number.NaN, 0, 0], IDENTITY)
    expect(scene.contacts(MARGIN)).toEqual([])
  })

  test('are appended to those that are there already', () => {
    place(scene, 0, [0, 0, 0], IDENTITY)
    place(scene, 1, [0.1, 0.2, 0.15], IDENTITY)
    const contacts = new ContactBuffer()
    contacts.margin[0] = MARGIN
    collide(scene.m, scene.d, 0, 1, contacts)
    const { count } = contacts
    expect(count).toBeGreaterThan(0)
    expect(2 * count).toBeLessThan(MAX_CONTACTS)
    collide(scene.m, scene.d, 0, 1, contacts)
    expect(contacts.count).toBe(2 * count)
    for (let i = 0; i < count; i++) expect(contacts.dist[i]).toBe(contacts.dist[count + i])
  })
})

test.each(PAIRS.filter(([, , first, second]) => first === second))(
  '%s have the same contacts, with reversed normals, when they change places',
  (_, collide, first, second) => {
    const random = new Random(1)
    const scene = new TwoGeoms(collide, first, second)
    for (let n = 0; n < POSES; n++) {
      const contacts = meet(scene, random)
      const swapped = scene.contacts(MARGIN, true)
      expect(swapped).toHaveLength(contacts.length)
      for (const { pos, dist, normal } of contacts) {
        const same = swapped.find((other) => length(other.pos.map((x, k) => x - pos[k])) < 1e-9)
        expect(same?.dist).toBeCloseTo(dist, 10)
        close(
          same?.normal ?? [],
          normal.map((x) => -x),
        )
      }
    }
  },
)

test('geoms far from each other do not touch', () => {
  for (const [, collide, first, second] of PAIRS)
    expect(contactsOf(collide, first, `${second} pos="0 0 9"`)).toEqual([])
})

const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)

/** Puts both geoms somewhere close to each other, and returns their contacts. */
function meet(scene: TwoGeoms, random: Random): TouchPoint[] {
  place(scene, 0, random.vector(3, 0.2), rotation(random))
  place(scene, 1, random.vector(3, 0.2), rotation(random))
  return scene.contacts(MARGIN)
}

/** Capsules touch as balls within them, whose surface may be inside the capsule when something is deep in it. */
function onSurface(scene: TwoGeoms, geom: number, point: readonly number[]): void {
  const height = above(scene, geom, point)
  if ((geom === 0 ? scene.first : scene.second) === CAPSULE) expect(height).toBeLessThan(1e-10)
  else expect(height).toBeCloseTo(0, 10)
}

/** How far a point is from the surface of a geom, up to a factor; negative inside. */
function above(scene: TwoGeoms, geom: number, point: readonly number[]): number {
  const { pos, mat } = pose(scene, geom)
  const [x, y, z] = [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, i) => sum + mat[3 * i + k] * (point[i] - pos[i]), 0))
  const [a, b, c] = scene.m.geom_size.subarray(3 * geom, 3 * geom + 3)
  switch (geom === 0 ? scene.first : scene.second) {
    case PLANE:
      return z
    case SPHERE:
      return length([x, y, z]) - a
    case CAPSULE:
      return length([x, y, z - Math.max(-b, Math.min(b, z))]) - a
    case ELLIPSOID:
      return length([x / a, y / b, z / c]) - 1
    case CYLINDER:
      return Math.max(length([x, y]) - a, Math.abs(z) - b)
    default:
      return Math.max(Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c)
  }
}

function pose({ d }: TwoGeoms, geom: number): { pos: Float64Array; mat: Float64Array } {
  return { pos: d.geom_xpos.slice(3 * geom, 3 * geom + 3), mat: d.geom_xmat.slice(9 * geom, 9 * geom + 9) }
}

function place({ d }: TwoGeoms, geom: number, pos: ArrayLike<number>, mat: ArrayLike<number>): void {
  d.geom_xpos.set(pos, 3 * geom)
  d.geom_xmat.set(mat, 9 * geom)
}

/** A random rotation, row-major. */
function rotation(random: Random): Float64Array {
  const [w, x, y, z] = random.direction(4)
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  )
}

function compose(a: Float64Array, b: Float64Array): Float64Array {
  return Float64Array.from({ length: 9 }, (_, n) => {
    const [row, column] = [3 * Math.floor(n / 3), n % 3]
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column]
  })
}

function apply(mat: Float64Array, v: ArrayLike<number>): number[] {
  return [0, 3, 6].map((row) => mat[row] * v[0] + mat[row + 1] * v[1] + mat[row + 2] * v[2])
}

function add(a: readonly number[], b: ArrayLike<number>): number[] {
  return a.map((x, k) => x + b[k])
}

function length(v: readonly number[]): number {
  return Math.sqrt(v.reduce((sum, x) => sum + x * x, 0))
}

function close(found: readonly number[], expected: readonly number[]): void {
  expect(length(expected.map((x, k) => x - found[k]))).toBeLessThan(1e-9)
}
