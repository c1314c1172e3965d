import { doubleBits, doubleWord } from './constants.ts'
import { INTERVALS, LOG, LOG_START, LOG_TAIL, POWER, POWER_TAIL, RECIPROCAL } from './powerTables.ts'

/**
 * Exponential, powers and logarithm. Constants and order of operations of `exp` and `pow` are those of ARM's Optimized
 * Routines (https://github.com/ARM-software/optimized-routines, math), as musl has them.
 */

// V8: constants of this module
const word = doubleWord
const wordBits = doubleBits
const power = POWER
const powerTail = POWER_TAIL

const pair = new Float64Array(2)
/** Adding and subtracting this rounds a small number to a whole one. */
const ROUND = 1.5 * 2 ** 52
/** ln 2 / 128 in two parts. */
const LN2_INTERVAL = 0.005415212348111709
const LN2_INTERVAL_LOW = 1.2864023111638346e-14

/** e to the power x. */
export function exp(x: number): number {
  pair[0] = x
  pair[1] = 0
  expOfSumInPlace(pair)
  return pair[0]
}

/** Replaces v[0] by exp(v[0]). V8: boxed otherwise. */
export function expInPlace(v: Float64Array): void {
  pair[0] = v[0]
  pair[1] = 0
  expOfSumInPlace(pair)
  v[0] = pair[0]
}

/**
 * Replaces x = v[0] by e to the power x + low, where low = v[1] is small against x: the digits of a power that x alone
 * cannot hold.
 */
function expOfSumInPlace(v: Float64Array): void {
  const x = v[0]
  const size = Math.abs(x)
  if (!(size < 1024)) {
    v[0] = x > 0 ? Infinity : x < 0 ? 0 : Number.NaN
    return
  }
  if (size < 2 ** -54) {
    v[0] = 1
    return
  }
  // x = (128·e + j)·ln2/128 + r, |r| ≤ ln2/256
  const n = x * (INTERVALS / Math.LN2) + ROUND - ROUND
  const r = x - n * LN2_INTERVAL - n * LN2_INTERVAL_LOW + v[1]
  const j = n & (INTERVALS - 1)
  const e = (n - j) / INTERVALS
  const rr = r * r
  // 2^(j/128)·exp(r) = scale + scale·rest
  const rest =
    powerTail[j] +
    r +
    rr * (0.49999999999996786 + r * 0.16666666666665886) +
    rr * rr * (0.0416666808410674 + r * 0.008333335853059549)
  if (size < 512) {
    const scale = power[j] * powerOfTwo(e)
    v[0] = scale + scale * rest
  } else if (x > 0) {
    // 2^e alone may be out of range
    const scale = power[j] * powerOfTwo(e - 1009)
    v[0] = (scale + scale * rest) * 2 ** 1009
  } else {
    const scale = power[j] * powerOfTwo(e + 1022)
    let y = scale + scale * rest
    if (y < 1) {
      // a subnormal result: rounded once, to a multiple of 2^-52 here
      const low = scale - y + scale * rest
      const sum = 1 + y
      y = sum + (1 - sum + y + low) - 1
    }
    v[0] = y * 2 ** -1022
  }
}

/** 2 to a whole power within -1022 … 1023. */
function powerOfTwo(exponent: number): number {
  wordBits[0] = 0
  wordBits[1] = (exponent + 1023) << 20
  return word[0]
}

const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/** Natural logarithm, within a few units in the last place. */
export function log(x: number): number {
  pair[0] = x
  logInPlace(pair)
  return pair[0]
}

