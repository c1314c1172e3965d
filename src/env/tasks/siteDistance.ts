import type { Data } from '../../core/data/data.ts'

/** Distance of two sites, m. */
export function distanceOf({ site_xpos }: Data, a: number, b: number): number {
  let square = 0
  for (let k = 0; k < 3; k++) {
    const difference = site_xpos[3 * a + k] - site_xpos[3 * b + k]
    square += difference * difference
  }
  return Math.sqrt(square)
}
