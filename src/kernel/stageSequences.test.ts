import { expect, test } from 'vitest'
import { expectSameSteps } from '../../test/support/kernelPairs.ts'
import { Data, forward, loadModel, type Model, Solver, Stage, step, stepSkip, Timer, Warning } from '../index.ts'
import { accelerate } from './accelerate.ts'

const LEG = `
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .5">
      <freejoint/>
      <geom name="trunk" type="sphere" size=".1"/>
      <body pos=".1 0 0">
        <joint name="hip" axis="0 1 0" damping=".2" limited="true" range="-50 50"/>
        <geom type="capsule" fromto="0 0 0 .3 0 -.2" size=".03"/>
        <site name="foot" pos=".3 0 -.2"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="hip" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><framepos objtype="site" objname="foot"/><gyro site="foot"/><accelerometer site="foot"/></sensor>
</mujoco>`

type Sequence = 'smooth' | 'forward' | 'endByQacc' | 'endImplicitly'

/** A state without and one with kernels of the same bits, and how often sequences of the second have run to the end. */
function make(xml = LEG) {
  const m = loadModel(xml)
  const plain = new Data(m)
  accelerate(m, { sameBits: false })
  const fast = new Data(m)
  const ran = { smooth: 0, forward: 0, endByQacc: 0, endImplicitly: 0 }
  const { kernels } = fast.kernels
  for (const name of Object.keys(ran) as Sequence[]) {
    const kernel = kernels[name]
    if (kernel === undefined) continue
    kernels[name] = (address) => {
      const result = kernel(address)
      if (result === 0) ran[name]++
      return result
    }
  }
  return { m, plain, fast, ran }
}

/** Largest difference of two arrays. */
function difference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0)
}

function expectSame(plain: Data, fast: Data, tolerance = 1e-9): void {
  for (const name of ['qpos', 'qvel', 'qacc', 'sensordata', 'qfrc_passive', 'efc_force'] as const)
    expect(difference(plain[name].slice(0, fast[name].length), fast[name]), name).toBeLessThan(tolerance)
  expect(fast.time).toBe(plain.time)
  expect(fast.ncon).toBe(plain.ncon)
  expect(fast.nisland).toBe(plain.nisland)
}

function steps(m: Model, states: readonly Data[], count: number): void {
  for (let i = 0; i < count; i++) for (const d of states) step(m, d)
}

test('after the first step one of a model with one tree takes two calls, also while it stands on the floor', () => {
  const { m, plain, fast, ran } = make()
  for (const d of [plain, fast]) d.ctrl[0] = 0.5
  steps(m, [plain, fast], 200)
  expect(fast.ncon).toBeGreaterThan(0)
  expect(ran).toEqual({ smooth: 0, forward: 199, endByQacc: 0, endImplicitly: 200 })
  expectSame(plain, fast, 1e-6)
})

test('without damping a step ends with the acceleration of the solver', () => {
  const { m, plain, fast, ran } = make(LEG.replace('damping=".2"', ''))
  steps(m, [plain, fast], 10)
  expect(ran).toMatchObject({ forward: 9, endByQacc: 10, endImplicitly: 0 })
  expectSame(plain, fast)
})

test('with RK4 each of the four passes of a step after the first one takes one call', () => {
  const { m, plain, fast, ran } = make(LEG.replace('<option', '<option integrator="RK4"'))
  steps(m, [plain, fast], 50)
  expect(ran.forward).toBe(4 * 49)
  expectSame(plain, fast)
})

test('with conjugate gradients, too, also while it stands on the floor', () => {
  const { m, plain, fast, ran } = make(LEG.replace('<option', '<option solver="CG"'))
  steps(m, [plain, fast], 80)
  expect(fast.ncon).toBeGreaterThan(0)
  expect(ran).toEqual({ smooth: 0, forward: 79, endByQacc: 0, endImplicitly: 80 })
  expectSame(plain, fast, 1e-6)
})

test('with another solver than when kernels were made, TypeScript solves', () => {
  const { m, plain, fast, ran } = make()
  for (const solver of [Solver.CG, Solver.PGS, Solver.Newton]) {
    m.opt.solver = solver
    steps(m, [plain, fast], 60)
    expectSame(plain, fast, 1e-6)
  }
  expect(fast.ncon).toBeGreaterThan(0)
  expect(ran.forward).toBeLessThan(100)
})

test('with several trees, too', () => {
  const ball = '<body pos=".9 0 1"><freejoint/><geom type="sphere" size=".1"/></body></worldbody>'
  const { m, plain, fast, ran } = make(LEG.replace('</worldbody>', ball))
  let islands = 0
  for (let i = 0; i < 200; i++) {
    steps(m, [plain, fast], 1)
    islands = Math.max(islands, fast.nisland)
    expect(fast.tree_island).toEqual(plain.tree_island)
    expect(fast.solver_niter).toEqual(plain.solver_niter)
  }
  expect(islands).toBe(2)
  expect(ran).toMatchObject({ smooth: 0, forward: 199, endImplicitly: 200 })
  expectSame(plain, fast, 1e-6)
})

/** The leg with its pad tied to the trunk. */
function looped(equality: string): string {
  return LEG.replace('</mujoco>', `<equality>${equality}</equality></mujoco>`)
    .replace('<body pos=".1 0 0">', '<body name="pad" pos=".1 0 0">')
    .replace('<body pos="0 0 .5">', '<body name="trunk" pos="0 0 .5">')
}

