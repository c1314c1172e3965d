import { checkType } from '../../core/model/argumentChecks.ts'
import type { Model } from '../../core/model/model.ts'
import { toMujocoDialect } from './mujocoDialect.ts'
import { actuatorClassNodes, actuatorNodes } from './saveActuators.ts'
import { assetNodes, extensionNodes } from './saveAssets.ts'
import { contactNodes } from './saveContacts.ts'
import { customNodes, keyframeNodes } from './saveCustom.ts'
import { equalityNodes } from './saveEqualities.ts'
import { sensorNodes } from './saveSensors.ts'
import { compilerNode, optionNodes, sizeNodes, statisticNode, visualNodes } from './saveSettings.ts'
import { tendonClassNodes, tendonNodes } from './saveTendons.ts'
import { worldNode } from './saveTree.ts'
import { node, print, section } from './xmlWriter.ts'

/** Settings of `saveModel`; all are optional. */
export interface SaveOptions {
  /**
   * Where the folder of the loaded model lies, seen from the folder that the text will lie in: `../robots/arm`. The
   * files that assets name are found there. By default the two folders are the same.
   */
  readonly assetFolder?: string
  /**
   * Who is to read the text. For `mujoco`, what only this engine has is left out, or replaced by what comes closest:
   * `<distance>`, `userdata` of keyframes, some solvers and integrators. Default: `kinetree`, which keeps everything.
   */
  readonly dialect?: 'kinetree' | 'mujoco'
  /** Called with a sentence for each element, attribute or keyword that `dialect` leaves out or replaces. */
  readonly onWarning?: (warning: string) => void
}

/**
 * Writes a model as MJCF that loads to the same model. Everything stands where it ended up: frames and default classes
 * are dissolved, angles are in radians, inertias are explicit, orientations are quaternions, actuators are in
 * their general form. Numbers are written with all their digits.
 *
 * What is not part of a model is lost: comments, settings of the compiler, classes. Meshes and textures are written as
 * they were given (`m.sources`), so those from files need these files; height fields and skins are written out. Numbers
 * that were changed after loading are written where MJCF has a place for them; where it has not, they are lost, such as
 * different dampings of the dofs of one joint. Functions that give shapes (`LoadOptions.sdf`) are written by their
 * names. Poses of geoms made of meshes, and weights of skins, can change in the last digit.
 * MuJoCo: mj_saveLastXML.
 * @throws ModelError for a model with meshes or textures that was not loaded by this engine
 */
export function saveModel(m: Model, options: SaveOptions = {}): string {
  checkType(m?.opt !== undefined, 'the model', m, 'a Model, as loadModel gives it')
  const { assetFolder = '', dialect = 'kinetree', onWarning = () => {} } = options
  checkType(typeof assetFolder === 'string', "the option 'assetFolder'", assetFolder, 'the path of a folder')
  checkType(dialect === 'kinetree' || dialect === 'mujoco', "the option 'dialect'", dialect, "'kinetree' or 'mujoco'")
  checkType(typeof onWarning === 'function', "the option 'onWarning'", onWarning, 'a function')
  const root = node('mujoco', { model: m.names.model }, [
    compilerNode(m),
    ...optionNodes(m),
    ...sizeNodes(m),
    ...visualNodes(m),
    statisticNode(m),
    ...section('default', [...tendonClassNodes(m), ...actuatorClassNodes(m)]),
    ...extensionNodes(m),
    ...assetNodes(m, assetFolder),
    worldNode(m),
    ...contactNodes(m),
    ...equalityNodes(m),
    ...tendonNodes(m),
    ...actuatorNodes(m),
    ...sensorNodes(m),
    ...customNodes(m),
    ...keyframeNodes(m),
  ])
  return print(dialect === 'mujoco' ? toMujocoDialect(root, onWarning) : root)
}
