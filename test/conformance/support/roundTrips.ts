import { ModelError } from '../../../src/core/model/errors.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { loadModel } from '../../../src/format/load.ts'
import { folderOf, normalisePath } from '../../../src/format/mjcf/text/modelFiles.ts'
import { saveModel } from '../../../src/format/save/saveModel.ts'
import type { ModelFiles, Subject } from '../../../tools/compare/index.ts'
import { type Sameness, sameness } from './sameModel.ts'

/** What came of saving and loading models. */
export interface Count {
  loaded: number
  same: number
  exact: number
  readonly differences: string[]
}

/** Saves and loads every model that loads. */
export function roundTrips(subjects: readonly Subject[]): Count {
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

export function report(corpus: string, { loaded, same, exact }: Count): void {
  console.log(`${corpus}: ${loaded} load, ${same} are the same after saving and loading, ${exact} of them in every bit`)
}
