import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { geomDistance } from '../../../src/physics/collision/geomDistance.ts'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { ReferenceModel } from '../../../tools/compare/reference.ts'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { type Contacts, contactError, PairScene, type PairSource } from '../support/pairPoses.ts'

/**
 * Convex geoms without a formula of their own. With the meshes of the reference every number of every contact is the
 * same to the last bit, and so are distances. With our own hulls, whose vertices come in another order, contacts
 * are the same up to rounding, except where several corners lie equally deep.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const POSES = 1000
/** Below this distance of their centres the reference takes geoms for concentric, and gives no contact. */
const CONCENTRIC = 1e-6

/** Points on an ellipsoid, as the text of an attribute. */
function cloud(seed: number, count: number): string {
  const random = new Random(seed)
  const half = [0.12, 0.2, 0.16]
  return Array.from({ length: count }, () =>
    Array.from(random.direction(3), (x, k) => (x * half[k]).toFixed(5)).join(' '),
  ).join('  ')
}

const ASSETS = `<asset>
  <mesh name="five" vertex="-.1 -.1 -.1  .2 0 0  0 .2 0  0 0 .25  .1 .1 -.1"/>
  <mesh name="cube" vertex="-.1 -.2 -.15 .1 -.2 -.15 -.1 .2 -.15 .1 .2 -.15 -.1 -.2 .15 .1 -.2 .15 -.1 .2 .15 .1 .2 .15"/>
  <mesh name="sixty" vertex="${cloud(1, 60)}"/>
</asset>`

const GEOMS = {
  sphere: 'type="sphere" size=".12"',
  capsule: 'type="capsule" size=".08 .15"',
  ellipsoid: 'type="ellipsoid" size=".1 .2 .15"',
  disc: 'type="ellipsoid" size=".2 .01 .2"',
  cylinder: 'type="cylinder" size=".15 .1"',
  needle: 'type="cylinder" size=".01 .2"',
  box: 'type="box" size=".2 .1 .15"',
  five: 'type="mesh" mesh="five"',
  cube: 'type="mesh" mesh="cube"',
  sixty: 'type="mesh" mesh="sixty"',
} as const
type Name = keyof typeof GEOMS

const PAIRS: readonly (readonly [Name, Name])[] = [
  ['sphere', 'ellipsoid'],
  ['sphere', 'disc'],
  ['sphere', 'five'],
  ['sphere', 'sixty'],
  ['capsule', 'ellipsoid'],
  ['capsule', 'cylinder'],
  ['capsule', 'needle'],
  ['capsule', 'five'],
  ['capsule', 'sixty'],
  ['ellipsoid', 'ellipsoid'],
  ['ellipsoid', 'cylinder'],
  ['ellipsoid', 'box'],
  ['ellipsoid', 'five'],
  ['ellipsoid', 'sixty'],
  ['disc', 'needle'],
  ['cylinder', 'cylinder'],
  ['cylinder', 'box'],
  ['cylinder', 'five'],
  ['cylinder', 'sixty'],
  ['box', 'five'],
  ['box', 'sixty'],
  ['five', 'cube'],
  ['five', 'sixty'],
  ['sixty', 'sixty'],
  ['cube', 'cube'],
]

const ONE_CONTACT = '<option><flag multiccd="disable"/></option>'

function scene(pair: readonly [Name, Name], more: Partial<PairSource> = {}, attributes = ''): PairScene {
  return new PairScene(mj, {
    geom1: `${GEOMS[pair[0]]} ${attributes}`,
    geom2: GEOMS[pair[1]],
    before: ASSETS,
    theirMeshes: true,
    ...more,
  })
}

function isConcentric(pair: PairScene): boolean {
  const { geom_xpos } = pair.d
  const x = geom_xpos[0] - geom_xpos[3]
  const y = geom_xpos[1] - geom_xpos[4]
  const z = geom_xpos[2] - geom_xpos[5]
  return Math.sqrt(x * x + y * y + z * z) < CONCENTRIC
}

/** How many of the poses differ at all, and how many have contacts. */
function differences(pair: PairScene, poses: number): { differing: number; touching: number } {
  let differing = 0
  let touching = 0
  for (const pose of pair.poses(1, poses)) {
    pair.place(pose)
    if (isConcentric(pair)) continue
    const expected = pair.expected()
    if (expected.count > 0) touching++
    if (contactError(expected, pair.found()) !== 0) differing++
  }
  pair.delete()
  return { differing, touching }
}

