import { doubleBits, doubleWord } from './constants.ts'
import { reduceLargeAngle } from './largeAngle.ts'

/**
 * Sine, cosine and tangent: an angle is reduced to a quadrant, where minimax polynomials are evaluated. Constants,
 * thresholds and order of operations are those of fdlibm (https://www.netlib.org/fdlibm) as musl has it.
 */

const TWO_OVER_PI = 2 / Math.PI
/** π/2 is part 1, of 33 bits, and rest 1; rest 1 is part 2, of 33 bits, and rest 2; and so on. */
const PART_1 = 1.5707963267341256
const REST_1 = 6.077100506506192e-11
const PART_2 = 6.077100506303966e-11
const REST_2 = 2.0222662487959506e-21
const PART_3 = 2.0222662487111665e-21
const REST_3 = 8.4784276603689e-32
/** Adding and subtracting this rounds a small number to a whole one. */
const ROUND = 1.5 * 2 ** 52

/** The first doubles above 1, 3, 5, 7 and 9 times π/4 whose lower word is 0: n changes there. */
const QUARTER_1 = 0.7853984832763672
const QUARTER_3 = 2.3561954498291016
const QUARTER_5 = 3.926992416381836
const QUARTER_7 = 5.497791290283203
const QUARTER_9 = 7.0685882568359375
const QUARTER_PI = Math.PI / 4
/** Remainders below this are far from odd multiples of π/4. */
const EDGE = QUARTER_PI - 2 ** -17
/** 2²⁰·π/2, to the word: n·PART_1 is exact below. */
const LARGE_ANGLE = 1647099
/** Below 2^-27·√2, to the word, the sine is the angle and the cosine is 1. */
const TINY_ANGLE = 1.0536710603901157e-8

/** Upper words of n·π/2. */
const UPPER_OF_MULTIPLES = Uint32Array.of(0, 0x3ff921fb, 0x400921fb, 0x4012d97c, 0x401921fb)

/** An angle reduced to |high| ≤ π/4: high part, low part, quadrant. */
const reduced = new Float64Array(3)

// V8: constants of this module
const word = doubleWord
const wordBits = doubleBits

/** Minimax polynomials of sine and cosine within ±π/4, without their first terms. */
const SIN_3 = -0.16666666666666632
const SIN_5 = 0.00833333333332249
const SIN_7 = -0.0001984126982985795
const SIN_9 = 2.7557313707070068e-6
const SIN_11 = -2.5050760253406863e-8
const SIN_13 = 1.58969099521155e-10
const COS_4 = 0.0416666666666666
const COS_6 = -0.001388888888887411
const COS_8 = 2.480158728947673e-5
const COS_10 = -2.7557314351390663e-7
const COS_12 = 2.087572321298175e-9
const COS_14 = -1.1359647557788195e-11

/**
 * reduced ← the remainder of the angle in reduced[0], at least π/4, and its quadrant. Near multiples of π/2 digits
 * cancel, and further parts of π/2 are used. Near odd multiples of π/4 the upper word decides about n, or else the
 * remainder.
 */
function reduceAngle(): void {
  const x = reduced[0]
  const size = Math.abs(x)
  if (!(size < LARGE_ANGLE)) {
    reduceLargeAngle(reduced, x)
    return
  }
  let n = x * TWO_OVER_PI + ROUND - ROUND
  if (size < QUARTER_9) {
    n = size < QUARTER_3 ? 1 : size < QUARTER_5 ? 2 : size < QUARTER_7 ? 3 : 4
    if (x < 0) n = -n
  } else {
    const remainder = x - n * PART_1 - n * REST_1
    if (remainder < -QUARTER_PI) n--
    else if (remainder > QUARTER_PI) n++
  }
  let t = x - n * PART_1
  let w = n * REST_1
  word[0] = size
  const upper = wordBits[1]
  // below 9π/4, near means that the upper word is that of n·π/2
  if (size >= QUARTER_9 || upper === UPPER_OF_MULTIPLES[Math.abs(n)]) {
    // bits that cancel
    word[0] = Math.abs(t - w)
    if ((upper >>> 20) - (wordBits[1] >>> 20) > 16) {
      const t1 = t
      w = n * PART_2
      t = t1 - w
      w = n * REST_2 - (t1 - t - w)
      word[0] = Math.abs(t - w)
      if ((upper >>> 20) - (wordBits[1] >>> 20) > 49) {
        const t2 = t
        w = n * PART_3
        t = t2 - w
        w = n * REST_3 - (t2 - t - w)
      }
    }
  }
  reduced[0] = t - w
  reduced[1] = t - reduced[0] - w
  reduced[2] = n & 3
}

