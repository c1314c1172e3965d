import {
  copyState,
  Data,
  differentiatePos,
  integratePos,
  type Model,
  StateBit,
  step,
  transitionFD,
} from '../../src/index.ts'
import { solve } from './riccati.ts'

/** Settings of an `IterativePlanner`. */
export interface IterativeSettings {
  /** Planning horizon, time steps. */
  readonly steps: number
  /** Writes the residuals; the cost of a state and its controls is the sum of their squares. */
  readonly residuals: (d: Data, out: Float64Array) => void
  /** Number of residuals. */
  readonly count: number
  /** Weight of the terminal state. */
  readonly last: number
}

/** Step lengths of the line search. */
const LENGTHS = [1, 0.5, 0.25, 0.1, 0.03] as const

/**
 * Iterative linear-quadratic regulator, after Tassa, Erez, Todorov 2012 (https://doi.org/10.1109/IROS.2012.6386025). It
 * simulates the present plan, linearizes its steps (`transitionFD`), approximates the cost as quadratic (Gauss–Newton),
 * and finds the best change backward in time. A line search takes as much of it as lowers the cost. One iteration per
 * call; the next call continues from there.
 */
export class IterativePlanner {
  private readonly m: Model
  private readonly settings: IterativeSettings
  private readonly n: number
  /** States before each step, and the one after the last. */
  private readonly states: Data[]
  private readonly trial: Data
  /** steps × nu */
  private controls: Float64Array
  private readonly changed: Float64Array
  private readonly feedforward: Float64Array
  private readonly gains: Float64Array
  private readonly A: Float64Array
  private readonly B: Float64Array
  private readonly dx: Float64Array
  private readonly here: Float64Array
  private readonly there: Float64Array
  private start = 0
  /** Regularization of control changes: grows when an iteration fails. */
  private damping = 1e-3

  constructor(m: Model, settings: IterativeSettings, first: (step: number, control: number) => number) {
    this.m = m
    this.settings = settings
    const { steps, count } = settings
    const { nu } = m
    this.n = 2 * m.nv + m.na
    this.states = Array.from({ length: steps + 1 }, () => new Data(m))
    this.trial = new Data(m)
    this.controls = Float64Array.from({ length: steps * nu }, (_, e) => first(Math.floor(e / nu), e % nu))
    this.changed = new Float64Array(steps * nu)
    this.feedforward = new Float64Array(steps * nu)
    this.gains = new Float64Array(steps * nu * this.n)
    this.A = new Float64Array(this.n * this.n)
    this.B = new Float64Array(this.n * nu)
    this.dx = new Float64Array(this.n)
    this.here = new Float64Array(count)
    this.there = new Float64Array(count)
  }

  /** Improves the plan from a state of the world. Returns its cost. */
  plan(world: Data): number {
    this.shift(world.time)
    const cost = this.simulate(world)
    this.backward()
    for (const length of LENGTHS) {
      const other = this.tryOut(world, length)
      if (other >= cost) continue
      this.controls.set(this.changed)
      this.damping = Math.max(1e-6, this.damping / 5)
      return other
    }
    this.damping = Math.min(1e6, 10 * this.damping)
    return cost
  }

  /** Writes the controls of the plan for a time. */
  control(time: number, out: Float64Array): void {
    const { nu } = this.m
    const k = Math.min(
      Math.max(Math.floor((time - this.start) / this.m.opt.timestep + 1e-6), 0),
      this.settings.steps - 1,
    )
    for (let i = 0; i < nu; i++) out[i] = this.controls[k * nu + i]
  }

  /** Drops past steps; the last one is repeated. */
  private shift(time: number): void {
    const { controls, settings } = this
    const { nu } = this.m
    const passed = Math.min(Math.round((time - this.start) / this.m.opt.timestep), settings.steps - 1)
    if (passed > 0) {
      controls.copyWithin(0, passed * nu)
      for (let k = settings.steps - passed; k < settings.steps; k++)
        for (let i = 0; i < nu; i++) controls[k * nu + i] = controls[(settings.steps - passed - 1) * nu + i]
    }
    this.start = time
  }

