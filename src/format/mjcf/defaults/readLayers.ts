import { ModelError } from '../../../core/model/errors.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, readAttributes } from '../schema/readAttributes.ts'
import { TextureRole } from '../schema/schemaAsset.ts'
import type { LayerSpec } from '../schema/spec.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'

/** A texture of a material, and what it is for. */
export type Layer = Omit<LayerSpec, 'compiler'>

/**
 * The layers of a material on top of those of its class: for each role the last one counts. The attribute `texture`
 * is the layer for color, and replaces one that the class has.
 */
export function readLayers(element: XmlElement, inherited: readonly Layer[]): readonly Layer[] {
  const layers = childrenOf(element, GRAMMAR.material).map((child) => ({
    kind: 'layer' as const,
    attributes: readAttributes(child, GRAMMAR.layer.attributes),
    source: sourceOf(child),
  }))
  const hasTexture = element.attributes.has('texture')
  if (hasTexture && layers.length > 0)
    throw new ModelError("a material has either 'texture' or layers", { source: layers[0].source })
  const replaced = new Set(layers.map(({ attributes }) => attributes.role))
  if (hasTexture) replaced.add(TextureRole.rgb)
  return [...inherited.filter(({ attributes }) => !replaced.has(attributes.role)), ...layers]
}
