import { expect, test } from 'vitest'
import { Data } from '../core/data/data.ts'
import { loadModel } from '../format/load.ts'
import { resetData, resetDataKeyframe, setKeyframe } from './reset.ts'

const m = loadModel(`<mujoco><size nuserdata="2" nkey="3"/>
  <worldbody><body><joint/><geom size=".1"/></body></worldbody>
  <keyframe><key qpos="1"/><key userdata="3 4"/></keyframe></mujoco>`)

test('a keyframe brings its user data, and zeros where it has none', () => {
  const d = new Data(m)
  resetDataKeyframe(m, d, 1)
  expect([...d.userdata]).toEqual([3, 4])
  resetDataKeyframe(m, d, 0)
  expect([...d.userdata]).toEqual([0, 0])
})

test('a keyframe is set with the user data of the state', () => {
  const d = new Data(m)
  d.userdata.set([5, 6])
  d.qpos[0] = 0.5
  setKeyframe(m, d, 2)
  resetData(m, d)
  expect([...d.userdata]).toEqual([0, 0])
  resetDataKeyframe(m, d, 2)
  expect([...d.userdata, d.qpos[0]]).toEqual([5, 6, 0.5])
})
