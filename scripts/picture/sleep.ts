import { Data, loadModel, type Model, step } from '../../src/index.ts'
import { drawBodies, drawShadow } from './bodies.ts'
import { Camera } from './camera.ts'
import { label } from './chart.ts'

const INK = '#1f2937'
const AWAKE = [0.93, 0.6, 0.2]
const ASLEEP = [0.62, 0.68, 0.76]
const COUNT = 24
const SHOTS = [0.35, 0.75, 1.25]
const SECONDS = 2.5

/** Dominoes that sleep until the one before falls on them, and when each of them is awake. */
export function drawSleep(): string[] {
  const { m, d } = dominoes()
  const awake: number[][] = []
  const rows: string[] = []
  for (const [i, time] of [...SHOTS, SECONDS].entries()) {
    while (d.time < time - 1e-9) {
      step(m, d)
      awake.push([...d.tree_awake])
    }
    if (i === SHOTS.length) break
    const camera = new Camera({
      lookat: [0.46, 0, 0.04],
      at: [330, 120 + 150 * i],
      scale: 560,
      azimuth: 80,
      elevation: -12,
    })
    paint(m, d)
    rows.push(
      `<g fill="${INK}" opacity="0.08">${drawShadow(m, d, camera)}</g>`,
      drawBodies(m, d, camera),
      label(40, 70 + 150 * i, `${time} s`, 'start', INK, 14),
    )
  }
  return [
    label(330, 34, 'orange: awake, gray: asleep', 'middle', INK, 16),
    ...rows,
    label(900, 34, 'awake trees over time', 'middle', INK, 16),
    ...lanes(awake, { x: 690, y: 64, width: 430, height: 400 }),
  ]
}

/** The first domino leans over, pushed by gravity. */
function dominoes(): { m: Model; d: Data } {
  const bodies = Array.from(
    { length: COUNT },
    (_, i) =>
      `<body pos="${0.04 * i} 0 ${i === 0 ? 0.047 : 0.045}" ${i === 0 ? 'euler="0 12 0"' : 'sleep="init"'}><freejoint/><geom type="box" size=".005 .022 .045" mass=".02"/></body>`,
  )
  const m =
    loadModel(`<mujoco><option cone="elliptic" impratio="10" sleep_tolerance="5e-3"><flag sleep="enable"/></option>
    <worldbody><geom type="plane" size="3 3 .1" pos="0 0 1e-6"/>${bodies.join('')}</worldbody></mujoco>`)
  return { m, d: new Data(m) }
}

function paint(m: Model, d: Data): void {
  for (let g = 0; g < m.ngeom; g++)
    m.geom_rgba.set([...(d.body_awake[m.geom_bodyid[g]] === 1 ? AWAKE : ASLEEP), 1], 4 * g)
}

/** A lane for each tree, filled while it is awake. */
function lanes(awake: readonly number[][], frame: { x: number; y: number; width: number; height: number }): string[] {
  const { x, y, width, height } = frame
  const lane = height / COUNT
  const at = (i: number) => x + (width * i) / awake.length
  const bars: string[] = []
  for (let t = 0; t < COUNT; t++) {
    let start = -1
    for (let i = 0; i <= awake.length; i++) {
      const on = i < awake.length && awake[i][t] === 1
      if (on && start < 0) start = i
      if (on || start < 0) continue
      bars.push(
        `<rect x="${at(start).toFixed(1)}" y="${(y + lane * t + 1.5).toFixed(1)}" width="${(at(i) - at(start)).toFixed(1)}" height="${(lane - 3).toFixed(1)}" rx="3" fill="#ed9933"/>`,
      )
      start = -1
    }
  }
  const ticks = [0, 0.5, 1, 1.5, 2, 2.5].map((time) =>
    label(x + (width * time) / SECONDS, y + height + 22, `${time}`, 'middle'),
  )
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#eef1f5"/>`,
    ...bars,
    ...ticks,
    label(x + width, y + height + 44, 'time, s', 'end'),
    label(x - 8, y + 12, 'first', 'end'),
    label(x - 8, y + height - 4, 'last', 'end'),
  ]
}
