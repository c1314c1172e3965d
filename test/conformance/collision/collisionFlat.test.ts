import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { reserveContacts } from '../../../src/core/data/contactArrays.ts'
import { overlapOf, qualityOf, whatIsWorse } from '../../../tools/compare/contactQuality.ts'
import { ContactList, type ReferenceModule } from '../../../tools/compare/index.ts'
import { type Contacts, type PairPose, PairScene, type PairSource } from '../support/pairPoses.ts'

/**
 * Contacts of flat things against the reference: faces and edges of boxes, cylinders and meshes, meshes on planes, and
 * everything on height fields. Without meshes all numbers agree to the last bits, in number and order of contacts too.
 * Meshes touch in the largest patch of all faces that lie on each other, and in its corners that span most, whatever the
 * order of polygons; the reference takes the first. So their contacts are those of the reference, or as good.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const BOX_VERTICES =
  '-.1 -.12 -.08  .1 -.12 -.08  .1 .12 -.08  -.1 .12 -.08  -.1 -.12 .08  .1 -.12 .08  .1 .12 .08  -.1 .12 .08'
const ASSETS = `<asset>
  <mesh name="block" vertex="${BOX_VERTICES}"/>
  <mesh name="mirrored" vertex="${BOX_VERTICES}" scale="-1 1 1"/>
  <mesh name="wedge" vertex="-.1 -.1 -.1  .1 -.1 -.1  .1 .1 -.1  -.1 .1 -.1  0 -.1 .1  0 .1 .1"/>
  <mesh name="prism" builtin="cone" params="7 1" scale=".1 .1 .08"/>
  <mesh name="drum" builtin="cone" params="90 1" scale=".1 .1 .08"/>
  <mesh name="ball" builtin="sphere" params="2" scale=".12 .12 .12"/>
  <mesh name="tetrahedron" vertex="0 0 0  .3 0 0  0 .3 0  0 0 .3"/>
  <mesh name="doubled" vertex="-.2 -.3 -.1  -.2 -.3 -.1  .2 -.3 -.1  .2 .3 -.1  -.2 .3 -.1  0 0 .2  0 0 0"/>
</asset>`

const GEOMS = {
  cylinder: 'type="cylinder" size=".1 .08"',
  'flat cylinder': 'type="cylinder" size=".3 .02"',
  'thin cylinder': 'type="cylinder" size=".02 .2"',
  box: 'type="box" size=".1 .12 .08"',
  'flat box': 'type="box" size=".4 .3 .02"',
  block: 'type="mesh" mesh="block"',
  mirrored: 'type="mesh" mesh="mirrored"',
  wedge: 'type="mesh" mesh="wedge"',
  prism: 'type="mesh" mesh="prism"',
  drum: 'type="mesh" mesh="drum"',
  ball: 'type="mesh" mesh="ball"',
  tetrahedron: 'type="mesh" mesh="tetrahedron"',
  doubled: 'type="mesh" mesh="doubled"',
} as const
type GeomName = keyof typeof GEOMS

/** Largest error of distances, m. */
const DIST = 1e-9
/** Largest error of positions, m, and of normals. */
const PLACE = 1e-7

function scene(geom1: string, geom2: string, more: Partial<PairSource> = {}): PairScene {
  return new PairScene(mj, { geom1, geom2, before: ASSETS, ...more })
}

/** What is wrong with our contacts; empty: nothing. */
function complaint(expected: Contacts, found: Contacts): string {
  if (expected.count !== found.count) return `${found.count} contacts instead of ${expected.count}`
  for (let i = 0; i < expected.count; i++) {
    if (!(Math.abs(expected.dist[i] - found.dist[i]) <= DIST)) return `distance ${i}`
    for (let k = 0; k < 3; k++) {
      if (!(Math.abs(expected.pos[3 * i + k] - found.pos[3 * i + k]) <= PLACE)) return `position ${i}`
      if (!(Math.abs(expected.frame[9 * i + k] - found.frame[9 * i + k]) <= PLACE)) return `normal ${i}`
    }
  }
  return ''
}

/** Whether a single contact differs from that of the reference only in that its normal is the opposite. */
function isReversed(expected: Contacts, found: Contacts): boolean {
  if (expected.count !== 1 || found.count !== 1 || Math.abs(expected.dist[0] - found.dist[0]) > DIST) return false
  return [0, 1, 2].every((k) => Math.abs(expected.frame[k] + found.frame[k]) <= PLACE)
}

function isConcentric({ pos1, pos2 }: PairPose): boolean {
  return pos1.every((x, k) => Math.abs(x - pos2[k]) < 1e-6)
}

/**
 * Whether our normal is the right one where that of the reference is its opposite: moving along it ends the overlap.
 */
function isFreed(pair: PairScene, pose: PairPose): boolean {
  pair.place(pose)
  const { dist, frame } = pair.found()
  const way = (1e-4 - dist[0]) * (pair.m.geom_type[0] <= pair.m.geom_type[1] ? 1 : -1)
  pair.place({ ...pose, pos2: pose.pos2.map((x, k) => x + way * frame[k]) })
  return pair.expected().count === 0
}

