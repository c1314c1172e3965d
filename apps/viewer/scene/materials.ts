import { type CubeTexture, FrontSide, MeshStandardMaterial, type Texture, Vector2 } from 'three'
import type { Model } from '../../../src/index.ts'
import { cubeTexture, flatTexture, TextureRole, TextureType } from './textures.ts'

/** How a geom gets its texture coordinates. */
type Mapping = 'own' | 'flat' | 'flatUniform' | 'cube' | 'cubeUniform'

/** Surfaces of a model: one material for each way things look, shared by all that look so. */
export class Materials {
  readonly #m: Model
  readonly #made = new Map<string, MeshStandardMaterial>()
  readonly #flat = new Map<string, Texture>()
  readonly #cube = new Map<number, CubeTexture>()

  constructor(m: Model) {
    this.#m = m
  }

  /**
   * The material with the number `id` (-1: none), white: instances multiply it with their colour.
   * @param alpha opacity, which with colour belongs to the thing and not to the material
   * @param hasTexcoord the geometry has texture coordinates; without them textures are mapped by position
   */
  of(id: number, alpha: number, hasTexcoord: boolean): MeshStandardMaterial {
    const key = `${id} ${alpha} ${hasTexcoord}`
    let material = this.#made.get(key)
    if (!material) {
      material = this.#make(id, alpha, hasTexcoord)
      this.#made.set(key, material)
    }
    return material
  }

  dispose(): void {
    for (const kind of [this.#made, this.#flat, this.#cube]) for (const each of kind.values()) each.dispose()
  }

  #make(id: number, alpha: number, hasTexcoord: boolean): MeshStandardMaterial {
    const m = this.#m
    const material = new MeshStandardMaterial({ roughness: 0.6, metalness: 0, side: FrontSide })
    if (alpha < 1) {
      material.transparent = true
      material.opacity = alpha
      material.depthWrite = false
    }
    if (id < 0) return material

    const shininess = m.mat_shininess[id]
    const specular = m.mat_specular[id]
    const roughness = m.mat_roughness[id]
    const metallic = m.mat_metallic[id]
    // without physical parameters, those of the old lighting model stand for them
    material.roughness = roughness >= 0 ? roughness : 1 - 0.75 * Math.sqrt(shininess * Math.min(1, 2 * specular))
    material.metalness = Math.max(0, metallic)
    material.emissive.setScalar(1)
    material.emissiveIntensity = m.mat_emission[id]

    const texture = (role: number) => m.mat_texid[10 * id + role]
    const colour = texture(TextureRole.rgb) >= 0 ? texture(TextureRole.rgb) : texture(TextureRole.rgba)
    if (colour >= 0) this.#paint(material, id, colour, hasTexcoord)
    if (!hasTexcoord) return material
    const data = (role: number) => (texture(role) >= 0 ? this.#flatOf(texture(role), false) : null)
    material.normalMap = data(TextureRole.normal)
    // occlusion, roughness and metallic in the channels of one texture, or a texture for each
    const packed = data(TextureRole.orm)
    material.aoMap = packed ?? data(TextureRole.occlusion)
    material.roughnessMap = packed ?? data(TextureRole.roughness)
    material.metalnessMap = packed ?? data(TextureRole.metallic)
    if (texture(TextureRole.emissive) >= 0) {
      material.emissiveMap = this.#flatOf(texture(TextureRole.emissive), true)
      material.emissiveIntensity = 1
    }
    return material
  }

  #paint(material: MeshStandardMaterial, id: number, texture: number, hasTexcoord: boolean): void {
    const m = this.#m
    const uniform = m.mat_texuniform[id] === 1
    const repeat = new Vector2(m.mat_texrepeat[2 * id], m.mat_texrepeat[2 * id + 1])
    if (m.tex_type[texture] === TextureType.flat) {
      material.map = this.#flatOf(texture, true)
      if (!hasTexcoord) mapByPosition(material, uniform ? 'flatUniform' : 'flat', repeat)
      return
    }
    let cube = this.#cube.get(texture)
    if (!cube) {
      cube = cubeTexture(m, texture)
      this.#cube.set(texture, cube)
    }
    mapByPosition(material, uniform ? 'cubeUniform' : 'cube', repeat, cube)
  }

  #flatOf(texture: number, holdsColour: boolean): Texture {
    const key = `${texture} ${holdsColour}`
    let made = this.#flat.get(key)
    if (!made) {
      made = flatTexture(this.#m, texture, holdsColour)
      this.#flat.set(key, made)
    }
    return made
  }
}

/**
 * Lets a material take its texture by position in the frame of the geom. A flat texture is projected along z: `repeat`
 * times over the geom, or, uniform, over each metre. A cube is looked up by the direction from the middle of the geom,
 * in its true proportions, or, uniform, in those of the unit geometry.
 */
function mapByPosition(material: MeshStandardMaterial, mapping: Mapping, repeat: Vector2, cube?: CubeTexture): void {
  material.customProgramCacheKey = () => mapping
  material.onBeforeCompile = (shader) => {
    shader.uniforms['repeat'] = { value: repeat }
    shader.uniforms['cube'] = { value: cube }
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${cube ? 'varying vec3 vCube;' : 'uniform vec2 repeat;'}`)
      .replace('#include <uv_vertex>', `#include <uv_vertex>\n${SCALE}\n${COORDINATE[mapping]}`)
    if (!cube) return
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vCube;\nuniform samplerCube cube;')
      .replace('#include <map_fragment>', 'diffuseColor *= textureCube(cube, vCube);')
  }
}

const SCALE = `
  #ifdef USE_INSTANCING
    vec3 size = vec3(length(instanceMatrix[0]), length(instanceMatrix[1]), length(instanceMatrix[2]));
  #else
    vec3 size = vec3(1.0);
  #endif`

const COORDINATE: Readonly<Record<Mapping, string>> = {
  own: '',
  flat: 'vMapUv = 0.5 * repeat * position.xy - 0.5;',
  flatUniform: 'vMapUv = repeat * position.xy * size.xy - 0.5;',
  cube: 'vCube = position * size;',
  cubeUniform: 'vCube = position;',
}
