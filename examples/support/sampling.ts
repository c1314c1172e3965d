import { copyState, Data, type Model, RandomNumbers, StateBit, step } from '../../src/index.ts'

/** Scales of the noise of the sampled plans. */
const SCALES = [1, 0.3, 0.1] as const

/** Settings of a `SamplingPlanner`. */
export interface PlannerSettings {
  /** Planning horizon, s. */
  readonly horizon: number
  /** Number of knots of a plan, interpolated linearly. */
  readonly knots: number
  /** Number of sampled plans. */
  readonly samples: number
  /** Standard deviation of the noise, per control. */
  readonly noise: readonly number[]
  /** Decay of the plan toward the base at each replanning; 1: none. */
  readonly memory?: number
  /** Cost rate of a state, per second. */
  readonly cost: (m: Model, d: Data) => number
  /** Base controls to which the plan is added, if any. */
  readonly base?: (time: number, out: Float64Array) => void
}

/**
 * Predictive sampling (https://arxiv.org/abs/2212.00541): the present plan and noisy copies of it are simulated from
 * the present state, and the best one is kept. All simulations use one state, so nothing is allocated.
 */
export class SamplingPlanner {
  private readonly m: Model
  private readonly settings: PlannerSettings
  private readonly d: Data
  private readonly random = new RandomNumbers(1)
  /** knots × nu; the first knot is at the time `start`. */
  private best: Float64Array
  private trial: Float64Array
  private winner: Float64Array
  private start = 0

  /** @param m the model to plan with; its time step may be longer than that of the world */
  constructor(m: Model, settings: PlannerSettings) {
    this.m = m
    this.settings = settings
    this.d = new Data(m)
    const size = settings.knots * m.nu
    this.best = new Float64Array(size)
    this.trial = new Float64Array(size)
    this.winner = new Float64Array(size)
  }

  /** Replans from a state of the world. Returns the cost of the plan. */
  plan(world: Data): number {
    const { m, settings, random } = this
    const { samples, noise } = settings
    this.shift(world.time)
    let least = this.simulate(world, this.best)
    this.winner.set(this.best)
    for (let k = 1; k < samples; k++) {
      // large and small deviations from the best plan so far
      const scale = SCALES[k % SCALES.length]
      for (let e = 0; e < this.trial.length; e++)
        this.trial[e] = this.best[e] + scale * noise[e % m.nu] * random.normal()
      const cost = this.simulate(world, this.trial)
      if (cost >= least) continue
      least = cost
      this.winner.set(this.trial)
    }
    this.best.set(this.winner)
    return least
  }

  /** Writes the controls of the plan for a time, within their ranges. */
  control(time: number, out: Float64Array): void {
    this.interpolate(this.best, time, out)
  }

  /** Moves the knots to start at a new time. */
  private shift(time: number): void {
    const { m, settings, best, trial } = this
    const { nu } = m
    const spacing = settings.horizon / (settings.knots - 1)
    const memory = settings.memory ?? 1
    for (let k = 0; k < settings.knots; k++) {
      for (let i = 0; i < nu; i++)
        trial[k * nu + i] = memory * this.knotValue(best, (time - this.start) / spacing + k, i)
    }
    best.set(trial)
    this.start = time
  }

  /** Control i between knots; constant after the last one. */
  private knotValue(plan: Float64Array, at: number, i: number): number {
    const { nu } = this.m
    const last = this.settings.knots - 1
    const k = Math.min(Math.max(Math.floor(at), 0), last)
    const next = Math.min(k + 1, last)
    const share = Math.min(Math.max(at - k, 0), 1)
    return (1 - share) * plan[k * nu + i] + share * plan[next * nu + i]
  }

  private interpolate(plan: Float64Array, time: number, out: Float64Array): void {
    const { m, settings } = this
    const spacing = settings.horizon / (settings.knots - 1)
    if (settings.base) settings.base(time, out)
    else out.fill(0)
    for (let i = 0; i < m.nu; i++) {
      const u = out[i] + this.knotValue(plan, (time - this.start) / spacing, i)
      out[i] = Math.max(m.actuator_ctrlrange[2 * i], Math.min(u, m.actuator_ctrlrange[2 * i + 1]))
    }
  }

  /** The cost of a plan over the horizon. */
  private simulate(world: Data, plan: Float64Array): number {
    const { m, d, settings } = this
    copyState(d, world, StateBit.integration)
    const end = d.time + settings.horizon - 1e-9
    let cost = 0
    while (d.time < end) {
      this.interpolate(plan, d.time, d.ctrl)
      step(m, d)
      cost += settings.cost(m, d) * m.opt.timestep
    }
    return cost
  }
}
