import { nameFromFile } from '../asset/assetPath.ts'
import type { Defaults, Templates } from '../defaults/defaults.ts'
import { readLayers } from '../defaults/readLayers.ts'
import { type ElementName, GRAMMAR, kindOf, ruleOf } from '../schema/grammar.ts'
import { childrenOf, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import { type Extensions, readPlugin } from '../schema/readPlugin.ts'
import type { CompilerAttributes } from '../schema/schemaTree.ts'
import type { AnyElement, AssetElement } from '../schema/spec.ts'
import type { NameRegistry } from '../text/nameRegistry.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'

/** What the reading of assets needs to know of the rest of the model. */
export interface AssetContext {
  readonly compiler: CompilerAttributes
  readonly defaults: Defaults
  readonly names: NameRegistry
  /** Folder of the model, see `AssetElement.folders`. */
  readonly folder: string
  readonly extensions: Extensions
}

/** The sections that hold assets: what each element says, on top of its class of defaults. No file is opened here. */
export function readAssets(sections: readonly XmlElement[], context: AssetContext): AssetElement[] {
  return sections.flatMap((section) => {
    const rule = ruleOf(section.name as ElementName)
    givenAttributes(section, rule.attributes)
    const assets = childrenOf(section, rule).filter(({ name }) => name !== 'model')
    return assets.map((element) => readAsset(element, section, context))
  })
}

function readAsset(element: XmlElement, section: XmlElement, context: AssetContext): AssetElement {
  const { folder } = context
  const asset = element.name === 'material' ? readMaterial(element, context) : readElement(element, section, context)
  const { name = '', file = '' } = asset.attributes as { name?: string; file?: string }
  const ownName = name || nameFromFile(file)
  if (ownName !== '') context.names.reserve(asset.kind, ownName, sourceOf(element, 'name'))
  return {
    ...asset,
    plugin: element.name === 'mesh' ? readPlugin(element, context.extensions) : undefined,
    attributes: { ...asset.attributes, name: ownName },
    folders: { model: folder, file: element.folder === undefined ? undefined : folder + element.folder },
  }
}

/** An element and those inside it, such as the bones of a skin. */
function readElement(element: XmlElement, parent: XmlElement, context: AssetContext): AnyElement {
  const rule = ruleOf(kindOf(element.name, parent.name))
  const template = 'class' in rule.attributes ? templateOf(element, context) : undefined
  const attributes = readAttributes(element, rule.attributes, template)
  const parts = childrenOf(element, rule).filter(({ name }) => name !== 'plugin')
  const children = parts.map((child) => readElement(child, element, context))
  return { kind: element.name, attributes, source: sourceOf(element), compiler: context.compiler, children }
}

function templateOf(element: XmlElement, { defaults }: AssetContext): Readonly<Record<string, unknown>> | undefined {
  return defaults.of(element)[element.name as keyof Templates] as Readonly<Record<string, unknown>> | undefined
}

function readMaterial(element: XmlElement, { defaults, compiler }: AssetContext): AnyElement {
  const { material, layers } = defaults.of(element)
  const attributes = readAttributes(element, GRAMMAR.material.attributes, material)
  const children = readLayers(element, layers).map((layer) => ({ ...layer, compiler }))
  return { kind: 'material', attributes, source: sourceOf(element), compiler, children }
}
