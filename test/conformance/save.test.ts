import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  compareModel,
  fieldLine,
  type ModelFiles,
  matches,
  ReferenceModel,
  type ReferenceModule,
  type Subject,
} from '../../src/compare/index.ts'
import { folderOf, normalisePath } from '../../src/mjcf/files.ts'
import { loadModel } from '../../src/mjcf/load.ts'
import { ModelError } from '../../src/model/errors.ts'
import type { Model } from '../../src/model/model.ts'
import { saveModel } from '../../src/save/save.ts'
import { ownModels, sharedIsThere, sharedModels } from './corpus.ts'
import { EVERYTHING } from './everything.ts'
import { MESH_ROBOTS, ROBOTS } from './robots.ts'
import { type Sameness, sameness } from './sameModel.ts'

/** A model that is saved and loaded again is the same model. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

interface Count {
  loaded: number
  same: number
  exact: number
  readonly differences: string[]
}

function roundTrips(subjects: readonly Subject[]): Count {
  const count: Count = { loaded: 0, same: 0, exact: 0, differences: [] }
  for (const subject of subjects) {
    let model: Model
    try {
      model = subject.load()
    } catch (error) {
      if (error instanceof ModelError) continue
      throw error
    }
    count.loaded++
    const { exact, differences } = afterSaving(model, subject)
    if (differences.length === 0) count.same++
    if (exact) count.exact++
    count.differences.push(...differences.map((difference) => `${subject.name}: ${difference}`))
  }
  return count
}

function afterSaving(model: Model, subject: Subject): Sameness {
  try {
    return sameness(model, loadModel(saveModel(model), { files: filesOf(subject) }))
  } catch (error) {
    if (error instanceof ModelError) return { exact: false, differences: [error.message] }
    throw error
  }
}

/** The files of a model, as seen from its own folder. */
function filesOf({ source }: Subject) {
  const { path, files } = source as ModelFiles
  const folder = folderOf(path)
  return (file: string) => files(normalisePath(folder + file))
}

function report(corpus: string, { loaded, same, exact }: Count): void {
  console.log(`${corpus}: ${loaded} load, ${same} are the same after saving and loading, ${exact} of them in every bit`)
}

describe('saving and loading again gives the same model:', () => {
  test('our own models', () => {
    const count = roundTrips(ownModels())
    report('own models', count)
    expect(count.differences).toEqual([])
    expect(count.loaded).toBe(ownModels().length)
  })

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

  test.skipIf(!sharedIsThere)(
    'models that others wrote (skipped where ../shared/models is absent)',
    () => {
      const count = roundTrips(sharedModels())
      report('models of others', count)
      expect(count.differences).toEqual([])
      expect(count.loaded).toBeGreaterThan(0)
    },
    300_000,
  )

  test.for(Object.entries(MESH_ROBOTS))('%s', ([, { xml, files }]) => {
    const model = loadModel(xml, { files })
    expect(sameness(model, loadModel(saveModel(model), { files })).differences).toEqual([])
  })

  test.for(Object.entries(ROBOTS))('%s', ([, xml]) => {
    const model = loadModel(xml)
    expect(sameness(model, loadModel(saveModel(model))).differences).toEqual([])
  })
})
