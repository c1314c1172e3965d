import type { MeshStandardMaterial } from 'three'

/**
 * How light becomes color: as it is up to a shoulder, above which it comes near to white ever more slowly, so that many
 * lights together neither burn out nor change the hue. Dark colors stay as they are, which curves made for photographs
 * do not allow.
 */
const SHOULDER = `
  float peak = max(gl_FragColor.r, max(gl_FragColor.g, gl_FragColor.b));
  if (peak > 0.75) {
    float bent = 1.0 - 0.0625 / (peak - 0.5);
    gl_FragColor.rgb *= bent / peak;
    // what is very bright is whiter, too
    gl_FragColor.rgb = mix(vec3(bent), gl_FragColor.rgb, 1.0 / (1.0 + 0.15 * (peak - bent)));
  }`

/** Puts the shoulder into a shader of three.js. */
export function addToneMapping(fragmentShader: string): string {
  return fragmentShader.replace('#include <tonemapping_fragment>', `${SHOULDER}\n#include <tonemapping_fragment>`)
}

/** Gives a plain material the shoulder. */
export function toneMapped<M extends MeshStandardMaterial>(material: M): M {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = addToneMapping(shader.fragmentShader)
  }
  material.customProgramCacheKey = () => 'soft'
  return material
}