test('with connects between bodies, too, also while rates of their Jacobian matter', () => {
  const { m, plain, fast, ran } = make(looped('<connect body1="trunk" body2="pad" anchor=".1 0 .1"/>'))
  for (const d of [plain, fast]) d.qvel.set([1, 0, 0, 3, -2, 1, 4])
  for (let i = 0; i < 10; i++) {
    steps(m, [plain, fast], 1)
    expect(difference(plain.efc_aref.slice(0, plain.nefc), fast.efc_aref)).toBeLessThan(1e-7)
  }
  expect(ran).toMatchObject({ smooth: 0, forward: 9, endImplicitly: 10 })
  expectSame(plain, fast)
})

test('with welds between bodies smooth dynamics is one call', () => {
  const { m, plain, fast, ran } = make(looped('<weld body1="trunk" body2="pad"/>'))
  steps(m, [plain, fast], 10)
  expect(ran).toMatchObject({ smooth: 9, forward: 0, endImplicitly: 10 })
  expectSame(plain, fast)
})

test('a callback sees what it sees without kernels', () => {
  const { m, plain, fast, ran } = make()
  for (const d of [plain, fast])
    d.callbacks.control = () => {
      d.ctrl[0] = Math.sin(20 * d.time) - d.qvel[3] - d.cvel[7]
    }
  steps(m, [plain, fast], 50)
  expect(ran).toMatchObject({ smooth: 0, forward: 0 })
  expectSame(plain, fast)
})

test('a clock times all stages', () => {
  const { m, fast, ran } = make()
  let now = 0
  fast.callbacks.time = () => now++
  step(m, fast)
  expect(ran).toEqual({ smooth: 0, forward: 0, endByQacc: 0, endImplicitly: 0 })
  expect(fast.timer_number[Timer.pos_collision]).toBe(1)
})

test('where forces push bodies, sequences give up, and are tried again after more and more steps', () => {
  const { m, plain, fast } = make()
  let tried = 0
  const kernel = fast.kernels.kernels.forward!
  fast.kernels.kernels.forward = (address) => {
    tried++
    return kernel(address)
  }
  for (const d of [plain, fast]) d.xfrc_applied[6] = 3
  steps(m, [plain, fast], 20)
  expect(tried).toBe(4)
  expectSame(plain, fast)
  for (const d of [plain, fast]) d.xfrc_applied[6] = 0
  steps(m, [plain, fast], 30)
  expect(tried).toBeGreaterThan(10)
  expectSame(plain, fast)
})

test('a state that is not valid is reset with a warning', () => {
  for (const [field, warning] of [
    ['qpos', Warning.badqpos],
    ['qvel', Warning.badqvel],
  ] as const) {
    const { m, plain, fast } = make()
    steps(m, [plain, fast], 5)
    for (const d of [plain, fast]) d[field][2] = Number.NaN
    steps(m, [plain, fast], 1)
    expect(fast.warning_number[warning]).toBe(1)
    expectSame(plain, fast)
  }
})

test('surfaces that pull at each other are taken into account', () => {
  const xml = LEG.replace('</actuator>', '<adhesion body="pad" gain="20" ctrlrange="0 1"/></actuator>').replace(
    '<body pos=".1 0 0">',
    '<body name="pad" pos=".1 0 0">',
  )
  const { m, plain, fast } = make(xml)
  for (const d of [plain, fast]) d.ctrl[1] = 1
  steps(m, [plain, fast], 100)
  expect(fast.ncon).toBeGreaterThan(0)
  expectSame(plain, fast, 1e-6)
})

test('disabled springs, groups of actuators, media and solvers are those of TypeScript', () => {
  const { m, plain, fast } = make()
  const check = (change: (model: Model) => void): void => {
    change(m)
    steps(m, [plain, fast], 3)
    expectSame(plain, fast, 1e-7)
  }
  check(({ opt }) => {
    opt.disableactuator = 1
  })
  check(({ opt }) => {
    opt.disableactuator = 0
    opt.viscosity = 0.3
  })
  check(({ opt }) => {
    opt.viscosity = 0
    opt.iterations = 2
  })
  check(({ opt }) => {
    opt.noslip_iterations = 3
  })
})

test('a pass that keeps positions runs stage by stage', () => {
  const { m, plain, fast, ran } = make()
  for (const d of [plain, fast]) {
    step(m, d)
    forward(m, d)
    d.qvel[6] = 1
    stepSkip(m, d, Stage.pos, true)
  }
  expect(ran.forward).toBe(1)
  expectSame(plain, fast)
})

test('kernels of the same bits have no sequence with the solver', () => {
  const m = loadModel(LEG)
  const plain = new Data(m)
  accelerate(m, { sameBits: true })
  const fast = new Data(m)
  expect(fast.kernels.kernels.forward).toBeUndefined()
  expect(fast.kernels.kernels.smooth).toBeDefined()
  expectSameSteps(m, plain, fast, 100)
})

test('where a solver refuses the state, sensors of motion are those of that state', () => {
  const { m, plain, fast } = make()
  steps(m, [plain, fast], 150)
  expect(fast.nefc).toBeGreaterThan(0)
  m.opt.solver = Solver.CGStrict
  m.opt.iterations = 1
  for (const d of [plain, fast]) {
    d.qpos[0] += 0.1
    d.qvel[3] += 5
    expect(() => step(m, d)).toThrow('did not converge')
  }
  expect(fast.sensordata[0]).toBeCloseTo(plain.sensordata[0], 9)
  expect(fast.sensordata[3]).toBeCloseTo(plain.sensordata[3], 9)
})
