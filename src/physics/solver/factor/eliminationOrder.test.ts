import { expect, test } from 'vitest'
import { Data } from '../../../core/data/data.ts'
import { getState, setState, stateSize } from '../../../core/data/stateVector.ts'
import { StateBit } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { step } from '../../../pipeline/step.ts'

/** Boxes above each other, turned so that they tumble and touch ever others. */
const boxes = Array.from({ length: 40 }, (_, i) => {
  const [x, y, z] = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)]
  return `<body pos="${0.24 * x + 0.01 * z} ${0.23 * y} ${0.11 + 0.23 * z}" euler="${7 * i} ${3 * i} ${11 * i}">
    <freejoint/><geom type="box" size=".1 .1 .1"/></body>`
})
const m = loadModel(`<mujoco><worldbody><geom type="plane" size="0 0 1"/>${boxes.join('')}</worldbody></mujoco>`)

test('the future of a state does not depend on what was solved before', () => {
  const d = new Data(m)
  const state = new Float64Array(stateSize(m, StateBit.integration))
  let most = 0
  for (let i = 0; i < 12; i++) {
    for (let k = 0; k < 10; k++) step(m, d)
    // a state that knows nothing of the steps so far
    const fresh = new Data(m)
    getState(m, d, state, StateBit.integration)
    setState(m, fresh, state, StateBit.integration)
    for (let k = 0; k < 3; k++) {
      step(m, d)
      step(m, fresh)
      expect(fresh.qpos).toEqual(d.qpos)
      expect(fresh.qvel).toEqual(d.qvel)
    }
    for (let k = 0; k < d.nisland; k++) most = Math.max(most, d.island_ntree[k])
  }
  expect(most).toBeGreaterThan(20)
})
