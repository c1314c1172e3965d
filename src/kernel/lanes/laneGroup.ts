import type { LaneStepper } from './laneStepper.ts'

/** Lanes are tried again after 2^failures − 1 groups, at most 63. */
const MOST_FAILURES = 6

/** Environments of a model, by their rows in a batch, that are stepped at once. Each waits in its lane until all lanes are taken. */
export class LaneGroup {
  readonly stepper: LaneStepper
  /** Rows of the environments, by lane. */
  readonly rows: Int32Array
  /** Lanes that are taken. */
  count = 0
  /** How often lanes have given up in a row, and for how many groups they are not tried. */
  #failures = 0
  #wait = 0

  constructor(stepper: LaneStepper) {
    this.stepper = stepper
    this.rows = new Int32Array(stepper.count)
  }

  /** Takes an environment, which the state of the thread holds, into the next lane. Returns whether all are taken. */
  add(row: number): boolean {
    this.stepper.load(this.count)
    return this.take(row)
  }

  /** The environment of a row has been put into the next lane. Returns whether all are taken. */
  take(row: number): boolean {
    this.rows[this.count++] = row
    return this.count === this.rows.length
  }

  /**
   * Takes up to `nstep` steps of all environments. Returns how many have been taken.
   * @param withResults whether more than states is asked for afterwards
   */
  step(nstep: number, withResults: boolean): number {
    const { stepper } = this
    // one environment alone is no faster in lanes, and what they cannot do often stays so for a while
    if (this.count === 0 || (!stepper.single && (this.count === 1 || this.#wait-- > 0))) return 0
    for (let lane = this.count; lane < stepper.count; lane++) stepper.copyLane(lane, 0)
    let taken = 0
    while (taken < nstep && stepper.step(withResults && taken === nstep - 1)) taken++
    this.#failures = taken === nstep ? 0 : Math.min(this.#failures + 1, MOST_FAILURES)
    this.#wait = (1 << this.#failures) - 1
    return taken
  }
}
