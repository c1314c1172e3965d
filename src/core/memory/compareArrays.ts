/**
 * Comparing long stretches of memory, in as few operations as can be. Sums that start at −0 tell whether everything was as
 * it should be: only what is zero to the last bit keeps them there, since what cancels gives +0. Several numbers at a time,
 * and integers that are said to be integers, make this as fast as a loop in JavaScript can be; libraries of a platform
 * may be several times faster.
 */
export const platform: {
  /** Whether `count` numbers of x from `i` on have the same bits as those of y from `j` on. */
  sameBits: ((x: Float64Array, i: number, y: Float64Array, j: number, count: number) => boolean) | undefined
} = { sameBits: undefined }

/** With fewer numbers a loop is done before a library is called. */
const MANY = 2000

/** Whether all bits of values[first .. end) are zero. */
export function isZero(values: Float64Array, first: number, end: number): boolean {
  if (end - first >= MANY && platform.sameBits !== undefined)
    return Object.is(values[first], 0) && platform.sameBits(values, first, values, first + 1, end - first - 1)
  let a = -0
  let b = -0
  let i = first | 0
  const last = (end - 15) | 0
  for (; i < last; i = (i + 16) | 0) {
    a +=
      -values[i] -
      values[(i + 1) | 0] +
      (-values[(i + 2) | 0] - values[(i + 3) | 0]) +
      (-values[(i + 4) | 0] - values[(i + 5) | 0] + (-values[(i + 6) | 0] - values[(i + 7) | 0]))
    b +=
      -values[(i + 8) | 0] -
      values[(i + 9) | 0] +
      (-values[(i + 10) | 0] - values[(i + 11) | 0]) +
      (-values[(i + 12) | 0] - values[(i + 13) | 0] + (-values[(i + 14) | 0] - values[(i + 15) | 0]))
  }
  for (; i < end; i++) a -= values[i]
  return Object.is(a + b, -0)
}

/** Whether two arrays have the same numbers in [first, end); −0 may count as different from 0. */
export function areEqual(x: Float64Array, y: Float64Array, first: number, end: number): boolean {
  if (end - first >= MANY && platform.sameBits !== undefined) return platform.sameBits(x, first, y, first, end - first)
  let a = -0
  let b = -0
  let c = -0
  let e = -0
  let i = first | 0
  const last = (end - 3) | 0
  for (; i < last; i = (i + 4) | 0) {
    a -= x[i] - y[i]
    b -= x[(i + 1) | 0] - y[(i + 1) | 0]
    c -= x[(i + 2) | 0] - y[(i + 2) | 0]
    e -= x[(i + 3) | 0] - y[(i + 3) | 0]
  }
  for (; i < end; i++) a -= x[i] - y[i]
  return Object.is(a + b + (c + e), -0)
}
