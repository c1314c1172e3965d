import { ModelError } from '../../core/model/errors.ts'
import { readCompiler, readOption, readSize, readStatistic, readVisual } from '../mjcf/read/readSettings.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { fallbacks } from '../mjcf/schema/readAttributes.ts'
import type { CompilerAttributes } from '../mjcf/schema/schemaTree.ts'
import type { Spec } from '../mjcf/schema/spec.ts'
import { suggestion } from '../mjcf/text/messageText.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { readTree } from './linkTree.ts'
import { readMimics } from './mimicJoint.ts'
import { attributesOf, childrenOf } from './readElement.ts'
import { Materials } from './readMaterials.ts'
import { RobotMeshes } from './readMesh.ts'
import { type RobotContext, UniqueNames } from './robotContext.ts'
import { URDF } from './urdfGrammar.ts'

/**
 * A robot in URDF → the same `Spec` as from MJCF.
 * @param folder of the robot relative to the outermost model: empty, or ending with `/`
 */
export function readRobot(robot: XmlElement, folder = ''): Spec {
  const { name } = attributesOf(robot, 'robot')
  const { mujoco } = childrenOf(robot, 'robot')
  const settings = mujoco ? readBlock(mujoco) : undefined
  const listed = (section: XmlElement | undefined) => (section ? [section] : [])

  const compiler = readCompiler(listed(settings?.compiler), URDF_COMPILER)
  const meshes = new RobotMeshes()
  // angles of URDF are in radians whatever the block says
  const context: RobotContext = {
    compiler: { ...compiler, angle: URDF_COMPILER.angle },
    materials: new Materials(robot),
    names: new UniqueNames(),
    meshes,
    folder,
  }
  const world = readTree(robot, context)
  return {
    modelName: name,
    source: sourceOf(robot),
    compiler: context.compiler,
    option: readOption(listed(settings?.option)),
    size: readSize(listed(settings?.size)),
    visual: readVisual([]),
    statistic: readStatistic([]),
    plugins: new Map(),
    world,
    numerics: [],
    texts: [],
    tuples: [],
    keys: [],
    assets: meshes.specs,
    contacts: [],
    equalities: readMimics(robot, context),
    tendons: [],
    actuators: [],
    sensors: [],
  }
}

/** Where URDF starts from: radians, only what moves and what collides. */
const URDF_COMPILER: CompilerAttributes = {
  ...fallbacks(GRAMMAR.compiler.attributes),
  angle: 0,
  discardvisual: 1,
  fusestatic: 1,
}

/** The sections of the block `mujoco`. Any other would have no effect, so it is an error. */
function readBlock(mujoco: XmlElement) {
  const known = Object.keys(URDF.mujoco.children)
  for (const section of mujoco.children)
    if (!known.includes(section.name))
      throw new ModelError(`<${section.name}> has no effect in URDF`, {
        source: sourceOf(section),
        expected: known.map((name) => `<${name}>`).join(', '),
        suggestion:
          suggestion(section.name, known) ??
          'write the robot as MJCF first, or attach it to a model that has this section',
      })
  return childrenOf(mujoco, 'mujoco')
}
