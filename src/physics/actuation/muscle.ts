import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Muscles of the Hill type (https://doi.org/10.1098/rspb.1938.0050), with the nine parameters that `gainprm` and `biasprm`
 * share: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax. The force is
 *
 *   F = −F₀·(FL(L)·FV(V)·activation + FP(L)).
 *
 * Lengths L are in units of the resting length L₀, which follows from two ranges that are one and the same: that of the
 * actuator's length, `lengthrange`, and `range`. Velocities V are in units of vmax·L₀ per second.
 */

// registers of a muscle
/** Resting length L₀, m. */
const RESTING = 0
/** Peak force F₀, N. */
const PEAK = 1
/** Largest velocity, m/s. */
const FASTEST = 2
/** Length L and velocity V, normalized. */
const LENGTH = 3
const VELOCITY = 4
/** Force–length curve FL and its slope. */
const FL = 5
const FL_SLOPE = 6
/** Force–velocity curve FV and its slope. */
const FV = 7
const FV_SLOPE = 8
const REGISTERS = 9

const registers = new Float64Array(REGISTERS)

/** Peak force: as given, or a share of the force that accelerates the joints by 1 at qpos0. Length and velocity as above. */
function normalize(
  r: Float64Array,
  prm: Float64Array,
  at: number,
  lengthrange: Float64Array,
  acc0: Float64Array,
  output: number,
  length: Float64Array,
  velocity: Float64Array,
): void {
  const shortest = lengthrange[2 * output]
  const spread = prm[at + 1] - prm[at]
  const resting = (lengthrange[2 * output + 1] - shortest) / Math.max(spread, MINVAL)
  const force = prm[at + 2]
  const ease = acc0[output]
  r[RESTING] = Math.max(resting, MINVAL)
  r[PEAK] = force >= 0 ? force : prm[at + 3] / Math.max(ease, MINVAL)
  r[LENGTH] = prm[at] + (length[output] - shortest) / Math.max(resting, MINVAL)
  const fastest = resting * prm[at + 6]
  r[FASTEST] = Math.max(fastest, MINVAL)
  r[VELOCITY] = velocity[output] / Math.max(fastest, MINVAL)
}

/** FL: four pieces of parabolas, from 0 at lmin up to 1 at the resting length and down to 0 at lmax. */
function lengthCurve(r: Float64Array, prm: Float64Array, at: number): void {
  const L = r[LENGTH]
  const lmin = prm[at + 4]
  const lmax = prm[at + 5]
  if (!(L >= lmin && L <= lmax)) {
    r[FL] = r[FL_SLOPE] = 0
    return
  }
  // the nearer end of the piece of a parabola, and its width
  const rising = L <= 1
  const half = rising ? 0.5 * (lmin + 1) : 0.5 * (1 + lmax)
  const outer = rising ? L <= half : L > half
  const piece = outer ? (rising ? half - lmin : lmax - half) : rising ? 1 - half : half - 1
  const away = outer ? (rising ? L - lmin : lmax - L) : rising ? 1 - L : L - 1
  const width = Math.max(piece, MINVAL)
  const x = away / width
  r[FL] = outer ? 0.5 * x * x : 1 - 0.5 * x * x
  r[FL_SLOPE] = rising ? x / width : -x / width
}

/** FV: none when it shortens at full speed, more than at rest when it is stretched. */
function velocityCurve(r: Float64Array, prm: Float64Array, at: number): void {
  const V = r[VELOCITY]
  const most = prm[at + 8]
  const y = most - 1
  if (V <= -1) {
    r[FV] = r[FV_SLOPE] = 0
  } else if (V <= 0) {
    r[FV] = (V + 1) * (V + 1)
    r[FV_SLOPE] = 2 * V + 2
  } else if (V <= y) {
    const width = Math.max(y, MINVAL)
    r[FV] = most - ((y - V) * (y - V)) / width
    r[FV_SLOPE] = (2 * (y - V)) / width
  } else {
    r[FV] = most
    r[FV_SLOPE] = 0
  }
}

/** out[0] = −F₀·FP(L): a muscle resists being stretched, first like a parabola, then in proportion. */
function passiveForce(out: Float64Array, r: Float64Array, prm: Float64Array, at: number): void {
  const L = r[LENGTH]
  if (L <= 1) {
    out[0] = 0
    return
  }
  const half = 0.5 * (1 + prm[at + 5])
  const width = half - 1
  const x = (L <= half ? L - 1 : L - half) / Math.max(width, MINVAL)
  const force = -r[PEAK] * prm[at + 7]
  out[0] = L <= half ? force * 0.5 * x * x : force * (0.5 + x)
}

/** out[0] = the force of a muscle that is fully active, without its passive part: −F₀·FL(L)·FV(V). */
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
  const r = registers
  normalize(r, prm, at, lengthrange, acc0, output, length, velocity)
  lengthCurve(r, prm, at)
  velocityCurve(r, prm, at)
  out[0] = -r[PEAK] * r[FL] * r[FV]
}

