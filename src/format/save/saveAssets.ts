import type { AssetSource, PluginSource } from '../../core/model/assetOrigins.ts'
import { ObjType } from '../../core/model/enums.ts'
import { ModelError } from '../../core/model/errors.ts'
import type { Model } from '../../core/model/model.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { TEXTURE_ROLES, TextureRole } from '../mjcf/schema/schemaAsset.ts'
import { normalizePath } from '../mjcf/text/modelFiles.ts'
import { at, ids, row, rows } from './formatNumber.ts'
import { node, section, type XmlNode } from './xmlWriter.ts'

/** Textures, materials, meshes, height fields and skins. */

/** @param folder where the files are that assets name, seen from the saved model */
export function assetNodes(m: Model, folder: string): XmlNode[] {
  const { meshes, textures } = m.sources
  if (meshes.length !== m.nmesh || textures.length !== m.ntex)
    throw new ModelError('this model does not know where its meshes and textures came from, so it cannot be saved', {
      suggestion: 'save a model that was loaded with loadModel, loadModelFile or fetchModel',
    })
  return section('asset', [
    ...textures.map((source) => sourceNode('texture', source, folder)),
    ...ids(m.nmat).map((id) => materialNode(m, id)),
    ...meshes.map((source) => sourceNode('mesh', source, folder)),
    ...ids(m.nhfield).map((id) => hfieldNode(m, id)),
    ...ids(m.nskin).map((id) => skinNode(m, id)),
  ])
}

/** An asset as it was written; the names of its files lead from the saved model to where they were found. */
function sourceNode(kind: 'mesh' | 'texture', source: AssetSource, folder: string): XmlNode {
  const { attributes, files, plugin } = source
  const values: Record<string, unknown> = {}
  for (const name in GRAMMAR[kind].attributes) if (name !== 'class') values[name] = attributes[name]
  for (const [attribute, path] of files) values[attribute] = normalizePath(`${folder}/${path}`)
  return node(kind, values, pluginNodes(plugin))
}

/** Elevations are written out. The first row that is written lies farthest along y. */
function hfieldNode(m: Model, id: number): XmlNode {
  const nrow = m.hfield_nrow[id]
  const ncol = m.hfield_ncol[id]
  const data = m.hfield_data.subarray(m.hfield_adr[id], m.hfield_adr[id] + nrow * ncol)
  const elevation = ids(nrow).flatMap((i) => rows(data, nrow - 1 - i, 1, ncol))
  const flat = data.every((height) => height === 0)
  return node('hfield', {
    name: m.names.name(ObjType.hfield, id),
    nrow,
    ncol,
    size: row(m.hfield_size, id, 4),
    elevation: flat ? undefined : elevation,
  })
}

/** A texture for colors is an attribute; textures for other roles are layers. */
function materialNode(m: Model, id: number): XmlNode {
  const textures = row(m.mat_texid, id, TEXTURE_ROLES)
  const nameOf = (texture: number) => m.names.name(ObjType.texture, texture)
  const others = Object.entries(TextureRole).filter(([, role]) => role !== TextureRole.rgb && textures[role] >= 0)
  const layers = others.map(([, role]) => node('layer', { texture: nameOf(textures[role]), role }))
  if (others.length > 0 && textures[TextureRole.rgb] >= 0)
    layers.unshift(node('layer', { texture: nameOf(textures[TextureRole.rgb]), role: TextureRole.rgb }))
  const values = {
    name: m.names.name(ObjType.material, id),
    texture: layers.length === 0 ? nameOf(textures[TextureRole.rgb]) : undefined,
    texrepeat: row(m.mat_texrepeat, id, 2),
    texuniform: m.mat_texuniform[id],
    emission: at(m.mat_emission, id),
    specular: at(m.mat_specular, id),
    shininess: at(m.mat_shininess, id),
    reflectance: at(m.mat_reflectance, id),
    metallic: at(m.mat_metallic, id),
    roughness: at(m.mat_roughness, id),
    rgba: row(m.mat_rgba, id, 4),
  }
  return node('material', values, layers)
}

/** A skin with its vertices and bones. */
export function skinNode(m: Model, id: number): XmlNode {
  const vertices = m.skin_vertnum[id]
  const texcoord = m.skin_texcoordadr[id]
  const values = {
    name: m.names.name(ObjType.skin, id),
    material: m.names.name(ObjType.material, m.skin_matid[id]),
    rgba: row(m.skin_rgba, id, 4),
    inflate: at(m.skin_inflate, id),
    vertex: rows(m.skin_vert, m.skin_vertadr[id], vertices, 3),
    texcoord: texcoord < 0 ? undefined : rows(m.skin_texcoord, texcoord, vertices, 2),
    face: rows(m.skin_face, m.skin_faceadr[id], m.skin_facenum[id], 3),
    group: m.skin_group[id],
  }
  const bones = ids(m.skin_bonenum[id]).map((i) => boneNode(m, m.skin_boneadr[id] + i))
  return node('skin', values, bones)
}

function boneNode(m: Model, bone: number): XmlNode {
  const first = m.skin_bonevertadr[bone]
  const count = m.skin_bonevertnum[bone]
  return node('bone', {
    body: m.names.name(ObjType.body, m.skin_bonebodyid[bone]),
    bindpos: row(m.skin_bonebindpos, bone, 3),
    bindquat: row(m.skin_bonebindquat, bone, 4),
    vertid: rows(m.skin_bonevertid, first, count, 1),
    vertweight: rows(m.skin_bonevertweight, first, count, 1),
  })
}

/** Declarations of all plugins that geoms and meshes name. */
export function extensionNodes(m: Model): XmlNode[] {
  const names = new Set<string>()
  for (const { plugin } of m.sources.meshes) if (plugin) names.add(plugin.plugin)
  for (const field of m.sdf) if (field) names.add(field.plugin)
  return section(
    'extension',
    [...names].map((plugin) => node('extension/plugin', { plugin })),
  )
}

/** The plugin of a geom or a mesh, as what stands in its element. */
export function pluginNodes(source: PluginSource | undefined): XmlNode[] {
  if (!source) return []
  const { plugin, config } = source
  return [
    node(
      'plugin',
      { plugin },
      [...config].map(([key, value]) => node('config', { key, value })),
    ),
  ]
}
