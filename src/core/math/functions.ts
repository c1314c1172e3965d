/**
 * Elementary functions with the same bits on every JavaScript engine. `+ - * /` and `Math.sqrt` are exact by
 * the language's definition; `Math.sin` and similar functions are not, and differ between browsers. All code that runs
 * in a simulation calls the functions of this file instead. Results are within a few units in the last place.
 */

// ---- sine and cosine ------------------------------------------------------------------------------------

const TWO_OVER_PI = 2 / Math.PI
const HALF_PI = Math.PI / 2
const HALF_PI_LOW = 6.123233995736766e-17
/** π/2 in three parts of at most 33 bits, so that n·part is exact for |n| < 2²⁰. */
const HALF_PI_1 = 1.5707963267341256
const HALF_PI_2 = 6.077100506303966e-11
const HALF_PI_3 = 2.0222662487959506e-21
/** Adding and subtracting this rounds a small number to a whole one. */
const ROUND = 1.5 * 2 ** 52
/** Beyond this the three-part reduction would lose digits. */
const LARGE_ANGLE = 1e6

/** An angle reduced to |high| ≤ π/4: high part, low part, quadrant. */
const reduced = new Float64Array(3)

/** Floor of 2/π · 2¹²⁰⁰. */
const TWO_OVER_PI_BITS =
  0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7bn

/** Reduces x exactly, with long integers: slow, for angles beyond any stable simulation. */
function reduceLargeAngle(x: number): void {
  if (!Number.isFinite(x)) {
    reduced[0] = Number.NaN
    reduced[1] = 0
    reduced[2] = 0
    return
  }
  // x is a whole number times 2⁻⁵² here, since |x| ≥ 2¹⁹; x·2/π in fixed point with 1252 fractional bits
  const whole = Math.abs(x) < 2 ** 960 ? BigInt(x * 2 ** 52) : BigInt(x) << 52n
  const product = whole * TWO_OVER_PI_BITS
  const fractionBits = 1252n
  const n = (product + (1n << (fractionBits - 1n))) >> fractionBits
  const fraction = Number((product - (n << fractionBits)) >> (fractionBits - 100n)) / 2 ** 100
  reduced[0] = fraction * HALF_PI
  reduced[1] = fraction * HALF_PI_LOW
  reduced[2] = Number(n & 3n)
}

/**
 * Replaces an angle v[0], in rad, by its sine, and v[1] by its cosine. V8: boxed
 * otherwise.
 */
export function sinCosInPlace(v: Float64Array): void {
  const x = v[0]
  let high = x
  let low = 0
  let quadrant = 0
  if (!(x < 0.7 && x > -0.7)) {
    if (x < LARGE_ANGLE && x > -LARGE_ANGLE) {
      // x = n·π/2 + (high + low) with |high| ≤ π/4
      const n = x * TWO_OVER_PI + ROUND - ROUND
      const t = x - n * HALF_PI_1
      const w = n * HALF_PI_2
      high = t - w
      low = t - high - w - n * HALF_PI_3
      quadrant = n & 3
    } else {
      reduceLargeAngle(x)
      high = reduced[0]
      low = reduced[1]
      quadrant = reduced[2]
    }
  }

  // Taylor series to the 17th and 18th power, with the low part to first order
  const z = high * high
  const sinTail =
    -1 / 6 +
    z *
      (1 / 120 +
        z *
          (-1 / 5040 +
            z *
              (1 / 362880 +
                z * (-1 / 39916800 + z * (1 / 6227020800 + z * (-1 / 1307674368000 + z * (1 / 355687428096000)))))))
  const s = high + (high * z * sinTail + low * (1 - 0.5 * z))
  const cosTail =
    1 / 24 +
    z *
      (-1 / 720 +
        z *
          (1 / 40320 +
            z *
              (-1 / 3628800 +
                z * (1 / 479001600 + z * (-1 / 87178291200 + z * (1 / 20922789888000 + z * (-1 / 6402373705728000)))))))
  // 1 − z/2 loses the last bits; `lost` brings them back
  const half = 0.5 * z
  const first = 1 - half
  const lost = 1 - first - half
  const c = first + (lost + (z * z * cosTail - high * low))

  v[0] = quadrant === 0 ? s : quadrant === 1 ? c : quadrant === 2 ? -s : -c
  v[1] = quadrant === 0 ? c : quadrant === 1 ? -s : quadrant === 2 ? -c : s
}

