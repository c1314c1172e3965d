/**
 * The largest difference of two vectors, as a share of the largest number in the second, or of 1 where that is more.
 */
export function distance(a: Float64Array, b: Float64Array): number {
  let worst = 0
  let scale = 1
  for (let i = 0; i < a.length; i++) {
    worst = Math.max(worst, Math.abs(a[i] - b[i]))
    scale = Math.max(scale, Math.abs(b[i]))
  }
  return worst / scale
}
