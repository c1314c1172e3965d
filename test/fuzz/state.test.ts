import { describe, expect, test } from 'vitest'
import { Data, loadModel, type Model, restore, type Snapshot, snapshot, step, step2, wake } from '../../src/index.ts'
import { EVERY_ROW } from '../support/everyRow.ts'
import { spots, tiedArms } from '../support/islandScenes.ts'
import { box, ON_BOX, ON_FLOOR, sceneText } from '../support/sleepScenes.ts'
import { Random } from './fuzzRandom.ts'
import { fuzzRuns } from './runs.ts'

/** Snapshots with one damaged byte: each is refused, or the steps from there on end and stay finite. */

const DELAYS = `
  <mujoco>
    <worldbody>
      <body><joint name="j"/><geom size=".1" pos=".3 0 0"/><site name="s" pos=".3 0 0"/></body>
    </worldbody>
    <actuator>
      <position joint="j" kp="10" delay=".02" nsample="12"/>
      <motor joint="j" delay=".01" nsample="6" interp="cubic"/>
    </actuator>
    <sensor>
      <jointpos joint="j" delay=".02" nsample="12" interp="linear"/>
      <accelerometer site="s" nsample="5" interval=".01"/>
    </sensor>
  </mujoco>`

const PILE =
  box(0, ON_FLOOR, 'name="a"') + box(0, ON_BOX) + box(1, ON_FLOOR, 'name="b"') + box(2, ON_FLOOR) + box(9, 50)
const WELD = '<equality><weld body1="a" body2="b"/></equality>'

const SCENES: readonly [string, string, number][] = [
  ['rows of every kind', EVERY_ROW, 20],
  ['islands', spots(3), 300],
  ['tendons between trees', tiedArms(2), 50],
  ['delays', DELAYS, 40],
  ['sleeping trees', sceneText(PILE, WELD), 600],
]

const PARTS = ['fixed', 'contacts', 'constraints', 'jacobian'] as const
const CASES = fuzzRuns(2000)

describe('a snapshot with one damaged byte is refused, or stepped to an end, with', () => {
  test.each(SCENES)('%s', (_, xml, steps) => {
    const m = loadModel(xml)
    const d = new Data(m)
    for (let i = 0; i < steps; i++) step(m, d)
    const good = snapshot(d)
    const random = new Random(1)
    let refused = 0
    for (let i = 0; i < CASES; i++) {
      const part = random.pick(PARTS.filter((name) => good[name].length > 0))
      const place = i % 2 === 0 ? random.below(good[part].length) : integerIn(good[part], random)
      const byte = i % 3 === 0 ? random.below(256) : good[part][place] ^ (1 << random.below(8))
      const target = new Data(m)
      if (!isRestored(target, { ...good, [part]: good[part].with(place, byte) })) refused++
      else expect(endsFinite(m, target, i), `${part}[${place}] = ${byte}`).toBe(true)
    }
    expect(refused).toBeGreaterThan(CASES / 20)
  })
})

/** A byte of something that looks like a small integer. */
function integerIn(bytes: Uint8Array, random: Random): number {
  const words = new Int32Array(bytes.buffer)
  let word = random.below(words.length)
  for (let tries = 0; tries < 100 && (words[word] === 0 || Math.abs(words[word]) > 300); tries++)
    word = random.below(words.length)
  return 4 * word + random.below(2)
}

function isRestored(d: Data, damaged: Snapshot): boolean {
  const before = snapshot(d)
  try {
    restore(d, damaged)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    expect(Buffer.compare(snapshot(d).fixed, before.fixed)).toBe(0)
    return false
  }
}

/** Whether positions and velocities are finite after some steps, the first of which may start in its middle. */
function endsFinite(m: Model, d: Data, way: number): boolean {
  if (way % 3 === 1) step2(m, d)
  for (let i = 0; i < 3; i++) step(m, d)
  for (let t = 0; t < m.ntree; t++) wake(m, d, t)
  step(m, d)
  return d.qpos.every(Number.isFinite) && d.qvel.every(Number.isFinite)
}