const pair = new Float64Array(2)

/** Sine of an angle in rad. */
export function sin(x: number): number {
  pair[0] = x
  sinCosInPlace(pair)
  return pair[0]
}

/** Cosine of an angle in rad. */
export function cos(x: number): number {
  pair[0] = x
  sinCosInPlace(pair)
  return pair[1]
}

// ---- arcs -----------------------------------------------------------------------------------------------

/** atan(k/8) for k = 0 … 8, high and low parts. */
const ATAN_EIGHTHS = Float64Array.of(
  0,
  0.12435499454676144,
  0.24497866312686414,
  0.35877067027057225,
  0.4636476090008061,
  0.5585993153435624,
  0.6435011087932844,
  0.7188299996216245,
  0.7853981633974483,
)
const ATAN_EIGHTHS_LOW = Float64Array.of(
  0,
  -3.1253241424539383e-18,
  1.0698755618734451e-17,
  -2.4623815582638635e-17,
  2.2698777452961687e-17,
  -5.4556305485916264e-18,
  1.5834785051444286e-17,
  -2.1478388444456983e-17,
  3.061616997868383e-17,
)
const PI_LOW = 1.2246467991473532e-16

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
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  const left = x < 0 || (x === 0 && 1 / x < 0)
  const below = y < 0 || (y === 0 && 1 / y < 0)

  // the ratio within an octant: smaller over larger
  const steep = ay > ax
  const num = steep ? ax : ay
  const den = steep ? ay : ax
  let ratio = num / den
  if (num === 0 && den === 0) ratio = 0
  else if (num === Infinity && den === Infinity) ratio = 1

  // atan(ratio) = atan(c) + atan(t), with c the nearest eighth
  const k = ratio * 8 + ROUND - ROUND
  const c = 0.125 * k
  const t = (ratio - c) / (1 + c * ratio)
  const z = t * t
  const series = z * (-1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13 - z / 15))))))
  const high = ATAN_EIGHTHS[k]
  const low = t + (t * series + ATAN_EIGHTHS_LOW[k])

  let angle: number
  if (!steep) angle = left ? Math.PI - high - (low - PI_LOW) : high + low
  else angle = left ? HALF_PI + high + (low + HALF_PI_LOW) : HALF_PI - high - (low - HALF_PI_LOW)
  v[0] = below ? -angle : angle
}

/** Arc sine, rad; NaN outside [-1, 1]. */
export function asin(x: number): number {
  return atan2(x, Math.sqrt((1 - x) * (1 + x)))
}

/** Arc cosine, rad; NaN outside [-1, 1]. */
export function acos(x: number): number {
  return atan2(Math.sqrt((1 - x) * (1 + x)), x)
}

// ---- exponential and logarithm --------------------------------------------------------------------------

