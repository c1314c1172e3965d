import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { collision, Data, kinematics, loadModel } from '../../../src/index.ts'
import { type Contacts, ReferenceData, ReferenceModel, referenceContacts } from '../../../tools/compare/index.ts'

/** Contacts with known numbers, nine digits each: a table to check one pair function at a time by hand. */

let mj: Awaited<ReturnType<typeof load>>
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

type Vector = readonly [number, number, number]

interface Row {
  /** Assets, then bodies. */
  readonly assets?: string
  readonly bodies: string
  readonly dist: number
  readonly normal: Vector
  readonly pos: readonly Vector[]
  /** First tangent. */
  readonly tangent?: Vector
  readonly includemargin?: number
  readonly exclude?: number
  /** Where we differ on purpose: positions and normal in the reference. */
  readonly reference?: readonly Vector[]
  readonly referenceNormal?: Vector
}

const body = (geom: string, pose = ''): string => `<body ${pose}><freejoint/><geom ${geom}/></body>`
const at = (z: number, points: readonly (readonly [number, number])[]): Vector[] => points.map(([x, y]) => [x, y, z])

const BLOCK = 'vertex="-.2 -.3 -.1  .2 -.3 -.1  .2 .3 -.1  -.2 .3 -.1  -.2 -.3 .1  .2 -.3 .1  .2 .3 .1  -.2 .3 .1"'
const UP: Vector = [0, 0, 1]
const DOWN: Vector = [0, 0, -1]
// vertices of meshes are single-precision numbers
const HALF_X = Math.fround(0.2)
const HALF_Y = Math.fround(0.3)
const BLOCK_Z = (0.09 - Math.fround(0.1)) / 2
const BLOCK_CORNERS = at(BLOCK_Z, [
  [-HALF_X, -HALF_Y],
  [-HALF_X, HALF_Y],
  [HALF_X, HALF_Y],
  [HALF_X, -HALF_Y],
])
const block = (scale: string): Pick<Row, 'assets' | 'bodies' | 'dist' | 'normal'> => ({
  assets: `<mesh name="block" scale="${scale}" ${BLOCK}/>`,
  bodies: `<geom type="plane" size="1 1 1"/>${body('type="mesh" mesh="block"', 'pos="0 0 .09"')}`,
  dist: -0.010000001,
  normal: UP,
})

const table: Record<string, Row> = {
  'a capsule over the rim of a box': {
    bodies:
      body('type="box" size=".2 .3 .1"') + body('type="capsule" size=".05 .15"', 'pos=".1 .05 .14" euler="0 80 0"'),
    dist: -0.036047227,
    normal: DOWN,
    pos: [[-0.047721163, 0.05, 0.081976387]],
  },
  'edges of two boxes': {
    bodies:
      body('type="box" size=".1 .1 .1"', 'euler="45 0 0"') +
      body('type="box" size=".1 .1 .1"', 'pos="0 0 .27" euler="0 45 0"'),
    dist: -0.012842712,
    normal: UP,
    pos: [[0, 0, 0.135]],
  },
  'faces of two boxes, half over the rim': {
    bodies:
      body('type="box" size=".2 .2 .1"') + body('type="box" size=".1 .15 .1"', 'pos=".15 .05 .19" euler="0 0 30"'),
    dist: -0.01,
    normal: UP,
    pos: at(0.095, [
      [0.109807621, 0.2],
      [-0.01160254, 0.129903811],
      [0.13839746, -0.129903811],
      [0.2, -0.094337567],
      [0.2, 0.16339746],
      [0.178867513, 0.2],
    ]),
  },
  'two ellipsoids': {
    bodies:
      body('type="ellipsoid" size=".1 .2 .15"') +
      body('type="ellipsoid" size=".12 .1 .2"', 'pos=".1 .15 .05" euler="20 0 0"'),
    dist: -0.079341486,
    normal: [0.832665578, 0.505188208, 0.226832338],
    tangent: [-0.193930507, -0.117659968, 0.973933822],
    pos: [[0.028377421, 0.129494634, 0.028905233]],
  },
  'a cylinder on a large box': {
    bodies: body('type="cylinder" size=".3 .2"', 'pos="0 0 .69"') + body('type="box" size="1 1 .5"'),
    dist: -0.01,
    normal: DOWN,
    pos: at(0.495, [
      [-0.27716386, 0.11480503],
      [0.11480503, 0.27716386],
      [0.3, 0],
      [0, -0.3],
    ]),
  },
  'a capsule and a cylinder': {
    bodies:
      body('type="capsule" size=".1 .2"') + body('type="cylinder" size=".15 .1"', 'pos=".1 0 .25" euler="0 30 0"'),
    dist: -0.106698453,
    normal: [0.500000706, -0.000002035, 0.866024996],
    pos: [[0.023443978, -0.000048809, 0.240331967]],
  },
  'the rim of a cylinder at an edge of a box, where the reference reverses the normal': {
    bodies:
      body('type="cylinder" size=".1 .2"', 'pos="-.25 -.05 -.28" euler="-185 -205 45"') +
      body('type="box" size=".2 .1 .15"'),
    dist: -0.065446912,
    normal: [0.422618262, 0.078989928, 0.902859012],
    referenceNormal: [-0.422618262, -0.078989928, -0.902859012],
    pos: [[-0.18617047, -0.097415177, -0.120455333]],
  },
  'a mesh on a plane': { ...block('1 1 1'), pos: BLOCK_CORNERS },
  'a mirrored mesh on a plane, on which the reference sees a side': {
    ...block('-1 1 1'),
    pos: BLOCK_CORNERS,
    reference: at(BLOCK_Z, [
      [HALF_X, -HALF_Y],
      [-HALF_X, -HALF_Y],
    ]),
  },
  'a sphere in the margin of a height field': {
    assets: '<hfield name="field" nrow="3" ncol="3" size="1 1 .5 .2"/>',
    bodies: `<geom type="hfield" hfield="field" margin=".02"/>${body('size=".1"', 'pos=".2 .1 .105"')}`,
    dist: -0.025,
    normal: UP,
    includemargin: 0.02,
    exclude: 0,
    pos: [[0.2, 0.1, 0.0075]],
  },
  'two spheres with margins and gaps': {
    bodies: body('size=".1" margin=".01" gap=".02"') + body('size=".1" margin=".03" gap=".005"', 'pos="0 0 .15"'),
    dist: -0.05,
    normal: UP,
    includemargin: 0.04,
    pos: [[0, 0, 0.075]],
  },
}

