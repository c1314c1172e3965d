import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadModel } from '../../../src/format/load.ts'
import { saveModel } from '../../../src/format/save/saveModel.ts'
import { compareModel, fieldLine, matches, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { ownModels } from '../support/corpus.ts'
import { EVERYTHING } from '../support/everything.ts'
import { MESH_ROBOTS, ROBOTS } from '../support/robots.ts'
import { sameness } from '../support/sameModel.ts'

/** A model that is saved and loaded again is the same model. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

describe('saving and loading again gives the same model:', () => {
  test('our own models, read by the reference', () => {
    for (const subject of ownModels()) {
      const model = subject.load()
      const reference = new ReferenceModel(mj, saveModel(model))
      const wrong = compareModel(model, reference).filter((field) => !matches(field))
      reference.delete()
      expect(wrong.map((field) => `${subject.name}: ${fieldLine(field)}`)).toEqual([])
    }
  })

  test('a model with something of everything, also in the reference', () => {
    const model = loadModel(EVERYTHING)
    const text = saveModel(model)
    expect(sameness(model, loadModel(text)).differences).toEqual([])
    const reference = new ReferenceModel(mj, text)
    const wrong = compareModel(model, reference).filter((field) => !matches(field))
    reference.delete()
    expect(wrong.map(fieldLine)).toEqual([])
  })

  test('primitives fitted to a mesh, with numbers of their size that the fit leaves as they are', () => {
    for (const type of ['sphere', 'capsule', 'cylinder', 'ellipsoid', 'box']) {
      const model = loadModel(`<mujoco><default><geom size="1 2 3"/></default>
        <asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
        <worldbody><geom type="${type}" mesh="m"/><geom type="${type}" mesh="m" fitscale=".7"/></worldbody></mujoco>`)
      const text = saveModel(model)
      expect(sameness(model, loadModel(text)).differences, type).toEqual([])
      const reference = new ReferenceModel(mj, text)
      const wrong = compareModel(model, reference).filter((field) => !matches(field))
      reference.delete()
      expect(wrong.map(fieldLine), type).toEqual([])
    }
  })

  test('a model with extensions of ours, for the reference, without them', () => {
    const model = loadModel(`<mujoco><option solver="DualCG" integrator="ImplicitSpringDamper"/><size nuserdata="1"/>
      <worldbody><body name="a" pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
      <equality><distance name="d" body1="a"/><weld name="w" body1="a"/></equality>
      <custom><tuple name="t"><element objtype="equality" objname="d"/><element objtype="equality" objname="w"/></tuple>
      </custom><keyframe><key userdata="1"/></keyframe></mujoco>`)
    expect(() => new ReferenceModel(mj, saveModel(model))).toThrow()
    const warnings: string[] = []
    const text = saveModel(model, { dialect: 'mujoco', onWarning: (warning) => warnings.push(warning) })
    const reference = new ReferenceModel(mj, text)
    const wrong = compareModel(loadModel(text), reference).filter((field) => !matches(field))
    expect([wrong.map(fieldLine), reference.size('neq'), warnings.length]).toEqual([[], 1, 5])
    reference.delete()
  })

  test.for(Object.entries(MESH_ROBOTS))('%s', ([, { xml, files }]) => {
    const model = loadModel(xml, { files })
    expect(sameness(model, loadModel(saveModel(model), { files })).differences).toEqual([])
  })

  test.for(Object.entries(ROBOTS))('%s', ([, xml]) => {
    const model = loadModel(xml)
    expect(sameness(model, loadModel(saveModel(model))).differences).toEqual([])
  })
})
