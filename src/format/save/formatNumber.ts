/** Numbers as text that reads back to the same bits. */

/** Smaller numbers underflow to zero when they are read. */
const LEAST_NORMAL = 2 ** -1022
/** Digits that are enough for any single-precision number. */
const SINGLE_DIGITS = 9

/** A number as it will be read. */
export function withoutUnderflow(value: number): number {
  return Math.abs(value) < LEAST_NORMAL ? 0 : value
}

/** The shortest text for a number. */
export function numberText(value: number): string {
  return String(withoutUnderflow(value))
}

/** The shortest decimal number that rounds to the same single-precision number: 0.1 for 0.10000000149. */
export function shortestSingle(value: number): number {
  const single = Math.fround(value)
  for (let digits = 1; digits < SINGLE_DIGITS; digits++) {
    const short = Number(single.toPrecision(digits))
    if (Math.fround(short) === single) return short
  }
  return Number(single.toPrecision(SINGLE_DIGITS))
}

type Rows = Float64Array | Float32Array | Int32Array | Uint8Array

/** Row i of an array of rows of n numbers. */
export function row(array: Rows, i: number, n: number): number[] {
  return rows(array, i, 1, n)
}

/** `count` rows of n numbers, one after the other, from row `first` on. */
export function rows(array: Rows, first: number, count: number, n: number): number[] {
  const numbers = Array.from(array.subarray(n * first, n * (first + count)))
  return array instanceof Float32Array ? numbers.map(shortestSingle) : numbers
}

/** Number i of an array. */
export function at(array: Rows, i: number): number {
  return array instanceof Float32Array ? shortestSingle(array[i]) : array[i]
}

/** Row i of user data, without the zeros at its end; undefined when nothing is left. */
export function userRow(array: Float64Array, i: number, n: number): number[] | undefined {
  const numbers = row(array, i, n)
  let count = n
  while (count > 0 && numbers[count - 1] === 0) count--
  return count > 0 ? numbers.slice(0, count) : undefined
}

/** 0, 1, …, n − 1. */
export function ids(n: number): number[] {
  return Array.from({ length: n }, (_, id) => id)
}
