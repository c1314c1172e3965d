import type { Data } from './data.ts'

/** Counts a warning; the handler hears of it the first time after a reset. */
export function warn(d: Data, warning: number, info: number): void {
  const first = d.warning_number[warning] === 0
  d.warning_number[warning]++
  d.warning_lastinfo[warning] = info
  if (first) d.onWarning?.(warning, info)
}
