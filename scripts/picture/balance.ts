import { designBalance, humanoidWithMotors, simulateBalance, sway } from '../../examples/balance.ts'
import { Data, forward, type Model, step } from '../../src/index.ts'
import { drawBodies, drawShadow } from './bodies.ts'
import { Camera } from './camera.ts'
import { drawChart, label } from './chart.ts'
import { drawContacts } from './contacts.ts'

const INK = '#1f2937'

/** A humanoid on one leg: with feedback from its derivatives, without it, and how it sways when it is pushed. */
export function drawBalance(): string[] {
  const m = humanoidWithMotors()
  const balance = designBalance(m)
  const views = [170, 420].map((x) => camera(x))

  const pose = new Data(m)
  pose.qpos.set(balance.qpos)
  forward(m, pose)

  const falling = new Data(m)
  falling.qpos.set(balance.qpos)
  falling.ctrl.set(balance.ctrl)
  const fall: Data[] = []
  for (const time of [0.2, 0.8, 1.1, 1.3, 1.45]) {
    while (falling.time < time) step(m, falling)
    fall.push(copyOf(m, falling))
  }

  const time: number[] = [0]
  const distance: number[] = [0]
  simulateBalance(m, balance, 10, (d) => {
    if (Math.round(d.time / m.opt.timestep) % 10 !== 0) return
    time.push(d.time)
    distance.push(1000 * sway(m, d))
  })

  const strobe = fall.map(
    (d, i) => `<g opacity="${0.25 + (0.75 * i) / 4}">${drawBodies(m, d, views[1], { worldToo: i === 4 })}</g>`,
  )
  return [
    label(170, 40, 'feedback from derivatives', 'middle', INK, 16),
    label(420, 40, 'the same torques without it', 'middle', INK, 16),
    label(860, 40, 'pushed with 40 N every two seconds', 'middle', INK, 16),
    `<g fill="${INK}" opacity="0.08">${drawShadow(m, pose, views[0])}</g>`,
    drawBodies(m, pose, views[0]),
    drawContacts(pose, views[0], 0.12),
    `<g fill="${INK}" opacity="0.08">${drawShadow(m, fall[4], views[1])}</g>`,
    ...strobe,
    label(640, 84, 'center of mass from the middle of the foot', 'start', INK, 14),
    drawChart(
      time,
      [{ name: 'sway', color: '#d94d33', values: distance }],
      { x: 640, y: 120, width: 440, height: 260 },
      'mm',
    ),
  ]
}

function camera(x: number): Camera {
  return new Camera({ lookat: [0, 0, 0.85], at: [x, 245], scale: 190, azimuth: 115, elevation: -10 })
}

function copyOf(m: Model, d: Data): Data {
  const copy = new Data(m)
  copy.qpos.set(d.qpos)
  forward(m, copy)
  return copy
}
