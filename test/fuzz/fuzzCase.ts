export type FuzzOutcome = 'loaded' | 'refused'

/** A bad input. */
export interface FuzzCase {
  /** What was done to it, for the report. */
  readonly damage: string
  /** The input, as far as it is text. */
  readonly text: string
  /** Throws where the input brings about anything but the promised outcomes. */
  run(): FuzzOutcome
}
