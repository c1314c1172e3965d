/** out[0] = element `index` of the sequence of van der Corput in a base: the digits of the index, mirrored at the point. */
export function halton(out: Float64Array, index: number, base: number): void {
  let rest = index
  let weight = 1
  let sum = 0
  while (rest > 0) {
    weight /= base
    sum += weight * (rest % base)
    rest = Math.floor(rest / base)
  }
  out[0] = sum
}
