/** Two ways to do the same, to be timed side by side. */
export interface Contest {
  /** Puts both into the state from which they start; not timed. */
  readonly prepare: () => void
  readonly ours: () => void
  readonly reference: () => void
}

export interface Timing {
  /** Median time of one call, µs. */
  readonly ours: number
  readonly reference: number
  /** Median of ours / reference over pairs of batches that ran right after each other. */
  readonly ratio: number
  readonly batches: number
  /** Time of one call in the fastest batch, µs: what disturbs can only make batches slower. */
  readonly fastest: { readonly ours: number; readonly reference: number }
}

/** A batch lasts about this long, ms: long against the clock's grain, short against disturbances. */
const BATCH_MS = 1
const MIN_BATCHES = 5

/** Runs both in short batches, in turn, for about `seconds`, after a fifth of that, for each, to warm up. */
export function measure({ prepare, ours, reference }: Contest, seconds: number): Timing {
  const ourCalls = callsPerBatch(prepare, ours, 200 * seconds)
  const referenceCalls = callsPerBatch(prepare, reference, 200 * seconds)
  const ourTimes: number[] = []
  const referenceTimes: number[] = []
  const end = performance.now() + 1000 * seconds
  while (performance.now() < end || ourTimes.length < MIN_BATCHES) {
    prepare()
    ourTimes.push(timeOf(ours, ourCalls))
    referenceTimes.push(timeOf(reference, referenceCalls))
  }
  return {
    ours: median(ourTimes),
    reference: median(referenceTimes),
    ratio: median(ourTimes.map((time, i) => time / referenceTimes[i])),
    batches: ourTimes.length,
    fastest: { ours: Math.min(...ourTimes), reference: Math.min(...referenceTimes) },
  }
}

/** For what takes very long: the best of three of ours, and the reference once. */
export function measureOnce({ prepare, ours, reference }: Contest): Timing {
  const ourTimes = [0, 1, 2].map(() => {
    prepare()
    return timeOf(ours, 1)
  })
  const best = Math.min(...ourTimes)
  prepare()
  const referenceTime = timeOf(reference, 1)
  return {
    ours: best,
    reference: referenceTime,
    ratio: best / referenceTime,
    batches: 1,
    fastest: { ours: best, reference: referenceTime },
  }
}

/** Lets the compilers do their best for a while, and finds how many calls fill a batch. */
function callsPerBatch(prepare: () => void, run: () => void, milliseconds: number): number {
  const end = performance.now() + milliseconds
  let fastest = Number.POSITIVE_INFINITY
  for (let calls = 1; performance.now() < end || calls < 4; calls = Math.min(2 * calls, 1000)) {
    prepare()
    fastest = Math.min(fastest, timeOf(run, calls))
  }
  return Math.max(1, Math.round((1000 * BATCH_MS) / Math.max(fastest, 0.01)))
}

/** Time of one call, µs. */
function timeOf(run: () => void, calls: number): number {
  const start = performance.now()
  for (let i = 0; i < calls; i++) run()
  return (1000 * (performance.now() - start)) / calls
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
