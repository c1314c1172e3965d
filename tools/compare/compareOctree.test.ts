import { expect, test } from 'vitest'
import type { Model } from '../../src/core/model/model.ts'
import { loadModel } from '../../src/format/load.ts'
import { withoutWrongSigns } from './compareOctree.ts'

function field(mesh: string): Model {
  return loadModel(
    `<mujoco><asset><mesh name="m" ${mesh}/></asset><worldbody><geom type="sdf" mesh="m"/></worldbody></mujoco>`,
  )
}
const sharp = field('vertex="0 0 0 1 0 0 0 1 0 0 0 1"')
const blunt = field('vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"')

/** What the judge leaves of a reference whose first distance is another. */
function judged(m: Model, first: number): number {
  const theirs = m.oct_coeff.slice()
  theirs[0] = first
  return withoutWrongSigns(m, theirs)[0]
}

test('a wrong sign around sharp edges is excused, one around blunt edges is not', () => {
  expect(judged(sharp, -sharp.oct_coeff[0])).toBe(sharp.oct_coeff[0])
  expect(judged(blunt, -blunt.oct_coeff[0])).toBe(-blunt.oct_coeff[0])
})

test('a distance that is too large is never excused', () => {
  expect(judged(sharp, 2 * sharp.oct_coeff[0])).toBe(2 * sharp.oct_coeff[0])
})

test('an octree whose signs are wrong all over is not excused', () => {
  const turned = sharp.oct_coeff.map((x) => -x)
  expect(withoutWrongSigns(sharp, turned)).toEqual(turned)
})
