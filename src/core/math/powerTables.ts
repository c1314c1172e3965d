/**
 * Tables of the exponential and of the logarithm in powers, exactly rounded. They are defined as in ARM's Optimized
 * Routines (https://github.com/ARM-software/optimized-routines, math), whose algorithms the reference's C library has.
 */

/** Intervals of each table. */
export const INTERVALS = 128

/** Fixed point: numbers times 2²⁰⁰. */
const ONE = 1n << 200n

/** The double nearest to a number in fixed point. */
function nearest(fixed: bigint): number {
  return Number(fixed) / 2 ** 200
}

/** A double in fixed point. */
function fixedPoint(x: number): bigint {
  return BigInt(x * 2 ** 100) << 100n
}

/** Square root, rounded down, by Newton's method from above. */
function squareRoot(square: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(square.toString(16).length * 2))
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** 2^(k/128) = POWER[k]·(1 + POWER_TAIL[k]), the first the nearest double. */
export const POWER = new Float64Array(INTERVALS)
export const POWER_TAIL = new Float64Array(INTERVALS)

function fillPowers(): void {
  let ratio = 2n * ONE
  for (let n = INTERVALS; n > 1; n /= 2) ratio = squareRoot(ratio * ONE)
  let power = ONE
  for (let k = 0; k < INTERVALS; k++) {
    POWER[k] = nearest(power)
    const high = fixedPoint(POWER[k])
    POWER_TAIL[k] = nearest(((power - high) * ONE) / high)
    power = (power * ratio) / ONE
  }
}

/**
 * A point c near the middle of each of 128 intervals of [LOG_START, 2·LOG_START): 1/c, of a few bits, and ln c =
 * LOG + LOG_TAIL, the first a multiple of 2⁻⁴³.
 */
export const RECIPROCAL = new Float64Array(INTERVALS)
export const LOG = new Float64Array(INTERVALS)
export const LOG_TAIL = new Float64Array(INTERVALS)
/** High word of the start of the first interval, 0.7057 as a double. */
export const LOG_START = 0x3fe69555

function fillLogs(): void {
  for (let i = 0; i < INTERVALS; i++) {
    // intervals have equal length in the bits of doubles: half as long below 1
    const start = (0x69555 + (i + 0.5) * 2 ** 13) / 2 ** 20
    const middle = start < 1 ? (1 + start) / 2 : start
    RECIPROCAL[i] = middle < 1 ? Math.round(INTERVALS / middle) / INTERVALS : Math.round(256 / middle) / 256
  }
  // ln(n + 1) − ln n = 2·artanh(1/(2n + 1)), in steps of 1/256 from 1 downward and upward
  const logs = new Map([[256, 0n]])
  for (let n = 255; n >= 180; n--) logs.set(n, logs.get(n + 1)! - logRatio(n))
  for (let n = 257; n <= 364; n++) logs.set(n, logs.get(n - 1)! + logRatio(n - 1))
  for (let i = 0; i < INTERVALS; i++) {
    const log = -logs.get(256 * RECIPROCAL[i])!
    LOG[i] = Math.round(nearest(log) * 2 ** 43) / 2 ** 43
    LOG_TAIL[i] = nearest(log - fixedPoint(LOG[i]))
  }
}

/** ln((n + 1)/n) in fixed point. */
function logRatio(n: number): bigint {
  const d = BigInt(2 * n + 1)
  let sum = 0n
  let power = (2n * ONE) / d
  for (let k = 1n; power > 0n; k += 2n) {
    sum += power / k
    power /= d * d
  }
  return sum
}

fillPowers()
fillLogs()