  private costOf(d: Data): number {
    this.settings.residuals(d, this.here)
    let sum = 0
    for (const r of this.here) sum += r * r
    return sum
  }

  /** Simulates the plan and stores all states. */
  private simulate(world: Data): number {
    const { m, states, controls, settings } = this
    const { nu } = m
    let cost = 0
    copyState(states[0], world, StateBit.integration)
    for (let k = 0; k < settings.steps; k++) {
      const d = states[k]
      for (let i = 0; i < nu; i++) d.ctrl[i] = controls[k * nu + i]
      cost += this.costOf(d)
      copyState(states[k + 1], d, StateBit.integration)
      step(m, states[k + 1])
    }
    return cost + settings.last * this.costOf(states[settings.steps])
  }

  /** Feedback gains of each step, from the last to the first. */
  private backward(): void {
    const { m, n, A, B, states, settings, feedforward, gains } = this
    const { nu } = m
    let { Vx, Vxx } = this.quadratic(states[settings.steps])
    Vx = Vx.map((x) => settings.last * x)
    Vxx = Vxx.map((x) => settings.last * x)
    for (let k = settings.steps - 1; k >= 0; k--) {
      transitionFD(m, states[k], { A, B })
      const l = this.quadratic(states[k])
      // with AB = [A B]: Q = l + ABᵀ V AB
      const width = n + nu
      const AB = (row: number, col: number) => (col < n ? A[row * n + col] : B[row * nu + col - n])
      const VAB = new Float64Array(n * width)
      for (let i = 0; i < n; i++)
        for (let j = 0; j < width; j++) for (let e = 0; e < n; e++) VAB[i * width + j] += Vxx[i * n + e] * AB(e, j)
      const Q = l.full
      const q = l.gradient
      for (let i = 0; i < width; i++) {
        for (let e = 0; e < n; e++) q[i] += AB(e, i) * Vx[e]
        for (let j = 0; j < width; j++) for (let e = 0; e < n; e++) Q[i * width + j] += AB(e, i) * VAB[e * width + j]
      }
      const Quu = new Float64Array(nu * nu)
      const right = new Float64Array(nu * (n + 1))
      for (let a = 0; a < nu; a++) {
        for (let b = 0; b < nu; b++) Quu[a * nu + b] = Q[(n + a) * width + n + b]
        Quu[a * nu + a] += this.damping
        right[a * (n + 1)] = -q[n + a]
        for (let j = 0; j < n; j++) right[a * (n + 1) + 1 + j] = -Q[(n + a) * width + j]
      }
      const gain = solve(Quu, right, nu, n + 1)
      this.limit(gain, k)
      const nextVx = new Float64Array(n)
      const nextVxx = new Float64Array(n * n)
      for (let a = 0; a < nu; a++) {
        feedforward[k * nu + a] = gain[a * (n + 1)]
        for (let j = 0; j < n; j++) gains[(k * nu + a) * n + j] = gain[a * (n + 1) + 1 + j]
      }
      // the gains are regularized, so all terms are needed: with y = Quu k + Qu and Y = Quu K + Qux,
      // Vx = Qx + Kᵀ y + Quxᵀ k, Vxx = Qxx + Kᵀ Y + Quxᵀ K
      const Qu = (a: number, col: number) => {
        let sum = col < 0 ? q[n + a] : Q[(n + a) * width + col]
        for (let b = 0; b < nu; b++) sum += Q[(n + a) * width + n + b] * gain[b * (n + 1) + 1 + col]
        return sum
      }
      for (let i = 0; i < n; i++) {
        nextVx[i] = q[i]
        for (let a = 0; a < nu; a++)
          nextVx[i] += gain[a * (n + 1) + 1 + i] * Qu(a, -1) + Q[i * width + n + a] * gain[a * (n + 1)]
        for (let j = 0; j < n; j++) {
          nextVxx[i * n + j] = Q[i * width + j]
          for (let a = 0; a < nu; a++)
            nextVxx[i * n + j] +=
              gain[a * (n + 1) + 1 + i] * Qu(a, j) + Q[i * width + n + a] * gain[a * (n + 1) + 1 + j]
        }
      }
      Vx = nextVx
      Vxx = nextVxx
    }
  }

