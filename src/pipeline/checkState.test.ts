import { describe, expect, test } from 'vitest'
import { Data } from '../core/data/data.ts'
import { DisableBit, EnableBit, Integrator, Warning } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import { MAX_ITERATIONS } from '../core/model/option.ts'
import { loadModel } from '../format/load.ts'
import { forward } from './forward.ts'
import { inverse } from './inverse.ts'
import { step, step1, step2 } from './step.ts'

const pendulum = () =>
  loadModel('<mujoco><worldbody><body><joint/><geom size=".1" pos="1 0 0"/></body></worldbody></mujoco>')

describe('a state that cannot be right', () => {
  test.each([
    ['qpos', Warning.badqpos],
    ['qvel', Warning.badqvel],
  ] as const)('in %s is counted and resets the simulation', (field, warning) => {
    for (const bad of [Number.NaN, Infinity, 1e11]) {
      const m = pendulum()
      const d = new Data(m)
      d.time = 5
      d[field][0] = bad
      step(m, d)
      expect(d.warning_number[warning]).toBe(1)
      expect(d.warning_lastinfo[warning]).toBe(0)
      expect(d.time).toBe(m.opt.timestep)
      expect(Number.isFinite(d.qpos[0])).toBe(true)
    }
  })

  test('in the acceleration is counted, resets, and the step goes on from the reset state', () => {
    const m = pendulum()
    const d = new Data(m)
    d.qfrc_applied[0] = 1e300
    step(m, d)
    expect(d.warning_number[Warning.badqacc]).toBe(1)
    expect(d.time).toBe(m.opt.timestep)
    expect(d.qfrc_applied[0]).toBe(0)
  })

  test.each(Object.entries(Integrator))(
    'is the reset one where that has no acceleration either, with %s',
    (_, method) => {
      // gravity times lever overflows
      const m = loadModel(`<mujoco><worldbody><body><joint axis="0 1 0"/>
      <inertial pos="1 0 0" mass="1e308" diaginertia="1 1 1"/></body></worldbody></mujoco>`)
      m.opt.integrator = method
      const d = new Data(m)
      const halves = new Data(m)
      for (let i = 0; i < 3; i++) {
        step(m, d)
        step1(m, halves)
        step2(m, halves)
      }
      for (const { qpos, qvel, time, warning_number } of [d, halves]) {
        expect([...qpos, ...qvel, time]).toEqual([0, 0, 0])
        expect(warning_number[Warning.badqacc]).toBe(1)
      }
    },
  )

  test('is left alone, but counted, where the model disables the reset', () => {
    const m = pendulum()
    m.opt.disableflags |= DisableBit.autoreset
    const d = new Data(m)
    d.qvel[0] = 1e11
    d.time = 5
    step(m, d)
    expect(d.warning_number[Warning.badqvel]).toBeGreaterThan(0)
    expect(d.time).toBe(5 + m.opt.timestep)
  })

  test('is told to the handler once, with the number of the offending entry', () => {
    const m = pendulum()
    const d = new Data(m)
    const heard: number[][] = []
    d.onWarning = (warning, info) => heard.push([warning, info])
    d.qpos[0] = Number.NaN
    step(m, d)
    expect(heard).toEqual([[Warning.badqpos, 0]])
  })
})

