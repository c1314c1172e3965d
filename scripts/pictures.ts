/**
 * Draws the pictures of the documentation from simulations of this engine: `npm run pictures`, or only some of them:
 * `npm run pictures contacts`. The same numbers always give the same files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { storedResults } from '../bench/results.ts'
import { heap } from '../bench/scenes/collisionScenes.ts'
import { growth, HEAP_SIZES } from '../bench/suites/collision.ts'
import {
  Data,
  energyPos,
  energyVel,
  forward,
  loadModel,
  type Model,
  ObjType,
  resetDataKeyframe,
  step,
} from '../src/index.ts'
import { loadModelFile } from '../src/node.ts'
import { drawMuscle, drawServo, drawStrings } from './picture/actuators.ts'
import { drawBalance } from './picture/balance.ts'
import { drawBodies, drawShadow, openPath } from './picture/bodies.ts'
import { Camera, type PagePoint } from './picture/camera.ts'
import { drawChart, label } from './picture/chart.ts'
import { drawContacts } from './picture/contacts.ts'
import { drawLevels, drawOutline, drawTouches } from './picture/field.ts'
import { drawGrowth } from './picture/growth.ts'
import { drawIntegrators } from './picture/integrators.ts'
import { drawRandomization } from './picture/randomization.ts'
import { drawScan, drawSeen } from './picture/rays.ts'
import { drawRollouts } from './picture/rollouts.ts'
import { drawSleep } from './picture/sleep.ts'
import { drawTendons } from './picture/tendons.ts'

const folder = 'docs/pictures'
const INK = '#1f2937'

interface Shots {
  readonly poses: Data[]
  readonly trace: PagePoint[]
}

/** Simulates, keeps a copy of the state at each of the given times, and follows a site across the page. */
function shoot(m: Model, d: Data, times: readonly number[], camera: Camera, site: string): Shots {
  const id = m.names.id(ObjType.site, site)
  const poses: Data[] = []
  const trace: PagePoint[] = []
  for (const time of times) {
    while (d.time < time - 1e-9) {
      step(m, d)
      trace.push(camera.project(d.site_xpos[3 * id], d.site_xpos[3 * id + 1], d.site_xpos[3 * id + 2]))
    }
    const pose = new Data(m)
    pose.qpos.set(d.qpos)
    forward(m, pose)
    poses.push(pose)
  }
  return { poses, trace }
}

/** Poses on top of each other, the early ones pale. */
function strobe(m: Model, { poses, trace }: Shots, camera: Camera, palest: number): string {
  const last = poses.length - 1
  const layers = poses.map((pose, i) => {
    const opacity = i === last ? 1 : palest + (0.75 - palest) * (i / last) ** 2
    return `<g opacity="${opacity.toFixed(2)}">${drawBodies(m, pose, camera, { worldToo: i === last })}</g>`
  })
  const way = `<path d="${openPath(trace)}" fill="none" stroke="#d94d33" stroke-width="1.6" opacity="0.55"/>`
  return way + layers.join('')
}

function range(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))
}

function pendulum(): string {
  const m = loadModelFile('models/double_pendulum.xml')
  const d = new Data(m)
  resetDataKeyframe(m, d, m.names.id(ObjType.key, 'horizontal'))
  const camera = new Camera({ lookat: [0, 0, 1.2], at: [190, 240], scale: 128, azimuth: 90, elevation: -4 })
  return strobe(m, shoot(m, d, range(0, 1.02, 14), camera, 'tip'), camera, 0.1)
}

function chain(): string {
  const m = loadModelFile('models/chain.xml')
  const d = new Data(m)
  resetDataKeyframe(m, d, m.names.id(ObjType.key, 'sideways'))
  const camera = new Camera({ lookat: [0.3, 0, 1.5], at: [570, 240], scale: 116, azimuth: 90, elevation: -4 })
  return strobe(m, shoot(m, d, range(0, 1, 11), camera, 'end'), camera, 0.2)
}