describe('convex geoms touch exactly as in the reference', () => {
  test.each(PAIRS)('%s and %s, one contact each', (a, b) => {
    const { differing, touching } = differences(scene([a, b], { before: ONE_CONTACT + ASSETS }), POSES)
    expect(differing).toBe(0)
    expect(touching).toBeGreaterThan(POSES / 5)
  })

  test.each(PAIRS)('%s and %s, felt out by tilting where they have a margin', (a, b) => {
    const { differing, touching } = differences(scene([a, b], {}, 'margin=".015" gap=".005"'), POSES / 4)
    expect(differing).toBe(0)
    expect(touching).toBeGreaterThan(POSES / 20)
  })

  test.each([
    '<option ccd_iterations="3"/>',
    '<option ccd_iterations="10" ccd_tolerance="1e-12"/>',
    '<option ccd_iterations="60" ccd_tolerance="0"/>',
    '<option ccd_tolerance=".01"/>',
  ])('with %s', (option) => {
    const pairs = [['sphere', 'ellipsoid'] as const, ['cylinder', 'cylinder'] as const, ['ellipsoid', 'box'] as const]
    for (const pair of pairs)
      expect(differences(scene(pair, { before: option + ASSETS }, 'margin=".01"'), 300).differing).toBe(0)
  })
})

test('the flag `nativeccd` changes contacts in the reference, and not here', () => {
  const flag = '<option><flag nativeccd="disable"/></option>'
  const without = scene(['ellipsoid', 'cylinder'], { before: flag + ASSETS })
  const normal = scene(['ellipsoid', 'cylinder'])
  let other = 0
  for (const pose of normal.poses(8, 100)) {
    without.place(pose)
    normal.place(pose)
    expect(without.found()).toEqual(normal.found())
    if (contactError(without.expected(), normal.expected()) > 1e-9) other++
  }
  expect(other).toBeGreaterThan(10)
  without.delete()
  normal.delete()
})

describe('geoms with a common centre', () => {
  test.each(PAIRS)('%s and %s touch, which they do not in the reference', (a, b) => {
    const pair = scene([a, b])
    let tried = 0
    for (const pose of pair.poses(7, 400)) {
      if (pose.kind !== 'coincident') continue
      pair.place(pose)
      pair.d.geom_xpos.copyWithin(3, 0, 3)
      const found = pair.found()
      tried++
      expect(found.count, JSON.stringify(pose)).toBeGreaterThan(0)
      expect([...found.pos, ...found.frame].every(Number.isFinite)).toBe(true)
      expect(found.dist.every((dist) => dist < 0)).toBe(true)
    }
    pair.delete()
    expect(tried).toBeGreaterThan(30)
  })

  test('give no contact in the reference', () => {
    const pair = scene(['ellipsoid', 'cylinder'])
    for (const pose of pair.poses(7, 400)) {
      if (pose.kind !== 'coincident') continue
      pair.place(pose)
      expect(pair.expected().count).toBe(0)
    }
    pair.delete()
  })
})

describe('with our own hulls', () => {
  const MESHES: readonly (readonly [Name, Name])[] = PAIRS.filter((pair) =>
    pair.some((name) => GEOMS[name].includes('mesh')),
  )

  // the last bits of vertices are our own; on a curved side of a cylinder they may end the search a step earlier or
  // later
  const WITHOUT_CYLINDERS = MESHES.filter(([a]) => a !== 'cylinder')

  test.each(WITHOUT_CYLINDERS)('%s and %s in general position touch as in the reference', (a, b) => {
    const pair = scene([a, b], { before: ONE_CONTACT + ASSETS, theirMeshes: false })
    let worst = 0
    for (const pose of pair.poses(2, POSES / 2)) {
      if (pose.kind !== 'touching' && pose.kind !== 'deep' && pose.kind !== 'separated') continue
      pair.place(pose)
      worst = Math.max(worst, contactError(pair.expected(), pair.found()))
    }
    pair.delete()
    expect(worst).toBeLessThan(1e-7)
  })

  test.each(MESHES)('%s and %s are as deep in each other as in the reference, however they lie', (a, b) => {
    const pair = scene([a, b], { before: ONE_CONTACT + ASSETS, theirMeshes: false })
    let worst = 0
    for (const pose of pair.poses(3, POSES / 2)) {
      pair.place(pose)
      if (isConcentric(pair)) continue
      const depth = (contacts: Contacts) => (contacts.count === 0 ? 0 : Math.min(0, contacts.dist[0]))
      worst = Math.max(worst, Math.abs(depth(pair.expected()) - depth(pair.found())))
    }
    pair.delete()
    expect(worst).toBeLessThan(1e-6)
  })
})

