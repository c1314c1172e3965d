import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '../../../src/core/model/model.ts'
import { loadModel } from '../../../src/format/load.ts'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { ReferenceModel } from '../../../tools/compare/reference.ts'
import { type Contacts, type PairPose, PairScene } from '../support/pairPoses.ts'

/**
 * Signed distances of meshes against the reference: the octrees that sample them, and the contacts that are found by
 * walking down the distance. Such a walk can depend on the last bit of where it starts. Where it does, the reference
 * contradicts itself when its bodies move by a tenth of a billionth of a millimetre; that is measured, and only there
 * contacts may differ.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const L_SHAPE = `vertex="0 0 0  2 0 0  2 1 0  1 1 0  1 2 0  0 2 0  0 0 1  2 0 1  2 1 1  1 1 1  1 2 1  0 2 1"
  face="0 2 1 0 3 2 0 5 3 3 5 4 6 7 8 6 8 9 6 9 11 9 10 11 0 1 7 0 7 6 1 2 8 1 8 7 2 3 9 2 9 8 3 4 10 3 10 9
    4 5 11 4 11 10 5 0 6 5 6 11"`
const MESHES = {
  cube: 'vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale=".2 .3 .25"',
  'L shape': `${L_SHAPE} scale=".15 .15 .15"`,
  ball: 'builtin="sphere" params="1" scale=".3 .25 .3"',
  ring: 'builtin="supertorus" params="12 0.3 1 1" scale=".3 .3 .3"',
} as const
const TETRAHEDRON = 'vertex="0 0 0  1 0 0  0 1.3 0  .2 .3 .9" face="0 2 1 0 1 3 1 2 3 0 3 2"'

function oneSdf(mesh: string): string {
  return `<mujoco><asset><mesh name="m" ${mesh}/></asset><worldbody><geom type="sdf" mesh="m"/></worldbody></mujoco>`
}

/** Our model, and one of the octree's arrays in the reference. */
function octrees(mesh: string): { m: Model; theirs: (field: string) => ArrayLike<number> } {
  const reference = new ReferenceModel(mj, oneSdf(mesh))
  const fields = reference.raw as unknown as Record<string, ArrayLike<number>>
  const copies = new Map(OCTREE.map((field) => [field, Array.from(fields[field])]))
  reference.delete()
  return { m: loadModel(oneSdf(mesh)), theirs: (field) => copies.get(field)! }
}
const OCTREE = ['mesh_octadr', 'mesh_octnum', 'oct_depth', 'oct_child', 'oct_aabb', 'oct_coeff']

function largestError(ours: ArrayLike<number>, theirs: ArrayLike<number>): number {
  if (ours.length !== theirs.length) return Infinity
  let worst = 0
  for (let i = 0; i < ours.length; i++) worst = Math.max(worst, Math.abs(ours[i] - theirs[i]))
  return worst
}

describe('octrees', () => {
  test.each(['cube', 'L shape', 'ring'] as const)('of a %s are those of the reference', (name) => {
    const { m, theirs } = octrees(MESHES[name])
    for (const field of ['mesh_octadr', 'mesh_octnum', 'oct_depth', 'oct_child'] as const)
      expect(largestError(m[field], theirs(field)), field).toBe(0)
    expect(largestError(m.oct_aabb, theirs('oct_aabb'))).toBeLessThan(1e-14)
    expect(largestError(m.oct_coeff, theirs('oct_coeff'))).toBeLessThan(1e-14)
  })

  test('of a tetrahedron have the same cells, and positive distances outside, where the reference has many wrong signs', () => {
    const { m, theirs } = octrees(TETRAHEDRON)
    expect(largestError(m.oct_child, theirs('oct_child'))).toBe(0)
    const coeff = theirs('oct_coeff')
    let theirFaults = 0
    let ourFaults = 0
    for (let i = 0; i < m.oct_coeff.length; i++) {
      const cell = i >> 3
      if (m.oct_depth[cell] > 3) continue
      const at = [0, 1, 2].map((k) => m.oct_aabb[6 * cell + k] + ((i >> k) & 1 ? 1 : -1) * m.oct_aabb[6 * cell + 3 + k])
      if (!isFarOutside(m, at)) continue
      if (m.oct_coeff[i] <= 0) ourFaults++
      if (coeff[i] <= 0) theirFaults++
    }
    expect(ourFaults).toBe(0)
    expect(theirFaults).toBeGreaterThan(50)
  })
})

/** Whether a point lies beyond the plane of a face of a convex mesh, by more than the cells are wide. */
function isFarOutside(m: Model, p: readonly number[]): boolean {
  for (let f = 0; f < m.nmeshface; f++) {
    const [a, b, c] = [0, 1, 2].map((j) => Array.from(m.mesh_vert.subarray(3 * m.mesh_face[3 * f + j]).subarray(0, 3)))
    const u = b.map((x, k) => x - a[k])
    const v = c.map((x, k) => x - a[k])
    const n = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
    const height = n.reduce((sum, x, k) => sum + x * (p[k] - a[k]), 0) / Math.hypot(...n)
    if (height > 0.1) return true
  }
  return false
}

