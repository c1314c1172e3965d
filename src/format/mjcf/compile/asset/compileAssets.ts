import { ObjType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Model, ModelSizes } from '../../../../core/model/model.ts'
import { compileHfield, type Hfield, MAX_POINTS } from '../../asset/hfield.ts'
import { compileMaterial, type Material } from '../../asset/material.ts'
import { compileSkin, type Skin } from '../../asset/skin.ts'
import { compileTexture, type Texture } from '../../asset/texture.ts'
import type { Mesh } from '../../mesh/mesh.ts'
import { TEXTURE_ROLES } from '../../schema/schemaAsset.ts'
import type { HfieldSpec, Spec } from '../../schema/spec.ts'
import { byName, find } from '../../text/findByName.ts'
import type { MemoryBudget } from '../../text/memoryBudget.ts'
import type { LoadOptions } from '../../text/modelFiles.ts'
import type { Parts } from '../parts/parts.ts'
import type { Section } from '../parts/section.ts'

/** Textures, materials, height fields and skins of one model, in the order of their ids. */
export interface Assets {
  readonly textures: readonly Texture[]
  readonly materials: readonly Material[]
  readonly hfields: readonly Hfield[]
  readonly skins: readonly Skin[]
  /** Textures and materials are discarded: nothing has a material. */
  readonly discarded: boolean
}

/** Reads the files that assets name, and checks and completes what the assets say. */
export function compileAssets(spec: Spec, options: LoadOptions, memory: MemoryBudget): Assets {
  const { assets } = spec
  const discarded = spec.compiler.discardvisual === 1
  const hfields = compileHfields(
    assets.filter((asset) => asset.kind === 'hfield'),
    options,
    memory,
  )
  const skins = assets
    .filter((asset) => asset.kind === 'skin')
    .map((element) => compileSkin(element, options.files ?? {}))
  if (discarded) return { textures: [], materials: [], hfields, skins, discarded }

  const textures = assets
    .filter((asset) => asset.kind === 'texture')
    .map((asset) => compileTexture(asset, options, memory))
  const textureIds = idsOf(textures)
  const materials = assets
    .filter((asset) => asset.kind === 'material')
    .map((element) => compileMaterial(element, textureIds))
  return { textures, materials, hfields, skins, discarded }
}

function compileHfields(elements: readonly HfieldSpec[], { files = {} }: LoadOptions, memory: MemoryBudget): Hfield[] {
  let points = 0
  return elements.map((element) => {
    const hfield = compileHfield(element, files, memory)
    points += hfield.data.length
    if (points > MAX_POINTS)
      throw new ModelError(`height fields have more than ${MAX_POINTS} points`, { source: element.source })
    return hfield
  })
}

/** Finds the height fields that geoms are made of, and the bodies that skins follow. */
export function resolveAssets(parts: Parts, { hfields, skins }: Assets): void {
  resolveBones(parts, skins)
  const table = byName(hfields)
  for (const geom of parts.geoms) {
    const { attributes, source } = geom.spec
    const name = attributes.hfield
    if (name !== '') geom.hfield = find(table, 'height field', name, { source, attribute: 'hfield' })
  }
}

/** A body with a bone stays a body of its own. */
function resolveBones(parts: Parts, skins: readonly Skin[]): void {
  const bodies = byName(parts.bodies)
  for (const { bones } of skins) {
    for (const bone of bones) {
      bone.target = find(bodies, 'body', bone.body, bone)
      bone.target.skinned = true
    }
  }
}

/** Textures, materials, height fields and skins, and the parts that refer to them. */
export function assetSection(assets: Assets, parts: Parts): Section {
  return { count: (sizes) => countAssets(sizes, assets), fill: (m) => fillAssets(m, assets, parts) }
}

function countAssets(sizes: ModelSizes, { textures, materials, hfields, skins }: Assets): void {
  sizes.ntex = textures.length
  sizes.ntexdata = textures.reduce((sum, { bytes }) => sum + bytes, 0)
  sizes.nmat = materials.length
  sizes.nhfield = hfields.length
  sizes.nhfielddata = hfields.reduce((sum, { data }) => sum + data.length, 0)
  sizes.nskin = skins.length
  for (const { vertex, texcoord, face, bones } of skins) {
    sizes.nskinvert += vertex.length / 3
    sizes.nskintexvert += texcoord.length / 2
    sizes.nskinface += face.length / 3
    sizes.nskinbone += bones.length
    for (const { vertid } of bones) sizes.nskinbonevert += vertid.length
  }
}

