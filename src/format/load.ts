import type { Model } from '../core/model/model.ts'
import { compile } from './mjcf/compile/compile.ts'
import { readMjcf } from './mjcf/read/readModel.ts'
import type { Spec } from './mjcf/schema/spec.ts'
import { checkLoadOptions, type LoadOptions } from './mjcf/text/modelFiles.ts'
import { readRobot } from './urdf/readRobot.ts'

export type { FileContent } from './mjcf/text/fileContent.ts'
export type { Files, LoadOptions } from './mjcf/text/modelFiles.ts'

/** Reads MJCF or URDF, whichever the outermost element says, without compiling it. */
export function readSpec(xml: string, options: LoadOptions = {}): Spec {
  checkLoadOptions(xml, options)
  return readMjcf(xml, options, { robot: readRobot })
}

/**
 * Loads a model from MJCF or URDF.
 * MuJoCo: mj_loadXML.
 * @throws ModelError when the text is not a model, or one that cannot be simulated
 */
export function loadModel(xml: string, options: LoadOptions = {}): Model {
  return compile(readSpec(xml, options), options)
}
