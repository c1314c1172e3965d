import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Muscles of the Hill type (https://doi.org/10.1098/rspb.1938.0050), with the nine parameters that `gainprm` and
 * `biasprm` share: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax. The force is
 *
 *   F = −F₀·(FL(L)·FV(V)·activation + FP(L)).
 *
 * Lengths L are in units of the resting length L₀, with which `range` equals
 * the actuator's `lengthrange`. Velocities V are in units of vmax·L₀ per second.
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
/** Force–length curve FL, with the argument and the width of its piece, from which the slope follows. */
const FORCE_LENGTH = 5
const PIECE_X = 6
const PIECE_WIDTH = 7
/** Force–velocity curve FV. */
const FORCE_VELOCITY = 8
const REGISTERS = 9

const registers = new Float64Array(REGISTERS)

/**
 * Normalizes length and velocity of an actuator's output, and finds its peak force and its points on the curves FL and
 * FV. One function without calls: as three functions they make the actuation of 100 muscles 7 % slower.
 */
function hillCurves(
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
  const L0 = Math.max(resting, MINVAL)
  const fastest = Math.max(resting * prm[at + 6], MINVAL)
  const L = prm[at] + (length[output] - shortest) / L0
  const V = velocity[output] / fastest
  r[RESTING] = L0
  r[FASTEST] = fastest
  r[LENGTH] = L
  r[VELOCITY] = V

  // peak force: as given, or a share of the force that accelerates the joints by 1 at qpos0
  const force = prm[at + 2]
  const ease = acc0[output]
  r[PEAK] = force >= 0 ? force : prm[at + 3] / Math.max(ease, MINVAL)

  // FL: four pieces of parabolas, from 0 at lmin up to 1 at the resting length and down to 0 at lmax
  const lmin = prm[at + 4]
  const lmax = prm[at + 5]
  let FL = 0
  let x = 0
  let width = 1
  if (L >= lmin && L <= lmax) {
    const rising = L <= 1
    const zero = rising ? lmin : lmax
    const half = 0.5 * (zero + 1)
    const outer = L <= half === rising
    const end = outer ? zero : 1
    width = Math.max(Math.abs(half - end), MINVAL)
    x = Math.abs(L - end) / width
    FL = outer ? 0.5 * x * x : 1 - 0.5 * x * x
  }
  r[FORCE_LENGTH] = FL
  r[PIECE_X] = x
  r[PIECE_WIDTH] = width

  // FV: 0 when the muscle shortens at full speed, 1 at rest, up to fvmax when it is stretched
  const most = prm[at + 8]
  const y = most - 1
  let FV = most
  if (V <= -1) FV = 0
  else if (V <= 0) FV = (V + 1) * (V + 1)
  else if (V <= y) FV = most - ((y - V) * (y - V)) / Math.max(y, MINVAL)
  r[FORCE_VELOCITY] = FV
}

/** out[0] = −F₀·FP(L): the passive force grows quadratically, then linearly. */
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
  hillCurves(r, prm, at, lengthrange, acc0, output, length, velocity)
  out[0] = -r[PEAK] * r[FORCE_LENGTH] * r[FORCE_VELOCITY]
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
  hillCurves(registers, prm, at, lengthrange, acc0, output, length, velocity)
  passiveForce(out, registers, prm, at)
}

/**
 * Slopes of the force of a muscle by its velocity (out[0]) and its length (out[1]).
 * @param activation [0]: factor of the active force
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
  hillCurves(r, prm, at, lengthrange, acc0, output, length, velocity)
  const L = r[LENGTH]
  const V = r[VELOCITY]
  const FL_slope = L <= 1 ? r[PIECE_X] / r[PIECE_WIDTH] : -r[PIECE_X] / r[PIECE_WIDTH]
  const y = prm[at + 8] - 1
  let FV_slope = 0
  if (V > -1 && V <= 0) FV_slope = 2 * V + 2
  else if (V > 0 && V <= y) FV_slope = (2 * (y - V)) / Math.max(y, MINVAL)
  let FP_slope = 0
  if (L > 1) {
    const half = 0.5 * (1 + prm[at + 5])
    const width = Math.max(half - 1, MINVAL)
    FP_slope = (prm[at + 7] * (L <= half ? (L - 1) / width : 1)) / width
  }
  out[0] = (-r[PEAK] * activation[0] * r[FORCE_LENGTH] * FV_slope) / r[FASTEST]
  out[1] = (-r[PEAK] * (activation[0] * FL_slope * r[FORCE_VELOCITY] + FP_slope)) / r[RESTING]
}

/**
 * Forces of the muscles list[from..to), whose gain and bias are both of type muscle and whose input is the activation.
 */
export function muscleForces(m: Model, d: Data, list: Int32Array, from: number, to: number): void {
  const { actuator_gainprm: gain, actuator_biasprm: bias, actuator_lengthrange: range, actuator_acc0: acc0 } = m
  const { actuator_outadr, actuator_actadr } = m
  const { actuator_length: length, actuator_velocity: velocity, actuator_force, act } = d
  const r = registers
  for (let n = from; n < to; n++) {
    const i = list[n]
    const at = 10 * i
    const out = actuator_outadr[i]
    hillCurves(r, gain, at, range, acc0, out, length, velocity)
    const active = -r[PEAK] * r[FORCE_LENGTH] * r[FORCE_VELOCITY] * act[actuator_actadr[i]]
    // length and peak force are the same if gain and bias have the same range, force and scale
    const same = gain[at] === bias[at] && gain[at + 1] === bias[at + 1] && gain[at + 2] === bias[at + 2]
    if (!same || gain[at + 3] !== bias[at + 3]) hillCurves(r, bias, at, range, acc0, out, length, velocity)
    passiveForce(passive, r, bias, at)
    actuator_force[out] = active + passive[0]
  }
}

const passive = new Float64Array(1) // V8: boxed otherwise

/**
 * Rate of the activation z = act[k] for a control u within [0, 1]: (u − z)/τ. The time constant is
 * τ = prm[0]·(0.5 + 1.5z) for activation and τ = prm[1]/(0.5 + 1.5z) for deactivation. It changes smoothly between the
 * two over a difference u − z of prm[2] (Millard et al., https://doi.org/10.1115/1.4023390).
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

// single numbers, for plots and custom models

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
