/** Two ways to do the same work, to be timed side by side. */
export interface Contest {
  /** Puts both into the state from which they start. Not timed. */
  readonly prepare: () => void
  readonly ours: () => void
  readonly reference: () => void
}

/** Times of one call, µs. */
export interface Times {
  readonly ours: number
  readonly reference: number
}

export interface Timing {
  readonly median: Times
  /** Fastest round. Other work on the machine can only make a round slower. */
  readonly fastest: Times
  /** Median over rounds of ours / reference, both of the same round. */
  readonly ratio: number
  readonly rounds: number
}

/** Length of a batch of calls, ms: long against the resolution of the clock, short against interruptions. */
const BATCH_MS = 1
const MIN_ROUNDS = 10
/** Longest warm-up of each side, ms. */
const MAX_WARM_UP_MS = 400

/**
 * Times both in rounds for about `seconds`, after a warm-up. A round is a batch of calls of each, one right after the
 * other; the one that goes first alternates.
 */
export function measure({ prepare, ours, reference }: Contest, seconds: number): Timing {
  const ourCalls = warmUp(prepare, ours, seconds)
  const referenceCalls = warmUp(prepare, reference, seconds)
  const ourTimes: number[] = []
  const referenceTimes: number[] = []
  const end = performance.now() + 1000 * seconds
  for (let round = 0; performance.now() < end || round < MIN_ROUNDS; round++) {
    prepare()
    if (round % 2 === 0) ourTimes.push(timeOf(ours, ourCalls))
    referenceTimes.push(timeOf(reference, referenceCalls))
    if (round % 2 === 1) ourTimes.push(timeOf(ours, ourCalls))
  }
  return timingOf(ourTimes, referenceTimes)
}

/** For steps that take a reference minutes: three calls of ours, one of the reference. */
export function measureOnce({ prepare, ours, reference }: Contest): Timing {
  const once = (run: () => void) => {
    prepare()
    return timeOf(run, 1)
  }
  const ourTime = Math.min(once(ours), once(ours), once(ours))
  return timingOf([ourTime], [once(reference)])
}

/** Medians, minima and the median ratio of times that belong to the same rounds. */
export function timingOf(ours: readonly number[], reference: readonly number[]): Timing {
  return {
    median: { ours: median(ours), reference: median(reference) },
    fastest: { ours: Math.min(...ours), reference: Math.min(...reference) },
    ratio: median(ours.map((time, round) => time / reference[round])),
    rounds: ours.length,
  }
}

/** exp(mean(log x)): the mean of ratios that does not depend on which side is the denominator. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

/** Runs before a measurement of `seconds`, so that V8 optimizes, and returns how many calls fill a batch. */
export function warmUp(prepare: () => void, run: () => void, seconds: number): number {
  const end = performance.now() + Math.min(MAX_WARM_UP_MS, 2000 * seconds)
  let fastest = Number.POSITIVE_INFINITY
  for (let calls = 1; performance.now() < end || calls < 4; calls = Math.min(2 * calls, 1000)) {
    prepare()
    fastest = Math.min(fastest, timeOf(run, calls))
  }
  return Math.max(1, Math.round((1000 * BATCH_MS) / Math.max(fastest, 0.01)))
}

/** Time of one call, µs. */
export function timeOf(run: () => void, calls: number): number {
  const start = performance.now()
  for (let i = 0; i < calls; i++) run()
  return (1000 * (performance.now() - start)) / calls
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