/** A leap, and how it ends on the floor. */
function leap(): string {
  const m = loadModelFile('models/humanoid.xml')
  const d = new Data(m)
  resetDataKeyframe(m, d, m.names.id(ObjType.key, 'squat'))

  // off the ground at 3 m/s forward and 4.5 m/s upward, unfolding
  d.qvel.set([3, 0, 4.5, 0, 1, 0])
  const speeds = { waist_bend: -0.3, hip_bend: -4, knee: -5.5, ankle_bend: -3, shoulder_bend: 3, elbow: 2 }
  for (const [joint, speed] of Object.entries(speeds)) {
    for (const name of [joint, `left_${joint}`, `right_${joint}`]) {
      const id = m.names.id(ObjType.joint, name)
      if (id >= 0) d.qvel[m.jnt_dofadr[id]] = speed
    }
  }
  const camera = new Camera({ lookat: [1.75, 0, 1.1], at: [965, 240], scale: 88, azimuth: 100, elevation: -8 })
  const shots = shoot(m, d, range(0, 1.6, 9), camera, 'pelvis')
  const shadows = shots.poses.map((pose) => `<g fill="${INK}" opacity="0.06">${drawShadow(m, pose, camera)}</g>`)
  return shadows.join('') + strobe(m, shots, camera, 0.3)
}

function energies(): string {
  const m = loadModelFile('models/double_pendulum.xml')
  const d = new Data(m)
  resetDataKeyframe(m, d, m.names.id(ObjType.key, 'horizontal'))
  const time: number[] = []
  const kinetic: number[] = []
  const potential: number[] = []
  const total: number[] = []
  for (let i = 0; i <= 5000; i++) {
    if (i % 10 === 0) {
      forward(m, d)
      energyPos(m, d)
      energyVel(m, d)
      time.push(d.time)
      potential.push(d.energy[0])
      kinetic.push(d.energy[1])
      total.push(d.energy[0] + d.energy[1])
    }
    step(m, d)
  }
  const series = [
    { name: 'potential', color: '#3373b3', values: potential },
    { name: 'kinetic', color: '#d98c1f', values: kinetic },
    { name: 'total', color: INK, values: total },
  ]
  return drawChart(time, series, { x: 70, y: 520, width: 1010, height: 120 }, 'J')
}

function motionPicture(): string {
  const title = (x: number, text: string) => label(x, 40, text, 'middle', INK, 16)
  return page('Simulated motions, and the energy of one of them', 1200, 690, [
    title(190, 'double pendulum, 1 s'),
    title(570, 'chain of 20 links, 1 s'),
    title(965, 'jump and fall of a humanoid, 1.6 s'),
    pendulum(),
    chain(),
    leap(),
    label(84, 496, 'energy of the double pendulum over 10 s, Runge–Kutta steps of 2 ms', 'start', INK, 14).replace(
      'x="70',
      'x="84',
    ),
    energies(),
  ])
}

/** A model in a picture of many. */
interface Cell {
  readonly file: string
  readonly lookat: readonly [number, number, number]
  readonly scale: number
  readonly key?: string
  readonly name?: string
}

/** All models at their initial pose, side by side. */
function modelsPicture(): string {
  const cells: readonly Cell[] = [
    { file: 'humanoid', lookat: [0, 0, 0.85], scale: 118 },
    { file: 'quadruped', lookat: [0, 0, 0.2], scale: 310 },
    { file: 'ragdoll', lookat: [0.2, 0, 1.05], scale: 88 },
    { file: 'arm_gripper', lookat: [0.3, 0, 0.65], scale: 120, key: 'ready' },
    { file: 'boxes', lookat: [-0.75, 0, 0.75], scale: 105 },
    { file: 'chain', lookat: [0, 0, 1.4], scale: 82 },
    { file: 'cartpole', lookat: [0, 0, 0.9], scale: 66 },
    { file: 'double_pendulum', lookat: [0, 0, 0.85], scale: 112, key: 'horizontal' },
    { file: 'muscle_arm', lookat: [0.2, 0.1, 1.3], scale: 230, key: 'raised' },
  ]
  return page('The example models', 1200, 570, sideBySide(cells))
}

/** The models of tasks for learning. */
function tasksPicture(): string {
  const cells: readonly Cell[] = [
    { file: 'tasks/cartpole', name: 'CartpoleSwingup', lookat: [0, 0, 0.9], scale: 66, key: 'hanging' },
    { file: 'tasks/reacher', name: 'Reacher', lookat: [0, 0, 0], scale: 240 },
    { file: 'tasks/hopper', name: 'Hopper', lookat: [0, 0, 0.7], scale: 140 },
    { file: 'tasks/half_cheetah', name: 'HalfCheetah', lookat: [0, 0, 0.35], scale: 120 },
    { file: 'tasks/walker', name: 'Walker', lookat: [0, 0, 0.75], scale: 130 },
    { file: 'tasks/ant', name: 'Ant', lookat: [0, 0, 0.25], scale: 120 },
    { file: 'tasks/humanoid', name: 'HumanoidStand, Walk, Run', lookat: [0, 0, 0.85], scale: 118 },
    { file: 'tasks/pusher', name: 'Pusher', lookat: [0.25, 0, 0], scale: 140, key: 'ready' },
    { file: 'quadruped', name: 'QuadrupedHeights', lookat: [0, 0, 0.2], scale: 310 },
    { file: 'tasks/hand', name: 'HandReorient', lookat: [0, 0, 0.29], scale: 400, key: 'hold' },
  ]
  return page('The models of the tasks', 1200, 570, sideBySide(cells))
}

