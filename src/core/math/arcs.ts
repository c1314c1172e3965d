import { doubleBits, doubleWord } from './constants.ts'

/**
 * Arc tangent, arc sine and arc cosine. Constants, thresholds and order of operations are those of fdlibm
 * (https://www.netlib.org/fdlibm).
 */

const HALF_PI = Math.PI / 2
const HALF_PI_LOW = 6.123233995736766e-17
const PI_LOW = 1.2246467991473532e-16

const pair = new Float64Array(2)

/** Angle of the point (x, y), within ±π rad. */
export function atan2(y: number, x: number): number {
  pair[0] = y
  pair[1] = x
  atan2InPlace(pair)
  return pair[0]
}

/** Replaces v[0] by the angle of the point (x = v[1], y = v[0]). */
export function atan2InPlace(v: Float64Array): void {
  const y = v[0]
  const x = v[1]
  const ay = Math.abs(y)
  const ax = Math.abs(x)
  const left = x < 0 || (x === 0 && 1 / x < 0)
  const below = y < 0 || (y === 0 && 1 / y < 0)
  let angle: number
  if (y === 0 && !Number.isNaN(x)) {
    angle = left ? Math.PI : 0
  } else if (ay >= ax * 2 ** 63 && isVertical(ax, ay)) {
    angle = HALF_PI
  } else {
    // atan(ratio) = atan(c) + atan(t), t = (ratio − c)/(1 + c·ratio), with c = 0, ½, 1, 1½ or ∞
    const ratio = ax === Infinity && ay === Infinity ? 1 : ay / ax
    let high = 0
    let low = 0
    let t = ratio
    if (ratio >= 2.4375) {
      high = HALF_PI
      low = HALF_PI_LOW
      t = -1 / ratio
    } else if (ratio >= 1.1875) {
      high = 0.982793723247329
      low = 1.3903311031230998e-17
      t = (ratio - 1.5) / (1 + 1.5 * ratio)
    } else if (ratio >= 0.6875) {
      high = 0.7853981633974483
      low = 3.061616997868383e-17
      t = (ratio - 1) / (ratio + 1)
    } else if (ratio >= 0.4375) {
      high = 0.4636476090008061
      low = 2.2698777452961687e-17
      t = (2 * ratio - 1) / (2 + ratio)
    }
    // tail = 1 − atan(t)/t, a minimax polynomial of z = t²; even and odd coefficients apart
    const z = t * t
    const w = z * z
    const even =
      0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w * (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782))))
    const odd =
      -0.19999999999876483 +
      w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916)))
    const tail = z * even + w * odd
    angle = high - (t * tail - low - t)
    if (left) angle = Math.PI - (angle - PI_LOW)
  }
  v[0] = below ? -angle : angle
}

/** Whether y/x is infinite, or above 2⁶⁴ as far as the upper words of both tell. */
function isVertical(x: number, y: number): boolean {
  if (x === 0 || x === Infinity || y === Infinity) return x !== Infinity
  doubleWord[0] = x
  const upper = doubleBits[1]
  doubleWord[0] = y
  return doubleBits[1] - upper > 64 << 20
}

/** asin(t)/t − 1 of z = t² ≤ ¼, as a quotient of polynomials. */
function asinTail(z: number): number {
  const p =
    z *
    (0.16666666666666666 +
      z *
        (-0.3255658186224009 +
          z *
            (0.20121253213486293 +
              z * (-0.04005553450067941 + z * (0.0007915349942898145 + z * 3.479331075960212e-5)))))
  const q =
    1 + z * (-2.403394911734414 + z * (2.0209457602335057 + z * (-0.6882839716054533 + z * 0.07703815055590194)))
  return p / q
}

/** The first double whose upper word is that of 0.975: from there on asin needs no further care. */
const NEAR_ONE = 0.9749999046325684

/** Arc sine, rad; NaN outside [-1, 1]. */
export function asin(x: number): number {
  const size = Math.abs(x)
  if (size < 0.5) return x + x * asinTail(x * x)
  if (!(size < 1)) return size === 1 ? x * HALF_PI : Number.NaN
  // asin(x) = π/2 − 2·asin(s)
  const z = (1 - size) * 0.5
  const s = Math.sqrt(z)
  const tail = asinTail(z)
  let angle: number
  if (size >= NEAR_ONE) {
    angle = HALF_PI - (2 * (s + s * tail) - HALF_PI_LOW)
  } else {
    const high = withoutLowWord(s)
    const low = (z - high * high) / (s + high)
    angle = 0.5 * HALF_PI - (2 * s * tail - (HALF_PI_LOW - 2 * low) - (0.5 * HALF_PI - 2 * high))
  }
  return x < 0 ? -angle : angle
}

/** Arc cosine, rad; NaN outside [-1, 1]. */
export function acos(x: number): number {
  const size = Math.abs(x)
  if (size < 0.5) return HALF_PI - (x - (HALF_PI_LOW - x * asinTail(x * x)))
  if (!(size < 1)) return x === 1 ? 0 : x === -1 ? Math.PI : Number.NaN
  const z = (1 - size) * 0.5
  const s = Math.sqrt(z)
  if (x < 0) return 2 * (HALF_PI - (s + (asinTail(z) * s - HALF_PI_LOW)))
  const high = withoutLowWord(s)
  const low = (z - high * high) / (s + high)
  return 2 * (high + (asinTail(z) * s + low))
}

/** A double with its lower 32 bits cleared. */
function withoutLowWord(x: number): number {
  doubleWord[0] = x
  doubleBits[0] = 0
  return doubleWord[0]
}
