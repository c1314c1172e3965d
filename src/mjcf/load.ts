import type { Model } from '../model/model.ts'
import { compile } from './compile/compile.ts'
import type { LoadOptions } from './files.ts'
import { readSpec } from './read.ts'

export type { Files, LoadOptions } from './files.ts'
export { readSpec } from './read.ts'

/**
 * Loads a model from MJCF.
 * @throws ModelError when the text is not a model, or one that cannot be simulated
 */
export function loadModel(xml: string, options: LoadOptions = {}): Model {
  return compile(readSpec(xml, options), options)
}