describe('sleep that the integrator cannot give', () => {
  const driven = loadModel(`
    <mujoco>
      <option integrator="RK4"><flag sleep="enable"/></option>
      <worldbody><body><joint name="j"/><geom size=".1" pos="1 0 0"/></body></worldbody>
    </mujoco>`)

  test('is counted as a warning', () => {
    const d = new Data(driven)
    step(driven, d)
    expect(d.warning_number[Warning.sleepless]).toBe(1)
  })

  test('is counted in half steps and in inverse dynamics too', () => {
    for (const run of [step1, inverse]) {
      const d = new Data(driven)
      run(driven, d)
      expect(d.warning_number[Warning.sleepless]).toBe(1)
    }
  })

  test('is no reason to warn when the model does not ask for it', () => {
    const { enableflags } = driven.opt
    driven.opt.enableflags &= ~EnableBit.sleep
    const d = new Data(driven)
    step(driven, d)
    driven.opt.enableflags = enableflags
    expect(d.warning_number[Warning.sleepless]).toBe(0)
  })

  test.each(['integrator', 'solver', 'cone', 'jacobian'] as const)(
    'is refused where an option is no number that means something: %s',
    (option) => {
      const m = pendulum()
      const d = new Data(m)
      const opt = m.opt as unknown as Record<string, number>
      for (const bad of [99, -1, 0.5, Number.NaN, undefined as unknown as number]) {
        opt[option] = bad
        for (const run of [step, step1, forward, inverse]) {
          expect(() => run(m, d)).toThrow(StepError)
          expect(() => run(m, d)).toThrow(`there is no ${option} ${bad}: opt.${option} is one of 0 (`)
        }
        expect(d.time).toBe(0)
      }
      opt[option] = 1
      step(m, d)
      expect(d.time).toBe(m.opt.timestep)
    },
  )

  test('is refused where numbers would be wrong: discrete inverse dynamics of Runge–Kutta', () => {
    const m = pendulum()
    m.opt.enableflags |= EnableBit.invdiscrete
    const d = new Data(m)
    expect(() => inverse(m, d)).not.toThrow()
    m.opt.integrator = Integrator.RK4
    expect(() => inverse(m, d)).toThrow(StepError)
  })
})

test('energies are zero when they are not asked for, also after they were', () => {
  const m = pendulum()
  const d = new Data(m)
  m.opt.enableflags |= EnableBit.energy
  d.qvel[0] = 1
  step(m, d)
  expect(d.energy[1]).toBeGreaterThan(0)
  m.opt.enableflags = 0
  step(m, d)
  expect([...d.energy]).toEqual([0, 0])
})

describe('options that allow billions of iterations', () => {
  const touching = (option: string) =>
    loadModel(`<mujoco><option ${option} tolerance="0" ls_tolerance="0" noslip_tolerance="0" ccd_tolerance="0"/>
      <worldbody>
        <geom type="plane" size="1 1 1"/>
        <body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
        <body pos="0 0 .25"><freejoint/><geom type="ellipsoid" size=".06 .05 .051"/></body>
      </worldbody></mujoco>`)

  test.each(['Newton', 'CG', 'PGS'])('are capped, and a warning is counted, with the solver %s', (solver) => {
    const m = touching(`solver="${solver}" iterations="2000000000" ls_iterations="2000000000"`)
    const d = new Data(m)
    step(m, d)
    expect([...d.solver_niter].every((count) => count <= MAX_ITERATIONS)).toBe(true)
    expect(d.warning_number[Warning.capped]).toBe(1)
    expect(d.warning_lastinfo[Warning.capped]).toBe(MAX_ITERATIONS)
  })

  test.each(['noslip_iterations', 'ccd_iterations', 'sdf_iterations', 'sdf_initpoints'])(
    '%s is capped too',
    (option) => {
      const m = touching(`${option}="2000000000"`)
      const d = new Data(m)
      step(m, d)
      expect(d.warning_number[Warning.capped]).toBe(1)
    },
  )

  test('are no reason to warn as long as they allow as many as a step makes', () => {
    const m = touching(`iterations="${MAX_ITERATIONS}" solver="CG"`)
    const d = new Data(m)
    step(m, d)
    expect(d.warning_number[Warning.capped]).toBe(0)
  })

  test('allow fewer the more rows there are, and a warning is counted where they ran out', () => {
    const m = touching(`iterations="${MAX_ITERATIONS}" solver="PGS"`)
    const d = new Data(m)
    step(m, d)
    expect(d.nefc).toBe(16)
    expect(d.solver_niter[0]).toBe(625_000)
    expect(d.warning_number[Warning.capped]).toBe(1)
    expect(d.warning_lastinfo[Warning.capped]).toBe(625_000)
  })
})
