import { readFileSync } from 'node:fs'
import { packageFile } from '../../bin/packageFile.ts'
import type { Model } from '../../src/index.ts'
import { Random } from '../../tools/compare/randomState.ts'
import { benchModels } from './models.ts'

/** A scene in which geoms touch: a model and poses of it, between which a measurement changes. */
export interface CollisionScene {
  readonly name: string
  readonly xml: string
  /** Values of qpos. */
  readonly poses: (m: Model) => Float64Array[]
}

const POSES = 4

/** Scenes for collision: humanoids on their feet, a grasp, a drive across hills; `heap` makes more. */
export function collisionScenes(): CollisionScene[] {
  const humanoid = readFileSync(packageFile('models/humanoid.xml'), 'utf8')
  const crowd = benchModels().find(({ name }) => name === '22 humanoids')!.xml
  return [
    { name: 'humanoid', xml: humanoid, poses: swaying },
    { name: '22 humanoids', xml: crowd, poses: swaying },
    { name: 'mesh gripper', xml: GRIPPER, poses: swaying },
    { name: 'rover on hills', xml: rover(), poses: drives },
  ]
}

/** Hinges and slides a little off their initial positions, so that feet and fingers keep their hold. */
function swaying(m: Model): Float64Array[] {
  const random = new Random(1)
  return Array.from({ length: POSES }, () => {
    const qpos = m.qpos0.slice()
    for (let joint = 0; joint < m.njnt; joint++)
      if (m.jnt_type[joint] >= 2) qpos[m.jnt_qposadr[joint]] += random.uniform(-1, 1) * 5e-4
    return qpos
  })
}

/**
 * Boxes that lie on each other as in a heap: layers a little closer together than the boxes are high, each box turned
 * about the vertical and slightly tilted, so that it touches those below and above and some of its neighbors. The
 * number of neighbors does not depend on the number of boxes.
 */
export function heap(count: number): CollisionScene {
  const side = Math.ceil(Math.cbrt(count))
  let bodies = ''
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)]
    const place = `${(0.26 * (x - side / 2)).toFixed(3)} ${(0.26 * (y - side / 2)).toFixed(3)} ${(0.098 + 0.195 * z).toFixed(3)}`
    bodies += `<body pos="${place}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`
  }
  const xml = `<mujoco><size memory="200M"/><worldbody><geom type="plane" size="9 9 1"/>${bodies}</worldbody></mujoco>`
  return { name: `heap of ${count} boxes`, xml, poses: tumbled }
}

function tumbled(m: Model): Float64Array[] {
  const random = new Random(2)
  return Array.from({ length: POSES }, () => {
    const qpos = m.qpos0.slice()
    for (let adr = 0; adr < m.nq; adr += 7) {
      for (let k = 0; k < 3; k++) qpos[adr + k] += random.uniform(-0.01, 0.01)
      const turn = random.uniform(0, Math.PI)
      const quat = [Math.cos(turn / 2), random.uniform(-0.03, 0.03), random.uniform(-0.03, 0.03), Math.sin(turn / 2)]
      qpos.set(quat, adr + 3)
    }
    return qpos
  })
}

/** Corners of a turned piece: rings of `count` points, each ring a radius and a height. */
function turned(rings: readonly (readonly [radius: number, height: number])[], count: number): string {
  const points = rings.flatMap(([radius, height]) =>
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count
      return `${(radius * Math.cos(angle)).toFixed(5)} ${(radius * Math.sin(angle)).toFixed(5)} ${height.toFixed(5)}`
    }),
  )
  return points.join(' ')
}

const BOTTLE = turned(
  [
    [0.03, -0.1],
    [0.035, -0.095],
    [0.035, 0.05],
    [0.025, 0.08],
    [0.012, 0.1],
  ],
  24,
)
const PAD = turned(
  [
    [0.006, -0.03],
    [0.01, -0.025],
    [0.01, 0.025],
    [0.006, 0.03],
  ],
  12,
)

