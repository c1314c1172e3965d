import { describe, expect, test } from 'vitest'
import { Data, EnableBit, forward, Integrator, loadModel, type Model, snapshot, step, step1, step2 } from '../index.ts'
import { compareFwdInv } from './compareFwdInv.ts'

const box = `
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>`

function pushed(m: Model): Data {
  const d = new Data(m)
  d.qvel.set([1, 0, -0.1, 0, 0, 1])
  d.qfrc_applied.set([1, 2, 3, 4, 5, 6])
  d.xfrc_applied.set([3, 2, 1, 0.1, 0.2, 0.3], 6)
  return d
}

describe('forward against inverse dynamics', () => {
  test('agree when the solver has converged, and not when it was stopped', () => {
    const m = loadModel(box)
    m.opt.tolerance = 1e-14
    const d = pushed(m)
    forward(m, d)
    compareFwdInv(m, d)
    expect(d.nefc).toBeGreaterThan(0)
    expect(Math.max(...d.solver_fwdinv)).toBeLessThan(1e-9)

    m.opt.iterations = 1
    forward(m, d)
    compareFwdInv(m, d)
    expect(Math.max(...d.solver_fwdinv)).toBeGreaterThan(1e-3)
  })

  test('changes nothing but its own numbers and qfrc_inverse', () => {
    const m = loadModel(box)
    m.opt.iterations = 2
    const d = pushed(m)
    forward(m, d)
    const before = snapshot(d)
    const { efc_force, efc_state } = d
    const rows = [Array.from(efc_force), Array.from(efc_state)]
    compareFwdInv(m, d)
    expect([Array.from(efc_force), Array.from(efc_state)]).toEqual(rows)
    // its results and work arrays are its own
    const { fwdinv_constraint, fwdinv_external, inverse_acceleration } = d.scratch
    for (const own of [d.solver_fwdinv, d.qfrc_inverse, fwdinv_constraint, fwdinv_external, inverse_acceleration])
      own.set(new Float64Array(before.fixed.buffer, own.byteOffset, own.length))
    expect(snapshot(d).fixed).toEqual(before.fixed)
  })

  test('is done in each step when the option asks for it, and the motion is the same', () => {
    for (const integrator of [Integrator.Euler, Integrator.RK4, Integrator.implicitfast]) {
      const m = loadModel(box)
      m.opt.integrator = integrator
      const plain = pushed(m)
      for (let i = 0; i < 20; i++) step(m, plain)
      expect(Array.from(plain.solver_fwdinv)).toEqual([0, 0])

      m.opt.enableflags |= EnableBit.fwdinv
      const compared = pushed(m)
      let largest = 0
      for (let i = 0; i < 20; i++) {
        step(m, compared)
        largest = Math.max(largest, ...compared.solver_fwdinv)
      }
      expect(largest).toBeGreaterThan(0)
      expect(compared.qpos).toEqual(plain.qpos)
      expect(compared.qfrc_constraint).toEqual(plain.qfrc_constraint)
    }
  })

  test('is done by the second half of a step', () => {
    const m = loadModel(box)
    m.opt.enableflags |= EnableBit.fwdinv
    m.opt.iterations = 1
    const d = pushed(m)
    step1(m, d)
    expect(Array.from(d.solver_fwdinv)).toEqual([0, 0])
    step2(m, d)
    expect(Math.max(...d.solver_fwdinv)).toBeGreaterThan(0)
  })

  test('is zero without constraint rows', () => {
    const m = loadModel(box)
    const d = pushed(m)
    d.qpos[2] = 5
    d.solver_fwdinv.fill(7)
    forward(m, d)
    compareFwdInv(m, d)
    expect(Array.from(d.solver_fwdinv)).toEqual([0, 0])
  })
})
