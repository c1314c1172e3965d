/**
 * Draws the pictures of the documentation from simulations of this engine: `npm run pictures`.
 * The same numbers always give the same files.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { Data, energyPos, energyVel, forward, type Model, ObjType, resetDataKeyframe, step } from '../src/index.ts'
import { loadModelFile } from '../src/node.ts'
import { drawBodies, drawShadow, openPath } from './picture/bodies.ts'
import { Camera, type PagePoint } from './picture/camera.ts'
import { drawChart, label } from './picture/chart.ts'

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

/** A leap: no contacts are needed while the feet are off the ground. */
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
  const camera = new Camera({ lookat: [1.12, 0, 1.1], at: [965, 240], scale: 108, azimuth: 110, elevation: -8 })
  const shots = shoot(m, d, range(0, 0.7, 6), camera, 'pelvis')
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
    { name: 'potential', colour: '#3373b3', values: potential },
    { name: 'kinetic', colour: '#d98c1f', values: kinetic },
    { name: 'total', colour: INK, values: total },
  ]
  return drawChart(time, series, { x: 70, y: 520, width: 1010, height: 120 }, 'J')
}

function motionPicture(): string {
  const title = (x: number, text: string) => label(x, 40, text, 'middle', INK, 16)
  return page('Simulated motions, and the energy of one of them', 1200, 690, [
    title(190, 'double pendulum, 1 s'),
    title(570, 'chain of 20 links, 1 s'),
    title(965, 'leap of a humanoid, 0.7 s'),
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

/** All models at their initial pose, side by side. */
function modelsPicture(): string {
  const cells = [
    { file: 'humanoid', lookat: [0, 0, 0.85], scale: 118 },
    { file: 'quadruped', lookat: [0, 0, 0.2], scale: 310 },
    { file: 'ragdoll', lookat: [0.2, 0, 1.05], scale: 88 },
    { file: 'arm_gripper', lookat: [0.3, 0, 0.65], scale: 120, key: 'ready' },
    { file: 'boxes', lookat: [-0.75, 0, 0.75], scale: 105 },
    { file: 'chain', lookat: [0, 0, 1.4], scale: 82 },
    { file: 'cartpole', lookat: [0, 0, 0.9], scale: 66 },
    { file: 'double_pendulum', lookat: [0, 0, 0.85], scale: 112, key: 'horizontal' },
  ] as const
  const width = 290
  const height = 270
  const parts = cells.map((cell, i) => {
    const at = [20 + width * (i % 4) + width / 2, 20 + height * Math.floor(i / 4) + 120] as const
    const m = loadModelFile(`models/${cell.file}.xml`)
    const d = new Data(m)
    if ('key' in cell) resetDataKeyframe(m, d, m.names.id(ObjType.key, cell.key))
    forward(m, d)
    const camera = new Camera({ lookat: cell.lookat, at, scale: cell.scale, azimuth: 125, elevation: -16 })
    const shadow = `<g fill="${INK}" opacity="0.08">${drawShadow(m, d, camera)}</g>`
    return shadow + drawBodies(m, d, camera) + label(at[0], at[1] + 136, `${cell.file}.xml`, 'middle', INK, 14)
  })
  return page('The example models', 1200, 570, parts)
}

function page(title: string, width: number, height: number, parts: readonly string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">\n` +
    `<title>${title}</title>\n<rect width="${width}" height="${height}" rx="14" fill="#fbfbf9"/>\n${parts.join('\n')}\n</svg>\n`
  )
}

mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/motion.svg`, motionPicture())
writeFileSync(`${folder}/models.svg`, modelsPicture())
