/**
 * How the force of a muscle changes with its velocity and length; parameters as in `actuation/muscle.ts`: range (2), force,
 * scale, lmin, lmax, vmax, fpmax, fvmax.
 */

const MINVAL = 1e-15

/**
 * Writes the slopes of the force by velocity and by length, for the activation in out[0]: those of the gain
 * −F₀·FL(L)·FV(V) times activation, and of the passive force. out[0] ← by velocity, out[1] ← by length.
 */
export function muscleSlopes(
  out: Float64Array,
  prm: Float64Array,
  at: number,
  lengthrange: Float64Array,
  acc0: Float64Array,
  output: number,
  length: Float64Array,
  velocity: Float64Array,
): void {
  const activation = out[0]
  const shortest = lengthrange[2 * output]
  const resting = Math.max((lengthrange[2 * output + 1] - shortest) / Math.max(prm[at + 1] - prm[at], MINVAL), MINVAL)
  const peak = prm[at + 2] >= 0 ? prm[at + 2] : prm[at + 3] / Math.max(acc0[output], MINVAL)
  const L = prm[at] + (length[output] - shortest) / resting
  const fastest = Math.max(resting * prm[at + 6], MINVAL)
  const V = velocity[output] / fastest
  const lmin = prm[at + 4]
  const lmax = prm[at + 5]
  const b = 0.5 * (1 + lmax)

  // force and slope by length
  let byLength = 0
  let lengthSlope = 0
  if (L >= lmin && L <= lmax) {
    const a = 0.5 * (lmin + 1)
    if (L <= a) {
      const width = Math.max(a - lmin, MINVAL)
      const x = (L - lmin) / width
      byLength = 0.5 * x * x
      lengthSlope = x / width
    } else if (L <= 1) {
      const width = Math.max(1 - a, MINVAL)
      const x = (1 - L) / width
      byLength = 1 - 0.5 * x * x
      lengthSlope = x / width
    } else if (L <= b) {
      const width = Math.max(b - 1, MINVAL)
      const x = (L - 1) / width
      byLength = 1 - 0.5 * x * x
      lengthSlope = -x / width
    } else {
      const width = Math.max(lmax - b, MINVAL)
      const x = (lmax - L) / width
      byLength = 0.5 * x * x
      lengthSlope = -x / width
    }
  }
  // force and slope by velocity
  const most = prm[at + 8]
  const y = most - 1
  let byVelocity = most
  let velocitySlope = 0
  if (V <= -1) {
    byVelocity = 0
  } else if (V <= 0) {
    byVelocity = (V + 1) * (V + 1)
    velocitySlope = 2 * V + 2
  } else if (V <= y) {
    byVelocity = most - ((y - V) * (y - V)) / Math.max(y, MINVAL)
    velocitySlope = (2 * (y - V)) / Math.max(y, MINVAL)
  }
  let passive = 0
  if (L > 1) {
    const width = Math.max(b - 1, MINVAL)
    passive = (prm[at + 7] * (L <= b ? (L - 1) / width : 1)) / width
  }
  out[0] = (-peak * activation * byLength * velocitySlope) / fastest
  out[1] = (-peak * (activation * lengthSlope * byVelocity + passive)) / resting
}
