import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { collision, Data, DisableBit, EnableBit, kinematics, loadModel } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, referenceContacts } from '../../../tools/compare/index.ts'
import { Random, randomPositions } from '../../../tools/compare/randomState.ts'

/** Which pairs of geoms collide, in which order, and with which parameters: everything around the pair functions. */

type Reference = Awaited<ReturnType<typeof load>>
let mj: Reference
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

interface Variant {
  readonly bodies: number
  readonly worldGeoms: number
  readonly geomsPerBody: number
  readonly disable?: number
  readonly enable?: number
  /** Half side of the cube that the bodies start in. */
  readonly room: number
  /** Whether geoms have gaps; with `override` the reference loses contacts inside them, see docs/differences.md. */
  readonly gaps?: boolean
}

const variants: Record<string, Variant> = {
  'a few bodies': { bodies: 12, worldGeoms: 3, geomsPerBody: 4, room: 0.5 },
  'a crowd': { bodies: 150, worldGeoms: 2, geomsPerBody: 1, room: 1.2 },
  'bodies of many geoms': { bodies: 15, worldGeoms: 5, geomsPerBody: 30, room: 0.8 },
  'a furnished world': { bodies: 40, worldGeoms: 120, geomsPerBody: 3, room: 1 },
  'no midphase': { bodies: 30, worldGeoms: 10, geomsPerBody: 6, room: 0.8, disable: DisableBit.midphase },
  'parents that collide': { bodies: 30, worldGeoms: 3, geomsPerBody: 2, room: 0.8, disable: DisableBit.filterparent },
  override: { bodies: 60, worldGeoms: 3, geomsPerBody: 2, room: 1, enable: EnableBit.override, gaps: false },
}

const FIELDS = [
  ['contact_geom1', 1, 0],
  ['contact_geom2', 1, 0],
  ['contact_dim', 1, 0],
  ['contact_exclude', 1, 0],
  ['contact_efc_address', 1, 0],
  ['contact_includemargin', 1, 0],
  ['contact_friction', 5, 0],
  ['contact_solref', 2, 1e-15],
  ['contact_solreffriction', 2, 0],
  ['contact_solimp', 5, 1e-15],
  ['contact_adhesion', 1, 0],
  ['contact_mu', 1, 0],
  ['contact_dist', 1, 1e-12],
  ['contact_pos', 3, 1e-12],
  ['contact_frame', 9, 1e-9],
] as const

describe('contacts of random scenes are those of the reference, in its order', () => {
  test.each(Object.entries(variants))('%s', (name, variant) => {
    let contacts = 0
    for (let seed = 1; seed <= 3; seed++) {
      const random = new Random(seed)
      const xml = scene(random, variant)
      const m = loadModel(xml)
      const reference = new ReferenceModel(mj, xml)
      for (const opt of [m.opt, reference.raw.opt]) {
        opt.disableflags |= variant.disable ?? 0
        opt.enableflags |= variant.enable ?? 0
        opt.o_margin = 0.01
      }
      const d = new Data(m)
      const rd = new ReferenceData(reference)
      for (let pose = 0; pose < 4; pose++) {
        if (pose > 0) d.qpos.set(randomPositions(m, random))
        rd.set('qpos', d.qpos)
        kinematics(m, d)
        collision(m, d)
        rd.call('mj_kinematics')
        rd.call('mj_collision')
        contacts += d.ncon
        expect(differences(d, rd), `${name}, scene ${seed}, pose ${pose}`).toEqual([])
      }
      rd.delete()
      reference.delete()
    }
    expect(contacts).toBeGreaterThan(100)
  })
})

test('finds contacts in the gap also with an overriding margin, where the reference finds none', () => {
  const ball = (x: number) => `<body pos="${x} 0 0"><freejoint/><geom size=".1" gap=".05"/></body>`
  const xml = `<mujoco><option o_margin=".02"><flag override="enable"/></option>
    <worldbody>${ball(0)}${ball(0.25)}</worldbody></mujoco>`
  const m = loadModel(xml)
  const d = new Data(m)
  const reference = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(reference)
  kinematics(m, d)
  collision(m, d)
  rd.call('mj_kinematics')
  rd.call('mj_collision')
  expect([d.ncon, d.contact_exclude[0], rd.raw.ncon]).toEqual([1, 1, 0])
  rd.delete()
  reference.delete()
})

/** What differs, in words; at most a few lines. */
function differences(d: Data, rd: ReferenceData): string[] {
  const theirs = referenceContacts(rd)
  const lines: string[] = []
  const name = (c: typeof theirs | Data, i: number) =>
    i < c.ncon ? `${c.contact_geom1[i]}-${c.contact_geom2[i]}` : 'none'
  for (let i = 0; i < Math.max(d.ncon, theirs.ncon) && lines.length < 3; i++) {
    if (name(d, i) !== name(theirs, i)) return [`contact ${i}: ${name(d, i)} instead of ${name(theirs, i)}`]
    for (const [field, width, tolerance] of FIELDS) {
      for (let k = width * i; k < width * (i + 1); k++)
        if (!(Math.abs(d[field][k] - theirs[field][k]) <= tolerance))
          lines.push(`contact ${i}, ${name(d, i)}: ${field} ${d[field][k]} instead of ${theirs[field][k]}`)
    }
  }
  return lines
}

