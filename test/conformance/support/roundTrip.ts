import { ModelError } from '../../../src/core/model/errors.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { loadModel } from '../../../src/format/load.ts'
import { folderOf, normalizePath } from '../../../src/format/mjcf/text/modelFiles.ts'
import { saveModel } from '../../../src/format/save/saveModel.ts'
import type { ModelFiles } from '../../../tools/compare/index.ts'
import { type Sameness, sameness } from './sameModel.ts'

/**
 * Saves a model, loads it again, and compares the two. @param source its files, from which meshes and pictures come
 * again
 */
export function afterSaving(model: Model, { path, files }: ModelFiles): Sameness {
  const folder = folderOf(path)
  try {
    return sameness(model, loadModel(saveModel(model), { files: (file) => files(normalizePath(folder + file)) }))
  } catch (error) {
    if (error instanceof ModelError) return { exact: false, differences: [error.message] }
    throw error
  }
}
