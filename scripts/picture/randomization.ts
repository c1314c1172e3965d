import { BatchSim, type Randomization } from '../../src/batchNode.ts'
import { Data, forward, type Model, ObjType } from '../../src/index.ts'
import { loadModelFile } from '../../src/node.ts'
import { drawBodies } from './bodies.ts'
import { Camera, type PagePoint } from './camera.ts'
import { label } from './chart.ts'
import { drawCurves, drawWay } from './curves.ts'

const INK = '#1f2937'
const MANY = '#8fa6c2'
const GIVEN = '#d94d33'
const ENVIRONMENTS = 30
const SECONDS = 3
/** Steps between two points of a curve, and seconds of the ways in the world. */
const EVERY = 10
const EARLY = 1.5

/** What an environment does: the angle of the upper rod over time, the way of the tip, and the pose at its end. */
interface Swing {
  readonly time: number[]
  readonly angle: number[]
  readonly way: PagePoint[]
  readonly pose: Data
}

/** A double pendulum is let go: the model as given, and thirty with masses and damping of their own. */
export function drawRandomization(): string[] {
  const m = loadModelFile('models/double_pendulum.xml')
  m.dof_damping.fill(0.02)
  const camera = new Camera({ lookat: [0, 0, 1.05], at: [300, 245], scale: 190, azimuth: 90, elevation: -4 })
  const [given] = swing(m, 1, camera)
  const many = swing(m, ENVIRONMENTS, camera, {
    body_mass: { logUniform: [0.7, 1.4], scale: true },
    dof_damping: { logUniform: [0.5, 2], scale: true },
  })

  const curve = ({ time, angle }: Swing) => ({ x: time, y: angle })
  return [
    label(300, 40, `where its end goes in ${EARLY} s`, 'middle', INK, 16),
    label(870, 40, 'angle of the upper rod', 'middle', INK, 16),
    ...many.map(({ pose }) => `<g opacity="0.08">${drawBodies(m, pose, camera, { worldToo: false })}</g>`),
    drawBodies(m, given.pose, camera),
    ...many.map(({ way }) => drawWay({ points: way, color: MANY, thin: true })),
    drawWay({ points: given.way, color: GIVEN }),
    drawCurves(
      [
        ...many.map((one) => ({ ...curve(one), name: `${ENVIRONMENTS} randomized`, color: MANY, thin: true })),
        { ...curve(given), name: 'the model as given', color: GIVEN },
      ],
      { x: [0, 0.5, 1, 1.5, 2, 2.5, 3], y: [-120, -60, 0, 60, 120], xName: 'time, s', yName: 'from hanging, degrees' },
      { x: 650, y: 85, width: 440, height: 300 },
    ),
  ]
}

/** Lets environments of a batch go from where the rods are horizontal. */
function swing(m: Model, n: number, camera: Camera, randomize?: Randomization): Swing[] {
  // an empty task: the batch works on this thread
  const batch = new BatchSim(m, n, {
    task: {},
    keyframe: 'horizontal',
    seed: 1,
    nstep: EVERY,
    ...(randomize && { randomize }),
  })
  const tip = 3 * m.names.id(ObjType.site, 'tip')
  const d = new Data(m)
  const swings = Array.from({ length: n }, () => ({ time: [], angle: [], way: [], pose: new Data(m) }) as Swing)
  while (d.time < SECONDS - 1e-9) {
    for (const [i, { time, angle, way, pose }] of swings.entries()) {
      forward(m, batch.data(i, d))
      time.push(d.time)
      angle.push((180 / Math.PI) * d.qpos[0])
      if (d.time > EARLY + 1e-9) continue
      way.push(camera.project(d.site_xpos[tip], d.site_xpos[tip + 1], d.site_xpos[tip + 2]))
      forward(m, batch.data(i, pose))
    }
    batch.stepSync()
  }
  batch.dispose()
  return swings
}
