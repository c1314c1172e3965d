import type { Io } from '../io.ts'

const REDRAW_SECONDS = 0.1
/** Shorter work shows no bar. */
const PATIENCE_SECONDS = 0.4
const CELLS = 32

/** A progress bar on a terminal. Prints nothing if `err` is not a terminal. */
export class Progress {
  readonly #io: Io
  readonly #label: string
  readonly #start: number
  #drawn = false
  #next: number

  constructor(io: Io, label: string) {
    this.#io = io
    this.#label = label
    this.#start = io.now()
    this.#next = this.#start + PATIENCE_SECONDS
  }

  /** @param done completed fraction of the work, 0 to 1 */
  update(done: number): void {
    const now = this.#io.now()
    if (!this.#io.interactive || now < this.#next) return
    this.#next = now + REDRAW_SECONDS
    this.#drawn = true
    const full = Math.round(CELLS * done)
    const left = done > 0 ? ((now - this.#start) * (1 - done)) / done : 0
    const bar = '━'.repeat(full) + ' '.repeat(CELLS - full)
    const percent = `${Math.floor(100 * done)} %`.padStart(5)
    this.#io.redraw(`${this.#label} ▕${bar}▏${percent}  ${left < 1 ? '' : `${Math.ceil(left)} s left`}`)
  }

  /** Erases the bar. */
  end(): void {
    if (this.#drawn) this.#io.redraw('')
  }
}
