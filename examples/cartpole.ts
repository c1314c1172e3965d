/**
 * A cart-pole swing-up: `npx tsx examples/cartpole.ts`.
 *
 * Model predictive control with derivatives: fifty times per second, one iteration of iLQR improves the plan for the
 * next 1.5 s. This runs in real time on one core.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Data, Integrator, type Model, ObjType, resetDataKeyframe } from '../src/index.ts'
import { IterativePlanner } from './support/ilqr.ts'
import { withActuators } from './support/motors.ts'
import { type PlannedRun, runPlanned } from './support/run.ts'

/** The cart-pole with a motor of 10 N on the cart. */
export function cartpoleWithMotor(): Model {
  const xml = readFileSync(new URL('../models/cartpole.xml', import.meta.url), 'utf8')
  return withActuators(xml, ['<motor joint="slider" gear="10" ctrllimited="true" ctrlrange="-1 1"/>'])
}

/** Pole upright, cart in the middle, everything slow. The pole's angle is qpos[1]. */
function residuals(d: Data, out: Float64Array): void {
  out[0] = 3 * Math.sin(0.5 * d.qpos[1])
  out[1] = 0.5 * d.qpos[0]
  out[2] = 0.1 * d.qvel[0]
  out[3] = 0.1 * d.qvel[1]
  out[4] = 0.1 * d.ctrl[0]
}

/** Simulates from the pole hanging down. */
export function swingUp(seconds: number, look: (d: Data) => void): PlannedRun {
  const world = cartpoleWithMotor()
  const model = cartpoleWithMotor()
  // transitionFD does not support RK4, and plans may use longer steps
  Object.assign(model.opt, { timestep: 0.02, integrator: Integrator.implicitfast })
  const planner = new IterativePlanner(
    model,
    { steps: 75, residuals, count: 5, last: 10 },
    (k) => 0.1 * Math.sin(0.1 * k),
  )
  const d = new Data(world)
  resetDataKeyframe(world, d, world.names.id(ObjType.key, 'hanging'))
  return runPlanned(world, d, planner, seconds, 0.02, look)
}

/** Degrees from upright. */
export function tilt(d: Data): number {
  return (Math.acos(Math.cos(d.qpos[1])) * 180) / Math.PI
}

function main(): void {
  let next = 0.5
  const { d, load } = swingUp(8, (state) => {
    if (state.time < next - 1e-9) return
    console.log(
      `${next.toFixed(1)} s: cart at ${state.qpos[0].toFixed(2)} m, pole ${tilt(state).toFixed(0)}° from upright`,
    )
    next += 0.5
  })
  console.log(tilt(d) < 10 ? 'the pole stands' : 'the pole does not stand')
  console.log(`planning took ${(100 * load).toFixed(0)} % of one core`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
