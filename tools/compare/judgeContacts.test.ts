import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyContacts, reserveContacts } from '../../src/core/data/contactArrays.ts'
import type { Data } from '../../src/core/data/data.ts'
import type { Model } from '../../src/core/model/model.ts'
import { type CollisionStage, contactReport, judgeContacts, totalOf } from './judgeContacts.ts'
import { modelFromReference, ReferenceData, ReferenceModel, type ReferenceModule } from './reference.ts'
import { referenceContacts } from './referenceContacts.ts'

/** A floor with things on it: contacts by formula, by iteration, and of a mesh. */
const SCENE = `
<mujoco>
  <asset><mesh name="block" vertex="-.1 -.1 -.1  .1 -.1 -.1  -.1 .1 -.1  .1 .1 -.1  -.1 -.1 .1  .1 -.1 .1  -.1 .1 .1  .1 .1 .1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1" friction=".7 .004 .0002"/>
    <body pos="0 0 .095"><freejoint/><geom name="box" type="box" size=".1 .1 .1" solref=".03 1"/></body>
    <body pos="1 0 .095"><freejoint/><geom name="ball" size=".1" margin=".01" gap=".02"/></body>
    <body pos="2 0 .095"><freejoint/><geom name="stone" type="mesh" mesh="block"/></body>
    <body pos="2 0 .29"><freejoint/><geom name="egg" type="ellipsoid" size=".2 .15 .1"/></body>
  </worldbody>
</mujoco>`

/** A box that stands flat on another: whether its corners touch or not is up to rounding. */
const LIGHTLY = `
<mujoco>
  <worldbody>
    <geom type="box" size="1 1 .5"/>
    <body pos="0 0 1"><freejoint/><geom name="box" type="box" size=".5 .5 .5"/></body>
  </worldbody>
</mujoco>`

/** A block of sixteen corners on another: what is good enough of their contacts is a matter of degree. */
const BLOCKS = `
<mujoco>
  <asset><mesh name="a" builtin="cone" params="16 1" scale=".1 .1 .1"/></asset>
  <worldbody>
    <geom name="lower" type="mesh" mesh="a"/>
    <body pos=".02 .01 .195"><freejoint/><geom name="upper" type="mesh" mesh="a"/></body>
  </worldbody>
</mujoco>`

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load()
})

/** A stage that asks another copy of the reference, and then spoils what it finds. */
function withStage<T>(
  xml: string,
  spoil: (m: Model, d: Data) => void,
  use: (stage: CollisionStage, m: Model, reference: ReferenceModel) => T,
): T {
  const reference = new ReferenceModel(mj, xml)
  const m = modelFromReference(reference)
  const rd = new ReferenceData(reference)
  const stage = (model: Model, d: Data) => {
    rd.call('mj_kinematics')
    for (const name of ['geom_xpos', 'geom_xmat', 'xipos', 'ximat'] as const) rd.set(name, d[name])
    rd.call('mj_collision')
    const list = referenceContacts(rd)
    reserveContacts(d, list.ncon)
    copyContacts(d, list)
    d.ncon = list.ncon
    spoil(model, d)
  }
  try {
    return use(stage, m, reference)
  } finally {
    rd.delete()
    reference.delete()
  }
}

function samePair({ contact_geom1, contact_geom2 }: Data, i: number, j: number): boolean {
  return contact_geom1[i] === contact_geom1[j] && contact_geom2[i] === contact_geom2[j]
}

/** Two contacts change places. */
function exchange(d: Data, i: number, j: number): void {
  for (const array of [d.contact_dist, d.contact_pos, d.contact_frame, d.contact_exclude]) {
    const width = array.length / d.contactCapacity
    const before = array.slice(width * i, width * (i + 1))
    array.copyWithin(width * i, width * j, width * (j + 1))
    array.set(before, width * j)
  }
}

function scale(array: Float64Array, factor: number): void {
  for (let i = 0; i < array.length; i++) array[i] *= factor
}

/** The mean of the places of contacts. */
function center({ contact_pos, ncon }: Data): number[] {
  return [0, 1, 2].map((k) =>
    Array.from({ length: ncon }, (_, i) => contact_pos[3 * i + k] / ncon).reduce((a, b) => a + b, 0),
  )
}

