import { expInPlace } from './powers.ts'

/** Below this the fraction is used: 1 − exp(−2x) would lose digits. */
const SMALL = 0.6

const decay = new Float64Array(1)

/** Replaces v[0] by its hyperbolic tangent, within a few units in the last place. V8: boxed otherwise. */
export function tanhInPlace(v: Float64Array): void {
  const x = v[0]
  if (Math.abs(x) < SMALL) {
    // Lambert's continued fraction: x/(1 + x²/(3 + x²/(5 + …)))
    const z = x * x
    v[0] = x / (1 + z / (3 + z / (5 + z / (7 + z / (9 + z / (11 + z / (13 + z / 15)))))))
    return
  }
  // (1 − exp(−2|x|))/(1 + exp(−2|x|))
  decay[0] = -2 * Math.abs(x)
  expInPlace(decay)
  const t = (1 - decay[0]) / (1 + decay[0])
  if (x < 0) v[0] = -t
  else v[0] = t
}
