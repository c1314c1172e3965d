import {
  CubeTexture,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RepeatWrapping,
  RGBAFormat,
  SRGBColorSpace,
  type Texture,
} from 'three'
import type { Model } from '../../../src/index.ts'

/** Values of `Model.tex_type`. */
export const TextureType = { flat: 0, cube: 1, skybox: 2 } as const

/** Roles of a material's textures: columns of `Model.mat_texid`. */
export const TextureRole = {
  rgb: 1,
  occlusion: 2,
  roughness: 3,
  metallic: 4,
  normal: 5,
  emissive: 7,
  rgba: 8,
  orm: 9,
} as const

/** A 2D texture; row 0 of its pixels is at v = 0. */
export function flatTexture(m: Model, id: number, holdsColor = true): Texture {
  const texture = new DataTexture(pixels(m, id, 0, m.tex_height[id]), m.tex_width[id], m.tex_height[id], RGBAFormat)
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.colorSpace = holdsColor ? SRGBColorSpace : LinearSRGBColorSpace
  texture.anisotropy = 8
  return smooth(texture)
}

/** A cube texture; its faces are stacked in the model: right, left, up, down, front, back. */
export function cubeTexture(m: Model, id: number, holdsColor = true): CubeTexture {
  const side = m.tex_width[id]
  const faces = Array.from({ length: 6 }, (_, face) => {
    const image = new DataTexture(pixels(m, id, face * side, side), side, side, RGBAFormat)
    image.needsUpdate = true
    return image
  })
  const texture = new CubeTexture(faces as unknown as HTMLImageElement[])
  texture.colorSpace = holdsColor ? SRGBColorSpace : LinearSRGBColorSpace
  return smooth(texture)
}

function smooth<T extends Texture>(texture: T): T {
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/** Rows of a texture, converted to RGBA. */
function pixels(m: Model, id: number, firstRow: number, rows: number): Uint8Array<ArrayBuffer> {
  const channels = m.tex_nchannel[id]
  const count = rows * m.tex_width[id]
  const start = m.tex_adr[id] + firstRow * m.tex_width[id] * channels
  const data = m.tex_data
  const out = new Uint8Array(4 * count).fill(255)
  for (let i = 0; i < count; i++) {
    const from = start + i * channels
    for (let k = 0; k < 3; k++) out[4 * i + k] = data[from + (channels >= 3 ? k : 0)]
    if (channels === 4) out[4 * i + 3] = data[from + 3]
  }
  return out
}