/** Moves contacts toward their mean. */
function shrink(d: Data, factor: number): void {
  const mean = center(d)
  for (let i = 0; i < 3 * d.ncon; i++) d.contact_pos[i] = mean[i % 3] + factor * (d.contact_pos[i] - mean[i % 3])
}

/** Turns contacts about the vertical through their mean. */
function turn(d: Data, angle: number): void {
  const [x, y] = center(d)
  for (let i = 0; i < d.ncon; i++) {
    const [u, v] = [d.contact_pos[3 * i] - x, d.contact_pos[3 * i + 1] - y]
    d.contact_pos[3 * i] = x + Math.cos(angle) * u - Math.sin(angle) * v
    d.contact_pos[3 * i + 1] = y + Math.sin(angle) * u + Math.cos(angle) * v
  }
}

/** Exchanges normals and tangents. */
function tip({ contact_frame, ncon }: Data): void {
  for (let i = 0; i < ncon; i++) {
    const normal = contact_frame.slice(9 * i, 9 * i + 3)
    contact_frame.copyWithin(9 * i, 9 * i + 3, 9 * i + 6)
    contact_frame.set(normal, 9 * i + 3)
  }
}

const judgeSpoiled = (spoil: (m: Model, d: Data) => void, xml = SCENE) =>
  withStage(xml, spoil, (stage, m, reference) => judgeContacts(stage, m, reference))

describe('contacts of the reference', () => {
  test('are read from its memory as its objects show them', () => {
    const reference = new ReferenceModel(mj, SCENE)
    const rd = new ReferenceData(reference)
    rd.call('mj_forward')
    const list = referenceContacts(rd)
    const objects = rd.raw.contact
    expect(list.ncon).toBe(10)
    for (let i = 0; i < list.ncon; i++) {
      const contact = objects.get(i)!
      for (const field of ['dist', 'includemargin', 'adhesion', 'mu', 'dim', 'exclude', 'efc_address'] as const)
        expect(list[`contact_${field}`][i], field).toBe(contact[field])
      for (const field of ['pos', 'frame', 'friction', 'solref', 'solreffriction', 'solimp'] as const) {
        const values = [...(contact[field] as Float64Array)]
        const start = i * values.length
        expect([...list[`contact_${field}`].slice(start, start + values.length)], field).toEqual(values)
      }
      expect([list.contact_geom1[i], list.contact_geom2[i]]).toEqual([contact.geom1, contact.geom2])
      contact.delete()
    }
    objects.delete()
    rd.delete()
    reference.delete()
  })
})

