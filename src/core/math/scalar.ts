import { MINVAL } from './constants.ts'
import { exp, sinCosInPlace } from './functions.ts'

/**
 * Element `index` of the Halton sequence (https://doi.org/10.1007/BF01386213) of a prime base: evenly spread in [0, 1).
 * MuJoCo: mju_Halton.
 */
export function halton(index: number, base: number): number {
  let result = 0
  let digit = 1 / base
  for (let n = index; n > 0; n = Math.floor(n / base)) {
    result += digit * (n % base)
    digit /= base
  }
  return result
}

/**
 * Rises smoothly from 0 at x ≤ 0 to 1 at x ≥ 1, with two derivatives that are zero at both ends: 6x⁵ − 15x⁴ + 10x³.
 * MuJoCo: mju_sigmoid.
 */
export function sigmoid(x: number): number {
  if (x <= 0) return 0
  return x >= 1 ? 1 : x * x * x * (3 * x * (2 * x - 5) + 10)
}

/** Position of x″ = −stiffness·x − damping·x′ after a time, from x and x′ at the start. MuJoCo: mju_springDamper. */
export function springDamper(
  position: number,
  velocity: number,
  stiffness: number,
  damping: number,
  time: number,
): number {
  const discriminant = damping * damping - 4 * stiffness
  if (discriminant > MINVAL) {
    // overdamped: x = a exp(r₁ t) + b exp(r₂ t)
    const root = Math.sqrt(discriminant)
    const r1 = 0.5 * (-damping + root)
    const r2 = 0.5 * (-damping - root)
    const a = (position * r2 - velocity) / (r2 - r1)
    const b = (velocity - position * r1) / (r2 - r1)
    return a * exp(r1 * time) + b * exp(r2 * time)
  }
  const decay = exp(-0.5 * damping * time)
  if (discriminant > -MINVAL) return decay * (position + (velocity + 0.5 * damping * position) * time)
  // underdamped: a decaying oscillation
  const frequency = 0.5 * Math.sqrt(-discriminant)
  arc[0] = frequency * time
  sinCosInPlace(arc)
  return decay * (position * arc[1] + ((velocity + 0.5 * damping * position) / frequency) * arc[0])
}

const arc = new Float64Array(2)
