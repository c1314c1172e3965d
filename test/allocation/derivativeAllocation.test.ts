import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accelerationDerivatives, Data, forward, inverseFD, loadModel, step, transitionFD } from '../../src/index.ts'
import { steadyGrowth } from './growth.ts'

/** Bytes a call, each of which takes dozens of steps: room for the few objects of a call, not for one number a step. */
const LIMIT = 400
const CALLS = 30

const m = loadModel(
  readFileSync(new URL('../../models/quadruped.xml', import.meta.url), 'utf8').replace(
    '</worldbody>',
    '</worldbody><actuator><motor joint="front_left_knee"/><position joint="hind_right_knee" kp="5"/></actuator>',
  ),
)
const d = new Data(m)
for (let i = 0; i < 100; i++) step(m, d)
forward(m, d)
const { nv, nu } = m
const transition = { A: new Float64Array(4 * nv * nv), B: new Float64Array(2 * nv * nu) }
const centered = { centered: true }
const actuated = { withActuation: true }
const inverse = { DfDq: new Float64Array(nv * nv), DfDv: new Float64Array(nv * nv), DfDa: new Float64Array(nv * nv) }
const acceleration = {
  dqpos: new Float64Array(nv * nv),
  dqvel: new Float64Array(nv * nv),
  dctrl: new Float64Array(nv * nu),
}

test.each([
  ['a step', () => transitionFD(m, d, transition, centered)],
  ['inverse dynamics', () => inverseFD(m, d, inverse, actuated)],
  ['accelerations through contacts', () => accelerationDerivatives(m, d, acceleration)],
])('derivatives of %s allocate nothing that grows with the model', (_, differentiate) => {
  const run = (calls: number) => {
    for (let i = 0; i < calls; i++) differentiate()
  }
  expect(steadyGrowth(run, CALLS, CALLS, { limit: LIMIT })).toBeLessThan(LIMIT)
})
