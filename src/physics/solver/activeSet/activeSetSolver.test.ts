import { describe, expect, test } from 'vitest'
import { distance } from '../../../../test/support/distance.ts'
import {
  Cone,
  Data,
  DisableBit,
  forward,
  Integrator,
  loadModel,
  type Model,
  Solver,
  StepError,
  solverStatistics,
  step,
  Warning,
} from '../../../index.ts'

const options = (solver: string, more = '') => `<option solver="${solver}" tolerance="0" iterations="500" ${more}/>`

/** A ball on a plane, and one that leans on two limits, a friction loss and an equality. */
const mixed = (solver: string) => `
<mujoco>
  ${options(solver)}
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .095"><freejoint/><geom size=".1"/>
      <body name="arm" pos=".15 0 .05"><joint name="b" axis="0 1 0" range="-5 5" margin=".2" frictionloss=".3"/>
        <geom size=".1"/></body></body>
    <body name="other" pos=".3 .05 .15"><joint name="s" type="slide" axis="0 0 1"/><joint axis="1 2 3"/>
      <geom size=".1" condim="4"/></body>
  </worldbody>
  <equality><connect body1="arm" body2="other" anchor=".1 0 0"/></equality>
</mujoco>`

function solved(xml: string, change?: (m: Model, d: Data) => void): { m: Model; d: Data } {
  const m = loadModel(xml)
  const d = new Data(m)
  change?.(m, d)
  forward(m, d)
  return { m, d }
}

/** Two equal balls on a line, which touch and approach each other. */
const headOn = (solver: string) => `
<mujoco>
  ${options(solver, 'gravity="0 0 0" timestep="1e-3"')}
  <default><geom condim="1" solref="-1e4 -100" solimp=".9 .9 1"/></default>
  <worldbody>
    <body><joint type="slide" axis="1 0 0"/><geom size=".1" mass="2"/></body>
    <body pos=".19 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1" mass="2"/></body>
  </worldbody>
</mujoco>`

describe('the active set solver in the engine', () => {
  test('gives two equal balls that meet head on the force that follows by hand', () => {
    const { m, d } = solved(headOn('ActiveSet'), (_, data) => data.qvel.set([1, -1]))
    expect(d.nefc).toBe(1)
    // the velocity of approach v = −2 and the depth r = −0.01 ask for aref = −b v − k r; f = (aref − J a) / (A + R)
    const impedance = 0.9
    const [k, b] = [1e4 / (impedance * impedance), 100 / impedance]
    const aref = b * 2 + k * impedance * 0.01
    const A = 1 / 2 + 1 / 2
    const force = aref / (A + ((1 - impedance) / impedance) * A)
    expect(Math.abs(d.efc_force[0] / force - 1)).toBeLessThan(1e-12)
    expect(distance(d.qacc, Float64Array.of(-force / 2, force / 2))).toBeLessThan(1e-12)
    // momentum stays, and both balls change their velocities alike
    step(m, d)
    expect(Math.abs(d.qvel[0] + d.qvel[1])).toBeLessThan(1e-15)
    expect(d.qvel[0]).toBeLessThan(1)
  })

  test('solves equality, friction loss, limit and contact together as Newton does', () => {
    const exact = solved(mixed('ActiveSet')).d
    const newton = solved(mixed('Newton')).d
    expect([exact.ne, exact.nf, exact.nl]).toEqual([3, 1, 2])
    expect(exact.ncon).toBeGreaterThan(0)
    expect(distance(exact.qacc, newton.qacc)).toBeLessThan(1e-9)
    expect(distance(exact.efc_force.subarray(0, exact.nefc), newton.efc_force.subarray(0, exact.nefc))).toBeLessThan(
      1e-9,
    )
    expect([...exact.efc_state.subarray(0, exact.nefc)]).toEqual([...newton.efc_state.subarray(0, exact.nefc)])
  })

  test('needs one solve where there are only equalities', () => {
    const xml = `<mujoco>${options('ActiveSet')}<worldbody><body name="a"><freejoint/><geom size=".1"/></body></worldbody>
      <equality><weld body1="a"/></equality></mujoco>`
    const { d } = solved(xml, (m) => {
      m.opt.disableflags |= DisableBit.warmstart
    })
    expect(d.solver_niter[0]).toBe(1)
    expect(solverStatistics(d)).toMatchObject({ iterations: 1, converged: true })
  })

  test('lets friction loss reach exactly its limit', () => {
    const xml = `<mujoco>${options('ActiveSet')}<worldbody><body><joint axis="0 1 0" frictionloss=".7"/>
      <geom size=".1" pos="1 0 0" mass="3"/></body></worldbody></mujoco>`
    expect(solved(xml).d.efc_force[0]).toBe(-0.7)
  })

  test('needs one solve and no change when it starts from the solution', () => {
    const { m, d } = solved(mixed('ActiveSet'))
    d.qacc_warmstart.set(d.qacc)
    forward(m, d)
    expect(d.solver_niter[0]).toBe(1)
    expect(solverStatistics(d)!.nchange[0]).toBe(0)
    m.opt.disableflags |= DisableBit.warmstart
    const warm = d.qacc.slice()
    forward(m, d)
    expect(d.solver_niter[0]).toBeGreaterThan(1)
    expect(distance(d.qacc, warm)).toBeLessThan(1e-12)
  })

  test('has one solution where every contact is there twice', () => {
    const twice = (solver: string) => `<mujoco>${options(solver)}<worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .095"><freejoint/><geom type="box" size=".1 .2 .1"/><geom type="box" size=".1 .2 .1"/></body>
      </worldbody></mujoco>`
    const { d } = solved(twice('ActiveSet'))
    expect(d.ncon).toBe(8)
    expect(distance(d.qacc, solved(twice('Newton')).d.qacc)).toBeLessThan(1e-11)
    // the two of each corner carry the same
    for (let i = 0; i < 16; i++) expect(Math.abs(d.efc_force[i] - d.efc_force[i + 16])).toBeLessThan(1e-9)
  })

  test('counts what it does: solves, rows that act, rows that change, cost that falls', () => {
    const { d } = solved(mixed('ActiveSet'), (m) => {
      m.opt.disableflags |= DisableBit.warmstart
    })
    const statistics = solverStatistics(d)!
    const last = statistics.iterations - 1
    expect(d.solver_niter[0]).toBe(statistics.iterations)
    const acts = d.efc_force.subarray(0, d.nefc).filter((force) => force !== 0).length
    expect(statistics.nactive[last]).toBe(acts)
    expect(statistics.nchange.subarray(0, last + 1).reduce((sum, x) => sum + x, 0)).toBeGreaterThan(0)
    expect(statistics.improvement.subarray(0, last + 1).reduce((sum, x) => sum + x, 0)).toBeGreaterThan(0)
  })

  test('loads models with elliptic cones, and refuses their contacts without moving the state', () => {
    const m = loadModel(mixed('ActiveSet'))
    m.opt.cone = Cone.elliptic
    for (const integrator of [Integrator.Euler, Integrator.RK4]) {
      m.opt.integrator = integrator
      const d = new Data(m)
      expect(() => step(m, d)).toThrow(StepError)
      expect(() => step(m, d)).toThrow(/ActiveSet.*pyramidal/)
      expect(d.time).toBe(0)
      expect([...d.qpos]).toEqual([...m.qpos0])
      m.opt.solver = Solver.Newton
      step(m, d)
      expect(d.time).toBeGreaterThan(0)
      m.opt.solver = Solver.ActiveSet
    }
  })

  test('does not mind elliptic cones where contacts have no friction', () => {
    const { d } = solved(headOn('ActiveSet'), (m) => {
      m.opt.cone = Cone.elliptic
    })
    expect(d.efc_force[0]).toBeGreaterThan(0)
  })

  test('hands over to Newton, and counts that, when it may not solve often enough', () => {
    const few = solved(mixed('ActiveSet'), (m) => {
      m.opt.disableflags |= DisableBit.warmstart
      m.opt.iterations = 1
    }).d
    const newton = solved(mixed('Newton'), (m) => {
      m.opt.disableflags |= DisableBit.warmstart
      m.opt.iterations = 1
    }).d
    expect(few.warning_number[Warning.unconverged]).toBe(1)
    expect([...few.qacc]).toEqual([...newton.qacc])
  })
})

