import load from '@mujoco/mujoco'
import { describe, expect, test } from 'vitest'
import { Data, forward, loadModel } from '../../../src/index.ts'
import { compareData } from '../../../tools/compare/compareData.ts'
import { fieldLine, matches } from '../../../tools/compare/index.ts'
import { ReferenceData, ReferenceModel } from '../../../tools/compare/reference.ts'

const mj = await load()

const ELLIPSOID = 'fluidshape="ellipsoid" fluidcoef=".6 .3 1.2 .9 1.1"'
const SHAPES = ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box']
const MEDIA = [
  ['dense and thin', 'density="1.2"'],
  ['viscous and light', 'viscosity=".3"'],
  ['dense, viscous and windy', 'density="1.2" viscosity=".3" wind="1 2 3"'],
]

/** A free body and a second one on a ball joint; of their three geoms none, one or two have a model of their own. */
function swimmer(medium: string, shape: string, flagged: number): string {
  const geom = (i: number) =>
    `<geom type="${shape}" size=".${i + 1} .2 .3" pos=".1 0 .${i}" euler="10 20 ${30 * i}" ${i < flagged ? ELLIPSOID : ''}/>`
  return `
    <mujoco>
      <option ${medium}/>
      <worldbody>
        <body><freejoint/>${geom(0)}<body pos=".3 0 0"><joint type="ball"/>${geom(1)}${geom(2)}</body></body>
      </worldbody>
    </mujoco>`
}

describe.each(MEDIA)('a medium that is %s acts on bodies as in the reference', (_, medium) => {
  test.each(SHAPES)('with geoms of type %s', (shape) => {
    for (const flagged of [0, 1, 2]) {
      const xml = swimmer(medium, shape, flagged)
      const reference = new ReferenceModel(mj, xml)
      try {
        const results = compareData(loadModel(xml), reference)
        expect(results.filter((field) => !matches(field)).map(fieldLine)).toEqual([])
        expect(results.some(({ field }) => field === 'qfrc_fluid')).toBe(true)
      } finally {
        reference.delete()
      }
    }
  })
})

test('thin and slow leaves feel the lift and drag of the reference, however small', () => {
  for (const speed of [1, 1e-2, 1e-4, 1e-6]) {
    const xml = `
      <mujoco>
        <option density="1.2"/>
        <worldbody>
          <body><freejoint/><geom type="ellipsoid" size=".0025 .001 .0001" mass="1e-4" ${ELLIPSOID}/></body>
        </worldbody>
      </mujoco>`
    const reference = new ReferenceModel(mj, xml)
    const there = new ReferenceData(reference)
    const m = loadModel(xml)
    const d = new Data(m)
    d.qvel.set([0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((x) => speed * x))
    there.set('qvel', d.qvel)
    there.call('mj_forward')
    forward(m, d)
    const theirs = there.array('qfrc_fluid')!
    const scale = Math.max(...theirs.map(Math.abs))
    for (let i = 0; i < m.nv; i++) expect(Math.abs(d.qfrc_fluid[i] - theirs[i])).toBeLessThan(1e-12 * scale)
    there.delete()
    reference.delete()
  }
})
