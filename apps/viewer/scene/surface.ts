import type { CubeTexture, IUniform, MeshStandardMaterial, Vector2 } from 'three'
import { addToneMapping } from './toneMapping.ts'

/**
 * Additions to the standard material of three.js.
 *
 * - Textures are mapped by position in the frame of the geom, as in MuJoCo: 2D textures along z, cube textures by
 * direction.
 * - Emission has the color of the object, and the selected body glows.
 * - Infinite planes follow the camera to the horizon and fade into haze there.
 * - Planes are transparent from behind.
 * - One plane, or the upper face of a box, can be a mirror.
 */
export interface Surface {
  /** Texture mapping; `own`: the geometry has texture coordinates. */
  readonly texture?: 'own' | 'unit' | 'meters' | 'cubeUnit' | 'cubeMeters' | undefined
  readonly repeat?: Vector2
  readonly cube?: CubeTexture
  /** Which sides of a plane are infinite. */
  readonly plane?: { readonly isInfiniteX: boolean; readonly isInfiniteY: boolean } | undefined
  /** Cell size of the grid on a plane without a material, m. */
  readonly grid?: number | undefined
  /** Emission, in parts of its color. */
  readonly emission: number
  /** Strength of highlights; 1 as in three.js. */
  readonly specular: number
  readonly mirror?: MirrorUniforms | undefined
}

/** Uniforms that all surfaces of a model share. */
export interface SharedUniforms {
  /** 1 where textures are shown, otherwise 0. */
  readonly textured: IUniform<number>
  /** Half the side of the square that represents an infinite plane, m. */
  readonly horizon: IUniform<number>
  /** Color and strength of the haze, and its range, m. */
  readonly haze: IUniform<{ x: number; y: number; z: number; w: number }>
  readonly hazeDistance: IUniform<number>
}

export interface MirrorUniforms {
  readonly mirrorTexture: IUniform
  readonly mirrorMatrix: IUniform
  /** Width of a texel of the reflection, in texture coordinates. */
  readonly mirrorTexel: IUniform<number>
  readonly reflectance: IUniform<number>
}

/** Adds them to a material. */
export function applySurface(material: MeshStandardMaterial, surface: Surface, shared: SharedUniforms): void {
  const { texture, plane, mirror, grid } = surface
  const isCube = texture === 'cubeUnit' || texture === 'cubeMeters'
  const isInfinite = plane !== undefined && (plane.isInfiniteX || plane.isInfiniteY)
  const key = [
    texture,
    plane && `${plane.isInfiniteX}${plane.isInfiniteY}`,
    mirror !== undefined,
    grid !== undefined,
  ].join()
  material.customProgramCacheKey = () => key

  const vertexHead = `
    attribute float glow;
    varying float vGlow;
    uniform vec2 repeat;
    uniform float horizon;
    ${isCube ? 'varying vec3 vCube;' : ''}
    ${grid ? 'varying vec2 vPlane;' : ''}
    ${mirror ? 'uniform mat4 mirrorMatrix;\nvarying vec4 vMirror;\nvarying float vIsTop;' : ''}`
  const fragmentHead = `
    varying float vGlow;
    uniform float emission, specularScale, textured, hazeDistance;
    uniform vec4 haze;
    ${isCube ? 'varying vec3 vCube;\nuniform samplerCube cube;' : ''}
    ${grid ? 'varying vec2 vPlane;\nuniform float grid;' : ''}
    ${mirror ? 'varying vec4 vMirror;\nvarying float vIsTop;\nuniform sampler2D mirrorTexture;\nuniform float reflectance, mirrorTexel;' : ''}`
  const mirrorVertex = `
    vMirror = mirrorMatrix * modelMatrix * instanceMatrix * vec4(transformed, 1.0);
    vIsTop = step(0.5, normal.z);`

  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, shared, mirror, {
      repeat: { value: surface.repeat },
      cube: { value: surface.cube },
      emission: { value: surface.emission },
      grid: { value: grid },
      specularScale: { value: surface.specular },
    })
    shader.vertexShader = shader.vertexShader.replace('#include <common>', `#include <common>\n${vertexHead}`).replace(
      '#include <begin_vertex>',
      `#include <begin_vertex>
        ${GLOW_AND_SIZE}
        ${plane && isInfinite ? extend(plane) : ''}
        ${texture ? COORDINATE[texture] : ''}
        ${grid ? 'vPlane = transformed.xy * size.xy;' : ''}
        ${mirror ? mirrorVertex : ''}`,
    )
    const texel = isCube ? 'textureCube(cube, vCube)' : 'texture2D(map, vMapUv)'
    shader.fragmentShader = addToneMapping(shader.fragmentShader)
      .replace('#include <common>', `#include <common>\n${fragmentHead}`)
      .replace(
        '#include <map_fragment>',
        `${texture ? `diffuseColor *= mix(vec4(1.0), ${texel}, textured);` : ''}
        ${grid ? GRID : ''}
        ${plane ? 'if (!gl_FrontFacing) diffuseColor.a *= 0.3;' : ''}`,
      )
      .replace(
        '#include <emissivemap_fragment>',
        `#include <emissivemap_fragment>
        totalEmissiveRadiance += emission * diffuseColor.rgb + vGlow * mix(diffuseColor.rgb, vec3(1.0, 0.7, 0.15), 0.6);`,
      )
      .replace(
        '#include <aomap_fragment>',
        `#include <aomap_fragment>
        reflectedLight.directSpecular *= specularScale;
        reflectedLight.indirectSpecular *= specularScale;`,
      )
    if (mirror)
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <opaque_fragment>',
        `#include <opaque_fragment>
        if (gl_FrontFacing && reflectance > 0.0) {
          // the mean of four samples softens edges
          vec2 at = vMirror.xy / vMirror.w;
          vec2 step1 = 0.5 * mirrorTexel * vec2(1.0, 1.0);
          vec2 step2 = 0.5 * mirrorTexel * vec2(1.0, -1.0);
          vec3 reflected = texture2D(mirrorTexture, at + step1).rgb + texture2D(mirrorTexture, at - step1).rgb
            + texture2D(mirrorTexture, at + step2).rgb + texture2D(mirrorTexture, at - step2).rgb;
          gl_FragColor.rgb += 0.25 * reflectance * vIsTop * reflected;
        }`,
      )
    if (isInfinite)
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <fog_fragment>',
        `#include <fog_fragment>
        float far = length(vViewPosition) / hazeDistance;
        gl_FragColor.rgb = mix(gl_FragColor.rgb, haze.rgb, haze.a * (1.0 - exp(-far * far)));`,
      )
  }
}

