import { actuators } from './actuators.ts'
import { assets } from './assets.ts'
import { body, geom, replicated, worldBody } from './bodies.ts'
import { classes } from './classes.ts'
import { contacts, equalities } from './constraints.ts'
import type { Dice } from './dice.ts'
import { type Element, element } from './element.ts'
import { keyframe } from './keyframe.ts'
import { sensors } from './sensors.ts'
import { anyFolders, anySettings, compiler, extras, needsCompiler, option } from './settings.ts'
import { tendons } from './tendons.ts'
import { Workshop } from './workshop.ts'

/** A model file of a robot, and the workshop with its files and features. */
export interface MjcfRobot {
  readonly root: Element
  readonly shop: Workshop
  /** Models that this one attaches, by path; printed when the robot is finished. */
  readonly parts: ReadonlyMap<string, Element>
}

/** A random MJCF model. */
export function mjcfRobot(dice: Dice): MjcfRobot {
  const parts = new Map<string, Element>()
  const settings = anySettings(dice)
  const folders = anyFolders(dice)
  const shop = new Workshop(dice, settings)
  const growth = { depth: dice.pick([1, 2, 2, 3, 5]), branches: dice.pick([1, 1, 2, 2]) }
  const defaults = classes(shop)
  const asset = assets(shop, folders)
  const compilers = needsCompiler(settings, folders) || dice.chance(0.4) ? [compiler(dice, settings, folders)] : []
  const fuses = compilers.some(({ attributes }) => attributes['fusestatic'] === 'true')
  const models: Element[] = []
  const attach = (): Element[] => {
    if (fuses || parts.size >= 2 || !dice.chance(0.05)) return []
    const model = `model${parts.size}`
    const file = `${model}.xml`
    const prefix = `${model}_`
    parts.set(file, childModel(shop, prefix))
    models.push(element('model', { name: dice.chance(0.8) ? model : undefined, file }))
    const names = [model, 'limb'] as const
    return [element('attach', { model: models.at(-1)!.attributes['name'] ?? names[1], body: 'root', prefix })]
  }
  const extra = (): Element[] => [
    ...attach(),
    ...(dice.chance(0.06) ? [replicated(shop, () => [copiedPart(shop)])] : []),
  ]
  const worldbody = worldBody(shop, growth, extra)
  const root = assemble(shop, [
    ...compilers,
    ...(dice.chance(0.5) ? [option(dice)] : []),
    ...extras(dice),
    ...defaults,
    { ...asset, children: [...models, ...asset.children] },
    worldbody,
    ...(fuses ? mechanisms(shop).flatMap(withoutMarkers) : mechanisms(shop)),
  ])
  return { root: { ...root, children: [...root.children, ...keyframe(dice, root)] }, shop, parts }
}

/** What a `replicate` copies: a geom, or a small tree. */
function copiedPart(shop: Workshop): Element {
  return shop.dice.chance(0.4) ? geom(shop, false) : body(shop, { depth: 1, branches: 1 }, false, () => [])
}

/** Another model with one tree, `root`, that is attached. Its parts can be named with the prefix. */
function childModel(parent: Workshop, prefix: string): Element {
  const { dice } = parent
  const settings = anySettings(dice)
  const shop = new Workshop(dice, settings, prefix, parent.files, parent.features)
  const defaults = classes(shop)
  const folders = { mesh: '', texture: '' }
  const asset = assets(shop, folders)
  const root = body(shop, { depth: 1, branches: 2 }, false, () => [], 'root')
  const model = assemble(shop, [
    ...(needsCompiler(settings, folders) ? [compiler(dice, settings, folders)] : []),
    ...defaults,
    asset,
    element('worldbody', {}, [root]),
  ])
  const rest = mechanisms(shop)
  for (const kind of shop.kinds())
    if (kind === 'body' || kind === 'joint' || kind === 'geom' || kind === 'site')
      for (const part of shop.parts(kind)) parent.add(kind, { ...part, name: `${prefix}${part.name}` })
  return { ...model, attributes: { model: 'limb' }, children: [...model.children, ...rest] }
}

/**
 * What of a section refers to bodies and joints only: after fusing bodies the reference takes other geoms and sites than
 * those that are named, and does not find bodies that are named as `xbody`. It keeps more bodies than an `exclude` names.
 */
function withoutMarkers(section: Element): Element[] {
  const children = section.children.filter(
    ({ name, attributes: { objtype = 'body', reftype = 'body', ...rest } }) =>
      name !== 'spatial' &&
      name !== 'exclude' &&
      objtype === 'body' &&
      reftype === 'body' &&
      !Object.keys(rest).some((key) => /site|geom|camera|tendon|actuator|subtree/.test(key)),
  )
  return children.length === 0 ? [] : [{ ...section, children }]
}

function mechanisms(shop: Workshop): Element[] {
  const sections: readonly (readonly [string, Element[]])[] = [
    ['tendon', tendons(shop)],
    ['equality', equalities(shop)],
    ['contact', contacts(shop)],
    ['actuator', actuators(shop)],
    ['sensor', sensors(shop)],
  ]
  return sections.filter(([, children]) => children.length > 0).map(([name, children]) => element(name, {}, children))
}

/** The sections in one model; empty ones are left out. */
function assemble({ dice }: Workshop, sections: readonly Element[]): Element {
  const kept = sections.filter(({ name, children }) => name !== 'asset' || children.length > 0)
  return element('mujoco', { model: dice.maybe(0.5, () => 'robot') }, kept)
}
