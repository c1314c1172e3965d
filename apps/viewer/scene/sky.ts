import { BackSide, BoxGeometry, type CubeTexture, Mesh, ShaderMaterial, Vector4 } from 'three'
import type { Model } from '../../../src/index.ts'
import { cubeTexture, TextureType } from './textures.ts'

/** Colours of the sky of models that have none: at the horizon, above, and below. */
const HORIZON = [0.85, 0.88, 0.91] as const
const ZENITH = 'vec3(0.42, 0.55, 0.71)'
const NADIR = 'vec3(0.58, 0.61, 0.65)'

/** What is behind everything: the first texture of a model that is a sky, or a plain gradient, with haze at the horizon. */
export class Sky {
  readonly object: Mesh<BoxGeometry, ShaderMaterial>
  /** Colour of the haze, and whether there is any. */
  readonly haze = new Vector4()
  readonly #cube: CubeTexture | undefined

  constructor(m: Model) {
    const id = m.tex_type.indexOf(TextureType.skybox)
    // its colours go to the screen as they are
    this.#cube = id < 0 ? undefined : cubeTexture(m, id, false)
    const [r, g, b] = this.#cube ? m.vis.rgba.haze : HORIZON
    this.haze.set(r!, g!, b!, 1)
    this.object = new Mesh(new BoxGeometry(2, 2, 2), this.#material())
    this.object.frustumCulled = false
    this.object.renderOrder = -1e9
  }

  dispose(): void {
    this.object.geometry.dispose()
    this.object.material.dispose()
    this.#cube?.dispose()
  }

  #material(): ShaderMaterial {
    const cube = this.#cube
    const colour = cube
      ? // the texture has its upper face along y, the world along z
        'textureCube(cube, vec3(direction.x, direction.z, -direction.y)).rgb'
      : `mix(haze.rgb, up > 0.0 ? ${ZENITH} : ${NADIR}, smoothstep(0.0, 1.0, sqrt(abs(up))))`
    return new ShaderMaterial({
      side: BackSide,
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      uniforms: { cube: { value: cube }, haze: { value: this.haze } },
      vertexShader: `
        varying vec3 direction;
        void main() {
          direction = position;
          // turned with the camera, but not moved
          gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
        }`,
      fragmentShader: `
        varying vec3 direction;
        uniform vec4 haze;
        ${cube ? 'uniform samplerCube cube;' : ''}
        void main() {
          float up = normalize(direction).z;
          vec3 colour = ${colour};
          // a little noise, so that no bands are seen where it changes slowly
          float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
          gl_FragColor = vec4(mix(colour, haze.rgb, haze.a * exp(-22.0 * abs(up))) + noise / 255.0, 1.0);
        }`,
    })
  }
}
