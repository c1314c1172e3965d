import { ModelError } from '../../../core/model/errors.ts'
import { Defaults } from '../defaults/defaults.ts'
import { type ElementName, GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, readAttributes } from '../schema/readAttributes.ts'
import { readExtensions } from '../schema/readPlugin.ts'
import type { Spec } from '../schema/spec.ts'
import {
  type ChildModel,
  type Draft,
  type Formats,
  type Origin,
  outermost,
  readModels,
} from '../structure/childModels.ts'
import { assemble, expandStructure, hasStructure } from '../structure/expand.ts'
import { givenSettings } from '../structure/settingConflicts.ts'
import { parseWithIncludes } from '../text/include.ts'
import type { LoadOptions } from '../text/modelFiles.ts'
import { NameRegistry } from '../text/nameRegistry.ts'
import { countXml, sourceOf, type XmlElement } from '../text/xml.ts'
import { readActuators } from './readActuators.ts'
import { readAssets } from './readAssets.ts'
import { readContacts } from './readContacts.ts'
import { readCustom, readKeys } from './readCustom.ts'
import { readEqualities } from './readEqualities.ts'
import { readSensors } from './readSensors.ts'
import { readCompiler, readOption, readSize, readStatistic, readVisual } from './readSettings.ts'
import { readTendons } from './readTendons.ts'
import { readWorld } from './readTree.ts'

/**
 * Reads MJCF without compiling it.
 * @param formats readers of documents that are not MJCF, here and in models that this one attaches
 */
export function readMjcf(
  xml: string,
  { files = {}, fileName = 'model.xml', maxBytes }: LoadOptions = {},
  formats?: Formats,
): Spec {
  const origin = outermost(files, fileName, formats, maxBytes)
  const root = parseWithIncludes(xml, files, fileName)
  origin.budget.spend(countXml(root), sourceOf(root))
  return readModel(root, origin)
}

/** Tree of elements, includes expanded → `Spec`, in which copies that the model asks for have been made. */
export function readModel(root: XmlElement, origin = outermost({}, '')): Spec {
  const draft = readDraft(root, origin)
  return hasStructure(draft.spec.world.children) ? expandStructure(draft, origin.budget) : draft.spec
}

/** A model that another one names. */
function readChild(root: XmlElement, origin: Origin): ChildModel {
  const draft = readDraft(root, origin)
  return { assembly: assemble(draft, origin.budget), defaults: draft.defaults }
}

/**
 * Sections may stand in any order and repeat; settings and defaults are read first, because the body tree depends on
 * them.
 */
function readDraft(root: XmlElement, origin: Origin): Draft {
  const { folder } = origin
  if (Object.hasOwn(origin.formats, root.name)) {
    const spec = origin.formats[root.name](root, folder)
    return { spec, defaults: new Defaults(), models: new Map(), given: new Set() }
  }
  checkRoot(root, origin.formats)
  const { model } = readAttributes(root, GRAMMAR.mujoco.attributes)
  const sections = new Map<string, XmlElement[]>()
  for (const section of childrenOf(root, GRAMMAR.mujoco)) {
    const others = sections.get(section.name)
    if (others) others.push(section)
    else sections.set(section.name, [section])
  }
  const named = (name: ElementName): readonly XmlElement[] => sections.get(name) ?? []

  const compiler = readCompiler(named('compiler'))
  const option = readOption(named('option'))
  const size = readSize(named('size'))
  const visual = readVisual(named('visual'))
  const statistic = readStatistic(named('statistic'))

  const defaults = new Defaults()
  for (const section of named('default')) defaults.read(section)

  const names = new NameRegistry()
  const custom = readCustom(named('custom'), names, compiler)
  const extensions = readExtensions(named('extension'))
  const assetContext = { compiler, defaults, names, folder, extensions }
  const assets = readAssets([...named('asset'), ...named('deformable')], assetContext)
  const keys = readKeys(named('keyframe'), names, compiler)
  const models = readModels(named('asset'), origin, readChild)
  const context = { compiler, defaults, names, models, extensions }
  const world = readWorld(named('worldbody'), root, context)
  const contacts = readContacts(named('contact'), context)
  const equalities = readEqualities(named('equality'), context)
  const tendons = readTendons(named('tendon'), context)
  const actuators = readActuators(named('actuator'), context)
  const sensors = readSensors(named('sensor'), context)

  const source = sourceOf(root)
  const spec = {
    modelName: model,
    source,
    compiler,
    option,
    visual,
    size,
    statistic,
    plugins: extensions.plugins,
    world,
    ...custom,
    keys,
    assets,
    contacts,
    equalities,
    tendons,
    actuators,
    sensors,
  }
  return { spec, defaults, models, given: givenSettings(sections) }
}

function checkRoot(root: XmlElement, formats: Formats): void {
  if (root.name === 'mujoco') return
  const source = sourceOf(root)
  const expected = ['mujoco', ...Object.keys(formats)].map((name) => `<${name}>`).join(' or ')
  throw new ModelError('not a model', { source, expected, found: `<${root.name}>` })
}