/** Two fingers of three pads each hold a bottle; everything that touches is a mesh. */
const GRIPPER = `
<mujoco model="mesh gripper">
  <asset>
    <mesh name="bottle" vertex="${BOTTLE}"/>
    <mesh name="pad" vertex="${PAD}"/>
    <mesh name="palm" vertex="-.03 -.08 -.01 .03 -.08 -.01 -.03 .08 -.01 .03 .08 -.01 -.02 -.07 .02 .02 -.07 .02 -.02 .07 .02 .02 .07 .02"/>
  </asset>
  <default><geom type="mesh"/></default>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="hand" pos="0 0 .31">
      <joint type="slide" axis="0 0 1"/>
      <geom mesh="palm"/>
      <body name="left" pos="0 .044 -.12">
        <joint type="slide" axis="0 -1 0" range="0 .03"/>
        <geom mesh="pad" pos="0 0 .06"/><geom mesh="pad" pos=".01 -.0005 0"/><geom mesh="pad" pos="-.01 -.0005 0"/>
      </body>
      <body name="right" pos="0 -.044 -.12">
        <joint type="slide" axis="0 1 0" range="0 .03"/>
        <geom mesh="pad" pos="0 0 .06"/><geom mesh="pad" pos=".01 .0005 0"/><geom mesh="pad" pos="-.01 .0005 0"/>
      </body>
    </body>
    <body name="bottle" pos="0 0 .199"><freejoint/><geom mesh="bottle"/></body>
    <body name="box" pos=".1 0 .03"><freejoint/><geom mesh="palm"/></body>
  </worldbody>
</mujoco>`

const GRID = 60
/** Half the side of the hills and their height, m. */
const HILLS = { side: 5, top: 0.6 }

/** Height of the hills as a part of `HILLS.top`, 0 to 1. */
function hills(x: number, y: number): number {
  return 0.5 + 0.25 * Math.sin(1.3 * x + 0.4) + 0.25 * Math.sin(1.1 * y - 0.5 * x)
}

/** A car with six wheels on hills. */
function rover(): string {
  const place = (i: number) => HILLS.side * ((2 * i) / (GRID - 1) - 1)
  const rows = Array.from({ length: GRID }, (_, r) =>
    Array.from({ length: GRID }, (_, c) => hills(place(c), -place(r)).toFixed(4)).join(' '),
  )
  const wheel = (x: number, y: number) =>
    `<body pos="${x} ${y} -.1"><joint axis="0 1 0"/><geom type="cylinder" size=".15 .06" euler="90 0 0"/></body>`
  const wheels = [-0.5, 0, 0.5].flatMap((x) => [wheel(x, 0.3), wheel(x, -0.3)])
  return `
<mujoco model="rover">
  <asset><hfield name="hills" nrow="${GRID}" ncol="${GRID}" size="${HILLS.side} ${HILLS.side} ${HILLS.top} .1" elevation="${rows.join(' ')}"/></asset>
  <worldbody>
    <geom type="hfield" hfield="hills"/>
    <body pos="0 0 1"><freejoint/>
      <geom type="box" size=".6 .2 .08"/>
      <geom type="capsule" fromto=".65 -.2 0 .65 .2 0" size=".05"/>
      ${wheels.join('')}
    </body>
  </worldbody>
</mujoco>`
}

/** The car at several places, so low that most of its wheels are in the ground. */
function drives(m: Model): Float64Array[] {
  return Array.from({ length: POSES }, (_, i) => {
    const qpos = m.qpos0.slice()
    const [x, y] = [-3 + 1.7 * i, 2 - 1.3 * i]
    qpos.set([x, y, HILLS.top * hills(x, y) + 0.22, Math.cos(0.4 * i), 0, 0, Math.sin(0.4 * i)])
    return qpos
  })
}