/** Models in rows of five, at their initial pose or in a keyframe. */
function sideBySide(cells: readonly Cell[]): string[] {
  const columns = 5
  const width = 232
  const height = 270
  return cells.map((cell, i) => {
    const at = [20 + width * (i % columns) + width / 2, 20 + height * Math.floor(i / columns) + 120] as const
    const m = loadModelFile(`models/${cell.file}.xml`)
    const d = new Data(m)
    if (cell.key !== undefined) resetDataKeyframe(m, d, cell.key)
    forward(m, d)
    const camera = new Camera({ lookat: cell.lookat, at, scale: cell.scale, azimuth: 125, elevation: -16 })
    const shadow = `<g fill="${INK}" opacity="0.08">${drawShadow(m, d, camera)}</g>`
    const strings = drawTendons(m, d, camera, () => '#b8372b')
    const name = label(at[0], at[1] + 136, cell.name ?? `${cell.file}.xml`, 'middle', INK, 14)
    return shadow + drawBodies(m, d, camera) + strings + name
  })
}

/** Where things touch: a ball flies into a tower of boxes, and somebody squats. */
function contactsPicture(): string {
  const tower = loadModelFile('models/boxes.xml')
  const d = new Data(tower)
  resetDataKeyframe(tower, d, tower.names.id(ObjType.key, 'throw'))
  while (d.time < 0.45) step(tower, d)
  forward(tower, d)
  const wide = new Camera({ lookat: [0.1, 0, 0.62], at: [290, 300], scale: 245, azimuth: 118, elevation: -14 })

  const person = loadModelFile('models/humanoid.xml')
  const squat = new Data(person)
  resetDataKeyframe(person, squat, person.names.id(ObjType.key, 'squat'))
  forward(person, squat)
  const near = new Camera({ lookat: [0.05, 0, 0.42], at: [880, 300], scale: 330, azimuth: 140, elevation: -18 })

  const shaded = (m: Model, state: Data, camera: Camera) =>
    `<g fill="${INK}" opacity="0.08">${drawShadow(m, state, camera)}</g><g opacity="0.5">${drawBodies(m, state, camera)}</g>`
  const title = (x: number, text: string) => label(x, 40, text, 'middle', INK, 16)
  return page('Contacts and their frames', 1200, 560, [
    title(290, `a ball flies into a tower: ${d.ncon} contacts`),
    title(880, `a squat: ${squat.ncon} contacts`),
    shaded(tower, d, wide),
    drawContacts(d, wide, 0.14),
    shaded(person, squat, near),
    drawContacts(squat, near, 0.12),
  ])
}

/**
 * Time of the collision stage over the number of bodies, in the fastest batches of the last stored run, beside n log n.
 */
function growthPicture(): string {
  const sizes = HEAP_SIZES
  const [{ runs }] = storedResults()
  const { results } = Object.values(runs).at(-1)!
  const points = sizes.map(
    (count) => results.find(({ suite, model }) => suite === growth.name && model === heap(count).name)!.fastest,
  )
  const cost = (n: number) => n * Math.log(n)
  const scale = points[0].ours / cost(sizes[0])
  const series = [
    { name: 'n log n', color: '#9ca3af', values: sizes.map((n) => scale * cost(n)) },
    { name: 'reference', color: '#3373b3', values: points.map(({ reference }) => reference) },
    { name: 'Kinetree', color: '#d94d33', values: points.map(({ ours }) => ours) },
  ]
  return page('Time of the collision stage over the number of bodies', 900, 440, [
    label(450, 40, 'collision stage of a pile of boxes, by number of boxes', 'middle', INK, 16),
    drawGrowth(sizes, series, { x: 90, y: 90, width: 680, height: 280 }, 'µs'),
  ])
}

