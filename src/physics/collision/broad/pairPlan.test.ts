import { describe, expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data } from '../../../core/data/data.ts'
import { DisableBit, EnableBit, GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { loadModel } from '../../../format/load.ts'
import { loadModelFile } from '../../../node.ts'
import { kinematics } from '../../kinematics/kinematics.ts'
import { collision } from '../collision.ts'
import { refreshBounds } from '../refreshGeoms.ts'
import { collisionCacheOf } from './collisionCache.ts'
import { pairPlanOf } from './pairPlan.ts'

const FIELDS = [
  ...['dist', 'pos', 'frame', 'includemargin', 'friction', 'solref', 'solreffriction', 'solimp', 'mu', 'adhesion'],
  ...['dim', 'geom1', 'geom2', 'exclude', 'efc_address'],
]

/** The bytes of all contacts. */
function contactsOf(m: Model, d: Data): string {
  collision(m, d)
  return FIELDS.map((field) => {
    const values = d[`contact_${field}` as 'contact_dist']
    const used = values.subarray(0, (values.length / d.contactCapacity) * d.ncon)
    return Buffer.from(used.buffer, used.byteOffset, used.byteLength).toString('hex')
  }).join(' ')
}

/** The same without a plan: a filter that says what the masks say keeps it out. */
function contactsWithoutPlan(m: Model, d: Data): string {
  d.callbacks.contactFilter = (m, _, g1, g2) =>
    ((m.geom_contype[g1] & m.geom_conaffinity[g2]) | (m.geom_contype[g2] & m.geom_conaffinity[g1])) === 0
  const contacts = contactsOf(m, d)
  d.callbacks.contactFilter = undefined
  return contacts
}

function hasPlan(m: Model, d: Data): boolean {
  return pairPlanOf(m, collisionCacheOf(m, d)) !== undefined
}

const shapes = [
  'size=".1"',
  'type="capsule" size=".05 .2"',
  'type="box" size=".1 .2 .05"',
  'type="ellipsoid" size=".1 .2 .05"',
  'type="cylinder" size=".1 .1"',
]

/** Bodies of one to three geoms of all shapes, with margins, gaps, masks, exclusions, and explicit pairs. */
function crowd(option = ''): string {
  const geom = (i: number) =>
    `<geom name="g${i}" ${shapes[i % 5]} pos="0 0 ${0.1 * (i % 3)}" margin="${0.01 * (i % 4)}" gap="${0.005 * (i % 3)}"
      contype="${1 + (i % 3)}" conaffinity="${1 + (i % 2)}" priority="${i % 7 === 0 ? 1 : 0}" condim="${i % 2 ? 3 : 4}"/>`
  const body = (i: number) =>
    `<body name="b${i}"><freejoint/>${[0, 1, 2].map((k) => (k <= i % 3 ? geom(3 * i + k) : '')).join('')}</body>`
  return `<mujoco>${option}
    <worldbody><geom type="plane" size="1 1 1"/><geom name="w" type="box" size=".3 .3 .1"/>
      ${Array.from({ length: 10 }, (_, i) => body(i)).join('')}</worldbody>
    <contact><exclude body1="b1" body2="b2"/><pair geom1="g0" geom2="g3" margin=".05"/><pair geom1="w" geom2="g4"/>
      <pair geom1="g12" geom2="g16" gap=".02"/></contact></mujoco>`
}

function scatter(m: Model, d: Data, random: Random): void {
  d.qpos.set(random.vector(m.nq, 0.5))
  for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] === 0) d.qpos.set(random.direction(4), m.jnt_qposadr[j] + 3)
  kinematics(m, d)
}

describe('a plan finds the contacts of a search through bodies, bit for bit', () => {
  test.each([
    ['humanoid', () => loadModelFile('models/humanoid.xml')],
    ['ragdoll', () => loadModelFile('models/ragdoll.xml')],
    ['quadruped on a height field', () => loadModelFile('models/tasks/quadruped_heights.xml')],
    ['hand', () => loadModelFile('models/tasks/hand.xml')],
    ['boxes', () => loadModelFile('models/boxes.xml')],
    ['all shapes, explicit pairs', () => loadModel(crowd())],
    ['in the order without midphase', () => loadModel(crowd('<option><flag midphase="disable"/></option>'))],
    ['with the override', () => loadModel(crowd('<option o_margin=".1"><flag override="enable"/></option>'))],
  ])('%s', (_, load) => {
    const m = load()
    const d = new Data(m)
    const random = new Random(1)
    let contacts = 0
    expect(hasPlan(m, d)).toBe(true)
    for (let pose = 0; pose < 100; pose++) {
      scatter(m, d, random)
      expect(contactsOf(m, d) === contactsWithoutPlan(m, d)).toBe(true)
      contacts += d.ncon
    }
    expect(contacts).toBeGreaterThan(100)
  })
})

test.each<[string, (m: Model) => void]>([
  ['margins', (m) => m.geom_margin.fill(0.1)],
  ['gaps', (m) => m.geom_gap.fill(0.1)],
  ['bounding radii', (m) => m.geom_rbound.fill(1e-3, 1)],
  [
    'sizes',
    (m) => {
      m.geom_size.fill(0.15, 3)
      refreshBounds(m)
    },
  ],
  ['masks', (m) => m.geom_contype.fill(0)],
  [
    'types',
    (m) => {
      m.geom_type.fill(GeomType.sphere, 2)
      refreshBounds(m)
    },
  ],
  ['friction', (m) => m.geom_friction.fill(0.3)],
  ['priorities', (m) => m.geom_priority.set(m.geom_priority.map((_, i) => i % 2))],
  ['solver parameters', (m) => m.geom_solref.fill(0.01)],
  ['margins of explicit pairs', (m) => m.pair_margin.fill(0.3)],
  ['geoms of explicit pairs', (m) => m.pair_geom2.set(m.pair_geom2.map((g) => g + 1))],
  [
    'the override',
    (m) => {
      m.opt.enableflags |= EnableBit.override
      m.opt.o_margin = 0.2
    },
  ],
  [
    'the order of contacts',
    (m) => {
      m.opt.disableflags |= DisableBit.midphase
    },
  ],
])('a step notices changed %s', (_, change) => {
  const m = loadModel(crowd())
  const d = new Data(m)
  const random = new Random(2)
  let changed = 0
  for (let pose = 0; pose < 20; pose++) {
    scatter(m, d, random)
    const before = contactsOf(m, d)
    const changing = loadModel(crowd())
    contactsOf(changing, d)
    change(changing)
    const after = contactsOf(changing, d)
    expect(after === contactsWithoutPlan(changing, d)).toBe(true)
    expect(hasPlan(changing, d)).toBe(true)
    if (after !== before) changed++
  }
  expect(changed).toBeGreaterThan(0)
})

test('a model with many geoms has no plan', () => {
  const geoms = Array.from({ length: 40 }, (_, i) => `<geom size=".1" pos="${i} 0 0"/>`).join('')
  const m = loadModel(
    `<mujoco><worldbody><body><freejoint/>${geoms}</body><body><freejoint/>${geoms}</body></worldbody></mujoco>`,
  )
  expect(hasPlan(m, new Data(m))).toBe(false)
})
