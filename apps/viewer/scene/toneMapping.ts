import type { MeshStandardMaterial } from 'three'

/**
 * Tone mapping: linear up to a shoulder, then toward white asymptotically, so that several lights neither clip nor
 * change the hue. Dark colors stay unchanged, unlike with filmic curves.
 */
const SHOULDER = `
  float peak = max(gl_FragColor.r, max(gl_FragColor.g, gl_FragColor.b));
  if (peak > 0.75) {
    float bent = 1.0 - 0.0625 / (peak - 0.5);
    gl_FragColor.rgb *= bent / peak;
    // very bright colors are desaturated
    gl_FragColor.rgb = mix(vec3(bent), gl_FragColor.rgb, 1.0 / (1.0 + 0.15 * (peak - bent)));
  }`

/** Adds tone mapping to a three.js shader. */
export function addToneMapping(fragmentShader: string): string {
  return fragmentShader.replace('#include <tonemapping_fragment>', `${SHOULDER}\n#include <tonemapping_fragment>`)
}

/** Adds tone mapping to a material. */
export function toneMapped<M extends MeshStandardMaterial>(material: M): M {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = addToneMapping(shader.fragmentShader)
  }
  material.customProgramCacheKey = () => 'toneMapped'
  return material
}
