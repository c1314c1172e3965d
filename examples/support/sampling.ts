import { copyState, Data, type Model, RandomNumbers, StateBit, step } from '../../src/index.ts'

/** How far plans are from the best one, as shares of the noise. */
const SCALES = [1, 0.3, 0.1] as const

/** Settings of a `SamplingPlanner`. */
export interface PlannerSettings {
  /** Seconds that it looks ahead. */
  readonly horizon: number
  /** Points of a plan, straight lines between them. */
  readonly knots: number
  /** Plans that are tried each time. */
  readonly samples: number
  /** Standard deviation of what plans differ by, one number for each control. */
  readonly noise: readonly number[]
  /** What is left of a plan each time a new one is made: below 1 it goes back to the base where nothing speaks for it. */
  readonly memory?: number
  /** What a state costs, for each second. */
  readonly cost: (m: Model, d: Data) => number
  /** Controls that a plan is added to, if any. */
  readonly base?: (time: number, out: Float64Array) => void
}

/**
 * Predictive sampling: the present plan and copies of it with noise are simulated from the present state, and the best of them
 * is kept. All simulations use one state, so nothing is allocated.
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

  /** Plans anew from a state of the world. Returns what the plan costs. */
  plan(world: Data): number {
    const { m, settings, random } = this
    const { samples, noise } = settings
    this.shift(world.time)
    let least = this.simulate(world, this.best)
    this.winner.set(this.best)
    for (let k = 1; k < samples; k++) {
      // some plans are far from the best so far, some near it
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

  /** The value of control i at a place between knots; the last one holds. */
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
    copyState(world, d, StateBit.integration)
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
