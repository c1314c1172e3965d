/**
 * A quadruped stands up, trots, and is pushed: `npx tsx examples/quadruped.ts`.
 *
 * Sampling-based model predictive control: ten times per second, twelve variations of a gait are simulated for the next
 * 0.4 s, and the best one is followed. This runs in real time on one core.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Data, Integrator, type Model, ObjType, resetDataKeyframe } from '../src/index.ts'
import { withActuators } from './support/motors.ts'
import { type PlannedRun, runPlanned } from './support/run.ts'
import { SamplingPlanner } from './support/sampling.ts'

const LEGS = ['front_left', 'front_right', 'hind_left', 'hind_right'] as const
const JOINTS = ['hip_spread', 'hip_swing', 'knee'] as const

/** The robot with a servo at every joint. */
export function quadrupedWithServos(): Model {
  const xml = readFileSync(new URL('../models/quadruped.xml', import.meta.url), 'utf8')
  const servos = LEGS.flatMap((leg) =>
    JOINTS.map((joint) => {
      const range = { hip_spread: '-.6 .6', hip_swing: '-1 1.6', knee: '-1 .9' }[joint]
      return `<position joint="${leg}_${joint}" kp="60" kv="1.5" ctrlrange="${range}" forcerange="-30 30"/>`
    }),
  )
  return withActuators(xml, servos)
}

/** Steps per second; swing of the legs and lift of the feet as joint angles, rad. */
const GAIT = { rate: 2, swing: 0.25, lift: 0.6 }

/** A trot: diagonal legs move together. It starts after the robot has stood up. */
function trot(time: number, out: Float64Array): void {
  const strength = Math.max(0, Math.min((time - 0.6) / 0.5, 1))
  for (let leg = 0; leg < 4; leg++) {
    const phase = 2 * Math.PI * GAIT.rate * time + (leg === 0 || leg === 3 ? 0 : Math.PI)
    const lifted = Math.max(0, Math.sin(phase)) * strength
    out[3 * leg] = 0
    // the foot goes forward while it is lifted, and back while it is on the floor
    out[3 * leg + 1] = -GAIT.swing * Math.cos(phase) * strength - 0.5 * GAIT.lift * lifted
    out[3 * leg + 2] = GAIT.lift * lifted
  }
}

/** Target speed, m/s, and force of the push, N. */
const SPEED = 0.4
const PUSH = 50
/** Height of the trunk, m. */
const HEIGHT = 0.28

/** Cost: deviation from target speed, heading, level trunk, height, and gait. */
function cost(_m: Model, d: Data): number {
  const up = d.xmat[9 + 8]
  const ahead = d.xmat[9]
  const speed = d.time > 1 ? SPEED : 0
  const height = d.qpos[2] - HEIGHT
  const side = d.qpos[1]
  const rolling = d.qvel[3] * d.qvel[3] + d.qvel[4] * d.qvel[4] + d.qvel[5] * d.qvel[5]
  return (
    4 * (d.qvel[0] - speed) ** 2 +
    2 * d.qvel[1] * d.qvel[1] +
    4 * side * side +
    20 * (1 - up) +
    10 * (1 - ahead) +
    60 * height * height +
    0.05 * rolling
  )
}

/** Simulates from a crouch. */
export function walk(seconds: number, look: (d: Data) => void): PlannedRun {
  const world = quadrupedWithServos()
  const model = quadrupedWithServos()
  // plans use longer steps, which need implicit damping
  Object.assign(model.opt, { timestep: 0.008, integrator: Integrator.implicitfast })
  const noise = LEGS.flatMap(() => [0.06, 0.12, 0.12])
  const settings = { horizon: 0.4, knots: 4, samples: 12, noise, memory: 0.8, cost, base: trot }
  const d = new Data(world)
  resetDataKeyframe(world, d, world.names.id(ObjType.key, 'crouch'))
  return runPlanned(world, d, new SamplingPlanner(model, settings), seconds, 0.1, (state) => {
    // a push from the side for 0.2 s
    state.xfrc_applied[6 + 1] = state.time > 4 && state.time < 4.2 ? PUSH : 0
    look(state)
  })
}

function main(): void {
  let next = 1
  const { d, load } = walk(8, (state) => {
    if (state.time < next - 1e-9) return
    const [x, y, z] = state.qpos
    console.log(`${next} s: at ${x.toFixed(2)}, ${y.toFixed(2)} m, ${z.toFixed(2)} m high`)
    next++
  })
  console.log(d.xmat[9 + 8] > 0.9 ? 'on its feet' : 'fell over')
  console.log(`planning took ${(100 * load).toFixed(0)} % of one core`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