/** Bodies here and there, free, jointed and fixed to each other, moved by hand; parameters of all kinds. */
function scene(random: Random, { bodies, worldGeoms, geomsPerBody, room, gaps = true }: Variant): string {
  const count = { body: 0, geom: 0 }
  const owner: string[] = []
  const pick = <T>(...values: T[]): T => values[Math.floor(random.uniform(0, values.length))]
  const vector = (n: number, scale: number) => Array.from({ length: n }, () => random.uniform(-scale, scale)).join(' ')
  const often = (probability: number, text: () => string) => (random.uniform(0, 1) < probability ? text() : '')

  const parameters = () =>
    often(0.3, () => ` contype="${pick(0, 1, 2, 3)}" conaffinity="${pick(0, 1, 2, 3)}"`) +
    often(0.3, () => ` condim="${pick(1, 3, 4, 6)}"`) +
    often(0.2, () => ` priority="${pick(1, 2)}"`) +
    often(0.3, () => ` solmix="${pick('0', '.3', '2', '1e-16')}"`) +
    often(0.3, () => ` solref="${pick('.01 1', '.05 .5', '-100 -10', '-50 -20')}"`) +
    often(0.3, () => ` solimp=".8 .9 .01 .4 ${pick(1, 2, 3)}"`) +
    often(0.3, () => ` friction="${pick('0 0 0', '.5 .1 .01', '2 .001 .1')}"`) +
    often(0.3, () => ` margin="${pick('.01', '.03', gaps ? '-.01' : '0')}" gap="${gaps ? pick('.01', '.02') : 0}"`) +
    often(0.1, () => ` adhesion="${pick(1, 2)}"`)

  const geom = (body: string, spread: number, plane: boolean) => {
    owner.push(body)
    const shape = plane
      ? 'type="plane" size="2 2 1"'
      : pick(
          `type="sphere" size="${random.uniform(0.03, 0.1)}"`,
          `type="capsule" size="${random.uniform(0.02, 0.05)} ${random.uniform(0.02, 0.15)}"`,
          `type="box" size="${[0, 0, 0].map(() => random.uniform(0.03, 0.1)).join(' ')}"`,
        )
    const place = `pos="${vector(3, spread)}" euler="${vector(3, plane ? 10 : 90)}"`
    return `<geom name="g${count.geom++}" ${shape} ${place}${parameters()}/>`
  }

  const body = (depth: number): string => {
    const name = `b${count.body++}`
    const kind =
      depth > 0 ? pick('joint', 'joint', 'fixed') : pick('free', 'free', 'free', 'free', 'joint', 'fixed', 'mocap')
    const joint = {
      free: '<freejoint/>',
      joint: `<joint type="${pick('hinge', 'slide', 'ball')}" axis="1 .5 .2"/>`,
      fixed: '',
      mocap: '',
    }[kind]
    const geoms = Array.from({ length: 1 + Math.floor(random.uniform(0, geomsPerBody)) }, () =>
      geom(name, geomsPerBody > 8 ? 0.4 : 0.1, false),
    )
    if (kind === 'mocap' && random.uniform(0, 1) < 0.5) geoms.push(geom(name, 0.1, true))
    const child = depth < 3 && count.body < bodies && random.uniform(0, 1) < 0.4 ? body(depth + 1) : ''
    const inertia = joint ? '<inertial pos="0 0 0" mass="1" diaginertia=".01 .01 .01"/>' : ''
    const spot = `pos="${vector(3, depth > 0 ? 0.2 : room)}"${kind === 'mocap' ? ' mocap="true"' : ''}`
    return `<body name="${name}" ${spot}>${joint}${inertia}${geoms.join('')}${child}</body>`
  }

  const world = [geom('world', 0.1, true)]
  for (let i = 1; i < worldGeoms; i++) world.push(geom('world', room, false))
  let tree = ''
  while (count.body < bodies) tree += body(0)

  const any = () => Math.floor(random.uniform(0, count.geom))
  let contact = ''
  for (let i = 0; i < 20; i++) {
    const [a, b] = [any(), any()]
    if (a !== b)
      contact += `<pair geom1="g${a}" geom2="g${b}" condim="${pick(1, 3, 6)}" margin=".02" gap=".5" friction="0 .1"
        ${often(0.5, () => 'solreffriction=".03 1" adhesion="3"')}/>`
    const [x, y] = [owner[any()], owner[any()]]
    if (x !== y) contact += `<exclude body1="${x}" body2="${y}"/>`
  }
  return `<mujoco><worldbody>${world.join('')}${tree}</worldbody><contact>${contact}</contact></mujoco>`
}
