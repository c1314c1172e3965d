import { expect, test } from 'vitest'
import { Data, forward, loadModel } from '../../index.ts'

/** A body on two slides and a free body that turns; a spring ties them together while it is longer than 1 m. */
const XML = `<mujoco><option integrator="discrete" timestep="0.01"/>
  <worldbody>
    <body><joint type="slide"/><joint type="slide" axis="0 1 0"/><geom size="0.1"/><site name="a"/></body>
    <body pos="0.5 0 0"><freejoint/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0.2 0.3" euler="10 20 30"/><site name="b" pos="0.1 0.1 0"/></body>
  </worldbody>
  <tendon><spatial stiffness="100" springlength="0 1"><site site="a"/><site site="b"/></spatial></tendon></mujoco>`

test('a free body turns as if it had never been tied to another tree once the spring is slack', () => {
  const m = loadModel(XML)
  const spin = [0, 0, 0, 0, 0, 3, -4, 5]
  const slack = new Data(m)
  slack.qvel.set(spin)
  forward(m, slack)

  const d = new Data(m)
  d.qpos[2] = 2
  d.qvel.set(spin)
  forward(m, d)
  expect(d.effectiveInertia.joinsTrees).toBe(true)
  d.qpos.set(m.qpos0)
  forward(m, d)
  for (let i = 0; i < m.nv; i++) expect(d.qacc[i]).toBeCloseTo(slack.qacc[i], 9)
})
