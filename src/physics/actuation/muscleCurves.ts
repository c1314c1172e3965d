import { muscleBias, muscleGain, muscleRate } from './muscle.ts'

/**
 * The curves of muscles for single numbers: for drawing them, and for models of one's own. Parameters are those of
 * `actuator_gainprm`: range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax.
 */

/** Force (N) of a muscle that is fully active, negative because it pulls. */
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

/** Force (N) of a muscle that is not active. */
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

/** Rate of the activation of a muscle, 1/s; parameters are those of `actuator_dynprm`: two time constants and a width. */
export function muscleActivationRate(ctrl: number, act: number, prm: Float64Array): number {
  lengthNow[0] = ctrl
  velocityNow[0] = act
  muscleRate(out, velocityNow, 0, lengthNow, 0, prm, 0)
  return out[0]
}

function place(length: number, velocity: number, lengthrange: ArrayLike<number>, acc0: number): void {
  lengthNow[0] = length
  velocityNow[0] = velocity
  range[0] = lengthrange[0]
  range[1] = lengthrange[1]
  acceleration[0] = acc0
}

const out = new Float64Array(1)
const range = new Float64Array(2)
const acceleration = new Float64Array(1)
const lengthNow = new Float64Array(1)
const velocityNow = new Float64Array(1)
