import { BackSide, BoxGeometry, type CubeTexture, Mesh, ShaderMaterial } from 'three'
import type { Model } from '../../../src/index.ts'
import { cubeTexture, TextureType } from './textures.ts'

/** What is behind everything: the first texture of a model that is a sky, or a plain gradient. */
export function makeSky(m: Model): Mesh {
  const id = m.tex_type.indexOf(TextureType.skybox)
  const cube: CubeTexture | undefined = id < 0 ? undefined : cubeTexture(m, id)
  const material = new ShaderMaterial({
    side: BackSide,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    uniforms: { cube: { value: cube } },
    vertexShader: `
      varying vec3 direction;
      void main() {
        direction = position;
        // turned with the camera, but not moved
        gl_Position = (projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0)).xyww;
      }`,
    fragmentShader: `
      varying vec3 direction;
      ${cube ? 'uniform samplerCube cube;' : ''}
      void main() {
        // the texture has its upper face along y, the world along z
        vec3 d = vec3(direction.x, direction.z, -direction.y);
        gl_FragColor = ${cube ? 'textureCube(cube, d)' : 'vec4(mix(vec3(0.62, 0.68, 0.76), vec3(0.16, 0.24, 0.38), smoothstep(-0.1, 0.9, normalize(d).y)), 1.0)'};
        #include <colorspace_fragment>
      }`,
  })
  const sky = new Mesh(new BoxGeometry(2, 2, 2), material)
  sky.frustumCulled = false
  sky.renderOrder = -1
  return sky
}
