/** Iterations of a solver that are remembered one by one. */
export const MAX_ITERATIONS = 200

/** What a solver did, iteration by iteration, the last time it ran. Read the first `iterations` entries. */
export class SolverStatistics {
  iterations = 0
  /** Whether the solver ended because it was done, and not because it had used up its iterations. */
  converged = false
  /** How far `DualCG` was from the solution in the end: its residual, and its duality gap scaled by inertia. */
  readonly ending: Float64Array = new Float64Array(2)
  /** Fall of the cost, scaled by inertia. */
  readonly improvement: Float64Array = new Float64Array(MAX_ITERATIONS)
  /** Length of the gradient, scaled alike; for `DualCG` its residual. */
  readonly gradient: Float64Array = new Float64Array(MAX_ITERATIONS)
  /** Slope that the line search left. */
  readonly lineslope: Float64Array = new Float64Array(MAX_ITERATIONS)
  /** Rows that act. */
  readonly nactive: Int32Array = new Int32Array(MAX_ITERATIONS)
  /** Rows that changed their state. */
  readonly nchange: Int32Array = new Int32Array(MAX_ITERATIONS)
  /** Points that the line search looked at; for `DualCG` products with A. */
  readonly neval: Int32Array = new Int32Array(MAX_ITERATIONS)
  /** Rank-one changes of the factor. */
  readonly nupdate: Int32Array = new Int32Array(MAX_ITERATIONS)
  /** Who wrote all this. */
  private author: object | undefined

  /** Lets a solver write here; what another one has left, and this one may not write, becomes zero. */
  open(author: object): this {
    if (this.author !== author) {
      this.author = author
      this.ending.fill(0)
      this.improvement.fill(0)
      this.gradient.fill(0)
      this.lineslope.fill(0)
      this.nactive.fill(0)
      this.nchange.fill(0)
      this.neval.fill(0)
      this.nupdate.fill(0)
    }
    return this
  }
}