/** out[0] = the passive force of a muscle. */
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
  normalize(registers, prm, at, lengthrange, acc0, output, length, velocity)
  passiveForce(out, registers, prm, at)
}

/**
 * How the force of a muscle changes with its velocity (out[0]) and its length (out[1]).
 * @param activation [0]: what multiplies the active force
 */
export function muscleSlopes(
  out: Float64Array,
  activation: Float64Array,
  prm: Float64Array,
  at: number,
  lengthrange: Float64Array,
  acc0: Float64Array,
  output: number,
  length: Float64Array,
  velocity: Float64Array,
): void {
  const r = registers
  normalize(r, prm, at, lengthrange, acc0, output, length, velocity)
  lengthCurve(r, prm, at)
  velocityCurve(r, prm, at)
  let passiveSlope = 0
  const L = r[LENGTH]
  if (L > 1) {
    const half = 0.5 * (1 + prm[at + 5])
    const width = Math.max(half - 1, MINVAL)
    passiveSlope = (prm[at + 7] * (L <= half ? (L - 1) / width : 1)) / width
  }
  out[0] = (-r[PEAK] * activation[0] * r[FL] * r[FV_SLOPE]) / r[FASTEST]
  out[1] = (-r[PEAK] * (activation[0] * r[FL_SLOPE] * r[FV] + passiveSlope)) / r[RESTING]
}

/** Forces of the muscles list[from..to), whose gain and bias are both those of a muscle and multiply their activation. */
export function muscleForces(m: Model, d: Data, list: Int32Array, from: number, to: number): void {
  const { actuator_gainprm: gain, actuator_biasprm: bias, actuator_lengthrange: range, actuator_acc0: acc0 } = m
  const { actuator_outadr, actuator_actadr } = m
  const { actuator_length: length, actuator_velocity: velocity, actuator_force, act } = d
  const r = registers
  for (let n = from; n < to; n++) {
    const i = list[n]
    const at = 10 * i
    const out = actuator_outadr[i]
    normalize(r, gain, at, range, acc0, out, length, velocity)
    lengthCurve(r, gain, at)
    velocityCurve(r, gain, at)
    const active = -r[PEAK] * r[FL] * r[FV] * act[actuator_actadr[i]]
    if (!isSameMuscle(gain, bias, at)) normalize(r, bias, at, range, acc0, out, length, velocity)
    passiveForce(passive, r, bias, at)
    actuator_force[out] = active + passive[0]
  }
}

const passive = new Float64Array(1)

/** Whether gain and bias have the same range, force and scale, so that lengths and peak force are the same. */
function isSameMuscle(gain: Float64Array, bias: Float64Array, at: number): boolean {
  return (
    gain[at] === bias[at] &&
    gain[at + 1] === bias[at + 1] &&
    gain[at + 2] === bias[at + 2] &&
    gain[at + 3] === bias[at + 3]
  )
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

// single numbers, for plots and for models of one's own

const out = new Float64Array(1)
const range = new Float64Array(2)
const acceleration = new Float64Array(1)
const lengthNow = new Float64Array(1)
const velocityNow = new Float64Array(1)
const control = new Float64Array(1)
const activation = new Float64Array(1)

/**
 * Force (N) of a fully active muscle, negative because it pulls; parameters are those of `actuator_gainprm`.
 * MuJoCo: mju_muscleGain.
 */
export function muscleActiveForce(
  length: number,
  velocity: number,
  lengthrange: ArrayLike<number>,
  acc0: number,
  prm: Float64Array,
): number {
  place(length, velocity, lengthrange, acc0)
  muscleGain(out, prm, 0, range, acceleration, 0, lengthNow, velocityNow)
  return out[0]
}

/** Passive force (N) of a muscle; parameters are those of `actuator_biasprm`. MuJoCo: mju_muscleBias. */
export function musclePassiveForce(
  length: number,
  lengthrange: ArrayLike<number>,
  acc0: number,
  prm: Float64Array,
): number {
  place(length, 0, lengthrange, acc0)
  muscleBias(out, prm, 0, range, acceleration, 0, lengthNow, velocityNow)
  return out[0]
}

/**
 * Rate of the activation of a muscle, 1/s; parameters are those of `actuator_dynprm`: two time constants and a width.
 * MuJoCo: mju_muscleDynamics.
 */
export function muscleActivationRate(ctrl: number, act: number, prm: Float64Array): number {
  control[0] = ctrl
  activation[0] = act
  muscleRate(out, activation, 0, control, 0, prm, 0)
  return out[0]
}

function place(length: number, velocity: number, lengthrange: ArrayLike<number>, acc0: number): void {
  lengthNow[0] = length
  velocityNow[0] = velocity
  range[0] = lengthrange[0]
  range[1] = lengthrange[1]
  acceleration[0] = acc0
}
