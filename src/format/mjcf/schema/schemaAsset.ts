import {
  type Attributes,
  anyInts,
  anyReals,
  flag,
  individual,
  int,
  ints,
  kept,
  keyword,
  real,
  reals,
  reference,
  required,
  single,
  text,
  within,
} from './attributes.ts'

/** Attributes of assets other than meshes: textures, materials, height fields, skins. */

const name = individual(text())
const className = individual(text())

export const TextureType = { '2d': 0, cube: 1, skybox: 2 } as const
export const ColorSpace = { auto: 0, linear: 1, sRGB: 2 } as const
export const Builtin = { none: 0, gradient: 1, checker: 2, flat: 3 } as const
export const Mark = { none: 0, edge: 1, cross: 2, random: 3 } as const

/** What a texture of a material is for: its column in `mat_texid`. Column 0 is free for users of the reference. */
export const TextureRole = {
  rgb: 1,
  occlusion: 2,
  roughness: 3,
  metallic: 4,
  normal: 5,
  opacity: 6,
  emissive: 7,
  rgba: 8,
  orm: 9,
} as const
/** Columns of `mat_texid`. */
export const TEXTURE_ROLES = 10

export const texture = {
  name,
  type: kept(keyword(TextureType, 'cube')),
  colorspace: kept(keyword(ColorSpace, 'auto')),
  content_type: kept(text()),
  file: kept(text()),
  gridsize: kept(ints(1, 1)),
  gridlayout: kept(text()),
  fileright: kept(text()),
  fileleft: kept(text()),
  fileup: kept(text()),
  filedown: kept(text()),
  filefront: kept(text()),
  fileback: kept(text()),
  builtin: kept(keyword(Builtin, 'none')),
  rgb1: kept(reals(0.8, 0.8, 0.8)),
  rgb2: kept(reals(0.5, 0.5, 0.5)),
  mark: kept(keyword(Mark, 'none')),
  markrgb: kept(reals(0, 0, 0)),
  random: kept(real(0.01)),
  width: kept(int(0)),
  height: kept(int(0)),
  hflip: kept(flag(false)),
  vflip: kept(flag(false)),
  nchannel: kept(int(3)),
}

export const material = {
  name,
  class: className,
  texture: kept(reference('texture')),
  texrepeat: kept(single(reals(1, 1))),
  texuniform: kept(flag(false)),
  emission: kept(single(real(0))),
  specular: kept(single(real(0.5))),
  shininess: kept(single(real(0.5))),
  reflectance: kept(single(real(0))),
  metallic: kept(single(real(-1))),
  roughness: kept(single(real(-1))),
  rgba: kept(single(reals(1, 1, 1, 1))),
}

export const layer = {
  texture: required(kept(reference('texture'))),
  role: required(kept(keyword(TextureRole, 'rgb'))),
}

export const hfield = {
  name,
  content_type: text(),
  file: text(),
  nrow: within(0, 1e6, int(0)),
  ncol: within(0, 1e6, int(0)),
  size: required(reals(0, 0, 0, 0)),
  elevation: anyReals(),
}

export const skin = {
  name,
  file: kept(text()),
  material: kept(reference('material')),
  rgba: kept(single(reals(0.5, 0.5, 0.5, 1))),
  inflate: kept(single(real(0))),
  vertex: kept(single(anyReals())),
  texcoord: kept(single(anyReals())),
  face: kept(anyInts()),
  group: kept(within(0, 5, int(0))),
}

export const bone = {
  body: required(kept(reference('body'))),
  bindpos: required(kept(single(reals(0, 0, 0)))),
  bindquat: required(kept(single(reals(0, 0, 0, 0)))),
  vertid: required(kept(anyInts())),
  vertweight: required(kept(single(anyReals()))),
}

export type TextureAttributes = Attributes<typeof texture>
export type MaterialAttributes = Attributes<typeof material>
export type LayerAttributes = Attributes<typeof layer>
export type HfieldAttributes = Attributes<typeof hfield>
export type SkinAttributes = Attributes<typeof skin>
export type BoneAttributes = Attributes<typeof bone>

/** Attributes of plugins: shapes that are given by functions. */
export const pluginDeclaration = {
  plugin: individual(required(text())),
}

export const pluginInstance = {
  name: individual(required(text())),
}

export const plugin = {
  plugin: individual(text()),
  instance: individual(text()),
}

export const pluginConfig = {
  key: individual(required(text())),
  value: individual(text()),
}
