import { describe, expect, it } from 'vitest'
import { Data, EnableBit, forward, Integrator, loadModel, type Model, step } from '../../src/index.ts'

/** Links of 0.3 m that hang from a fixed point by joints without friction. */
function frictionlessChain(joints: readonly string[]): Model {
  const links = joints.map(
    (joint, i) =>
      `<body pos="0 0 ${i === 0 ? 2 : -0.3}">${joint}<geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.02"/>`,
  )
  const m = loadModel(`<mujoco>
    <option timestep="0.0005" integrator="RK4"><flag contact="disable"/></option>
    <worldbody>${links.join('')}${'</body>'.repeat(joints.length)}</worldbody>
  </mujoco>`)
  m.opt.integrator = Integrator.RK4
  m.opt.enableflags |= EnableBit.energy
  return m
}

describe('a chain without friction', () => {
  it.each([
    ['hinges', Array(4).fill('<joint axis="0 1 0"/>')],
    ['hinges about x and y in turn', ['<joint axis="1 0 0"/>', '<joint axis="0 1 0"/>', '<joint axis="1 0 0"/>']],
    ['ball joints', Array(3).fill('<joint type="ball"/>')],
  ])('of %s keeps its energy to 1e-8 over 10 s of Runge–Kutta', (_, joints) => {
    const m = frictionlessChain(joints)
    const d = new Data(m)
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 - 0.2 * i

    forward(m, d)
    const start = d.energy[0] + d.energy[1]
    let drift = 0
    let scale = 0
    while (d.time < 10) {
      step(m, d)
      drift = Math.max(drift, Math.abs(d.energy[0] + d.energy[1] - start))
      scale = Math.max(scale, d.energy[1])
    }
    expect(scale).toBeGreaterThan(0.01)
    expect(drift / scale).toBeLessThan(1e-8)
  })
})