describe('strict conjugate gradients', () => {
  test('are conjugate gradients where they converge', () => {
    const strict = solved(mixed('CGStrict'), (m) => {
      m.opt.tolerance = 1e-8
    }).d
    const cg = solved(mixed('CG'), (m) => {
      m.opt.tolerance = 1e-8
    }).d
    expect([...strict.qacc]).toEqual([...cg.qacc])
    expect(strict.solver_niter[0]).toBe(cg.solver_niter[0])
    expect(solverStatistics(strict)!.converged).toBe(true)
  })

  test('throw where they do not, and leave the state where it was', () => {
    for (const integrator of [Integrator.Euler, Integrator.RK4]) {
      const m = loadModel(mixed('CGStrict'))
      m.opt.integrator = integrator
      m.opt.iterations = 1
      m.opt.tolerance = 1e-8
      const d = new Data(m)
      expect(() => step(m, d)).toThrow(/CGStrict.*island 0 within 1 iterations/)
      expect(d.time).toBe(0)
      expect([...d.qpos]).toEqual([...m.qpos0])
      expect([...d.qvel]).toEqual(Array(m.nv).fill(0))
      expect(d.qacc.every(Number.isFinite)).toBe(true)
      m.opt.iterations = 100
      step(m, d)
      expect(d.time).toBeGreaterThan(0)
    }
  })

  test('leave the state at the start of a step that fails in its middle', () => {
    const m = loadModel(mixed('CGStrict'))
    m.opt.integrator = Integrator.RK4
    m.opt.tolerance = 1e-8
    const d = new Data(m)
    const qpos = m.qpos0.slice()
    forward(m, d)
    // the first stage starts from its own solution, the second does not
    d.qacc_warmstart.set(d.qacc)
    m.opt.iterations = 1
    d.qvel.fill(0.5)
    forward(loadModel(mixed('Newton')), d)
    d.qacc_warmstart.set(d.qacc)
    expect(() => step(m, d)).toThrow(StepError)
    expect(d.time).toBe(0)
    expect([...d.qpos]).toEqual([...qpos])
    expect([...d.qvel]).toEqual(Array(m.nv).fill(0.5))
  })
})
