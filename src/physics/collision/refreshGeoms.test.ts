import { expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { kinematics } from '../kinematics/kinematics.ts'
import { multiRay, RayHits } from '../ray/multiRay.ts'
import { ray } from '../ray/ray.ts'
import { RayHit } from '../ray/rayGeom.ts'
import { collision } from './collision.ts'
import { refreshGeoms } from './refreshGeoms.ts'

/** Without symmetry: the axes of a mesh with equal moments of inertia are a matter of rounding. */
const CORNERS = '-1 -1 -1  1 -1 -1  -1 1 -1  1 1 -1  -1 -1 1  1 -1 1  -1 1 1  1 1 1  0 0 1.5  1.7 0 0  0 1.9 0'

/** Everything that can be changed, in bodies with few and with many geoms; `scale` stretches, `move` shifts. */
function scene(scale: number, move: number, margin: number): string {
  const s = (x: number) => x * scale
  const many = Array.from(
    { length: 40 },
    (_, i) =>
      `<geom type="${['sphere', 'capsule', 'box', 'cylinder', 'ellipsoid'][i % 5]}" size="${s(0.03)} ${s(0.04)} ${s(0.05)}"
        pos="${move + 0.1 * i} 0 ${0.01 * i}" euler="${7 * i} 20 0" margin="${i === 3 ? margin : 0}"/>`,
  ).join('')
  const stone = `<geom type="mesh" mesh="stone" pos="0 ${move} 0"/>`
  const body = (geoms: string, pos: string) =>
    `<body pos="${pos}"><freejoint/><inertial pos=".1 0 0" mass="1" diaginertia="1 1 1" euler="10 20 30"/>${geoms}</body>`
  return `<mujoco><asset><mesh name="stone" inertia="exact" scale="${s(0.1)} ${s(0.1)} ${s(0.1)}" vertex="${CORNERS}"/>
      <hfield name="hills" nrow="3" ncol="3" size="${s(2)} 2 ${s(0.1)} .1" elevation="0 1 0 1 2 1 0 1 0"/></asset>
    <worldbody><geom type="hfield" hfield="hills" pos="0 0 -.2"/><geom type="plane" size="0 0 1" pos="0 0 -.3"/>
      ${body(many, '0 0 0')}${body(many, '.05 .12 0')}${body(stone, '-.5 0 0')}${body(stone, '-.5 .25 .05')}
      ${body(`<geom size="${s(0.1)}" pos="${move} 0 0"/>`, '0 .3 0')}</worldbody></mujoco>`
}

const CHANGED = ['geom_size', 'geom_pos', 'geom_quat', 'geom_margin', 'hfield_size', 'mesh_vert'] as const
const DERIVED = ['geom_size', 'geom_aabb', 'geom_rbound', 'body_margin'] as const

function contacts(m: Model, d = new Data(m)): string[] {
  kinematics(m, d)
  collision(m, d)
  return Array.from(
    { length: d.ncon },
    (_, i) => `${d.contact_geom1[i]}–${d.contact_geom2[i]} ${d.contact_dist[i].toFixed(9)}`,
  )
}

function expectDerived(m: Model, expected: Model, fields: readonly ((typeof DERIVED)[number] | 'bvh_aabb')[]): void {
  for (const field of fields) {
    for (let i = 0; i < m[field].length; i++) {
      const [x, y] = [m[field][i], expected[field][i]]
      // vertices of meshes are in single precision, but not the boxes around them when they are compiled
      expect(Math.abs(x - y), `${field}[${i}]: ${x}, ${y}`).toBeLessThan(1e-7 * (1 + Math.abs(y)))
    }
  }
}

test('what was not changed is left as it was compiled', () => {
  const m = loadModel(scene(1, 0, 0.02))
  const frames = m.geom_sameframe.slice()
  refreshGeoms(m)
  expectDerived(m, loadModel(scene(1, 0, 0.02)), [...DERIVED, 'bvh_aabb'])
  expect(m.geom_sameframe).toEqual(frames)
})

test('a model with sizes, places, margins and vertices of another has its contacts and rays', () => {
  const m = loadModel(scene(1, 0, 0))
  const d = new Data(m)
  const other = loadModel(scene(1.6, 0.03, 0.2))
  const before = contacts(m, d)
  for (const field of CHANGED) m[field].set(other[field])
  refreshGeoms(m)
  // its trees may be split at other places
  expectDerived(m, other, DERIVED)
  const expected = contacts(other)
  expect(contacts(m, d)).toEqual(expected)
  expect(expected.length).toBeGreaterThan(before.length)

  const e = new Data(other)
  kinematics(other, e)
  const [mine, theirs] = [new RayHit(), new RayHit()]
  for (let i = 0; i < 200; i++) {
    const from = [0.02 * i - 1, 0.3 * Math.sin(i), 2]
    const along = [0, 0.05, -1]
    expect(ray(m, d, mine, from, along)).toBe(ray(other, e, theirs, from, along))
    expect([mine.geom, mine.distance.toFixed(9)]).toEqual([theirs.geom, theirs.distance.toFixed(9)])
    const hits = new RayHits(1)
    multiRay(m, d, hits, from, along)
    expect(hits.geom[0]).toBe(mine.geom)
  }
})
