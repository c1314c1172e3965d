import { describe, expect, test } from 'vitest'
import { Data, EnableBit, forward, loadModel, type Model, step } from '../../../src/index.ts'

/** Links of 0.3 m that hang from a fixed point by joints without friction. */
function frictionlessChain(joints: readonly string[], timestep: number): Model {
  const capsule = '<geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.02"/>'
  const links = joints.map((joint, i) => `<body pos="0 0 ${i === 0 ? 2 : -0.3}">${joint}${capsule}`)
  const m = loadModel(`<mujoco>
    <option timestep="${timestep}" integrator="RK4"><flag contact="disable"/></option>
    <worldbody>${links.join('')}${'</body>'.repeat(joints.length)}</worldbody>
  </mujoco>`)
  m.opt.enableflags |= EnableBit.energy
  return m
}

const X = '<joint axis="1 0 0"/>'
const Y = '<joint axis="0 1 0"/>'
const BALL = '<joint type="ball"/>'

describe('a chain without friction', () => {
  // The mean of four angular velocities does not know that rotations do not commute, in the reference neither: with
  // ball joints the method is of second order and needs shorter steps.
  test.each([
    ['hinges', [Y, Y, Y, Y], 0.0005],
    ['hinges about x and y in turn', [X, Y, X, Y], 0.0005],
    ['ball joints', [BALL, BALL, BALL], 0.0001],
  ])('of %s keeps its energy to 1e-8 over 10 s of Runge–Kutta', (_, joints, timestep) => {
    const m = frictionlessChain(joints, timestep)
    const d = new Data(m)
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 - 0.2 * i

    const total = () => {
      forward(m, d)
      return d.energy[0] + d.energy[1]
    }
    const start = total()
    let drift = 0
    let kinetic = 0
    while (d.time < 10) {
      for (let i = 0; i < 20; i++) step(m, d)
      drift = Math.max(drift, Math.abs(total() - start))
      kinetic = Math.max(kinetic, d.energy[1])
    }
    expect(kinetic).toBeGreaterThan(0.01)
    expect(drift / kinetic).toBeLessThan(1e-8)
  })
})
