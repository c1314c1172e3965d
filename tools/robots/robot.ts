import { Dice } from './dice.ts'
import { type Element, element, printXml, replaceElement } from './element.ts'
import { flawed } from './flaws.ts'
import { type MjcfRobot, mjcfRobot } from './mjcfRobot.ts'
import { urdfRobot } from './urdfRobot.ts'
import type { Content, RobotFiles, Workshop } from './workshop.ts'

/** A generated model with all its files. The same seed gives the same robot. */
export interface Robot {
  readonly seed: number
  /** Path of the main file. */
  readonly path: string
  /** Model files as trees, by path: what a shrinker works on. */
  readonly models: ReadonlyMap<string, Element>
  /** Meshes and pictures. */
  readonly files: RobotFiles
  /** What is in the robot that matters to those who judge it. */
  readonly features: readonly string[]
}

/** Shares of robots in URDF, and of robots at the edge of what is valid. */
const URDF_SHARE = 0.1
const FLAWED_SHARE = 0.12

/** Generates the robot of a seed. */
export function makeRobot(seed: number): Robot {
  const dice = new Dice(seed)
  const robot = dice.chance(URDF_SHARE) ? urdf(dice) : mjcf(dice)
  if (!dice.chance(FLAWED_SHARE)) return { seed, ...robot }
  const models = new Map(robot.models)
  models.set(robot.path, flawed(dice, models.get(robot.path)!))
  return { seed, ...robot, models, features: [...robot.features, 'flawed'] }
}

type Made = Omit<Robot, 'seed'>

function urdf(dice: Dice): Made {
  const { root, shop } = urdfRobot(dice)
  return finished('robot.urdf', new Map([['robot.urdf', root]]), shop, ['urdf'])
}

function mjcf(dice: Dice): Made {
  const { root, shop, parts }: MjcfRobot = mjcfRobot(dice)
  const models = new Map<string, Element>([['robot.xml', root], ...parts])
  if (dice.chance(0.15)) split(dice, models)
  return finished('robot.xml', models, shop, parts.size > 0 ? ['attach'] : [])
}

function finished(
  path: string,
  models: ReadonlyMap<string, Element>,
  { files, features }: Workshop,
  more: readonly string[],
): Made {
  return { path, models, files, features: [...features, ...more] }
}

/** Moves a section of the main file, or a body, into a file that is included. */
function split(dice: Dice, models: Map<string, Element>): void {
  const root = models.get('robot.xml')!
  const worldbody = root.children.find(({ name }) => name === 'worldbody')
  const bodies = worldbody?.children.filter(({ name }) => name === 'body') ?? []
  const sections = root.children.filter(({ name }) => name !== 'compiler' && name !== 'asset')
  const moved = bodies.length > 0 && dice.chance(0.5) ? dice.pick(bodies) : dice.pick(sections)
  const file = dice.chance(0.3) ? 'parts/section.xml' : 'section.xml'
  models.set(file, element('mujocoinclude', {}, [moved]))
  models.set('robot.xml', replaceElement(root, moved, [element('include', { file })]))
}

/** Looks a file of a robot up, as our engine or the reference is given it. */
export function fileOf(robot: Robot, path: string, reader: keyof RobotFiles): Content | undefined {
  const model = robot.models.get(path)
  return model ? printXml(model) : robot.files[reader].get(path)
}