/** A checkerboard with lines at least a pixel wide; both fade in the distance. */
const GRID = `
  vec2 cell = vPlane / grid;
  vec2 pixel = fwidth(cell);
  vec2 away = abs(fract(cell - 0.5) - 0.5);
  vec2 line = (1.0 - smoothstep(0.0, 1.0, (away - 0.008) / pixel)) * (1.0 - smoothstep(0.1, 0.5, pixel));
  float isOdd = mod(floor(cell.x) + floor(cell.y), 2.0);
  float checks = mix(isOdd, 0.5, smoothstep(0.15, 0.6, max(pixel.x, pixel.y)));
  diffuseColor.rgb *= mix(1.0, mix(0.86, 1.0, checks) * (1.0 - 0.12 * max(line.x, line.y)), textured);`

/** The glow of an instance, and its size: all geometries have unit size. */
const GLOW_AND_SIZE = `
  #ifdef USE_INSTANCING
    vec3 size = vec3(length(instanceMatrix[0]), length(instanceMatrix[1]), length(instanceMatrix[2]));
    vGlow = glow;
  #else
    vec3 size = vec3(1.0);
    vGlow = 0.0;
  #endif`

/** Stretches a plane to the horizon, centered below the camera. */
function extend(plane: { readonly isInfiniteX: boolean; readonly isInfiniteY: boolean }): string {
  const along = (axis: 'x' | 'y', column: number, isInfinite: boolean) =>
    isInfinite
      ? `transformed.${axis} = (position.${axis} * horizon + dot(fromPlane, instanceMatrix[${column}].xyz) / size.${axis}) / size.${axis};`
      : ''
  return `
    vec3 fromPlane = cameraPosition - instanceMatrix[3].xyz;
    ${along('x', 0, plane.isInfiniteX)}
    ${along('y', 1, plane.isInfiniteY)}`
}

/** 2D textures: `repeat` times over the geom, or over two meters. */
const COORDINATE: Readonly<Record<NonNullable<Surface['texture']>, string>> = {
  own: '',
  unit: 'vMapUv = 0.5 * repeat * vec2(transformed.x, -transformed.y) - 0.5;',
  meters: 'vMapUv = 0.5 * repeat * vec2(transformed.x, -transformed.y) * size.xy - 0.5;',
  cubeUnit: 'vCube = transformed;',
  cubeMeters: 'vCube = transformed * size;',
}
