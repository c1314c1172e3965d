import type { Data } from './data.ts'

/**
 * Timers of stages (`Timer`), on the user's clock `d.callbacks.time`; inactive without it. A timer counts nothing if
 * its clock changed, or if an error left it running.
 */

/** Starts a timer. */
export function startTimer(d: Data, timer: number): void {
  const { time } = d.callbacks
  if (time !== undefined) d.timer_start[timer] = time()
}

/** Stops a timer: adds the time since its start, and counts. */
export function stopTimer(d: Data, timer: number): void {
  const { time } = d.callbacks
  if (time === undefined) return
  if (addTime(d, timer, time)) d.timer_number[timer]++
}

/** Stops a timer whose stage has more than one part: adds the time since its start, and does not count. */
export function pauseTimer(d: Data, timer: number): void {
  const { time } = d.callbacks
  if (time !== undefined) addTime(d, timer, time)
}

function addTime(d: Data, timer: number, time: () => number): boolean {
  const { timer_start, timer_duration } = d
  const start = timer_start[timer]
  timer_start[timer] = Number.NaN
  const elapsed = time() - start
  // NaN if the timer was not started
  if (Number.isNaN(elapsed)) return false
  timer_duration[timer] += elapsed
  return true
}