/** @param parts whose geoms, sites and lights refer to assets */
function fillAssets(m: Model, assets: Assets, parts: Parts): void {
  fillHfields(m, assets.hfields, parts)
  fillTextures(m, assets.textures)
  fillMaterials(m, assets.materials)
  fillSkins(m, assets)
  if (!assets.discarded) fillReferences(m, assets, parts)
}

function fillHfields(m: Model, hfields: readonly Hfield[], parts: Parts): void {
  let address = 0
  for (const [id, hfield] of hfields.entries()) {
    m.hfield_size.set(hfield.size, 4 * id)
    m.hfield_nrow[id] = hfield.nrow
    m.hfield_ncol[id] = hfield.ncol
    m.hfield_adr[id] = address
    m.hfield_data.set(hfield.data, address)
    address += hfield.data.length
  }
  for (const { id, hfield } of parts.geoms) if (hfield) m.geom_dataid[id] = hfields.indexOf(hfield)
  m.names.set(ObjType.hfield, namesOf(hfields))
}

function fillTextures(m: Model, textures: readonly Texture[]): void {
  let address = 0
  const data = m.tex_data
  const toPaint: (() => void)[] = []
  for (const [id, texture] of textures.entries()) {
    m.tex_type[id] = texture.type
    m.tex_colorspace[id] = texture.colorspace
    m.tex_height[id] = texture.height
    m.tex_width[id] = texture.width
    m.tex_nchannel[id] = texture.nchannel
    m.tex_adr[id] = address
    const { pixels } = texture
    const place = data.subarray(address, address + texture.bytes)
    if (typeof pixels === 'function') toPaint.push(() => pixels(place))
    else place.set(pixels)
    address += texture.bytes
  }
  if (toPaint.length > 0)
    m.paintWhenRead(() => {
      for (const paint of toPaint) paint()
    })
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

function fillSkins(m: Model, { skins, materials, discarded }: Assets): void {
  const materialIds = idsOf(materials)
  let vertex = 0
  let texcoord = 0
  let face = 0
  let bone = 0
  let boneVertex = 0
  for (const [id, skin] of skins.entries()) {
    const { attributes: a } = skin
    m.skin_matid[id] = discarded ? -1 : materialId(skin, materialIds)
    m.skin_group[id] = a.group
    m.skin_rgba.set(a.rgba, 4 * id)
    m.skin_inflate[id] = a.inflate
    m.skin_vertadr[id] = vertex
    m.skin_vertnum[id] = skin.vertex.length / 3
    m.skin_texcoordadr[id] = skin.texcoord.length > 0 ? texcoord : -1
    m.skin_faceadr[id] = face
    m.skin_facenum[id] = skin.face.length / 3
    m.skin_boneadr[id] = bone
    m.skin_bonenum[id] = skin.bones.length
    m.skin_vert.set(skin.vertex, 3 * vertex)
    m.skin_texcoord.set(skin.texcoord, 2 * texcoord)
    m.skin_face.set(skin.face, 3 * face)
    vertex += skin.vertex.length / 3
    texcoord += skin.texcoord.length / 2
    face += skin.face.length / 3
    for (const { target, bindpos, bindquat, vertid, vertweight } of skin.bones) {
      m.skin_bonevertadr[bone] = boneVertex
      m.skin_bonevertnum[bone] = vertid.length
      m.skin_bonebindpos.set(bindpos, 3 * bone)
      m.skin_bonebindquat.set(bindquat, 4 * bone)
      m.skin_bonebodyid[bone] = target?.id ?? -1
      m.skin_bonevertid.set(vertid, boneVertex)
      m.skin_bonevertweight.set(vertweight, boneVertex)
      bone++
      boneVertex += vertid.length
    }
  }
  m.names.set(ObjType.skin, namesOf(skins))
}

function fillReferences(m: Model, { textures, materials }: Assets, parts: Parts): void {
  const materialIds = idsOf(materials)
  const textureIds = idsOf(textures)
  for (const { id, spec, mesh } of parts.geoms) m.geom_matid[id] = materialId(spec, materialIds, mesh)
  for (const { id, spec, mesh } of parts.sites) m.site_matid[id] = materialId(spec, materialIds, mesh)
  for (const { id, spec } of parts.lights) {
    const { attributes, source } = spec
    const place = { source, attribute: 'texture' }
    m.light_texid[id] = attributes.texture === '' ? -1 : find(textureIds, 'texture', attributes.texture, place)
  }
}

/** The material that an element names, or else that of its mesh. */
function materialId(
  { attributes, source }: { readonly attributes: { readonly material: string }; readonly source: ModelErrorSource },
  ids: ReadonlyMap<string, number>,
  mesh?: Mesh,
): number {
  const material = attributes.material || mesh?.attributes.material || ''
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
