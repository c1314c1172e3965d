import { BufferAttribute, BufferGeometry, type CubeTexture, Mesh, ShaderMaterial, Vector4 } from 'three'
import type { Model } from '../../../src/index.ts'
import { cubeTexture, TextureType } from './textures.ts'

/** Colors of the default sky: at the horizon, above, and below. */
const HORIZON = [0.85, 0.88, 0.91] as const
const ZENITH = 'vec3(0.42, 0.55, 0.71)'
const NADIR = 'vec3(0.58, 0.61, 0.65)'

/** The sky: the first skybox texture of the model, or a gradient, with haze at the horizon. */
export class Sky {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>
  /** Color of the haze, and its strength, 0 or 1. */
  readonly haze = new Vector4()
  readonly #cube: CubeTexture | undefined

  constructor(m: Model) {
    const id = m.tex_type.indexOf(TextureType.skybox)
    // its colors are shown as they are, without conversion
    this.#cube = id < 0 ? undefined : cubeTexture(m, id, false)
    const [r, g, b] = hazeOf(m, id)
    this.haze.set(r, g, b, 1)
    const triangle = new BufferGeometry()
    triangle.setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3))
    this.object = new Mesh(triangle, this.#material())
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
    const color = cube
      ? // the texture has y up, the world z
        'textureCube(cube, vec3(direction.x, direction.z, -direction.y)).rgb'
      : `mix(haze.rgb, up > 0.0 ? ${ZENITH} : ${NADIR}, smoothstep(0.0, 1.0, sqrt(abs(up))))`
    return new ShaderMaterial({
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      uniforms: { cube: { value: cube }, haze: { value: this.haze } },
      vertexShader: `
        varying vec3 direction;
        vec3 viewPoint(mat4 unproject, float depth) {
          vec4 point = unproject * vec4(position.xy, depth, 1.0);
          return point.xyz / point.w;
        }
        void main() {
          // one triangle covers the picture; the sky is looked up by the view direction
          mat4 unproject = inverse(projectionMatrix);
          direction = transpose(mat3(viewMatrix)) * (viewPoint(unproject, 0.9) - viewPoint(unproject, -1.0));
          gl_Position = vec4(position.xy, 0.999999, 1.0);
        }`,
      fragmentShader: `
        varying vec3 direction;
        uniform vec4 haze;
        ${cube ? 'uniform samplerCube cube;' : ''}
        void main() {
          float up = normalize(direction).z;
          vec3 color = ${color};
          // haze is densest at the horizon and slightly below it, where infinite planes end; noise avoids banding
          float noise = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
          gl_FragColor = vec4(mix(color, haze.rgb, haze.a * exp(-22.0 * max(0.0, max(up, -up - 0.04)))) + noise / 255.0, 1.0);
        }`,
    })
  }
}

/** The color of the haze: that of the model, or, where it is the default, that of its sky at the horizon. */
function hazeOf(m: Model, texture: number): readonly [number, number, number] {
  const [r, g, b] = m.vis.rgba.haze
  if (r !== 1 || g !== 1 || b !== 1) return [r, g, b]
  if (texture < 0) return HORIZON
  const side = m.tex_width[texture]
  const channels = m.tex_nchannel[texture]
  const data = m.tex_data
  const sum = [0, 0, 0]
  // the middle rows of the four vertical faces
  for (const face of [0, 1, 4, 5]) {
    const row = m.tex_adr[texture] + (face * side + (side >> 1)) * side * channels
    for (let x = 0; x < side; x++)
      for (let k = 0; k < 3; k++) sum[k] += data[row + x * channels + (channels >= 3 ? k : 0)] / (4 * 255 * side)
  }
  return [sum[0], sum[1], sum[2]]
}
