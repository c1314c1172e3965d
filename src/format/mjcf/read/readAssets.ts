import { nameFromFile } from '../asset/assetPath.ts'
import type { Defaults } from '../defaults/defaults.ts'
import { readLayers } from '../defaults/readLayers.ts'
import { type ChildName, GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import { type Extensions, readPlugin } from '../schema/readPlugin.ts'
import type { CompilerAttributes } from '../schema/schemaTree.ts'
import type { AssetSpec, SkinSpec } from '../schema/spec.ts'
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

/** The sections that hold assets: what each element says, on top of its default class. No file is opened here. */
export function readAssets(sections: readonly XmlElement[], context: AssetContext): AssetSpec[] {
  return sections.flatMap((section) => {
    const rule = section.name === 'asset' ? GRAMMAR.asset : GRAMMAR.deformable
    givenAttributes(section, rule.attributes)
    return childrenOf(section, rule)
      .filter(isAsset)
      .map((element) => {
        const asset = readAsset(element, context)
        const { name } = asset.attributes
        if (name !== '') context.names.reserve(asset.kind, name, sourceOf(element, 'name'))
        return asset
      })
  })
}

type AssetXml = XmlElement & { readonly name: Exclude<ChildName<typeof GRAMMAR.asset>, 'model'> }

/** Other models are read elsewhere. */
function isAsset(element: XmlElement): element is AssetXml {
  return element.name !== 'model'
}

function readAsset(element: AssetXml, context: AssetContext): AssetSpec {
  const { compiler, defaults, folder } = context
  const folders = { model: folder, file: element.folder === undefined ? undefined : folder + element.folder }
  const common = { source: sourceOf(element), compiler, folders }
  switch (element.name) {
    case 'texture': {
      const attributes = named(readAttributes(element, GRAMMAR.texture.attributes))
      return { kind: 'texture', attributes, ...common }
    }
    case 'material': {
      const { material, layers } = defaults.of(element)
      const attributes = readAttributes(element, GRAMMAR.material.attributes, material)
      const children = readLayers(element, layers).map((layer) => ({ ...layer, compiler }))
      return { kind: 'material', attributes, ...common, children }
    }
    case 'mesh': {
      const attributes = named(readAttributes(element, GRAMMAR.mesh.attributes, defaults.of(element).mesh))
      return { kind: 'mesh', attributes, ...common, plugin: readPlugin(element, context.extensions) }
    }
    case 'hfield': {
      const attributes = named(readAttributes(element, GRAMMAR.hfield.attributes))
      return { kind: 'hfield', attributes, ...common }
    }
    case 'skin': {
      const attributes = named(readAttributes(element, GRAMMAR.skin.attributes))
      return { kind: 'skin', attributes, ...common, children: readBones(element, compiler) }
    }
  }
}

function readBones(skin: XmlElement, compiler: CompilerAttributes): SkinSpec['children'] {
  return childrenOf(skin, GRAMMAR.skin).map((element) => {
    const attributes = readAttributes(element, GRAMMAR.bone.attributes)
    return { kind: 'bone', attributes, source: sourceOf(element), compiler }
  })
}

/** Attributes with a name: without one of its own an asset is called like its file. */
function named<A extends { readonly name: string; readonly file: string }>(attributes: A): A {
  return { ...attributes, name: attributes.name || nameFromFile(attributes.file) }
}
