import type { Model } from '../model/model.ts'
import { customNodes, keyframeNodes } from './custom.ts'
import { compilerNode, optionNodes, sizeNodes, statisticNode, visualNodes } from './settings.ts'
import { worldNode } from './tree.ts'
import { node, print } from './xml.ts'

export interface SaveOptions {
  /**
   * Where the folder of the loaded model lies, seen from the folder that the text will lie in: `../robots/arm`. The
   * files that assets name are found there. By default the two folders are the same.
   */
  readonly assetFolder?: string
}

/**
 * Writes a model as MJCF that loads to the same model. Everything stands where it ended up: frames and classes of
 * defaults are dissolved, angles are in radians, inertias are explicit, orientations are quaternions. Numbers are
 * written with all their digits.
 */
export function saveModel(m: Model, _options: SaveOptions = {}): string {
  return print(
    node('mujoco', { model: m.names.model }, [
      compilerNode(),
      ...optionNodes(m),
      ...sizeNodes(m),
      ...visualNodes(m),
      statisticNode(m),
      worldNode(m),
      ...customNodes(m),
      ...keyframeNodes(m),
    ]),
  )
}
