import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Muscles, with the nine parameters that `gainprm` and `biasprm` share: range (2), force, scale, lmin, lmax, vmax, fpmax,
 * fvmax. Lengths L are in units of the resting length L₀, which follows from two ranges that are one and the same:
 * that of the actuator's length, `lengthrange`, and `range`. Velocities V are in units of vmax·L₀ a second.
 */

const MINVAL = 1e-15

/** Peak force: as given, or a share of the force that accelerates the joints by 1 at qpos0. Length and velocity as above. */
function normalize(
  prm: Float64Array,
  at: number,
  lengthrange: Float64Array,
  acc0: Float64Array,
  output: number,
  length: Float64Array,
  velocity: Float64Array,
): void {
  const shortest = lengthrange[2 * output]
  const longest = lengthrange[2 * output + 1]
  const spread = prm[at + 1] - prm[at]
  const resting = (longest - shortest) / Math.max(spread, MINVAL)
  const force = prm[at + 2]
  const ease = acc0[output]
  scaled[0] = force >= 0 ? force : prm[at + 3] / Math.max(ease, MINVAL)
  scaled[1] = prm[at] + (length[output] - shortest) / Math.max(resting, MINVAL)
  const fastest = resting * prm[at + 6]
  scaled[2] = velocity[output] / Math.max(fastest, MINVAL)
}

/** Peak force, length, velocity. */
const scaled = new Float64Array(3)

/** Writes the force of a muscle that is fully active: −F₀·FL(L)·FV(V). */
export function muscleGain(
  out: Float64Array,
  prm: Float64Array,
  at: number,
  lengthrange: Float64Array,
  acc0: Float64Array,
  output: number,
  length: Float64Array,
  velocity: Float64Array,
): void {
  normalize(prm, at, lengthrange, acc0, output, length, velocity)
  activeForce(out, prm, at)
}

/** The same, for the length and velocity that `normalize` found. */
function activeForce(out: Float64Array, prm: Float64Array, at: number): void {
  const L = scaled[1]
  const V = scaled[2]
  const lmin = prm[at + 4]
  const lmax = prm[at + 5]

  // four pieces of parabolas, from 0 at lmin up to 1 at the resting length and down to 0 at lmax
  let byLength = 0
  if (L >= lmin && L <= lmax) {
    const a = 0.5 * (lmin + 1)
    const b = 0.5 * (1 + lmax)
    if (L <= a) {
      const x = (L - lmin) / Math.max(a - lmin, MINVAL)
      byLength = 0.5 * x * x
    } else if (L <= 1) {
      const x = (1 - L) / Math.max(1 - a, MINVAL)
      byLength = 1 - 0.5 * x * x
    } else if (L <= b) {
      const x = (L - 1) / Math.max(b - 1, MINVAL)
      byLength = 1 - 0.5 * x * x
    } else {
      const x = (lmax - L) / Math.max(lmax - b, MINVAL)
      byLength = 0.5 * x * x
    }
  }

  // none when it shortens at full speed, more than at rest when it is stretched
  const most = prm[at + 8]
  const y = most - 1
  let byVelocity = most
  if (V <= -1) byVelocity = 0
  else if (V <= 0) byVelocity = (V + 1) * (V + 1)
  else if (V <= y) byVelocity = most - ((y - V) * (y - V)) / Math.max(y, MINVAL)

  out[0] = -scaled[0] * byLength * byVelocity
}

/** Writes the force of a muscle at rest: it resists being stretched, first like a parabola, then in proportion. */
export function muscleBias(
  out: Float64Array,
  prm: Float64Array,
  at: number,
  lengthrange: Float64Array,
  acc0: Float64Array,
  output: number,
  length: Float64Array,
  velocity: Float64Array,
): void {
  normalize(prm, at, lengthrange, acc0, output, length, velocity)
  passiveForce(out, prm, at)
}

/** The same, for the length that `normalize` found. */
function passiveForce(out: Float64Array, prm: Float64Array, at: number): void {
  const L = scaled[1]
  const b = 0.5 * (1 + prm[at + 5])
  const force = -scaled[0] * prm[at + 7]
  if (L <= 1) {
    out[0] = 0
  } else if (L <= b) {
    const x = (L - 1) / Math.max(b - 1, MINVAL)
    out[0] = force * 0.5 * x * x
  } else {
    const x = (L - b) / Math.max(b - 1, MINVAL)
    out[0] = force * (0.5 + x)
  }
}

