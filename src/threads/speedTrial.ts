/**
 * Decides whether threads pay. The number of free cores is unknown, and on a busy machine a worker may be preempted
 * in the middle of an island, which delays all. Some jobs are timed, most with all threads, some with the stepping
 * thread alone; the faster way is kept. Results are the same either way. Only some jobs are timed, since reading a
 * clock allocates a number.
 */
export class Trial {
  #pays = true
  /**
   * Jobs until the next trial, whether that is one of all threads, and how many trials of all threads are left until
   * one alone.
   */
  #left = FIRST
  #together = false
  #turns = 0
  /** Jobs from one trial to the next. */
  #period = SHORT_PERIOD
  readonly #numbers: Float64Array = new Float64Array(3)

  /** Whether all threads take part in the next job. */
  begin(): boolean {
    if (this.#left > 0) return this.#pays
    this.#numbers[START] = performance.now()
    return this.#together
  }

  /** Ends a job for which `estimate[0]` µs were estimated. */
  end(estimate: Float64Array): void {
    if (this.#left-- > 0) return
    const numbers = this.#numbers
    const ratio = (1000 * (performance.now() - numbers[START])) / estimate[0]
    if (this.#together) this.#noteTogether(Math.min(WORST, ratio / numbers[ALONE]))
    else numbers[ALONE] += (numbers[ALONE] === 0 ? 1 : WEIGHT) * (ratio - numbers[ALONE])
    this.#turns = this.#turns > 0 ? this.#turns - 1 : this.#pays ? 3 : 1
    this.#together = this.#turns > 0
    this.#left = this.#period
  }

  /** @param share of the time alone */
  #noteTogether(share: number): void {
    const numbers = this.#numbers
    numbers[TOGETHER] += WEIGHT * (share - numbers[TOGETHER])
    this.#pays = numbers[TOGETHER] < 1
    this.#period = this.#pays ? SHORT_PERIOD : Math.min(2 * this.#period, LONG_PERIOD)
  }
}

// numbers of a trial: µs for each µs that was estimated, alone; share of that, together; when the present job began
const ALONE = 0
const TOGETHER = 1
const START = 2

/** Jobs before the first trial. */
const FIRST = 4
/** Jobs between trials while threads are worth it; this grows up to the other number while they are not. */
const SHORT_PERIOD = 8
const LONG_PERIOD = 256
/** Weight of a trial against those before. */
const WEIGHT = 0.25
/** More than this does not count. */
const WORST = 3
