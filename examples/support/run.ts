import { type Data, type Model, step } from '../../src/index.ts'

/** A planner: see `SamplingPlanner` and `IterativePlanner`. */
export interface Planner {
  plan(world: Data): number
  control(time: number, out: Float64Array): void
}

/** Result of a simulation with a planner in the loop. */
export interface PlannedRun {
  readonly d: Data
  /** Planning time over simulated time, on one core; below 1 it runs in real time. */
  readonly load: number
}

/** Simulates the world and replans every `period` seconds. */
export function runPlanned(
  world: Model,
  d: Data,
  planner: Planner,
  seconds: number,
  period: number,
  look: (d: Data) => void,
): PlannedRun {
  const end = d.time + seconds - 1e-9
  const from = d.time
  let next = d.time
  let planning = 0
  while (d.time < end) {
    if (d.time >= next - 1e-9) {
      const start = process.cpuUsage().user
      planner.plan(d)
      planning += process.cpuUsage().user - start
      next += period
    }
    planner.control(d.time, d.ctrl)
    step(world, d)
    look(d)
  }
  return { d, load: planning / 1e6 / (d.time - from) }
}
