/**
 * Comparing long stretches of memory in few operations. Sums that start at −0 say whether every term was zero: only
 * exact zeros keep them there, since terms that cancel give +0. Several numbers at a time, and integers marked as such,
 * make the loop fast; the library of a platform may be several times faster.
 */

/** With fewer numbers the loop is done before a library is called. */
const MANY = 2000

/** What is used of Node's `Buffer`. Browsers have none. */
interface NodeBuffer {
  compare(target: NodeBuffer, start: number, end: number, sourceStart: number, sourceEnd: number): number
}
const { Buffer: library } = globalThis as unknown as {
  Buffer?: { from(buffer: ArrayBufferLike, byteOffset: number, length: number): NodeBuffer }
}

/** The bytes of arrays that have been compared, so that comparing allocates nothing. */
const memories = new WeakMap<Float64Array | Int32Array, NodeBuffer>()

function bytesOf(array: Float64Array | Int32Array): NodeBuffer {
  let bytes = memories.get(array)
  if (bytes === undefined) {
    bytes = library!.from(array.buffer, array.byteOffset, array.byteLength)
    memories.set(array, bytes)
  }
  return bytes
}

/** Whether `count` numbers of x from `i` on have the same bits as those of y from `j` on. */
function sameBits(x: Float64Array, i: number, y: Float64Array, j: number, count: number): boolean {
  return bytesOf(x).compare(bytesOf(y), 8 * j, 8 * (j + count), 8 * i, 8 * (i + count)) === 0
}

/** Whether all bits of values[first .. end) are zero. */
export function isZero(values: Float64Array, first: number, end: number): boolean {
  if (end - first < MANY || library === undefined) return isZeroByLoop(values, first, end)
  return Object.is(values[first], 0) && sameBits(values, first, values, first + 1, end - first - 1)
}

/** Whether two arrays have the same numbers in [first, end); −0 may count as different from 0. */
export function areEqual(x: Float64Array, y: Float64Array, first: number, end: number): boolean {
  if (end - first < MANY || library === undefined) return areEqualByLoop(x, y, first, end)
  return sameBits(x, first, y, first, end - first)
}

/** Whether two arrays of the same length have the same integers. */
export function areEqualIntegers(x: Int32Array, y: Int32Array): boolean {
  const { length } = x
  if (length >= MANY && library !== undefined) return bytesOf(x).compare(bytesOf(y), 0, 4 * length, 0, 4 * length) === 0
  let changed = 0
  for (let i = 0; i < length; i++) changed |= x[i] ^ y[i]
  return changed === 0
}

/** `isZero` without a library. */
export function isZeroByLoop(values: Float64Array, first: number, end: number): boolean {
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

/** `areEqual` without a library. */
export function areEqualByLoop(x: Float64Array, y: Float64Array, first: number, end: number): boolean {
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
