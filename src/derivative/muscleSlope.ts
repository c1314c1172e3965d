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
  const resting = floored((lengthrange[2 * output + 1] - shortest) / floored(prm[at + 1] - prm[at]))
  const peak = prm[at + 2] >= 0 ? prm[at + 2] : prm[at + 3] / floored(acc0[output])
  const L = prm[at] + (length[output] - shortest) / resting
  const fastest = floored(resting * prm[at + 6])
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
      const width = floored(a - lmin)
      const x = (L - lmin) / width
      byLength = 0.5 * x * x
      lengthSlope = x / width
    } else if (L <= 1) {
      const width = floored(1 - a)
      const x = (1 - L) / width
      byLength = 1 - 0.5 * x * x
      lengthSlope = x / width
    } else if (L <= b) {
      const width = floored(b - 1)
      const x = (L - 1) / width
      byLength = 1 - 0.5 * x * x
      lengthSlope = -x / width
    } else {
      const width = floored(lmax - b)
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
    byVelocity = most - ((y - V) * (y - V)) / floored(y)
    velocitySlope = (2 * (y - V)) / floored(y)
  }
  let passive = 0
  if (L > 1) {
    const width = floored(b - 1)
    passive = (prm[at + 7] * (L <= b ? (L - 1) / width : 1)) / width
  }
  out[0] = (-peak * activation * byLength * velocitySlope) / fastest
  out[1] = (-peak * (activation * lengthSlope * byVelocity + passive)) / resting
}

function floored(x: number): number {
  return Math.max(x, MINVAL)
}
