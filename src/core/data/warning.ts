import type { Data } from './data.ts'

/** Counts a warning. Calls the handler when the count leaves zero. */
export function warn(d: Data, warning: number, info: number): void {
  const first = d.warning_number[warning] === 0
  d.warning_number[warning]++
  d.warning_lastinfo[warning] = info
  if (first) d.onWarning?.(warning, info)
}
