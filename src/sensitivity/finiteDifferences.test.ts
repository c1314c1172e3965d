import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Random } from '../../tools/compare/randomState.ts'
import {
  Data,
  differentiatePos,
  forward,
  Integrator,
  integratePos,
  inverseFD,
  loadModel,
  type Model,
  snapshot,
  step,
  transitionFD,
} from '../index.ts'

const file = (name: string) => readFileSync(new URL(`../../models/${name}.xml`, import.meta.url), 'utf8')

const SPRING = `
<mujoco>
  <option gravity="0 0 0" timestep="0.01"><flag contact="disable"/></option>
  <worldbody><body><joint name="x" type="slide" axis="1 0 0" stiffness="20"/><geom size=".1" mass="2"/></body></worldbody>
  <actuator><general joint="x" dyntype="filter" dynprm=".5" gainprm="3"/><motor joint="x" ctrlrange="-1 1"/></actuator>
  <sensor><jointpos joint="x"/><jointactuatorfrc joint="x"/></sensor>
</mujoco>`

function expectClose(actual: Float64Array, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i], 9)
}

describe('the derivatives of a step', () => {
  test('of a mass on a spring are those of the formula of the integrator', () => {
    const m = loadModel(SPRING)
    const d = new Data(m)
    const [h, mass, k, time] = [0.01, 2, 20, 0.5]
    const A = new Float64Array(9)
    const B = new Float64Array(6)
    const C = new Float64Array(6)
    const D = new Float64Array(4)
    transitionFD(m, d, { A, B, C, D }, { centered: true })
    // v⁺ = v + h (−k q + 3 z + u₂) / m, q⁺ = q + h v⁺, z⁺ = z + h (u₁ − z) / τ
    const v = [(-h * k) / mass, 1, (3 * h) / mass]
    const expected = [1 + h * v[0], h * v[1], h * v[2], ...v, 0, 0, 1 - h / time]
    expectClose(A, expected)
    const b = [0, (h * h) / mass, 0, h / mass, h / time, 0]
    expectClose(B, b)
    const sensors = [1, 0, 0, 0, 0, 3]
    expectClose(C, sensors)
    expect(D[3]).toBeCloseTo(1, 9)
  })

  test('look to the feasible side only where a control is at its limit, and are zero beyond', () => {
    const m = loadModel(SPRING)
    const d = new Data(m)
    const B = new Float64Array(6)
    const derivative = (ctrl: number) => {
      d.ctrl[1] = ctrl
      transitionFD(m, d, { B }, { centered: true })
      return B[3]
    }
    expect(derivative(1)).toBeCloseTo(0.005, 9)
    expect(derivative(-1)).toBeCloseTo(0.005, 9)
    expect(derivative(2)).toBe(0)
  })

  test('predict where a step leads from a state near by', () => {
    const m = loadModel(file('quadruped'))
    const d = new Data(m)
    for (let i = 0; i < 200; i++) step(m, d)
    const { nv } = m
    const A = new Float64Array(4 * nv * nv)
    transitionFD(m, d, { A }, { centered: true })
    const [here, there] = [new Data(m), new Data(m)]
    const change = new Random(3).vector(2 * nv, 1e-7)
    for (const state of [here, there]) {
      state.qpos.set(d.qpos)
      state.qvel.set(d.qvel)
      state.qacc_warmstart.set(d.qacc_warmstart)
    }
    integratePos(m, there.qpos, change, 1)
    for (let i = 0; i < nv; i++) there.qvel[i] += change[nv + i]
    step(m, here)
    step(m, there)
    const difference = new Float64Array(2 * nv)
    differentiatePos(m, difference, 1, here.qpos, there.qpos)
    for (let i = 0; i < nv; i++) difference[nv + i] = there.qvel[i] - here.qvel[i]
    let size = 0
    for (const x of difference) size = Math.max(size, Math.abs(x))
    for (let i = 0; i < 2 * nv; i++) {
      let predicted = 0
      for (let j = 0; j < 2 * nv; j++) predicted += A[i * 2 * nv + j] * change[j]
      expect(Math.abs(predicted - difference[i])).toBeLessThan(1e-3 * size)
    }
  })

  test.each([true, false])('leave the state as it is (centered: %s)', (centered) => {
    const m = loadModel(file('humanoid'))
    const d = new Data(m)
    for (let i = 0; i < 50; i++) step(m, d)
    forward(m, d)
    const before = snapshot(d)
    transitionFD(m, d, { A: new Float64Array(4 * m.nv * m.nv) }, { centered })
    inverseFD(m, d, { DfDv: new Float64Array(m.nv * m.nv) }, { withActuation: true })
    expect(snapshot(d)).toEqual(before)
  })

  test('call the functions of the user', () => {
    const m = loadModel(SPRING)
    const d = new Data(m)
    d.callbacks.passive = (_, state) => {
      state.qfrc_passive[0] -= 7 * state.qvel[0]
    }
    const A = new Float64Array(9)
    transitionFD(m, d, { A }, { centered: true })
    expect(A[4]).toBeCloseTo(1 - (0.01 * 7) / 2, 9)
  })

  test('are refused where a step is no function of its state, and where matrices are too small', () => {
    const refused = (change: (m: Model) => void, xml = SPRING) => {
      const m = loadModel(xml)
      change(m)
      return () => transitionFD(m, new Data(m), { A: new Float64Array(9) }, { centered: true })
    }
    expect(refused(() => {})).not.toThrow()
    expect(refused((m) => (m.opt.integrator = Integrator.RK4))).toThrow('RK4')
    const delayed = SPRING.replace('<motor', '<motor delay="0.02" nsample="4"')
    expect(refused(() => {}, delayed)).toThrow('delay')
    expect(refused(() => {}, file('chain').replace('RK4', 'Euler'))).toThrow('matrix A has room for 9 numbers')
    const m = loadModel(SPRING)
    expect(() => transitionFD(m, new Data(m), {}, { epsilon: 0, centered: true })).toThrow('must be a positive number')
  })
})

describe('the derivatives of inverse dynamics', () => {
  test('of a mass on a spring are stiffness, damping and mass', () => {
    const m = loadModel(SPRING.replace('stiffness="20"', 'stiffness="20" damping="3"'))
    const d = new Data(m)
    const [DfDq, DfDv, DfDa] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)]
    const DmDq = new Float64Array(1)
    inverseFD(m, d, { DfDq, DfDv, DfDa, DmDq })
    expect(DfDq[0]).toBeCloseTo(20, 6)
    expect(DfDv[0]).toBeCloseTo(3, 6)
    expect(DfDa[0]).toBeCloseTo(2, 6)
    expect(DmDq[0]).toBe(0)
  })

  test('are refused for Runge–Kutta, for the pass against slip, and where matrices are too small', () => {
    const m = loadModel(SPRING)
    const d = new Data(m)
    expect(() => inverseFD(m, d, { DsDa: new Float64Array(1) })).toThrow('matrix DsDa has room for 1')
    m.opt.noslip_iterations = 3
    expect(() => inverseFD(m, d, {})).toThrow('slip')
    m.opt.noslip_iterations = 0
    m.opt.integrator = Integrator.RK4
    expect(() => inverseFD(m, d, {})).toThrow('RK4')
  })
})