/**
 * Forces of the muscles list[from..to), whose gain and bias are both those of a muscle and multiply their activation:
 * the functions above in one loop without calls, because models have them by the hundred.
 */
export function muscleForces(m: Model, d: Data, list: Int32Array, from: number, to: number): void {
  const { actuator_gainprm: gain, actuator_biasprm: bias, actuator_lengthrange: range, actuator_acc0 } = m
  const { actuator_outadr, actuator_actadr } = m
  const { actuator_length, actuator_velocity, actuator_force, act } = d
  for (let n = from; n < to; n++) {
    const i = list[n]
    const at = 10 * i
    const out = actuator_outadr[i]
    const low = gain[at]
    const shortest = range[2 * out]
    const spread = gain[at + 1] - low
    const resting = (range[2 * out + 1] - shortest) / Math.max(spread, MINVAL)
    const given = gain[at + 2]
    const ease = actuator_acc0[out]
    let peak = given >= 0 ? given : gain[at + 3] / Math.max(ease, MINVAL)
    let L = low + (actuator_length[out] - shortest) / Math.max(resting, MINVAL)
    const fastest = resting * gain[at + 6]
    const V = actuator_velocity[out] / Math.max(fastest, MINVAL)

    const lmin = gain[at + 4]
    const lmax = gain[at + 5]
    let byLength = 0
    if (L >= lmin && L <= lmax) {
      // the nearer end of the piece of a parabola, and its width
      const rising = L <= 1
      const half = rising ? 0.5 * (lmin + 1) : 0.5 * (1 + lmax)
      const outer = rising ? L <= half : L > half
      const width = outer ? (rising ? half - lmin : lmax - half) : rising ? 1 - half : half - 1
      const away = outer ? (rising ? L - lmin : lmax - L) : rising ? 1 - L : L - 1
      const x = away / Math.max(width, MINVAL)
      byLength = outer ? 0.5 * x * x : 1 - 0.5 * x * x
    }
    const most = gain[at + 8]
    const y = most - 1
    let byVelocity = most
    if (V <= -1) byVelocity = 0
    else if (V <= 0) byVelocity = (V + 1) * (V + 1)
    else if (V <= y) byVelocity = most - ((y - V) * (y - V)) / Math.max(y, MINVAL)
    const active = -peak * byLength * byVelocity * act[actuator_actadr[i]]

    const same = low === bias[at] && gain[at + 1] === bias[at + 1] && given === bias[at + 2]
    if (!same || gain[at + 3] !== bias[at + 3]) {
      normalize(bias, at, range, actuator_acc0, out, actuator_length, actuator_velocity)
      peak = scaled[0]
      L = scaled[1]
    }
    let passive = 0
    if (L > 1) {
      const half = 0.5 * (1 + bias[at + 5])
      const width = half - 1
      const x = (L <= half ? L - 1 : L - half) / Math.max(width, MINVAL)
      passive = L <= half ? -peak * bias[at + 7] * 0.5 * x * x : -peak * bias[at + 7] * (0.5 + x)
    }
    actuator_force[out] = active + passive
  }
}

/**
 * The rate at which the activation z = act[k] follows an excitation u within [0, 1]: (u − z)/τ. It comes on with
 * τ = prm[0]·(0.5 + 1.5z), wears off with τ = prm[1]/(0.5 + 1.5z), and changes smoothly between the two over a difference
 * u − z of prm[2].
 */
export function muscleRate(
  act_dot: Float64Array,
  act: Float64Array,
  k: number,
  input: Float64Array,
  j: number,
  prm: Float64Array,
  at: number,
): void {
  const u = Math.max(0, Math.min(input[j], 1))
  const z = act[k]
  const slowing = 0.5 + 1.5 * Math.max(0, Math.min(z, 1))
  const rise = prm[at] * slowing
  const fall = prm[at + 1] / slowing
  const width = prm[at + 2]
  const ahead = u - z
  let tau = ahead > 0 ? rise : fall
  if (width >= MINVAL) {
    const x = ahead / width + 0.5
    const share = x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (x * (6 * x - 15) + 10)
    tau = fall + (rise - fall) * share
  }
  act_dot[k] = ahead / Math.max(tau, MINVAL)
}
