/** Draws the pictures of the guide to actuators: a servo, muscle curves, tendons of an arm. */

import { Data, forward, loadModel, type Model, ObjType, resetDataKeyframe, step } from '../../src/index.ts'
import { loadModelFile } from '../../src/node.ts'
import { drawBodies } from './bodies.ts'
import { Camera } from './camera.ts'
import { label } from './chart.ts'
import { drawCurves } from './curves.ts'
import { drawTendons } from './tendons.ts'

const INK = '#1f2937'
const RED = '#d94d33'
const BLUE = '#3373b3'
const GREEN = '#2f9e5b'

/** Values from one end to the other. */
function range(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))
}

/** A muscle of 1 N on a slide, with the resting length 1 m: positions are lengths, velocities are velocities. */
function muscleModel(attributes = ''): Model {
  return loadModel(`<mujoco>
    <worldbody><body><joint name="slide" type="slide" axis="1 0 0"/><geom size=".1"/></body></worldbody>
    <actuator><muscle joint="slide" force="1" lengthrange=".75 1.05" ${attributes}/></actuator></mujoco>`)
}

/** What a muscle pulls with at a length, a velocity and an activation, in units of its peak force. */
function pull(m: Model, d: Data, length: number, velocity: number, activation: number): number {
  d.qpos[0] = length
  d.qvel[0] = velocity
  d.act[0] = activation
  forward(m, d)
  return -d.actuator_force[0]
}

/** Three parts: force over length, force over velocity, activation over time. */
export function drawMuscle(): string[] {
  const m = muscleModel()
  const d = new Data(m)
  const lengths = range(0.4, 1.8, 281)
  const passive = lengths.map((length) => pull(m, d, length, 0, 0))
  const both = lengths.map((length) => pull(m, d, length, 0, 1))
  const active = both.map((force, i) => force - passive[i])
  const velocities = range(-1.5, 1.5, 301)
  const byVelocity = velocities.map((velocity) => pull(m, d, 1, 1.5 * velocity, 1))
  const half = velocities.map((velocity) => pull(m, d, 1, 1.5 * velocity, 0.5))

  const title = (x: number, text: string) => label(x, 40, text, 'middle', INK, 16)
  return [
    title(200, 'force over length'),
    drawCurves(
      [
        { name: 'both', color: INK, x: lengths, y: both },
        { name: 'active', color: RED, x: lengths, y: active },
        { name: 'passive', color: BLUE, x: lengths, y: passive },
      ],
      {
        x: [0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8],
        y: [0, 0.5, 1, 1.5, 2, 2.5, 3],
        xName: 'length / resting length',
        yName: 'force / peak force',
      },
      { x: 60, y: 90, width: 290, height: 240 },
    ),
    title(600, 'force over velocity'),
    drawCurves(
      [
        { name: 'activation 1', color: RED, x: velocities, y: byVelocity },
        { name: 'activation 0.5', color: '#e39a8b', x: velocities, y: half },
      ],
      {
        x: [-1.5, -1, -0.5, 0, 0.5, 1, 1.5],
        y: [0, 0.25, 0.5, 0.75, 1, 1.25],
        xName: 'velocity / fastest shortening (− shortens)',
        yName: 'force / peak force',
      },
      { x: 460, y: 90, width: 290, height: 240 },
    ),
    title(1000, 'activation over time'),
    drawCurves(
      [
        { name: 'control', color: '#9ca3af', ...activation('.01 .04', true), dashed: true },
        { name: 'timeconst .01 .04', color: RED, ...activation('.01 .04', false) },
        { name: '.03 .1', color: BLUE, ...activation('.03 .1', false) },
      ],
      { x: [0, 0.1, 0.2, 0.3, 0.4, 0.5], y: [0, 0.25, 0.5, 0.75, 1], xName: 'time, s', yName: '' },
      { x: 860, y: 90, width: 290, height: 240 },
    ),
  ]
}

