import { type CubeTexture, DoubleSide, FrontSide, MeshStandardMaterial, type Texture, Vector2, Vector4 } from 'three'
import type { Model } from '../../../src/index.ts'
import { applySurface, type MirrorUniforms, type SharedUniforms, type Surface } from './surface.ts'
import { cubeTexture, flatTexture, TextureRole, TextureType } from './textures.ts'

/** What determines the material of an object. */
export interface Look {
  /** Id of the MJCF material; -1: none. */
  readonly material: number
  /** Opacity, which like the color belongs to the object. */
  readonly alpha: number
  /** Whether the geometry has texture coordinates; without them, textures are mapped by position. */
  readonly hasTexcoord: boolean
  /** Whether the geometry is a mesh: cube textures are then mapped without scaling to unit size. */
  readonly isMesh?: boolean
  readonly plane?: Surface['plane']
  readonly mirror?: MirrorUniforms | undefined
}

/** Defaults of objects without a material, as in MuJoCo. */
const PLAIN = { specular: 0.5, shininess: 0.5 }

/** The three.js materials of a model, one for each look. */
export class Materials {
  readonly shared: SharedUniforms = {
    textured: { value: 1 },
    horizon: { value: 1 },
    haze: { value: new Vector4() },
    hazeDistance: { value: 1 },
  }
  readonly #m: Model
  readonly #materials = new Map<string, MeshStandardMaterial>()
  readonly #flat = new Map<string, Texture>()
  readonly #cube = new Map<number, CubeTexture>()
  #wireframe = false

  constructor(m: Model) {
    this.#m = m
  }

  /** The material of a look. It is white: instances multiply it by their color. */
  of(look: Look): MeshStandardMaterial {
    const { material: id, alpha, hasTexcoord, isMesh, plane, mirror } = look
    const sides = plane ? `${plane.isInfiniteX} ${plane.isInfiniteY}` : ''
    const key = [id, alpha, hasTexcoord, isMesh, sides, mirror !== undefined].join()
    let material = this.#materials.get(key)
    if (!material) {
      material = this.#make(look)
      material.wireframe = this.#wireframe
      this.#materials.set(key, material)
    }
    return material
  }

  /** Whether any material is metallic and needs an environment map. */
  get hasMetals(): boolean {
    return [...this.#materials.values()].some(({ metalness }) => metalness > 0)
  }

  /** Sets the environment map of metals. */
  setEnvironment(texture: Texture): void {
    for (const material of this.#materials.values()) {
      if (!(material.metalness > 0)) continue
      material.envMap = texture
      material.needsUpdate = true
    }
  }

  set wireframe(on: boolean) {
    if (on === this.#wireframe) return
    this.#wireframe = on
    for (const material of this.#materials.values()) material.wireframe = on
  }

  dispose(): void {
    for (const kind of [this.#materials, this.#flat, this.#cube]) for (const each of kind.values()) each.dispose()
  }

  #make(look: Look): MeshStandardMaterial {
    const m = this.#m
    const { material: id, alpha, hasTexcoord, plane } = look
    const shininess = id < 0 ? PLAIN.shininess : m.mat_shininess[id]
    const specular = id < 0 ? PLAIN.specular : m.mat_specular[id]
    const roughness = id < 0 ? -1 : m.mat_roughness[id]
    const material = new MeshStandardMaterial({
      side: plane ? DoubleSide : FrontSide,
      // without physical parameters: as wide as a Blinn–Phong highlight with exponent 128 × shininess
      roughness: roughness >= 0 ? roughness : (1 / (64 * shininess + 1)) ** 0.25,
      metalness: id < 0 ? 0 : Math.max(0, m.mat_metallic[id]),
    })
    if (alpha < 1 || plane) material.transparent = true
    if (plane) material.forceSinglePass = true
    if (alpha < 1) {
      material.opacity = alpha
      material.depthWrite = false
    }
    const surface = {
      plane,
      mirror: look.mirror,
      grid: plane && id < 0 ? gridOf(m) : undefined,
      emission: id < 0 ? 0 : m.mat_emission[id],
      specular: roughness >= 0 ? 1 : 2 * specular,
      ...this.#colorTexture(material, look),
    }
    if (id >= 0 && hasTexcoord) this.#addMaps(material, id)
    applySurface(material, surface, this.shared)
    return material
  }

  /** The color texture of a look. */
  #colorTexture(material: MeshStandardMaterial, look: Look): Pick<Surface, 'texture' | 'repeat' | 'cube'> {
    const m = this.#m
    const { material: id, hasTexcoord, isMesh, plane } = look
    if (id < 0) return {}
    const role = (of: number) => m.mat_texid[10 * id + of]
    const texture = role(TextureRole.rgb) >= 0 ? role(TextureRole.rgb) : role(TextureRole.rgba)
    if (texture < 0) return {}
    const isUniform = m.mat_texuniform[id] === 1
    if (m.tex_type[texture] === TextureType.flat) {
      material.map = this.#flatOf(texture, true)
      const repeat = new Vector2(m.mat_texrepeat[2 * id], m.mat_texrepeat[2 * id + 1])
      if (hasTexcoord) return { texture: 'own', repeat }
      // an infinite plane has no size over which a texture could repeat
      const isInfinite = plane !== undefined && (plane.isInfiniteX || plane.isInfiniteY)
      return { texture: isUniform || isInfinite ? 'meters' : 'unit', repeat }
    }
    let cube = this.#cube.get(texture)
    if (!cube) {
      cube = cubeTexture(m, texture)
      this.#cube.set(texture, cube)
    }
    return { texture: isUniform || isMesh ? 'cubeMeters' : 'cubeUnit', cube }
  }

  /** Textures of physical parameters: normals, occlusion, roughness, metallic, emission. */
  #addMaps(material: MeshStandardMaterial, id: number): void {
    const role = (of: number) => this.#m.mat_texid[10 * id + of]
    const data = (of: number) => (role(of) >= 0 ? this.#flatOf(role(of), false) : null)
    material.normalMap = data(TextureRole.normal)
    // occlusion, roughness and metallic in the channels of one texture, or a texture for each
    const packed = data(TextureRole.orm)
    material.aoMap = packed ?? data(TextureRole.occlusion)
    material.roughnessMap = packed ?? data(TextureRole.roughness)
    material.metalnessMap = packed ?? data(TextureRole.metallic)
    if (role(TextureRole.emissive) >= 0) {
      material.emissiveMap = this.#flatOf(role(TextureRole.emissive), true)
      material.emissive.setScalar(1)
    }
  }

  #flatOf(texture: number, holdsColor: boolean): Texture {
    const key = `${texture} ${holdsColor}`
    let flat = this.#flat.get(key)
    if (!flat) {
      flat = flatTexture(this.#m, texture, holdsColor)
      this.#flat.set(key, flat)
    }
    return flat
  }
}

/**
 * Cell size of the grid on a plane without a material, m: 1, 2 or 5 times a power of ten, near a quarter of the extent.
 */
function gridOf(m: Model): number {
  const wanted = 0.25 * m.stat.extent
  const power = 10 ** Math.floor(Math.log10(wanted))
  return power * (wanted < 2 * power ? 1 : wanted < 5 * power ? 2 : 5)
}