/** 2^(j/16) for j = 0 … 15, high and low parts. */
const EXP_SIXTEENTHS = Float64Array.of(
  1,
  1.0442737824274138,
  1.0905077326652577,
  1.1387886347566916,
  1.189207115002721,
  1.241857812073484,
  1.2968395546510096,
  1.3542555469368927,
  Math.SQRT2,
  1.4768261459394993,
  1.5422108254079407,
  1.6104903319492543,
  1.681792830507429,
  1.7562521603732995,
  1.8340080864093424,
  1.9152065613971474,
)
const EXP_SIXTEENTHS_LOW = Float64Array.of(
  0,
  8.551889705537965e-17,
  -3.046782079812471e-17,
  8.912812676025408e-17,
  3.982015231465646e-17,
  4.658027591836937e-17,
  2.5382502794888315e-17,
  7.70094837980299e-17,
  -9.667293313452913e-17,
  -3.483994556892796e-17,
  7.949834809697621e-17,
  2.4707192569797888e-17,
  8.199010020581497e-17,
  2.960140695448873e-17,
  3.283107224245627e-17,
  -1.0619946056195963e-16,
)
/** ln 2 / 16 in two parts, the first of 32 bits. */
const LN2_16_HIGH = 0.04332169877307024
const LN2_16_LOW = 1.1926343307941173e-11

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
  const low = v[1]
  if (x > 709.782712893384 || x < -745.1332191019412) {
    v[0] = x > 0 ? Infinity : 0
    return
  }
  // x = (16·e + j)·ln2/16 + r, |r| ≤ ln2/32
  const n = x * (16 / Math.LN2) + ROUND - ROUND
  const r = x - n * LN2_16_HIGH - (n * LN2_16_LOW - low)
  const j = n & 15
  const power = (n - j) / 16
  const series = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040))))))
  const value = EXP_SIXTEENTHS[j] + (EXP_SIXTEENTHS_LOW[j] + EXP_SIXTEENTHS[j] * series)
  // two factors, since 2^power alone may leave the range
  const half = power >> 1
  v[0] = value * powerOfTwo(half) * powerOfTwo(power - half)
}

const word = new Float64Array(1)
const wordBits = new Uint32Array(word.buffer)

/** 2 to a whole power within ±1022. */
function powerOfTwo(power: number): number {
  wordBits[0] = 0
  wordBits[1] = (power + 1023) << 20
  return word[0]
}

const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN
  if (x === Infinity) return Infinity
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
  return e * LN2_HIGH + (f - (h - (s * (h + series) + e * LN2_LOW)))
}

/** x to the power y, for x ≥ 0: exp(y·ln x), with the logarithm and the product to twice the usual digits. */
export function pow(x: number, y: number): number {
  pair[0] = x
  pair[1] = y
  powInPlace(pair)
  return pair[0]
}

/** Replaces v[0] by v[0] to the power v[1]: `pow` for hot code. V8: boxed otherwise. */
export function powInPlace(v: Float64Array): void {
  let x = v[0]
  const y = v[1]
  if (y === 0 || x === 1) {
    v[0] = 1
    return
  }
  if (x === 0) {
    v[0] = y > 0 ? 0 : Infinity
    return
  }
  if (!(x > 0 && x < Infinity)) {
    v[0] = x > 0 ? (y > 0 ? Infinity : 0) : Number.NaN
    return
  }

  // x = 2^e·(1 + f) with 1 + f in [√½, √2)
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
  const f = mantissa - 1

  // s = f/(2 + f) as high + low; ln(1 + f) = 2 s + 2 s³/3 + …, of which only the first term needs the extra digits
  const den = 2 + f
  const s = f / den
  const sLow = (f - s * den - productError(s, den) - s * (f - (den - 2))) / den
  const z = s * s
  const tail =
    s *
    z *
    (2 / 3 +
      z *
        (2 / 5 +
          z *
            (2 / 7 +
              z * (2 / 9 + z * (2 / 11 + z * (2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21))))))))))
  const exponent = e * LN2_HIGH
  const high = exponent + 2 * s
  const low = exponent === 0 ? 0 : 2 * s - (high - exponent)
  const logLow = low + (2 * sLow + tail + e * LN2_LOW)
  const logHigh = high + logLow
  const rest = logLow - (logHigh - high)

  v[0] = y * logHigh
  v[1] = productError(y, logHigh) + y * rest
  expOfSumInPlace(v)
}

/** a·b − the rounded a·b, exactly: each factor is split into halves of 26 bits. */
function productError(a: number, b: number): number {
  const product = a * b
  const ca = 134217729 * a
  const aHigh = ca - (ca - a)
  const aLow = a - aHigh
  const cb = 134217729 * b
  const bHigh = cb - (cb - b)
  const bLow = b - bHigh
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)
}
