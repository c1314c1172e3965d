import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR, sceneText } from '../../test/support/sleepScenes.ts'
import { Data } from '../core/data/data.ts'
import { loadModel } from '../format/load.ts'
import { step } from '../pipeline/step.ts'
import { StateRecord } from './stateRecord.ts'

const own = (name: string) => readFileSync(new URL(`../../models/${name}.xml`, import.meta.url), 'utf8')

const DELAYS = `<mujoco><worldbody><body><joint name="j"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><position joint="j" kp="10" delay=".02" nsample="12"/></actuator>
  <sensor><jointpos joint="j" delay=".02" nsample="12" interp="linear"/></sensor></mujoco>`

const SLEEPERS = sceneText(box(0, ON_FLOOR, 'name="a"') + box(0, ON_BOX) + box(3, ON_FLOOR) + box(9, 2))

test.each([
  ['humanoid', own('humanoid')],
  ['arm_gripper', own('arm_gripper')],
  ['muscle_arm', own('muscle_arm')],
  ['boxes', own('boxes')],
  ['delays', DELAYS],
  ['sleeping trees', SLEEPERS],
])('environments that take turns in one Data have the bits of Data of their own: %s', (_, xml) => {
  const m = loadModel(xml)
  const n = 3
  const alone = Array.from({ length: n }, (_, i) => {
    const d = new Data(m)
    for (let k = 0; k < m.nv; k++) d.qvel[k] = 0.2 * i * Math.sin(7 * k + i)
    for (let k = 0; k < m.nu; k++) d.ctrl[k] = 0.4 * Math.cos(k + 3 * i)
    return d
  })
  const d = new Data(m)
  const record = new StateRecord(m, d)
  const { stateSize, restSize } = record
  const states = new Float64Array(n * stateSize)
  const rests = new Float64Array(n * restSize)
  alone.forEach((one, i) => {
    new StateRecord(m, one).store(states, i * stateSize, rests, i * restSize)
  })
  for (let k = 0; k < 300; k++)
    for (let turn = 0; turn < n; turn++) {
      const i = (turn + k) % n
      step(m, alone[i])
      record.load(states, i * stateSize, rests, i * restSize)
      step(m, d)
      record.store(states, i * stateSize, rests, i * restSize)
    }
  alone.forEach((one, i) => {
    expect(states.subarray(i * stateSize, (i + 1) * stateSize)).toEqual(Float64Array.of(...one.qpos, ...one.qvel))
    record.load(states, i * stateSize, rests, i * restSize)
    expect(d.time).toBe(one.time)
    expect(d.act).toEqual(one.act)
    expect(d.history).toEqual(one.history)
    expect(d.tree_asleep).toEqual(one.tree_asleep)
  })
})