/**
 * Replaces an angle v[0], in rad, by its sine, and v[1] by its cosine. V8: boxed
 * otherwise.
 */
export function sinCosInPlace(v: Float64Array): void {
  const x = v[0]
  const size = Math.abs(x)
  if (size < TINY_ANGLE) {
    v[1] = 1
    return
  }
  let high = x
  let low = 0
  let quadrant = 0
  if (!(size < QUARTER_1)) {
    // x = n·π/2 + high + low
    const n = x * TWO_OVER_PI + ROUND - ROUND
    const t = x - n * PART_1
    const w = n * REST_1
    high = t - w
    low = t - high - w
    quadrant = n & 3
    const far = Math.abs(high)
    if (!(far < EDGE && far * 2 ** 17 >= size && size < LARGE_ANGLE)) {
      reduced[0] = x
      reduceAngle()
      high = reduced[0]
      low = reduced[1]
      quadrant = reduced[2]
    }
  }

  const z = high * high
  const zz = z * z
  const cube = z * high
  const sinTail = SIN_5 + z * (SIN_7 + z * SIN_9) + z * zz * (SIN_11 + z * SIN_13)
  const s =
    size < QUARTER_1
      ? high + cube * (SIN_3 + z * sinTail)
      : high - (z * (0.5 * low - cube * sinTail) - low - cube * SIN_3)
  const cosTail = z * (COS_4 + z * (COS_6 + z * COS_8)) + zz * zz * (COS_10 + z * (COS_12 + z * COS_14))
  // 1 − z/2 loses the last bits; what it lost comes back in the sum
  const half = 0.5 * z
  const first = 1 - half
  const c = first + (1 - first - half + (z * cosTail - high * low))

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

/** Replaces an angle v[0], in rad, by its tangent. V8: boxed otherwise. */
export function tanInPlace(v: Float64Array): void {
  const x = v[0]
  const size = Math.abs(x)
  if (size < 2 ** -27) return
  reduced[0] = x
  reduced[1] = 0
  reduced[2] = 0
  if (!(size < QUARTER_1)) reduceAngle()
  const odd = (reduced[2] & 1) === 1
  const sign = reduced[0] < 0 ? -1 : 1

  // near π/4 the tangent of the complement is computed instead
  const near = Math.abs(reduced[0]) >= NEAR_QUARTER
  const high = near ? QUARTER_PI - sign * reduced[0] + (QUARTER_PI_LOW - sign * reduced[1]) : reduced[0]
  const low = near ? 0 : reduced[1]
  const z = high * high
  const zz = z * z
  const cube = z * high
  const even = TAN[1] + zz * (TAN[3] + zz * (TAN[5] + zz * (TAN[7] + zz * (TAN[9] + zz * TAN[11]))))
  const rest = TAN[2] + zz * (TAN[4] + zz * (TAN[6] + zz * (TAN[8] + zz * (TAN[10] + zz * TAN[12]))))
  const tail = low + z * (cube * (even + z * rest) + low) + cube * TAN[0]
  const t = high + tail
  if (near) {
    // tan(π/4 − a) = (1 − t)/(1 + t), and its negative reciprocal in odd quadrants
    const one = odd ? -1 : 1
    v[0] = sign * (one - 2 * (high + (tail - (t * t) / (t + one))))
  } else if (!odd) {
    v[0] = t
  } else {
    // −1/t to full precision, from upper words of t and of the quotient
    const quotient = -1 / t
    word[0] = t
    wordBits[0] = 0
    const upperT = word[0]
    word[0] = quotient
    wordBits[0] = 0
    const upperQuotient = word[0]
    v[0] = upperQuotient + quotient * (1 + upperQuotient * upperT + upperQuotient * (tail - (upperT - high)))
  }
}

const QUARTER_PI_LOW = 3.061616997868383e-17
/** The first double whose upper word is that of 0.6744. */
const NEAR_QUARTER = 0.6743354797363281

/** Coefficients of tan(x)/x − 1 in powers of x². */
const TAN = Float64Array.of(
  0.3333333333333341,
  0.13333333333320124,
  0.05396825397622605,
  0.021869488294859542,
  0.0088632398235993,
  0.0035920791075913124,
  0.0014562094543252903,
  0.0005880412408202641,
  0.0002464631348184699,
  7.817944429395571e-5,
  7.140724913826082e-5,
  -1.8558637485527546e-5,
  2.590730518636337e-5,
)
