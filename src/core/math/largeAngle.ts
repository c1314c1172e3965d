/**
 * The remainder of a large angle modulo π/2, by the method of Payne and Hanek (Radian reduction for trigonometric
 * functions, SIGNUM Newsletter 18, 1983): only those digits of 2/π enter that decide the fraction of x·2/π. Digits have
 * 24 bits, as in fdlibm; how many of them are used decides the last bits of the remainder.
 */

/** Floor of 2/π · 2¹²⁰⁰: 50 digits. */
const TWO_OVER_PI =
  0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7bn

/** π/2 in digits, the integer part with the first one. */
const HALF_PI_DIGITS = Float64Array.of(
  1.570796251296997,
  7.549789415861596e-8,
  5.390302529957765e-15,
  3.282003415807913e-22,
  1.270655753080676e-29,
)

/** Digits of the product that are computed at first, behind its leading one. */
const FEWEST_TERMS = 4

const word = new Float64Array(1)
const wordBits = new BigUint64Array(word.buffer)

/**
 * out ← high part and low part of x − n·π/2, within ±π/4, and n modulo 4, for |x| ≥ 2²⁰·π/2. Slow: no stable simulation
 * has such angles.
 */
export function reduceLargeAngle(out: Float64Array, x: number): void {
  if (!Number.isFinite(x)) {
    out[0] = Number.NaN
    out[1] = 0
    out[2] = 0
    return
  }
  // |x| = leading digit · 2^exponent + two more digits
  word[0] = x
  const exponent = Number((wordBits[0] >> 52n) & 0x7ffn) - (1023 + 23)
  const digits = ((wordBits[0] & 0xfffffffffffffn) | 0x10000000000000n) << 19n
  // products with earlier digits of 2/π are multiples of 8
  const first = Math.max(0, Math.trunc((exponent - 3) / 24))

  // the product is n + fraction·2^-bits; where the fraction begins with zeros, more terms follow
  let terms = FEWEST_TERMS
  let bits: number
  let n: number
  let fraction: bigint
  let above: boolean
  for (;;) {
    const product = leadingProduct(digits, first, terms)
    bits = 24 * (terms + first + 1) - exponent
    fraction = BigInt.asUintN(bits, product)
    n = Number((product >> BigInt(bits)) & 3n)
    // nearest n: a fraction above one half counts from the next one down
    above = fraction >> BigInt(bits - 1) === 1n
    if (above) {
      fraction = (1n << BigInt(bits)) - fraction
      n++
    }
    if (fraction >> BigInt(24 * FEWEST_TERMS) !== 0n || fraction === 0n) break
    for (let i = FEWEST_TERMS - 1; digitOf(fraction, i) === 0; i--) terms++
    terms++
  }

  multiplyByHalfPi(out, fraction, bits)
  if (above !== x < 0) {
    out[0] = -out[0]
    out[1] = -out[1]
  }
  out[2] = (x < 0 ? -n : n) & 3
}

/** Digit i of a number, from the lowest. */
function digitOf(number: bigint, i: number): number {
  return Number((number >> BigInt(24 * i)) & 0xffffffn)
}

/** x (three digits) times 2/π from its digit `first` on, without the digits behind the first `terms` + 1. */
function leadingProduct(x: bigint, first: number, terms: number): bigint {
  let sum = 0n
  for (let i = 0; i <= terms; i++) {
    let column = 0
    for (let j = 0; j < 3 && j <= first + i; j++)
      column += digitOf(x, 2 - j) * digitOf(TWO_OVER_PI, 49 - (first + i - j))
    sum = (sum << 24n) + BigInt(column)
  }
  return sum
}

/** out ← high and low part of fraction·2^-bits·π/2, summed digit by digit. */
function multiplyByHalfPi(out: Float64Array, fraction: bigint, bits: number): void {
  let top = 0
  while (fraction >> BigInt(24 * (top + 1)) !== 0n) top++
  // columns of the product, from the largest
  const columns: number[] = []
  for (let i = top; i >= 0; i--) {
    let column = 0
    for (let k = 0; k < HALF_PI_DIGITS.length && i + k <= top; k++)
      column += HALF_PI_DIGITS[k] * (digitOf(fraction, i + k) / Number(1n << BigInt(bits - 24 * (i + k))))
    columns.push(column)
  }
  let high = 0
  for (let i = top; i >= 0; i--) high += columns[i]
  let low = columns[0] - high
  for (let i = 1; i <= top; i++) low += columns[i]
  out[0] = high
  out[1] = low
}
