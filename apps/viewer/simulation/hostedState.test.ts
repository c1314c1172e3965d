import { expect, test } from 'vitest'
import { Data, forward, loadModel, step } from '../../../src/index.ts'
import { HostedState } from './hostedState.ts'

const model = () =>
  loadModel(`
<mujoco>
  <option gravity="0 0 0"/>
  <worldbody>
    <body name="ball"><freejoint/><geom size=".1"/></body>
    <body name="arm" pos="1 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body>
    <body name="hand" mocap="true"/>
  </worldbody>
</mujoco>`)

test('applies a perturbation to a state that the page steps, and releases the body', () => {
  const m = model()
  const d = new Data(m)
  forward(m, d)
  const hosted = new HostedState(m, d)
  d.xfrc_applied[6 * 2] = 7 // the page's own force, on another body
  hosted.execute({
    do: 'perturb',
    by: { body: 1, kind: 'force', grabbed: [0, 0, 0], target: [0, 0, 1], quat: [1, 0, 0, 0] },
  })
  hosted.applyPerturbation()
  expect(d.xfrc_applied[8]).toBeGreaterThan(0)
  for (let i = 0; i < 100; i++) {
    hosted.applyPerturbation()
    step(m, d)
  }
  expect(d.qpos[2]).toBeGreaterThan(0.01)
  hosted.execute({ do: 'perturb', by: undefined })
  hosted.applyPerturbation()
  expect([...d.xfrc_applied.subarray(6, 12)]).toEqual([0, 0, 0, 0, 0, 0])
  expect(d.xfrc_applied[12]).toBe(7)
})

test('writes slider values into the state and runs forward', () => {
  const m = model()
  const d = new Data(m)
  forward(m, d)
  const hosted = new HostedState(m, d)
  hosted.execute({ do: 'qpos', index: 2, value: 0.5 })
  expect(d.xpos[3 + 2]).toBe(0.5)
  hosted.execute({ do: 'mocap', index: 0, pos: [1, 2, 3], quat: [1, 0, 0, 0] })
  expect([...d.xpos.subarray(9, 12)]).toEqual([1, 2, 3])
  hosted.execute({ do: 'option', change: { timestep: 0.01 } })
  expect(m.opt.timestep).toBe(0.01)
  hosted.execute({ do: 'play' }) // the page plays, not the viewer
  expect(d.time).toBe(0)
})
