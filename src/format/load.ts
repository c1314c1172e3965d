import type { Model } from '../core/model/model.ts'
import { compile } from './mjcf/compile/compile.ts'
import { readSpec } from './mjcf/read/readModel.ts'
import type { LoadOptions } from './mjcf/text/modelFiles.ts'

export { readSpec } from './mjcf/read/readModel.ts'
export type { Files, LoadOptions } from './mjcf/text/modelFiles.ts'

/**
 * Loads a model from MJCF.
 * @throws ModelError when the text is not a model, or one that cannot be simulated
 */
export function loadModel(xml: string, options: LoadOptions = {}): Model {
  return compile(readSpec(xml, options), options)
}