/** Poses with their number and kind, for messages. */
function poses(pair: PairScene, count: number): (PairPose & { readonly label: string })[] {
  const flat = Math.floor(count / 3)
  return [...pair.poses(1, count - flat), ...pair.nearlyFlatPoses(2, flat)].map((pose, i) => ({
    ...pose,
    label: `pose ${i}, ${pose.kind}`,
  }))
}

interface Comparison {
  readonly complaints: string[]
  readonly reversed: PairPose[]
  /** Poses with contacts, and those in which contacts of a mesh are others but as good. */
  readonly touching: number
  readonly good: number
}

/** Complaints over many poses, and how many of them have contacts. */
function compareAll(pair: PairScene, count: number): Comparison {
  const complaints: string[] = []
  const reversed: PairPose[] = []
  let touching = 0
  let good = 0
  for (const pose of poses(pair, count)) {
    pair.place(pose)
    const expected = pair.expected()
    const found = pair.found()
    if (expected.count > 0) touching++
    // bodies with the same centre: the reference finds no contact between convex geoms
    if (expected.count === 0 && isConcentric(pose)) continue
    if (isReversed(expected, found)) reversed.push(pose)
    else {
      const text = complaint(expected, found) && whyWorse(pair, expected, found)
      if (text) complaints.push(`${pose.label}: ${text}`)
      else if (complaint(expected, found)) good++
    }
  }
  return { complaints, touching, reversed, good }
}

/** What is wrong with contacts that are not those of the reference; empty: a mesh touches, and they are as good. */
function whyWorse(pair: PairScene, expected: Contacts, found: Contacts): string {
  const [geom1, geom2] = pair.m.geom_type[0] <= pair.m.geom_type[1] ? [0, 1] : [1, 0]
  const ours = contactList(found, geom1, geom2)
  const theirs = contactList(expected, geom1, geom2)
  const overlap = overlapOf(pair.m, pair.d, geom1, geom2, [ours, theirs])
  if (!overlap) return complaint(expected, found)
  return whatIsWorse(qualityOf(ours, geom1, geom2, overlap), qualityOf(theirs, geom1, geom2, overlap), overlap)
}

function contactList({ count, dist, pos, frame }: Contacts, geom1: number, geom2: number): ContactList {
  const list = new ContactList()
  list.ncon = count
  reserveContacts(list, count)
  list.contact_dist.set(dist)
  list.contact_pos.set(pos)
  list.contact_frame.set(frame)
  list.contact_geom1.fill(geom1)
  list.contact_geom2.fill(geom2)
  return list
}

describe('faces and edges that touch, with the meshes of the reference', () => {
  // pairs of shapes, and the least share of poses in which contacts are the reference's
  const pairs: [GeomName, GeomName, number][] = [
    ['cylinder', 'cylinder', 1],
    ['cylinder', 'box', 1],
    ['thin cylinder', 'flat box', 1],
    ['flat cylinder', 'box', 1],
    ['cylinder', 'block', 0.82],
    ['flat cylinder', 'ball', 0.97],
    ['box', 'block', 0.85],
    ['flat box', 'wedge', 0.93],
    ['box', 'prism', 0.77],
    ['block', 'block', 0.85],
    ['block', 'tetrahedron', 0.9],
    ['prism', 'prism', 0.88],
    ['wedge', 'prism', 0.89],
    ['ball', 'ball', 0.71],
    ['flat cylinder', 'drum', 0.78],
    ['drum', 'drum', 0.36],
    ['mirrored', 'block', 0.97],
    ['doubled', 'wedge', 0.96],
  ]
  test.each(pairs)('%s and %s', (name1, name2, share) => {
    const pair = scene(GEOMS[name1], GEOMS[name2], { theirMeshes: true })
    const { complaints, touching, reversed, good } = compareAll(pair, 1000)
    expect(complaints).toEqual([])
    expect(1 - good / touching).toBeGreaterThanOrEqual(share)
    expect(touching).toBeGreaterThan(300)
    for (const pose of reversed) expect(isFreed(pair, pose), 'our normal leads out').toBe(true)
    pair.delete()
  })
})

describe('faces and edges that touch, with our own hulls', () => {
  const pairs: [GeomName, GeomName][] = [
    ['cylinder', 'block'],
    ['box', 'block'],
    ['box', 'prism'],
    ['block', 'wedge'],
    ['prism', 'prism'],
  ]
  test.each(pairs)('%s and %s', (name1, name2) => {
    const pair = scene(GEOMS[name1], GEOMS[name2])
    const complaints: string[] = []
    for (const pose of poses(pair, 500)) {
      if (pose.kind === 'aligned' || pose.kind === 'coincident') continue
      pair.place(pose)
      const expected = pair.expected()
      const found = pair.found()
      if (isReversed(expected, found)) continue
      const text = complaint(expected, found) && whyWorse(pair, expected, found)
      if (text) complaints.push(`${pose.label}: ${text}`)
    }
    pair.delete()
    expect(complaints).toEqual([])
  })
})

