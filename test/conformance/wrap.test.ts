import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../src/compare/index.ts'
import { Random } from '../../src/compare/randomState.ts'
import { Data } from '../../src/data/data.ts'
import { forwardPosition } from '../../src/forward.ts'
import { loadModel } from '../../src/mjcf/load.ts'

/** Strings around spheres and cylinders, at random places, against the reference. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const RADIUS = 0.3
const free = (content: string) => `<body><freejoint/><geom size=".1" mass="1"/>${content}</body>`
const around = (shape: string, side: string) =>
  `<spatial><site site="a"/><geom geom="${shape}" ${side}/><site site="b"/></spatial>`
const xml = `<mujoco>
  <worldbody>
    ${free('<site name="a" pos=".1 0 0"/>')}
    ${free('<site name="b" pos="0 .1 0"/>')}
    ${free(`<geom name="ball" size="${RADIUS}"/><geom name="roll" type="cylinder" size="${RADIUS} .1"/>`)}
    ${free('<site name="side"/>')}
  </worldbody>
  <tendon>
    ${around('ball', '')} ${around('ball', 'sidesite="side"')} ${around('roll', '')} ${around('roll', 'sidesite="side"')}
  </tendon>
</mujoco>`
const KINDS = ['ball', 'ball with side', 'cylinder', 'cylinder with side']

/** Where the four bodies are, relative to the geom: the ends near or far, the side site within the geom or outside. */
const PLACES: Readonly<Record<string, readonly [ends: number, side: number]>> = {
  'ends far away, side outside': [2, 1],
  'ends far away, side within': [2, 0.5 * RADIUS],
  'ends near the surface, side outside': [1.5 * RADIUS, 1],
  'ends near the surface, side within': [1.5 * RADIUS, 0.5 * RADIUS],
}
const STATES = 1250

describe.each(Object.keys(PLACES))('%s', (place) => {
  const [ends, side] = PLACES[place]!

  test(`${STATES} strings of each kind have the length, the moments and the way of the reference`, () => {
    const random = new Random(ends + side)
    const counts = compare(STATES, (qpos) => {
      const point = (size: number) => Array.from({ length: 3 }, () => random.uniform(-size, size))
      for (const [body, size] of [ends, ends, 0.1, side].entries())
        qpos.set([...point(size), ...random.direction(4)], 7 * body)
    })
    // the states are worth something only if both happen
    for (const [t, kind] of KINDS.entries()) {
      expect(counts.curved[t], `${kind}: curved`).toBeGreaterThan(STATES / 50)
      expect(counts.straight[t], `${kind}: straight`).toBeGreaterThan(STATES / 50)
    }
  })
})

test('so have strings through the centre, along the axis, within the geom, and symmetric ones', () => {
  const random = new Random(1)
  const places = [-1, -0.5, 0, 0, 0.2, 0.5, 1]
  const pick = () => places[Math.floor(random.uniform(0, places.length))]!
  compare(STATES, (qpos) => {
    const points = [0, 1, 2, 3].map((body) => (body === 2 ? [0, 0, 0] : [pick(), pick(), pick()]))
    // sites 'a' and 'b' are not at the origins of their bodies
    points[0]![0]! -= 0.1
    points[1]![1]! -= 0.1
    for (const [body, point] of points.entries()) qpos.set([...point, 1, 0, 0, 0], 7 * body)
  })
})

/** Sets many states in both engines and compares; returns how many strings were curved and straight, by kind. */
function compare(states: number, setState: (qpos: Float64Array) => void) {
  const m = loadModel(xml)
  const d = new Data(m)
  const reference = new ReferenceModel(mj, xml)
  const theirs = new ReferenceData(reference)
  const counts = { curved: new Int32Array(4), straight: new Int32Array(4) }
  try {
    for (let state = 0; state < states; state++) {
      setState(d.qpos)
      theirs.set('qpos', d.qpos)
      forwardPosition(m, d)
      theirs.call('mj_fwdPosition')

      for (const field of ['ten_wrapadr', 'ten_wrapnum', 'wrap_obj'] as const)
        expect([...d[field]], `${field}, state ${state}: ${d.qpos}`).toEqual([...theirs.array(field)!])
      for (const field of ['ten_length', 'ten_J', 'wrap_xpos'] as const) {
        const other = theirs.array(field)!
        const worst = d[field].reduce((error, x, i) => Math.max(error, Math.abs(x - other[i])), 0)
        expect(worst, `${field}, state ${state}: ${d.qpos}`).toBeLessThan(1e-10)
      }
      for (let t = 0; t < 4; t++) counts[d.ten_wrapnum[t] > 2 ? 'curved' : 'straight'][t]++
    }
  } finally {
    theirs.delete()
    reference.delete()
  }
  return counts
}
