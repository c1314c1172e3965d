import { expect, it } from 'vitest'
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

it('pulls a body of a state that somebody else steps, and lets it go', () => {
  const m = model()
  const d = new Data(m)
  forward(m, d)
  const own = new HostedState(m, d)
  d.xfrc_applied[6 * 2] = 7 // the page's own, on another body
  own.execute({
    do: 'perturb',
    by: { body: 1, kind: 'force', grabbed: [0, 0, 0], target: [0, 0, 1], quat: [1, 0, 0, 0] },
  })
  own.pull()
  expect(d.xfrc_applied[8]).toBeGreaterThan(0)
  for (let i = 0; i < 100; i++) {
    own.pull()
    step(m, d)
  }
  expect(d.qpos[2]).toBeGreaterThan(0.01)
  own.execute({ do: 'perturb', by: undefined })
  own.pull()
  expect([...d.xfrc_applied.subarray(6, 12)]).toEqual([0, 0, 0, 0, 0, 0])
  expect(d.xfrc_applied[12]).toBe(7)
})

it('writes what sliders say into the state, and computes what follows from it', () => {
  const m = model()
  const d = new Data(m)
  forward(m, d)
  const own = new HostedState(m, d)
  own.execute({ do: 'qpos', index: 2, value: 0.5 })
  expect(d.xpos[3 + 2]).toBe(0.5)
  own.execute({ do: 'mocap', index: 0, pos: [1, 2, 3], quat: [1, 0, 0, 0] })
  expect([...d.xpos.subarray(9, 12)]).toEqual([1, 2, 3])
  own.execute({ do: 'option', change: { timestep: 0.01 } })
  expect(m.opt.timestep).toBe(0.01)
  own.execute({ do: 'play' }) // the page plays, not the viewer
  expect(d.time).toBe(0)
})