/** A control of 1 from 0.05 s to 0.25 s, and what the activation makes of it. */
function activation(timeconst: string, control: boolean): { x: number[]; y: number[] } {
  const m = muscleModel(`timeconst="${timeconst}"`)
  const d = new Data(m)
  m.opt.timestep = 0.001
  const [x, y]: [number[], number[]] = [[], []]
  while (d.time < 0.5) {
    d.ctrl[0] = d.time >= 0.05 - 1e-9 && d.time < 0.25 - 1e-9 ? 1 : 0
    x.push(d.time)
    y.push(control ? d.ctrl[0] : d.act[0])
    step(m, d)
  }
  return { x, y }
}

/** A hinge with a weightless hand moves to 1 rad by a position servo. */
export function drawServo(): string[] {
  const response = (attributes: string) => {
    const m = loadModel(`<mujoco><option timestep=".001" integrator="implicitfast"/>
      <worldbody><body><joint name="hinge"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03" mass="1"/></body></worldbody>
      <actuator><position joint="hinge" ${attributes}/></actuator></mujoco>`)
    m.opt.gravity.fill(0)
    const d = new Data(m)
    d.ctrl[0] = 1
    const [x, y]: [number[], number[]] = [[], []]
    while (d.time < 1.2) {
      x.push(d.time)
      y.push(d.qpos[0])
      step(m, d)
    }
    return { x, y }
  }
  return [
    label(450, 40, 'a position servo, set point 1 rad', 'middle', INK, 16),
    drawCurves(
      [
        { name: 'kp=20', color: '#9ca3af', ...response('kp="20"') },
        { name: 'dampratio=0.3', color: BLUE, ...response('kp="20" dampratio=".3"') },
        { name: 'dampratio=1', color: RED, ...response('kp="20" dampratio="1"') },
        { name: 'and timeconst=0.1', color: GREEN, ...response('kp="20" dampratio="1" timeconst=".1"') },
      ],
      { x: [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2], y: [0, 0.5, 1, 1.5, 2], xName: 'time, s', yName: 'angle, rad' },
      { x: 90, y: 90, width: 740, height: 270 },
    ),
  ]
}

/** Strings around a ball and a roll in the four ways that there are, and the arm of a hundred muscles. */
export function drawStrings(): string[] {
  const m = loadModel(`<mujoco>
    <worldbody>
      <geom name="ball" size=".3" rgba=".85 .87 .9 1"/>
      <site name="left" pos="-.8 0 .05"/><site name="right" pos=".8 0 -.1"/>
      <site name="over" pos="0 0 .6"/><site name="under" pos="0 0 -.6"/>
      <site name="leftlow" pos="-.8 0 -.45"/><site name="rightlow" pos=".8 0 -.6"/><site name="within" pos="0 0 -.05"/>
    </worldbody>
    <tendon>
      <spatial><site site="left"/><geom geom="ball" sidesite="over"/><site site="right"/></spatial>
      <spatial><site site="left"/><geom geom="ball" sidesite="under"/><site site="right"/></spatial>
      <spatial><site site="leftlow"/><geom geom="ball" sidesite="within"/><site site="rightlow"/></spatial>
    </tendon></mujoco>`)
  const d = new Data(m)
  forward(m, d)
  const front = new Camera({ lookat: [0, 0, -0.1], at: [260, 300], scale: 250, azimuth: 90, elevation: 0 })
  const colors = [RED, BLUE, GREEN]

  const arm = loadModelFile('models/muscle_arm.xml')
  const pose = new Data(arm)
  resetDataKeyframe(arm, pose, arm.names.id(ObjType.key, 'raised'))
  forward(arm, pose)
  const side = new Camera({ lookat: [0.1, 0, 1.32], at: [870, 345], scale: 560, azimuth: 140, elevation: -8 })
  const title = (x: number, text: string) => label(x, 40, text, 'middle', INK, 16)
  return [
    title(260, 'around a sphere, and through it'),
    drawBodies(m, d, front),
    drawTendons(m, d, front, (t) => colors[t]),
    label(45, 478, 'side site above', 'start', RED),
    label(45, 498, 'side site below', 'start', BLUE),
    label(45, 518, 'side site inside: held by a ring', 'start', GREEN),
    title(820, 'models/muscle_arm.xml: a hundred muscles'),
    drawBodies(arm, pose, side),
    drawTendons(arm, pose, side, () => '#b8372b'),
  ]
}