/** Ray casting: a scanner beside the tower, and a camera in front of somebody. */
function raysPicture(): string {
  const yard = loadModelFile('models/boxes.xml')
  const d = new Data(yard)
  forward(yard, d)
  const camera = new Camera({ lookat: [-0.55, -0.4, 0.45], at: [300, 310], scale: 205, azimuth: 100, elevation: -35 })
  const scanner = { at: [-0.7, -0.55, 0.7], rays: 90, tilts: [-12, -4, 4, 12, 30, 38, 46], reach: 1.9 } as const

  const person = loadModelFile('models/humanoid.xml')
  const pose = new Data(person)
  resetDataKeyframe(person, pose, person.names.id(ObjType.key, 'squat'))
  forward(person, pose)
  const eye = { from: [2.2, -1.8, 1.3], lookat: [0.1, 0, 0.56], width: 0.62, across: 170, down: 136 } as const

  const title = (x: number, text: string) => label(x, 40, text, 'middle', INK, 16)
  return page('Ray casting', 1200, 560, [
    title(300, 'a scanner of 630 rays: where they end'),
    title(880, 'a camera of 23,120 rays: geom and normal of each'),
    `<g fill="${INK}" opacity="0.08">${drawShadow(yard, d, camera)}</g>`,
    drawBodies(yard, d, camera),
    drawScan(yard, d, camera, scanner),
    drawSeen(person, pose, eye, [625, 70], 3),
  ])
}

/** Lines of equal distance of a gear, and what touches it. */
function fieldPicture(): string {
  const setting = (key: string, value: number) => `<config key="${key}" value="${value}"/>`
  const m = loadModel(`<mujoco>
    <extension><plugin plugin="mujoco.sdf.gear"><instance name="gear">
      ${setting('teeth', 14)}${setting('diameter', 2)}${setting('innerdiameter', 0.7)}${setting('thickness', 0.3)}
    </instance></plugin></extension>
    <asset><mesh name="gear"><plugin instance="gear"/></mesh></asset>
    <worldbody><geom type="sdf" mesh="gear"><plugin instance="gear"/></geom>
      <body pos="1.05 0.24 0"><freejoint/><geom size="0.16"/></body>
      <body pos="-1.3 -0.42 0" euler="0 0 25"><freejoint/><geom type="box" size="0.3 0.2 0.2"/></body>
    </worldbody></mujoco>`)
  const d = new Data(m)
  forward(m, d)
  const slice = { center: [0, 0], height: 0, half: [1.8, 1.35], at: [450, 325], scale: 195 } as const
  return page('A slice through the distances of a gear', 900, 620, [
    label(450, 40, 'a gear: lines of equal distance, and contacts with a ball and a box', 'middle', INK, 16),
    drawLevels(m, d, 0, slice, [-0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]),
    drawOutline(m, d, 1, slice, '#d9a033'),
    drawOutline(m, d, 2, slice, '#d9a033'),
    drawTouches(d, slice),
  ])
}

function page(title: string, width: number, height: number, parts: readonly string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">\n` +
    `<title>${title}</title>\n<rect width="${width}" height="${height}" rx="14" fill="#fbfbf9"/>\n${parts.join('\n')}\n</svg>\n`
  )
}

const PICTURES: Readonly<Record<string, () => string | Promise<string>>> = {
  motion: motionPicture,
  models: modelsPicture,
  tasks: tasksPicture,
  contacts: contactsPicture,
  'collision-growth': growthPicture,
  'signed-distance': fieldPicture,
  muscles: () => page('Force and activation of a muscle', 1200, 420, drawMuscle()),
  servo: () => page('Step response of a position servo', 900, 450, drawServo()),
  integrators: () => page('A stiff spring in short and long steps', 1090, 450, drawIntegrators()),
  tendons: () => page('Tendons', 1200, 560, drawStrings()),
  sleep: () => page('Dominoes that sleep until they are hit', 1160, 530, drawSleep()),
  balance: () => page('A humanoid on one leg', 1160, 450, drawBalance()),
  rollouts: async () => page('Rollouts of a cart-pole under random controls', 1160, 480, await drawRollouts()),
  randomization: () => page('One motion of many randomized models', 1160, 480, drawRandomization()),
}

const asked = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
for (const [name, draw] of Object.entries(PICTURES))
  if (asked.length === 0 || asked.includes(name)) writeFileSync(`${folder}/${name}.svg`, await draw())
writeFileSync(`${folder}/rays.svg`, raysPicture())