  /** A control that would leave its range is clamped, without feedback. */
  private limit(gain: Float64Array, k: number): void {
    const { m, n, controls } = this
    const { nu, actuator_ctrlrange } = m
    for (let a = 0; a < nu; a++) {
      const u = controls[k * nu + a]
      const at = a * (n + 1)
      const wanted = u + gain[at]
      const possible = Math.max(actuator_ctrlrange[2 * a], Math.min(wanted, actuator_ctrlrange[2 * a + 1]))
      if (possible === wanted) continue
      gain.fill(0, at, at + n + 1)
      gain[at] = possible - u
    }
  }

  /** Gradient and Gauss–Newton Hessian of the cost at a state, by states and controls. */
  private quadratic(d: Data): { Vx: Float64Array; Vxx: Float64Array; gradient: Float64Array; full: Float64Array } {
    const { m, n, here, there, settings, trial } = this
    const { nv, na, nu } = m
    const { count } = settings
    const width = n + nu
    const J = new Float64Array(count * width)
    const epsilon = 1e-6
    settings.residuals(d, here)
    const direction = new Float64Array(nv)
    for (let j = 0; j < width; j++) {
      copyState(trial, d, StateBit.integration)
      if (j < nv) {
        direction.fill(0)
        direction[j] = 1
        integratePos(m, trial.qpos, direction, epsilon)
      } else if (j < 2 * nv) trial.qvel[j - nv] += epsilon
      else if (j < 2 * nv + na) trial.act[j - 2 * nv] += epsilon
      else trial.ctrl[j - n] += epsilon
      settings.residuals(trial, there)
      for (let r = 0; r < count; r++) J[r * width + j] = (there[r] - here[r]) / epsilon
    }
    const gradient = new Float64Array(width)
    const full = new Float64Array(width * width)
    for (let r = 0; r < count; r++)
      for (let i = 0; i < width; i++) {
        gradient[i] += 2 * here[r] * J[r * width + i]
        for (let j = 0; j < width; j++) full[i * width + j] += 2 * J[r * width + i] * J[r * width + j]
      }
    const Vx = gradient.slice(0, n)
    const Vxx = new Float64Array(n * n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) Vxx[i * n + j] = full[i * width + j]
    return { Vx, Vxx, gradient, full }
  }

  /** Simulates the changed plan with feedback on the deviation from the old one. */
  private tryOut(world: Data, length: number): number {
    const { m, n, trial: d, states, controls, changed, feedforward, gains, dx, settings } = this
    const { nv, na, nu } = m
    let cost = 0
    copyState(d, world, StateBit.integration)
    for (let k = 0; k < settings.steps; k++) {
      const planned = states[k]
      differentiatePos(m, dx, 1, planned.qpos, d.qpos)
      for (let i = 0; i < nv; i++) dx[nv + i] = d.qvel[i] - planned.qvel[i]
      for (let i = 0; i < na; i++) dx[2 * nv + i] = d.act[i] - planned.act[i]
      for (let a = 0; a < nu; a++) {
        let u = controls[k * nu + a] + length * feedforward[k * nu + a]
        for (let j = 0; j < n; j++) u += gains[(k * nu + a) * n + j] * dx[j]
        u = Math.max(m.actuator_ctrlrange[2 * a], Math.min(u, m.actuator_ctrlrange[2 * a + 1]))
        changed[k * nu + a] = u
        d.ctrl[a] = u
      }
      cost += this.costOf(d)
      step(m, d)
    }
    return cost + settings.last * this.costOf(d)
  }
}