describe.skipIf(!sharedIsThere)('meshes of models by others (skipped where ../shared/models is absent)', () => {
  test.each(['menagerie/trossen_vx300s/vx300s.xml'])(
    'those of %s touch each other and a cylinder exactly as in the reference',
    (name) => {
      const meshes = hullsOf(name).map((vertex, i) => `<mesh name="hull${i}" vertex="${vertex}"/>`)
      expect(meshes.length).toBe(3)
      for (const [a, b] of ['01', '12', '02']) {
        for (const geom1 of [`type="mesh" mesh="hull${a}"`, 'type="cylinder" size=".02 .03"']) {
          const source = {
            geom1,
            geom2: `type="mesh" mesh="hull${b}"`,
            before: `${ONE_CONTACT}<asset>${meshes.join('')}</asset>`,
            theirMeshes: true,
          }
          const { differing, touching } = differences(new PairScene(mj, source), 300)
          expect(differing).toBe(0)
          expect(touching).toBeGreaterThan(50)
        }
      }
    },
  )

  /** Vertices of the first three meshes that collide, as the text of attributes. */
  function hullsOf(name: string): string[] {
    const model = sharedModels().find((candidate) => candidate.name === name)!
    const reference = new ReferenceModel(mj, model.source)
    const vert = reference.array('mesh_vert')!
    const vertadr = reference.array('mesh_vertadr')!
    const vertnum = reference.array('mesh_vertnum')!
    const graphadr = reference.array('mesh_graphadr')!
    reference.delete()
    return Array.from(graphadr.keys())
      .filter((mesh) => graphadr[mesh] >= 0)
      .slice(0, 3)
      .map((mesh) => Array.from(vert.subarray(3 * vertadr[mesh], 3 * (vertadr[mesh] + vertnum[mesh]))).join(' '))
  }
})

describe('distances of geoms are those of the reference', () => {
  const NAMES = Object.keys(GEOMS) as Name[]
  const fromto = new Float64Array(6)

  /** Largest difference of the distance and of the two points. */
  function distanceError(pair: PairScene, g1: number, g2: number, distmax: number): number {
    const expected = pair.expectedDistance(g1, g2, distmax)
    let worst = Math.abs(geomDistance(pair.m, pair.d, fromto, g1, g2, distmax) - expected.dist)
    for (let k = 0; k < 6; k++) worst = Math.max(worst, Math.abs(fromto[k] - expected.fromto[k]))
    return worst
  }

  test.each(NAMES)('from %s to everything', (a) => {
    let worst = 0
    let apart = 0
    for (const b of NAMES) {
      const pair = scene([a, b])
      for (const pose of pair.poses(5, 64)) {
        pair.place(pose)
        if (isConcentric(pair)) continue
        for (const distmax of [0, 0.05, 1, 1e10]) worst = Math.max(worst, distanceError(pair, 0, 1, distmax))
        if (geomDistance(pair.m, pair.d, null, 0, 1, 1) > 0) apart++
      }
      pair.delete()
    }
    expect(worst).toBeLessThan(1e-12)
    expect(apart).toBeGreaterThan(100)
  })

  test('from a plane to everything, in either order', () => {
    let worst = 0
    for (const b of NAMES) {
      const geom1 = 'type="plane" size="1 1 1"'
      const pair = new PairScene(mj, { geom1, geom2: GEOMS[b], before: ASSETS, theirMeshes: true })
      for (const pose of pair.poses(6, 64)) {
        pair.place(pose)
        worst = Math.max(worst, distanceError(pair, 0, 1, 1), distanceError(pair, 1, 0, 1))
      }
      pair.delete()
    }
    expect(worst).toBeLessThan(1e-12)
  })
})
