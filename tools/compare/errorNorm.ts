import type { NumericArray } from './reference.ts'

/**
 * How far apart two arrays are. The error of a number is
 *
 *     |a − b| / max(|row|, share · |field|, floor)
 *
 * where |row| is the largest magnitude among the numbers of the same object (the three of a position, a row of a
 * matrix), and |field| the largest in the whole array, each over both engines. So a small body is judged by its own
 * size, while what cancels to nearly nothing in one place is judged by the size of what canceled.
 */
export interface Metric {
  /** Part of the largest magnitude of the field below which magnitudes do not count. */
  readonly share: number
  /** Absolute magnitude below which magnitudes do not count, in the unit of the field. */
  readonly floor: number
}

/** Rows of equal width, or the address at which each row starts. */
export type Rows = number | Int32Array

export interface WorstError {
  readonly error: number
  /** Where in the array the worst error is; -1 when all numbers are equal. */
  readonly index: number
  readonly row: number
}

export function worstError(ours: NumericArray, theirs: NumericArray, rows: Rows, metric: Metric): WorstError {
  if (!(ours instanceof Float64Array) && haveSameBytes(ours, theirs)) return { error: 0, index: -1, row: -1 }
  const a = doubles(ours)
  const b = doubles(theirs)
  const { length } = b
  let worst: WorstError = { error: 0, index: -1, row: -1 }
  let floor = -1 // found with the first difference: nearly all rows are equal
  for (let from = firstDifference(a, b, 0, length); from < length; ) {
    if (floor < 0)
      floor = Math.max(metric.floor, metric.share * Math.max(magnitude(a, 0, length), magnitude(b, 0, length)))
    const row = typeof rows === 'number' ? Math.floor(from / rows) : rowOf(rows, from)
    const start = typeof rows === 'number' ? row * rows : rows[row]
    const end = typeof rows === 'number' ? Math.min(length, start + rows) : (rows[row + 1] ?? length)
    const scale = Math.max(floor, magnitude(a, start, end), magnitude(b, start, end))
    for (let index = from; index < end; index++) {
      const error = relativeError(a[index], b[index], scale)
      if (error > worst.error) worst = { error, index, row }
    }
    from = firstDifference(a, b, end, length)
  }
  return worst
}

/** Whether arrays of one kind are equal: pictures and meshes are long, and nearly always are. */
function haveSameBytes(a: NumericArray, b: NumericArray): boolean {
  if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return false
  const x = new Uint8Array(a.buffer, a.byteOffset, a.byteLength)
  const y = new Uint8Array(b.buffer, b.byteOffset, b.byteLength)
  let i = 0
  while (i < x.length && x[i] === y[i]) i++
  return i === x.length
}

/** Numbers of one kind, so that the loops below are compiled for one. */
function doubles(values: NumericArray): Float64Array {
  return values instanceof Float64Array ? values : new Float64Array(values)
}

/** The first place from `start` on at which the numbers differ; `end` where none does. */
function firstDifference(a: Float64Array, b: Float64Array, start: number, end: number): number {
  let i = start
  while (i < end && a[i] === b[i]) i++
  return i
}

/** The last row that starts at or before an index: the rows before it in the same place are empty. */
function rowOf(starts: Int32Array, index: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle] <= index) low = middle
    else high = middle
  }
  return low
}

function relativeError(a: number, b: number, scale: number): number {
  if (Object.is(a, b) || a === b) return 0
  const error = Math.abs(a - b) / scale
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
}

/** Largest finite magnitude. */
function magnitude(values: Float64Array, start: number, end: number): number {
  let largest = 0
  for (let i = start; i < end; i++) {
    const size = Math.abs(values[i])
    if (size > largest && size < Number.POSITIVE_INFINITY) largest = size
  }
  return largest
}
