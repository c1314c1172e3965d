/** Iterations of a solver that are remembered one by one. */
export const MAX_ITERATIONS = 200

/** Room that there is at first: most solves need a few iterations, and there may be thousands of islands. */
const FEW_ITERATIONS = 8

/**
 * What a solver did, iteration by iteration, the last time it ran. Read the first `iterations` entries, at most 200; those
 * of kernels tell 16 for each island of a model with several trees, and the others are zero or missing. Arrays are
 * replaced when they must grow.
 */
export class SolverStatistics {
  iterations = 0
  /** Whether the solver ended because it was done, and not because it had used up its iterations. */
  converged = false
  /** How far `DualCG` was from the solution in the end: its residual, and its duality gap scaled by inertia. */
  readonly ending: Float64Array = new Float64Array(2)
  /** Fall of the cost, scaled by inertia. */
  improvement: Float64Array = new Float64Array(FEW_ITERATIONS)
  /** Length of the gradient, scaled alike; for `DualCG` its residual. */
  gradient: Float64Array = new Float64Array(FEW_ITERATIONS)
  /** Slope that the line search left. */
  lineslope: Float64Array = new Float64Array(FEW_ITERATIONS)
  /** Rows that act. */
  nactive: Int32Array = new Int32Array(FEW_ITERATIONS)
  /** Rows that changed their state. */
  nchange: Int32Array = new Int32Array(FEW_ITERATIONS)
  /** Points that the line search looked at; for `DualCG` products with A. */
  neval: Int32Array = new Int32Array(FEW_ITERATIONS)
  /** Rank-one changes of the factor. */
  nupdate: Int32Array = new Int32Array(FEW_ITERATIONS)
  /** Who wrote all this. */
  private author: object | undefined

  /** Makes room for an iteration. Returns false for those that are not remembered. */
  reserve(iteration: number): boolean {
    if (iteration >= MAX_ITERATIONS) return false
    if (iteration < this.improvement.length) return true
    const size = Math.min(MAX_ITERATIONS, Math.max(iteration + 1, 4 * this.improvement.length))
    this.improvement = grown(this.improvement, new Float64Array(size))
    this.gradient = grown(this.gradient, new Float64Array(size))
    this.lineslope = grown(this.lineslope, new Float64Array(size))
    this.nactive = grown(this.nactive, new Int32Array(size))
    this.nchange = grown(this.nchange, new Int32Array(size))
    this.neval = grown(this.neval, new Int32Array(size))
    this.nupdate = grown(this.nupdate, new Int32Array(size))
    return true
  }

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

function grown<T extends Float64Array | Int32Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
