import { Color } from 'three'

const color = new Color()

/** Converts an sRGB color to linear light. */
export function srgbToLinear(rgba: ArrayLike<number>, out: Float32Array, at: number): void {
  color.setRGB(rgba[0], rgba[1], rgba[2], 'srgb')
  out[at] = color.r
  out[at + 1] = color.g
  out[at + 2] = color.b
}
