import { nameFromFile } from './assetPath.ts'
import { type Defaults, MAIN } from './defaults.ts'
import { childrenOf, givenAttributes, readAttributes } from './element.ts'
import { GRAMMAR, kindOf, ruleOf } from './grammar.ts'
import type { NameRegistry } from './names.ts'
import type { CompilerAttributes } from './schema.ts'
import type { AnyElement, AssetElement } from './spec.ts'
import { sourceOf, type XmlElement } from './xml.ts'

/** What the reading of assets needs to know of the rest of the model. */
export interface AssetContext {
  readonly compiler: CompilerAttributes
  readonly defaults: Defaults
  readonly names: NameRegistry
  /** Folder of the model, see `AssetElement.folders`. */
  readonly folder: string
}

/** The sections `asset`: what each element says, on top of its class of defaults. No file is opened here. */
export function readAssets(sections: readonly XmlElement[], context: AssetContext): AssetElement[] {
  return sections.flatMap((section) => {
    givenAttributes(section, GRAMMAR.asset.attributes)
    return childrenOf(section, GRAMMAR.asset).map((element) => readAsset(element, section, context))
  })
}

function readAsset(element: XmlElement, section: XmlElement, context: AssetContext): AssetElement {
  const { folder } = context
  const asset = readElement(element, section, context)
  const { name = '', file = '' } = asset.attributes as { name?: string; file?: string }
  const ownName = name || nameFromFile(file)
  if (ownName !== '') context.names.reserve(asset.kind, ownName, sourceOf(element, 'name'))
  return {
    ...asset,
    attributes: { ...asset.attributes, name: ownName },
    folders: { model: folder, file: element.folder === undefined ? undefined : folder + element.folder },
  }
}

/** An element and those inside it, such as the layers of a material or the bones of a skin. */
function readElement(element: XmlElement, parent: XmlElement, context: AssetContext): AnyElement {
  const rule = ruleOf(kindOf(element.name, parent.name))
  const className = element.attributes.get('class')?.value ?? MAIN
  const templates: Readonly<Record<string, object>> = context.defaults.get(className, element, 'class')
  const template = templates[element.name] as Readonly<Record<string, unknown>> | undefined
  const attributes = readAttributes(element, rule.attributes, template)
  const children = childrenOf(element, rule).map((child) => readElement(child, element, context))
  return { kind: element.name, attributes, source: sourceOf(element), compiler: context.compiler, children }
}
