import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReferenceModule } from '../../../tools/compare/index.ts'
import { Random } from '../../../tools/compare/randomState.ts'
import { contactError, type PairPose, PairScene } from '../support/pairPoses.ts'

/** Every kind of geom on height fields: number, order and numbers of contacts as in the reference, to the last bits. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

/** Largest error of any number of a contact. */
const TOLERANCE = 1e-12

const ROWS = 9
const COLUMNS = 12
const random = new Random(7)
const rough = Array.from({ length: ROWS * COLUMNS }, () => random.uniform(0, 1).toFixed(3)).join(' ')
/** Terraces: cells that are exactly flat, and steps between them. */
const terraces = Array.from({ length: ROWS * COLUMNS }, (_, i) => (Math.floor((i % COLUMNS) / 3) % 2 ? '1' : '0')).join(
  ' ',
)
const flat = Array.from({ length: ROWS * COLUMNS }, () => '0').join(' ')
const FIELDS = { rough, terraces, flat }

const ASSETS = `<asset>
  ${Object.entries(FIELDS)
    .map(
      ([name, elevation]) =>
        `<hfield name="${name}" nrow="${ROWS}" ncol="${COLUMNS}" size="1 .7 .15 .1" elevation="${elevation}"/>`,
    )
    .join('\n')}
  <mesh name="block" vertex="-.1 -.12 -.08  .1 -.12 -.08  .1 .12 -.08  -.1 .12 -.08  -.1 -.12 .08  .1 -.12 .08  .1 .12 .08  -.1 .12 .08"/>
  <mesh name="ball" builtin="sphere" params="2" scale=".12 .12 .12"/>
</asset>`

const GEOMS = {
  sphere: 'type="sphere" size=".1"',
  'small sphere': 'type="sphere" size=".01"',
  capsule: 'type="capsule" size=".07 .12"',
  ellipsoid: 'type="ellipsoid" size=".1 .15 .07"',
  cylinder: 'type="cylinder" size=".1 .08"',
  box: 'type="box" size=".1 .12 .08"',
  'large box': 'type="box" size=".5 .5 .05"',
  block: 'type="mesh" mesh="block"',
  ball: 'type="mesh" mesh="ball"',
}

const UPRIGHT = [1, 0, 0, 0]

/** All over the field and over its rim; a third upright, a third of the fields turned. */
function posesOn(seed: number, count: number): PairPose[] {
  const dice = new Random(seed)
  return Array.from({ length: count }, (_, i) => {
    const quat2 = i % 3 === 0 ? UPRIGHT : Array.from(dice.direction(4))
    const pos2 = [dice.uniform(-1.15, 1.15), dice.uniform(-0.85, 0.85), dice.uniform(-0.25, 0.3)]
    // a quarter at a corner of the grid, where prisms meet
    if (i % 4 === 0) {
      pos2[0] = -1 + (2 / (COLUMNS - 1)) * Math.round(dice.uniform(0, COLUMNS - 1))
      pos2[1] = -0.7 + (1.4 / (ROWS - 1)) * Math.round(dice.uniform(0, ROWS - 1))
    }
    const still: PairPose = { kind: 'touching', pos1: [0, 0, 0], quat1: UPRIGHT, pos2, quat2 }
    return i % 3 === 1 ? { ...still, pos1: [0.02, -0.03, 0.01], quat1: tilt(dice) } : still
  })
}

function tilt(dice: Random): number[] {
  const q = [1, 0.05 * dice.normal(), 0.05 * dice.normal(), 0.05 * dice.normal()]
  const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0))
  return q.map((x) => x / length)
}

const cases = Object.keys(GEOMS).flatMap((geom) =>
  Object.keys(FIELDS).map((field): [keyof typeof GEOMS, keyof typeof FIELDS] => [
    geom as keyof typeof GEOMS,
    field as keyof typeof FIELDS,
  ]),
)

describe('on height fields, contacts are those of the reference', () => {
  test.each(cases)('%s on the %s one', (geom, field) => {
    const complaints: string[] = []
    let touching = 0
    for (const more of ['', 'margin=".02"', 'margin=".01" gap=".03"']) {
      const pair = new PairScene(mj, {
        geom1: `type="hfield" hfield="${field}" ${more}`,
        geom2: GEOMS[geom],
        before: ASSETS,
        theirMeshes: true,
      })
      for (const [i, pose] of posesOn(1, 100).entries()) {
        pair.place(pose)
        const expected = pair.expected()
        const found = pair.found()
        if (expected.count > 0) touching++
        if (found.count !== expected.count)
          complaints.push(`${more} ${i}: ${found.count} of ${expected.count} contacts`)
        else if (!(contactError(expected, found) <= TOLERANCE))
          complaints.push(`${more} ${i}: ${contactError(expected, found)}`)
      }
      pair.delete()
    }
    expect(complaints).toEqual([])
    expect(touching).toBeGreaterThan(50)
  })
})