describe('the judge of contacts', () => {
  test('finds nothing where both engines have the same contacts', () => {
    const verdict = judgeSpoiled(() => {})
    expect(verdict.differences).toEqual([])
    expect(verdict.types['plane–box'].contacts).toBeGreaterThan(4)
    expect(totalOf([verdict]).matched).toBe(totalOf([verdict]).contacts)
    expect(contactReport([verdict])).toMatch(/^1 models, 6 states: \d+ contacts, \d+ match$/m)
  })

  test('tries states in which geoms of every kind touch', () => {
    const { types } = judgeSpoiled(() => {})
    const kinds = ['plane–box', 'plane–sphere', 'plane–mesh', 'ellipsoid–mesh', 'sphere–box']
    for (const kind of kinds) expect(types[kind]?.contacts, kind).toBeGreaterThan(0)
  })

  test('notices a depth that is off by 2e-9 where there is a formula, and allows it where there is none', () => {
    const { types } = judgeSpoiled((_, d) => {
      for (let i = 0; i < d.ncon; i++) d.contact_dist[i] += 2e-9
    })
    expect(types['plane–box'].different).toBeGreaterThan(0)
    expect(types['ellipsoid–mesh'].different).toBe(0)
    expect(types['ellipsoid–mesh'].worst).toBeGreaterThan(1e-9)
  })

  test('notices a position that is off by 5e-7 everywhere', () => {
    const { types } = judgeSpoiled((_, d) => {
      for (let i = 0; i < d.ncon; i++) d.contact_pos[3 * i + 1] += 5e-7
    })
    expect(Object.values(types).every(({ matched }) => matched === 0)).toBe(true)
  })

  test.each([
    'contact_friction',
    'contact_solref',
    'contact_solimp',
    'contact_includemargin',
    'contact_adhesion',
  ] as const)('notices a wrong number in %s', (field) => {
    const verdict = judgeSpoiled((_, d) => {
      d[field][0] += 1e-11
    })
    expect(verdict.differences[0].text).toContain(field.slice('contact_'.length))
  })

  test.each(['contact_dim', 'contact_exclude'] as const)('notices a wrong %s', (field) => {
    expect(judgeSpoiled((_, d) => d[field][0]++).differences[0].text).toContain(field.slice('contact_'.length))
  })

  test('notices a number that is none', () => {
    const verdict = judgeSpoiled((_, d) => {
      d.contact_frame[4] = Number.NaN
    })
    expect(verdict.differences[0].text).toContain('frame off by Infinity')
  })

  test('notices a contact that is missing', () => {
    const verdict = judgeSpoiled((_, d) => d.ncon--)
    expect(verdict.differences[0].text).toMatch(/: \d contacts, reference \d/)
  })

  test('notices contacts in another order, except within a pair of geoms with a mesh', () => {
    const verdict = judgeSpoiled((_, d) => {
      for (let i = 1; i < d.ncon; i++) if (samePair(d, i - 1, i)) exchange(d, i - 1, i)
    })
    expect(verdict.types['plane–box'].matched).toBe(0)
    expect(verdict.types['plane–mesh'].different).toBe(0)
  })

  test('notices pairs of geoms in another order', () => {
    const verdict = judgeSpoiled((_, d) => {
      const last = d.ncon - 1
      for (const field of ['contact_geom1', 'contact_geom2'] as const)
        [d[field][0], d[field][last]] = [d[field][last], d[field][0]]
    })
    expect(verdict.differences.some(({ text }) => text.includes('in another place'))).toBe(true)
  })

  test('calls contacts of meshes in another order equal as sets', () => {
    const verdict = judgeSpoiled((_, d) => {
      if (d.ncon > 1) exchange(d, 0, 1)
    }, BLOCKS)
    const { setPairs, goodPairs, different } = totalOf([verdict])
    expect(setPairs).toBeGreaterThan(0)
    expect([goodPairs, different]).toEqual([0, 0])
  })

  test('calls other contacts of meshes as good where they are as deep and as far apart', () => {
    // turned about the axis of both blocks, the contacts are as far apart as before
    const verdict = judgeSpoiled((_, d) => turn(d, 0.3), BLOCKS)
    expect(verdict.differences).toEqual([])
    expect(totalOf([verdict]).goodPairs).toBeGreaterThan(0)
    expect(contactReport([verdict])).toMatch(
      /\d+ pairs of geoms: \d+ equal, \d+ equal as sets, [1-9]\d* other but as good, 0 worse/,
    )
  })

  test.each([
    ['less deep', (d: Data) => scale(d.contact_dist, 0.9), 'depth off by'],
    ['closer together', (d: Data) => shrink(d, 0.5), 'm², reference'],
    ['in a line', (d: Data) => (d.ncon = 2), 'm², reference'],
    ['along another direction', (d: Data) => tip(d), 'normal off by'],
    ['none', (d: Data) => (d.ncon = 0), 'no contact'],
  ])('calls contacts of meshes that are %s worse', (_, spoil, text) => {
    const verdict = judgeSpoiled((_, d) => spoil(d), BLOCKS)
    expect(totalOf([verdict]).different).toBeGreaterThan(0)
    expect(verdict.differences[0].text).toContain(`worse: `)
    expect(verdict.differences.some((difference) => difference.text.includes(text))).toBe(true)
  })

  test('calls it a tie when the reference cannot decide either', () => {
    const verdict = judgeSpoiled((_, d) => {
      if (d.qpos[2] === 1) d.ncon = 0
    }, LIGHTLY)
    expect(verdict.differences).toEqual([])
    expect(verdict.types['box–box'].tie).toBe(4)
  })
})
