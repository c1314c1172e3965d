import { ObjType } from '../../model/enums.ts'
import { ModelError } from '../../model/errors.ts'
import type { Model, ModelSizes } from '../../model/model.ts'
import { compileMaterial, type Material } from '../asset/material.ts'
import { compileTexture, type Texture } from '../asset/texture.ts'
import type { LoadOptions } from '../files.ts'
import { TEXTURE_ROLES } from '../schemaAsset.ts'
import type { Spec } from '../spec.ts'
import { find } from './lookup.ts'
import type { Parts } from './parts.ts'

/** Textures, materials, height fields and skins of one model, in the order of their ids. */
export interface Assets {
  readonly textures: readonly Texture[]
  readonly materials: readonly Material[]
  /** Pictures are thrown away: nothing has a material. */
  readonly discarded: boolean
}

/** Most bytes that all textures of a model may take. */
const MAX_TEXTURE_BYTES = 2 ** 30

/** Reads the files that assets name, and checks and completes what the assets say. */
export function compileAssets(spec: Spec, options: LoadOptions): Assets {
  const ofKind = (kind: string) => spec.assets.filter((asset) => asset.kind === kind)
  const discarded = spec.compiler.discardvisual === 1
  if (discarded) return { textures: [], materials: [], discarded }

  const textures: Texture[] = []
  let bytes = 0
  for (const asset of ofKind('texture')) {
    const texture = compileTexture(asset, options)
    bytes += texture.data.length
    if (bytes > MAX_TEXTURE_BYTES)
      throw new ModelError(`textures take more than ${MAX_TEXTURE_BYTES} bytes`, { source: asset.source })
    textures.push(texture)
  }
  const textureIds = idsOf(textures)
  const materials = ofKind('material').map((element) => compileMaterial(element, textureIds))
  return { textures, materials, discarded }
}

export function countAssets(sizes: ModelSizes, { textures, materials }: Assets): void {
  sizes.ntex = textures.length
  sizes.ntexdata = textures.reduce((sum, { data }) => sum + data.length, 0)
  sizes.nmat = materials.length
}

/** @param parts whose geoms, sites and lights refer to assets */
export function fillAssets(m: Model, assets: Assets, parts: Parts): void {
  fillTextures(m, assets.textures)
  fillMaterials(m, assets.materials)
  if (!assets.discarded) fillReferences(m, assets, parts)
}

function fillTextures(m: Model, textures: readonly Texture[]): void {
  let address = 0
  for (const [id, texture] of textures.entries()) {
    m.tex_type[id] = texture.type
    m.tex_colorspace[id] = texture.colorspace
    m.tex_height[id] = texture.height
    m.tex_width[id] = texture.width
    m.tex_nchannel[id] = texture.nchannel
    m.tex_adr[id] = address
    m.tex_data.set(texture.data, address)
    address += texture.data.length
  }
  m.names.set(ObjType.texture, namesOf(textures))
  m.missingPictures = textures.flatMap(({ missing }) => missing ?? [])
}

function fillMaterials(m: Model, materials: readonly Material[]): void {
  for (const [id, { attributes: a, textures }] of materials.entries()) {
    m.mat_texid.set(textures, TEXTURE_ROLES * id)
    m.mat_texuniform[id] = a.texuniform
    m.mat_texrepeat.set(a.texrepeat, 2 * id)
    m.mat_emission[id] = a.emission
    m.mat_specular[id] = a.specular
    m.mat_shininess[id] = a.shininess
    m.mat_reflectance[id] = a.reflectance
    m.mat_metallic[id] = a.metallic
    m.mat_roughness[id] = a.roughness
    m.mat_rgba.set(a.rgba, 4 * id)
  }
  m.names.set(ObjType.material, namesOf(materials))
}

function fillReferences(m: Model, { textures, materials }: Assets, parts: Parts): void {
  const materialIds = idsOf(materials)
  const textureIds = idsOf(textures)
  for (const { id, spec } of parts.geoms) m.geom_matid[id] = materialId(spec, materialIds)
  for (const { id, spec } of parts.sites) m.site_matid[id] = materialId(spec, materialIds)
  for (const { id, spec } of parts.lights) {
    const { attributes, source } = spec
    const place = { source, attribute: 'texture' }
    m.light_texid[id] = attributes.texture === '' ? -1 : find(textureIds, 'texture', attributes.texture, place)
  }
}

function materialId(
  { attributes, source }: { readonly attributes: { readonly material: string }; readonly source: ModelErrorSource },
  ids: ReadonlyMap<string, number>,
): number {
  const { material } = attributes
  return material === '' ? -1 : find(ids, 'material', material, { source, attribute: 'material' })
}

type ModelErrorSource = Spec['source']

function idsOf(list: readonly { readonly name: string }[]): Map<string, number> {
  const ids = new Map<string, number>()
  for (const [id, { name }] of list.entries()) if (name !== '') ids.set(name, id)
  return ids
}

function namesOf(list: readonly { readonly name: string }[]): string[] {
  return list.map(({ name }) => name)
}
