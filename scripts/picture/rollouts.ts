import { BatchSim, Random } from '../../src/batchNode.ts'
import {
  Data,
  forward,
  getState,
  type Model,
  ObjType,
  resetDataKeyframe,
  StateBit,
  setState,
  stateSize,
} from '../../src/index.ts'
import { loadModelFile } from '../../src/node.ts'
import { drawBodies } from './bodies.ts'
import { Camera, type PagePoint } from './camera.ts'
import { label } from './chart.ts'
import { drawCurves, drawWay } from './curves.ts'

const INK = '#1f2937'
const MANY = '#8fa6c2'
const BEST = '#d94d33'
const ROLLOUTS = 60
/** Steps of a rollout, and steps between two random forces. */
const STEPS = 70
const HOLD = 14

/** A rollout as a planner sees it: the way of the tip, the angle of the pole, degrees, and the cost. */
interface Plan {
  readonly way: PagePoint[]
  readonly angle: number[]
  readonly cost: number
}

/** A tilted pole on a cart: sixty random futures, in the world and as curves, and the one that holds it best. */
export async function drawRollouts(): Promise<string[]> {
  const m = loadModelFile('models/tasks/cartpole.xml')
  const d = new Data(m)
  resetDataKeyframe(m, d, 'tilted')
  forward(m, d)
  const initial = new Float64Array(stateSize(m, StateBit.fullphysics))
  getState(m, d, initial, StateBit.fullphysics)

  // an empty task: the batch works on this thread
  const batch = new BatchSim(m, 1, { task: {} })
  const { states } = await batch.rollout({ initial, control: randomControls(), steps: STEPS })
  batch.dispose()

  const camera = new Camera({ lookat: [0, 0, 0.95], at: [300, 245], scale: 145, azimuth: 90, elevation: -4 })
  const plans = Array.from({ length: ROLLOUTS }, (_, r) => judge(m, initial, states, r, camera))
  const best = plans.reduce((a, b) => (b.cost < a.cost ? b : a))
  const others = plans.filter((plan) => plan !== best)

  const end = new Data(m)
  const last = (plans.indexOf(best) + 1) * STEPS - 1
  setState(m, end, states.subarray(last * initial.length), StateBit.fullphysics)
  forward(m, end)

  const time = Array.from({ length: STEPS + 1 }, (_, k) => k * m.opt.timestep)
  const curve = ({ angle }: Plan) => ({ x: time, y: angle })
  return [
    label(300, 40, 'where the tip of the pole goes', 'middle', INK, 16),
    label(870, 40, 'angle of the pole', 'middle', INK, 16),
    ...others.map(({ way }) => drawWay({ points: way, color: MANY, thin: true })),
    `<g opacity="0.3">${drawBodies(m, end, camera, { worldToo: false })}</g>`,
    drawBodies(m, d, camera),
    drawWay({ points: best.way, color: BEST }),
    drawCurves(
      [
        ...others.map((plan) => ({ ...curve(plan), name: `${ROLLOUTS} rollouts`, color: MANY, thin: true })),
        { ...curve(best), name: 'the best of them', color: BEST },
      ],
      {
        x: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7],
        y: [-270, -180, -90, 0, 90, 180, 270],
        xName: 'time, s',
        yName: 'from upright, degrees',
      },
      { x: 650, y: 85, width: 440, height: 300 },
    ),
  ]
}

/** Forces that are uniform in their range, drawn anew now and then, and linear in between. */
function randomControls(): Float64Array {
  const random = new Random(1)
  const control = new Float64Array(ROLLOUTS * STEPS)
  for (let r = 0; r < ROLLOUTS; r++) {
    let from = 0
    let to = random.uniform(-1, 1)
    for (let k = 0; k < STEPS; k++) {
      if (k % HOLD === 0) {
        from = to
        to = random.uniform(-1, 1)
      }
      control[r * STEPS + k] = from + ((to - from) * (k % HOLD)) / HOLD
    }
  }
  return control
}

/** What a rollout does. Its cost is the mean squared angle of the pole. */
function judge(m: Model, initial: Float64Array, states: Float64Array, rollout: number, camera: Camera): Plan {
  const d = new Data(m)
  const tip = 3 * m.names.id(ObjType.site, 'tip')
  const hinge = m.jnt_qposadr[m.names.id(ObjType.joint, 'hinge')]
  const way: PagePoint[] = []
  const angle: number[] = []
  let cost = 0
  for (let k = 0; k <= STEPS; k++) {
    const at = (rollout * STEPS + k - 1) * initial.length
    setState(m, d, k === 0 ? initial : states.subarray(at, at + initial.length), StateBit.fullphysics)
    forward(m, d)
    const [x, y, z] = d.site_xpos.subarray(tip, tip + 3)
    way.push(camera.project(x, y, z))
    angle.push((180 / Math.PI) * d.qpos[hinge])
    cost += d.qpos[hinge] ** 2 / (STEPS + 1)
  }
  return { way, angle, cost }
}