describe('meshes on a plane', () => {
  const names: GeomName[] = ['block', 'wedge', 'prism', 'ball', 'tetrahedron', 'doubled']
  test.each(names)('%s, with the mesh of the reference', (name) => {
    for (const more of ['', 'margin=".02" gap=".01"']) {
      const pair = scene(`type="plane" size="1 1 1" ${more}`, GEOMS[name], { theirMeshes: true })
      const { complaints, touching } = compareAll(pair, 500)
      pair.delete()
      expect(complaints).toEqual([])
      expect(touching).toBeGreaterThan(100)
    }
  })

  test.each(names)('%s, with our own hull, where no two vertices are equally deep', (name) => {
    const pair = scene('type="plane" size="1 1 1"', GEOMS[name])
    for (const pose of pair.poses(1, 500)) {
      if (pose.kind !== 'touching' && pose.kind !== 'deep') continue
      pair.place(pose)
      expect(complaint(pair.expected(), pair.found())).toBe('')
    }
    pair.delete()
  })

  test('a signed distance field stands on its hull', () => {
    const pair = scene('type="plane" size="1 1 1"', 'type="sdf" mesh="prism"', { theirMeshes: true })
    expect(compareAll(pair, 300).complaints).toEqual([])
    pair.delete()
  })
})

/** What is different in two sets of contacts; empty: nothing. */
function differenceOf(a: Contacts, b: Contacts): string {
  if (a.count !== b.count) return `${a.count} and ${b.count} contacts`
  const apart = (i: number, j: number) => Math.hypot(...[0, 1, 2].map((k) => a.pos[3 * i + k] - b.pos[3 * j + k]))
  const rows = a.dist.map((_, i) => i)
  for (const i of rows) {
    const j = rows.reduce((best, row) => (apart(i, row) < apart(i, best) ? row : best))
    if (!(apart(i, j) <= PLACE)) return `position ${i}`
    if (!(Math.abs(a.dist[i] - b.dist[j]) <= PLACE)) return `distance ${i}`
  }
  return ''
}

describe('a mirrored mesh', () => {
  const atRest: PairPose = {
    kind: 'aligned',
    pos1: [0, 0, 0],
    quat1: [1, 0, 0, 0],
    pos2: [0, 0, 0],
    quat2: [1, 0, 0, 0],
  }
  const corners = ({ pos, count }: Contacts): string[] =>
    Array.from({ length: count }, (_, i) => `${pos[3 * i].toFixed(6)} ${pos[3 * i + 1].toFixed(6)}`).sort()

  test.each([
    ['a plane', 'type="plane" size="1 1 1"', 0],
    ['a box', 'type="box" size="1 1 .1"', 0.1],
    ['a block', 'type="mesh" mesh="block"', 0.08],
  ])('stands on all corners of its face on %s, unlike in the reference, as it does upright', (_, geom, height) => {
    const found = ['mirrored', 'block'].map((mesh) => {
      const pair = scene(geom, `type="mesh" mesh="${mesh}"`)
      // principal axes may lie along any side of the block: stand it upright in its own frame
      pair.place({ ...atRest, pos2: [0, 0, height + 0.07] })
      const expected = pair.expected()
      const ours = pair.found()
      pair.delete()
      return { expected, ours }
    })
    const [mirrored, upright] = found
    expect(upright.ours.count).toBe(4)
    expect(upright.expected.count).toBe(4)
    expect(corners(mirrored.ours)).toEqual(corners(upright.ours))
    expect(mirrored.expected.count).toBeLessThan(4)
  })

  test('touches as its points do when they are written mirrored', () => {
    const vertices = BOX_VERTICES.trim().split(/\s+/).map(Number)
    vertices[0] = -0.17
    const turned = vertices.map((x, i) => (i % 3 === 0 ? -x : x))
    const before = `<asset><mesh name="by scale" vertex="${vertices.join(' ')}" scale="-1 1 1"/>
      <mesh name="by points" vertex="${turned.join(' ')}"/></asset>`
    const [byScale, byPoints] = ['by scale', 'by points'].map((mesh) =>
      scene(GEOMS.box, `type="mesh" mesh="${mesh}"`, { before }),
    )
    const complaints: string[] = []
    for (const pose of [...byScale.poses(3, 200), ...byScale.nearlyFlatPoses(4, 200)]) {
      if (pose.kind === 'aligned' || pose.kind === 'coincident') continue
      byScale.place(pose)
      byPoints.place(pose)
      const text = differenceOf(byPoints.found(), byScale.found())
      if (text) complaints.push(`${pose.kind}: ${text}`)
    }
    byScale.delete()
    byPoints.delete()
    expect(complaints).toEqual([])
  })
})

describe('an edge that the sides of a face cut off', () => {
  test('leaves the one contact with its normal, which the reference reverses', () => {
    const pair = scene(GEOMS.cylinder, GEOMS.box)
    const reversed = compareAll(pair, 1000).reversed.filter((pose) => {
      pair.place(pose)
      return pair.found().dist[0] < -1e-6
    })
    expect(reversed.length).toBeGreaterThan(0)
    for (const pose of reversed) expect(isFreed(pair, pose)).toBe(true)
    pair.delete()
  })
})
