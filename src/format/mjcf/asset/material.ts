import { ModelError } from '../../../core/model/errors.ts'
import { type MaterialAttributes, TEXTURE_ROLES, TextureRole } from '../schema/schemaAsset.ts'
import type { MaterialSpec } from '../schema/spec.ts'
import { find } from '../text/findByName.ts'

export interface Material {
  readonly name: string
  readonly attributes: MaterialAttributes
  /** Id of the texture of each role; -1 for none. */
  readonly textures: Int32Array
}

/** @param textures ids by name */
export function compileMaterial(
  { attributes, source, children }: MaterialSpec,
  textures: ReadonlyMap<string, number>,
): Material {
  if (attributes.name === '') throw new ModelError('a material needs a name', { source, expected: "a 'name'" })
  const ids = new Int32Array(TEXTURE_ROLES).fill(-1)
  if (attributes.texture !== '')
    ids[TextureRole.rgb] = find(textures, 'texture', attributes.texture, { source, attribute: 'texture' })
  for (const layer of children) {
    const { texture, role } = layer.attributes
    const place = { source: layer.source, attribute: 'texture' }
    if (texture !== '') ids[role] = find(textures, 'texture', texture, place)
  }
  return { name: attributes.name, attributes, textures: ids }
}
