import { describe, expect, test } from 'vitest'
import { collision, Data, kinematics, loadModel, type Model, step } from '../../src/index.ts'

/** Contacts in states and uses that nobody plans for. */

const SHAPES = [
  'size=".1"',
  'type="capsule" size=".08 .1"',
  'type="box" size=".1 .1 .1"',
  'type="ellipsoid" size=".1 .1 .12"',
  'type="cylinder" size=".1 .1"',
  'type="mesh" mesh="stone"',
]
const ASSETS = `<asset><hfield name="hills" nrow="3" ncol="3" size="3 3 .1 .1" elevation="0 1 0 1 2 1 0 1 0"/>
  <mesh name="stone" vertex="-.1 -.1 -.1  .1 -.1 -.1  -.1 .1 -.1  .1 .1 -.1  -.1 -.1 .1  .1 -.1 .1  -.1 .1 .1  .1 .1 .15"/></asset>`

/** Bodies of all shapes, close to each other, over a plane and hills. */
function pile(bodies: number, gap = 0.19, options = ''): Model {
  const side = Math.ceil(Math.cbrt(bodies))
  const body = (i: number) => {
    const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)].map((x) => gap * x)
    return `<body pos="${place.join(' ')}"><freejoint/><geom ${SHAPES[i % 6]}/></body>`
  }
  return loadModel(`<mujoco>${options}${ASSETS}<worldbody>
    <geom type="plane" size="5 5 1" pos="0 0 -.1"/><geom type="hfield" hfield="hills" pos="0 0 -.2"/>
    ${Array.from({ length: bodies }, (_, i) => body(i)).join('')}</worldbody></mujoco>`)
}

/** All numbers of all contacts, to compare bit by bit. */
function contactsOf(d: Data): number[] {
  const rows = (array: Float64Array | Int32Array, width: number) => [...array.subarray(0, width * d.ncon)]
  return [
    d.ncon,
    ...rows(d.contact_geom1, 1),
    ...rows(d.contact_geom2, 1),
    ...rows(d.contact_dist, 1),
    ...rows(d.contact_pos, 3),
    ...rows(d.contact_frame, 9),
  ]
}

test('there is room for thousands of contacts, which are the same when the room was there before', () => {
  const m = pile(1000)
  const d = new Data(m)
  kinematics(m, d)
  collision(m, d)
  const first = contactsOf(d)
  const { contact_dist } = d
  expect(d.ncon).toBeGreaterThan(3000)
  collision(m, d)
  expect(contactsOf(d)).toEqual(first)
  expect(d.contact_dist).toBe(contact_dist)
})

test('states of one model, and of several, that are collided in turn do not disturb each other', () => {
  const models = [pile(20), pile(150), pile(150, 0.18)]
  /** Everything drifts, some fast. */
  const advance = (m: Model, d: Data) => {
    for (let q = 0; q < m.nq; q++) if (q % 7 < 3) d.qpos[q] += 0.002 * (((q * 5) % 11) - 5)
    kinematics(m, d)
    collision(m, d)
  }
  const alone = models.map((m) => {
    const d = new Data(m)
    for (let i = 0; i < 20; i++) advance(m, d)
    return contactsOf(d)
  })
  const states = models.map((m) => [new Data(m), new Data(m)] as const)
  for (const [, shifted] of states) shifted.qpos[2] += 0.05
  for (let i = 0; i < 20; i++) for (const [k, pair] of states.entries()) for (const d of pair) advance(models[k], d)
  for (const [k, [d]] of states.entries()) expect(contactsOf(d)).toEqual(alone[k])
  expect(alone.every(([ncon]) => ncon > 20)).toBe(true)
})

describe.each([12, 150])('of %i bodies, some are nowhere', (bodies) => {
  const options = '<option><flag autoreset="disable"/></option>'
  test.each([NaN, Infinity, -Infinity, 1e200])(
    'at %d: the others touch as without them, with finite numbers',
    (nowhere) => {
      const m = pile(bodies, 0.19, options)
      const d = new Data(m)
      // bodies 1 to 6, one of each shape
      const lost = (geom: number) => m.geom_bodyid[geom] >= 1 && m.geom_bodyid[geom] <= 6
      const touching = () => {
        kinematics(m, d)
        collision(m, d)
        const rows: number[][] = []
        for (let i = 0; i < d.ncon; i++) {
          const [g1, g2] = [d.contact_geom1[i], d.contact_geom2[i]]
          for (const x of [d.contact_dist[i], ...d.contact_frame.subarray(9 * i, 9 * i + 9)])
            expect(Number.isFinite(x)).toBe(true)
          if (!lost(g1) && !lost(g2)) rows.push([g1, g2, d.contact_dist[i]])
        }
        return rows
      }
      const expected = touching()
      for (let body = 0; body < 6; body++) d.qpos[7 * body + (body % 3)] = nowhere
      expect(touching()).toEqual(expected)
      step(m, d)
      expect(touching().length).toBeGreaterThan(0)
    },
  )
})