/** Nine digits after the point. */
const DIGITS = 1e-9

function check(row: Row, contacts: Contacts, positions: readonly Vector[], inOrder: boolean): void {
  const first = Array.from({ length: contacts.ncon }, (_, i) =>
    Array.from(contacts.contact_pos.slice(3 * i, 3 * i + 3)),
  )
  const sorted = (points: readonly (readonly number[])[]): (readonly number[])[] =>
    inOrder ? [...points] : points.toSorted((a, b) => Math.sign(a[0] - b[0]) || a[1] - b[1])
  const found = sorted(first)
  const expected = sorted(positions)
  expect(found.length).toBe(expected.length)
  for (const [i, point] of expected.entries())
    for (let k = 0; k < 3; k++) expect(Math.abs(found[i][k] - point[k]), `${found[i]}`).toBeLessThan(DIGITS)
  for (let i = 0; i < contacts.ncon; i++) {
    expect(Math.abs(contacts.contact_dist[i] - row.dist)).toBeLessThan(DIGITS)
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(contacts.contact_frame[9 * i + k] - row.normal[k])).toBeLessThan(DIGITS)
      if (row.tangent) expect(Math.abs(contacts.contact_frame[9 * i + 3 + k] - row.tangent[k])).toBeLessThan(DIGITS)
    }
    if (row.includemargin !== undefined) expect(contacts.contact_includemargin[i]).toBeCloseTo(row.includemargin, 12)
    if (row.exclude !== undefined) expect(contacts.contact_exclude[i]).toBe(row.exclude)
  }
}

describe('contacts with known numbers', () => {
  test.each(Object.entries(table))('%s', (_, row) => {
    const xml = `<mujoco><asset>${row.assets ?? ''}</asset><worldbody>${row.bodies}</worldbody></mujoco>`
    const m = loadModel(xml)
    const d = new Data(m)
    kinematics(m, d)
    collision(m, d)
    // where the corners of a mesh start depends on its hull
    check(row, d, row.pos, row.assets === undefined)

    const model = new ReferenceModel(mj, xml)
    const data = new ReferenceData(model)
    for (const stage of ['mj_kinematics', 'mj_comPos', 'mj_collision'] as const) data.call(stage)
    const theirs = referenceContacts(data)
    const expected = { ...row, normal: row.referenceNormal ?? row.normal }
    check(expected, theirs, row.reference ?? row.pos, row.assets === undefined)
    data.delete()
    model.delete()
  })
})

test('a cylinder in the very middle of a box is pushed out the shortest way, and does not touch in the reference', () => {
  const bodies = body('type="cylinder" size=".1 .2"') + body('type="box" size=".3 .4 .5"')
  const xml = `<mujoco><worldbody>${bodies}</worldbody></mujoco>`
  const m = loadModel(xml)
  const d = new Data(m)
  kinematics(m, d)
  collision(m, d)
  expect(d.ncon).toBe(2)
  for (let i = 0; i < 2; i++) {
    expect(d.contact_dist[i]).toBeCloseTo(-0.4, 9)
    expect(Math.abs(d.contact_frame[9 * i])).toBeCloseTo(1, 9)
  }
  const model = new ReferenceModel(mj, xml)
  const data = new ReferenceData(model)
  for (const stage of ['mj_kinematics', 'mj_comPos', 'mj_collision'] as const) data.call(stage)
  expect(data.raw.ncon).toBe(0)
  data.delete()
  model.delete()
})