/** Poses in which the boxes of two geoms overlap. */
function overlapping(seed: number, count: number): PairPose[] {
  const random = new Random(seed)
  return Array.from({ length: count }, () => {
    const quat = () => Array.from(random.direction(4))
    const pos = () => [0, 0, 0].map(() => random.uniform(-0.2, 0.2))
    return { kind: 'deep', pos1: pos(), quat1: quat(), pos2: pos(), quat2: quat() }
  })
}

/** How far the reference's own contacts move when the bodies do, by a hair. */
function sensitivity(scene: PairScene, pose: PairPose, base: Contacts): { counts: Set<number>; moves: number[] } {
  const counts = new Set([base.count])
  const moves = new Array<number>(base.count).fill(0)
  const random = new Random(base.count)
  const near = (values: readonly number[]) => values.map((x) => x + random.uniform(-1e-13, 1e-13))
  for (let trial = 0; trial < 24; trial++) {
    const { pos1, quat1, pos2, quat2 } = pose
    scene.place({ ...pose, pos1: near(pos1), quat1: near(quat1), pos2: near(pos2), quat2: near(quat2) })
    const other = scene.expected()
    counts.add(other.count)
    for (let i = 0; i < Math.min(base.count, other.count); i++) moves[i] = Math.max(moves[i], apart(base, other, i))
  }
  return { counts, moves }
}

/** Largest difference of the distance, position and normal of contact i. */
function apart(a: Contacts, b: Contacts, i: number): number {
  let worst = Math.abs(a.dist[i] - b.dist[i])
  for (let k = 0; k < 3; k++) {
    worst = Math.max(worst, Math.abs(a.pos[3 * i + k] - b.pos[3 * i + k]))
    worst = Math.max(worst, Math.abs(a.frame[9 * i + k] - b.frame[9 * i + k]))
  }
  return worst
}

interface Tally {
  contacts: number
  /** Contacts in poses whose number of contacts is not certain, or which move when nothing does. */
  uncertain: number
  complaints: string[]
}

function compare(before: string, geom1: string, geom2: string, tolerance: number, poses: PairPose[]): Tally {
  const scene = new PairScene(mj, { geom1, geom2, before })
  const tally: Tally = { contacts: 0, uncertain: 0, complaints: [] }
  for (const [number, pose] of poses.entries()) {
    scene.place(pose)
    const expected = scene.expected()
    const found = scene.found()
    tally.contacts += expected.count
    if (expected.count === found.count && expected.dist.every((_, i) => apart(expected, found, i) <= tolerance))
      continue
    const { counts, moves } = sensitivity(scene, pose, expected)
    if (expected.count !== found.count) {
      if (counts.size === 1) tally.complaints.push(`pose ${number}: ${found.count} contacts, not ${expected.count}`)
      tally.uncertain += expected.count
      continue
    }
    for (let i = 0; i < expected.count; i++) {
      const error = apart(expected, found, i)
      if (error <= tolerance) continue
      if (error <= 10 * moves[i] || moves[i] > 1e-3) tally.uncertain++
      else tally.complaints.push(`pose ${number} contact ${i}: off by ${error}, itself by ${moves[i]}`)
    }
  }
  scene.delete()
  return tally
}

const assets = (option = '') =>
  `${option}<asset>${Object.entries(MESHES)
    .map(([name, mesh]) => `<mesh name="${name}" ${mesh}/>`)
    .join('')}</asset>`

describe('contacts of signed distances are those of the reference, in number, order and place', () => {
  test.each([
    ['sphere', 'type="sphere" size=".1"', 'ring'],
    ['capsule', 'type="capsule" size=".08 .15"', 'L shape'],
    ['ellipsoid', 'type="ellipsoid" size=".1 .15 .2"', 'ball'],
    ['cylinder', 'type="cylinder" size=".1 .15"', 'L shape'],
    ['box', 'type="box" size=".1 .15 .12"', 'ring'],
    ['signed distance', 'type="sdf" mesh="L shape"', 'ring'],
  ])('%s', (name, geom, mesh) => {
    const tally = compare(assets(), geom, `type="sdf" mesh="${mesh}"`, 1e-6, overlapping(name.length, 15))
    expect(tally.complaints).toEqual([])
    expect(tally.contacts).toBeGreaterThan(100)
    expect(tally.uncertain / tally.contacts).toBeLessThan(0.2)
  })

  test('mesh, triangle by triangle, to the last digits', () => {
    for (const [k, mesh] of (['ring', 'L shape'] as const).entries()) {
      const geoms = ['type="mesh" mesh="L shape"', `type="sdf" mesh="${mesh}"`] as const
      const tally = compare(assets(), ...geoms, 1e-12, overlapping(k, 30))
      expect(tally.complaints, mesh).toEqual([])
      expect(tally.contacts, mesh).toBeGreaterThan(15)
      expect(tally.uncertain, mesh).toBe(0)
    }
  })

  test.each(['sdf_iterations="0"', 'sdf_iterations="20" sdf_initpoints="10"'])('with the option %s', (option) => {
    const geoms = ['type="sphere" size=".1"', 'type="sdf" mesh="ring"'] as const
    const tally = compare(assets(`<option ${option}/>`), ...geoms, 1e-6, overlapping(3, 20))
    expect(tally.complaints).toEqual([])
    expect(tally.contacts).toBeGreaterThan(10)
  })
})