/** Replaces v[0] by its natural logarithm. V8: boxed otherwise. */
export function logInPlace(v: Float64Array): void {
  let x = v[0]
  if (!(x > 0 && x < Infinity)) {
    if (x === 0) v[0] = -Infinity
    else if (x !== Infinity) v[0] = Number.NaN
    return
  }
  // x = 2^e·mantissa with the mantissa in [√½, √2)
  let e = 0
  if (x < 2.2250738585072014e-308) {
    x *= 2 ** 54
    e = -54
  }
  word[0] = x
  e += (wordBits[1] >>> 20) - 1023
  wordBits[1] = (wordBits[1] & 0xfffff) | 0x3ff00000
  let mantissa = word[0]
  if (mantissa > Math.SQRT2) {
    mantissa *= 0.5
    e++
  }
  // ln(1 + f) = 2·artanh(s) with s = f/(2 + f),
  const f = mantissa - 1
  const s = f / (2 + f)
  const z = s * s
  const series =
    z *
    (2 / 3 +
      z *
        (2 / 5 +
          z *
            (2 / 7 +
              z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21))))))))))
  // 2 s = f − f²/2 + s f²/2
  const h = 0.5 * f * f
  v[0] = e * LN2_HIGH + (f - (h - (s * (h + series) + e * LN2_LOW)))
}

/** ln 2 in two parts; whole multiples of the first, of 42 bits, are exact. */
const POW_LN2 = 0.6931471805598903
const POW_LN2_LOW = 5.497923018708371e-14

/** x to the power y, for x ≥ 0: exp(y·ln x), with the logarithm and the product to 68 bits. */
export function pow(x: number, y: number): number {
  pair[0] = x
  pair[1] = y
  powInPlace(pair)
  return pair[0]
}

/** Replaces v[0] by v[0] to the power v[1]: `pow` for hot code. V8: boxed otherwise. */
export function powInPlace(v: Float64Array): void {
  const x = v[0]
  const y = v[1]
  if (y === 0 || x === 1) {
    v[0] = 1
    return
  }
  if (!(x > 0 && x < Infinity)) {
    const isEdge = x === 0 || x === Infinity
    if (isEdge && y > 0) v[0] = x
    else if (isEdge && y < 0) v[0] = 1 / x
    else v[0] = Number.NaN
    return
  }

  // x = 2^e·z, with z from LOG_START on
  let e = 0
  if (x < 2.2250738585072014e-308) {
    word[0] = x * 2 ** 52
    e = -52
  } else {
    word[0] = x
  }
  const offset = (wordBits[1] - LOG_START) | 0
  e += offset >> 20
  wordBits[1] -= offset & 0xfff00000
  const z = word[0]
  // the upper half of z, rounded, times 1/c is exact
  if (wordBits[0] >= 0x80000000) wordBits[1]++
  wordBits[0] = 0
  const zHigh = word[0]
  const i = (offset >>> 13) & (INTERVALS - 1)
  const reciprocal = RECIPROCAL[i]
  const rHigh = zHigh * reciprocal - 1
  const rLow = (z - zHigh) * reciprocal
  const r = rHigh + rLow

  // ln x = e·ln 2 + ln c + ln(1 + r); sums of two numbers and the square of rHigh keep what rounding loses
  const known = e * POW_LN2 + LOG[i]
  const sum = known + r
  const half = -0.5 * r
  const halfSquare = r * half
  const halfHigh = -0.5 * rHigh
  const squareHigh = rHigh * halfHigh
  const high = sum + squareHigh
  const series =
    r *
    halfSquare *
    (-0.6666666666666679 +
      r * 0.5000000000000007 +
      halfSquare *
        (0.7999999995323976 + r * -0.6666666663487739 + halfSquare * (-1.142909628459501 + r * 1.0000415263675542)))
  const low =
    e * POW_LN2_LOW + LOG_TAIL[i] + (known - sum + r) + rLow * (half + halfHigh) + (sum - high + squareHigh) + series
  const log = high + low
  const logTail = high - log + low

  // y·ln x, with the halves of each
  word[0] = y
  wordBits[0] &= 0xf8000000
  const yHigh = word[0]
  word[0] = log
  wordBits[0] &= 0xf8000000
  const logHigh = word[0]
  v[0] = yHigh * logHigh
  v[1] = (y - yHigh) * logHigh + y * (log - logHigh + logTail)
  expOfSumInPlace(v)
}
