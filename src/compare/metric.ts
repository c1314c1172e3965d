import type { NumericArray } from './reference.ts'

/**
 * How far apart two arrays are. The error of a number is
 *
 *     |a − b| / max(|row|, share · |field|, floor)
 *
 * where |row| is the largest magnitude among the numbers of the same object (the three of a position, a row of a
 * matrix), and |field| the largest in the whole array, each over both engines. So a small body is judged by its own
 * size, while what cancels to nearly nothing in one place is judged by the size of what cancelled.
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
  const { length } = theirs
  const floor = Math.max(
    metric.floor,
    metric.share * Math.max(magnitude(ours, 0, length), magnitude(theirs, 0, length)),
  )
  const rowCount = typeof rows === 'number' ? Math.ceil(length / rows) : rows.length
  let worst: WorstError = { error: 0, index: -1, row: -1 }

  for (let row = 0; row < rowCount; row++) {
    const start = typeof rows === 'number' ? row * rows : rows[row]
    const end = typeof rows === 'number' ? start + rows : (rows[row + 1] ?? length)
    const scale = Math.max(floor, magnitude(ours, start, end), magnitude(theirs, start, end))
    for (let index = start; index < end; index++) {
      const error = relativeError(ours[index], theirs[index], scale)
      if (error > worst.error) worst = { error, index, row }
    }
  }
  return worst
}

function relativeError(a: number, b: number, scale: number): number {
  if (Object.is(a, b) || a === b) return 0
  const error = Math.abs(a - b) / scale
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
}

/** Largest finite magnitude. */
function magnitude(values: NumericArray, start: number, end: number): number {
  let largest = 0
  for (let i = start; i < end; i++) {
    const size = Math.abs(values[i])
    if (size > largest && size < Number.POSITIVE_INFINITY) largest = size
  }
  return largest
}
