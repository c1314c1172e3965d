import { describe, expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data, forward, geomDistance, loadModel, refreshGeoms } from '../../../index.ts'
import { convex } from '../pair/convexPair.ts'
import { ContactBuffer } from './contactBuffer.ts'
import { areStillApart, SEPARATION, Separations } from './separations.ts'

const SHAPES = [
  'type="capsule" size=".08 .1"',
  'type="ellipsoid" size=".1 .2 .05"',
  'type="cylinder" size=".1 .15"',
  'type="box" size=".1 .05 .15"',
  'type="mesh" mesh="wedge"',
  'type="mesh" mesh="gem"',
]
const gem = Array.from({ length: 20 }, (_, i) =>
  [Math.cos(i) * Math.sin(2 * i), Math.sin(i) * Math.sin(2 * i), Math.cos(2 * i)].map((x) => 0.15 * x),
)
const m = loadModel(`<mujoco>
  <asset>
    <mesh name="wedge" vertex="0 0 0 .3 0 0 0 .1 0 .3 .1 0 0 0 .2 0 .1 .2 .1 .05 .1"/>
    <mesh name="gem" vertex="${gem.flat().join(' ')}"/>
  </asset>
  <worldbody>${SHAPES.map((shape) => `<body><freejoint/><geom ${shape}/></body>`).join('')}</worldbody>
</mujoco>`)

/** Moves all bodies a little, and turns them. */
function stir(d: Data, random: Random, way: number): void {
  for (let adr = 0; adr < m.nq; adr += 7) {
    for (let k = 0; k < 3; k++) d.qpos[adr + k] = 0.98 * (d.qpos[adr + k] + way * random.uniform(-1, 1))
    for (let k = 3; k < 7; k++) d.qpos[adr + k] += 2 * way * random.uniform(-1, 1)
  }
  forward(m, d)
}

/** Contacts of two geoms, with records and without. */
function contactsOf(d: Data, g1: number, g2: number, margin: number, records: Float64Array | undefined): number[] {
  const contacts = new ContactBuffer()
  contacts.margin[0] = margin
  if (records !== undefined) {
    contacts.separations = records
    contacts.separation = SEPARATION * (m.ngeom * g1 + g2)
  }
  convex(m, d, g1, g2, contacts)
  const { count, dist, pos, normal } = contacts
  return [...dist.subarray(0, count), ...pos.subarray(0, 3 * count), ...normal.subarray(0, 3 * count)]
}

describe.each([0, 0.02])('with a margin of %s', (margin) => {
  const d = new Data(m)
  const random = new Random(5)
  const separations = new Separations(new Float64Array(SEPARATION * m.ngeom * m.ngeom))
  for (let k = 0; k < m.nq; k++) d.qpos[k] = random.uniform(-0.4, 0.4)

  test('geoms that move a little have the contacts that they have without a record', () => {
    const records = separations.of(m)
    let known = 0
    let touching = 0
    for (let i = 0; i < 500; i++) {
      stir(d, random, i % 25 === 0 ? 0.4 : 0.003)
      for (let g1 = 0; g1 < m.ngeom; g1++)
        for (let g2 = g1 + 1; g2 < m.ngeom; g2++) {
          const buffer = new ContactBuffer()
          buffer.margin[0] = margin
          buffer.separations = records
          buffer.separation = SEPARATION * (m.ngeom * g1 + g2)
          const plain = contactsOf(d, g1, g2, margin, undefined)
          if (areStillApart(m, d, g1, g2, buffer)) {
            known++
            expect(geomDistance(m, d, null, g1, g2, 1)).toBeGreaterThan(margin)
          }
          expect(contactsOf(d, g1, g2, margin, records)).toEqual(plain)
          if (plain.length > 0) touching++
        }
    }
    expect(touching).toBeGreaterThan(200)
    expect(known).toBeGreaterThan(500)
  })

  test('records end when geoms or vertices have changed', () => {
    const kept = (): number => separations.of(m).filter((x, i) => i % SEPARATION === 6 && x < Infinity).length
    const collideAll = (): void => {
      for (let g1 = 0; g1 < m.ngeom; g1++)
        for (let g2 = g1 + 1; g2 < m.ngeom; g2++) contactsOf(d, g1, g2, margin, separations.of(m))
    }
    const fill = (): void => {
      for (let i = 0; i < 20; i++) {
        stir(d, random, 0.1)
        collideAll()
      }
      expect(kept()).toBeGreaterThan(5)
    }
    fill()
    m.geom_size[0] += 1e-3
    expect(kept()).toBe(0)
    fill()
    refreshGeoms(m)
    expect(kept()).toBe(0)
  })
})
