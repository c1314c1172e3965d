import { describe, expect, test } from 'vitest'
import {
  Cone,
  contactForce,
  Data,
  DisableBit,
  EnableBit,
  forward,
  loadModel,
  type Model,
  Solver,
  StepError,
  solverStatistics,
  step,
  Warning,
} from '../../src/index.ts'

/** Cases that show one property of the solvers each. */

const CONES = Object.entries(Cone)
const SOLVERS = Object.entries(Solver)

function simulate(m: Model, d: Data, seconds: number): void {
  const end = d.time + seconds - m.opt.timestep / 2
  while (d.time < end) step(m, d)
}

describe('a model in which nothing is constrained', () => {
  test.each(SOLVERS)('falls freely with %s, without an iteration', (_, solver) => {
    const m = loadModel('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>')
    m.opt.solver = solver
    const d = new Data(m)
    d.qfrc_constraint.fill(7)
    forward(m, d)
    expect([...d.qacc]).toEqual([0, 0, -9.81, 0, 0, 0])
    expect([...d.qfrc_constraint]).toEqual([0, 0, 0, 0, 0, 0])
    expect([d.nefc, d.solver_niter[0]]).toEqual([0, 0])
    expect(solverStatistics(d)).toBeUndefined()
  })
})

test('a model that says nothing is solved by Newton, with pyramids', () => {
  const m = loadModel('<mujoco/>')
  expect(m.opt).toMatchObject({
    solver: Solver.Newton,
    cone: Cone.pyramidal,
    iterations: 100,
    tolerance: 1e-8,
    ls_iterations: 50,
    ls_tolerance: 0.01,
    noslip_iterations: 0,
  })
})

describe.each(CONES)('with %s cones', (_, cone) => {
  const ball = (solref: string) =>
    loadModel(`<mujoco><option timestep=".001"/><default><geom solref="${solref}"/></default><worldbody>
      <geom type="plane" size="1 1 1"/><body pos="0 0 .15"><freejoint/><geom size=".1" mass="1"/></body></worldbody></mujoco>`)

  test.each(['.002 1', '.02 1', '-500 -10', '-50000 -100'])(
    'a ball falls on a floor of solref "%s" and comes to rest',
    (solref) => {
      const m = ball(solref)
      m.opt.cone = cone
      const d = new Data(m)
      let most = 0
      while (d.time < 5) {
        step(m, d)
        most = Math.max(most, Math.abs(d.qacc[2]))
      }
      expect(most).toBeGreaterThan(9.81)
      expect(most).toBeLessThan(2000)
      expect(Math.abs(d.qvel[2])).toBeLessThan(1e-6)
      const force = new Float64Array(6)
      contactForce(m, d, force, 0)
      expect(force[0]).toBeCloseTo(9.81, 6)
    },
  )

  test('a box on a slope creeps, and stays where it is with the pass against slip', () => {
    const creep = (noslip: number, solver: Solver) => {
      const m = loadModel(`<mujoco><worldbody><geom type="plane" size="9 9 .1" euler="0 20 0"/>
        <body pos="0 0 .1064" euler="0 20 0"><freejoint/><geom type="box" size=".2 .2 .1"/></body></worldbody></mujoco>`)
      m.opt.cone = cone
      m.opt.solver = solver
      m.opt.noslip_iterations = noslip
      const d = new Data(m)
      simulate(m, d, 0.5)
      const start = d.qpos.slice(0, 3)
      simulate(m, d, 0.5)
      return Math.hypot(d.qpos[0] - start[0], d.qpos[1] - start[1], d.qpos[2] - start[2])
    }
    for (const solver of [Solver.Newton, Solver.PGS]) {
      const [soft, held] = [creep(0, solver), creep(20, solver)]
      expect(soft).toBeGreaterThan(4e-4)
      expect(held).toBeLessThan(1e-2 * soft)
    }
  })

  test('dual conjugate gradients need no more rounds for hundreds of contacts than for ten', () => {
    const rounds = [10, 100, 300].map((n) => {
      const balls = Array.from(
        { length: n },
        (_unused, i) =>
          `<body pos="${0.11 * (i % 20)} ${0.11 * Math.floor(i / 20)} .1498"><freejoint/><geom size=".05" mass=".1"/></body>`,
      )
      // all on one plate, so that they are one island
      const m = loadModel(`<mujoco><option solver="DualCG"/><worldbody><geom type="plane" size="9 9 .1"/>
        <body pos="1 1 .0499"><freejoint/><geom type="box" size="1.5 1.5 .05"/></body>${balls.join('')}</worldbody></mujoco>`)
      m.opt.cone = cone
      m.opt.disableflags |= DisableBit.warmstart
      const d = new Data(m)
      forward(m, d)
      expect([d.nisland, d.ncon]).toEqual([1, n + 4])
      expect(d.warning_number[Warning.unconverged]).toBe(0)
      return d.solver_niter[0]
    })
    expect(Math.max(...rounds)).toBeLessThanOrEqual(12)
  })
})

describe('a tree that no row touches', () => {
  const xml = `<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 .099"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`

  test.each(SOLVERS)(
    'moves freely beside others that are held, also right after it was held itself: %s',
    (_, solver) => {
      const m = loadModel(xml)
      m.opt.solver = solver
      m.opt.tolerance = 1e-12
      const d = new Data(m)
      forward(m, d)
      expect(d.nisland).toBe(2)
      expect(d.qfrc_constraint[2]).toBeGreaterThan(0)
      d.qpos[2] = 1
      forward(m, d)
      expect(d.nisland).toBe(1)
      expect([...d.qacc.subarray(0, 6)]).toEqual([0, 0, -9.81, 0, 0, 0])
      expect([...d.qfrc_constraint.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0])
      expect(d.qfrc_constraint[8]).toBeGreaterThan(0)
    },
  )
})

test('strict conjugate gradients name the island in which they do not converge', () => {
  const m = loadModel(`<mujoco><option solver="CGStrict" iterations="3" tolerance="1e-12"/><worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .099"><joint type="slide" axis="0 0 1"/><geom size=".1"/></body>
    <body pos="1 0 .1" euler="20 10 0"><freejoint/><geom type="box" size=".1 .12 .14"/></body></worldbody></mujoco>`)
  const d = new Data(m)
  expect(() => forward(m, d)).toThrow(StepError)
  expect(() => forward(m, d)).toThrow(/island 1 /)
  expect(solverStatistics(d, 0)!.converged).toBe(true)
  expect(solverStatistics(d, 1)!.converged).toBe(false)
})

describe('the acceleration to start from', () => {
  const m = loadModel(`<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .1" euler="20 10 0"><freejoint/><geom type="box" size=".1 .12 .14"/></body></worldbody></mujoco>`)

  test('is that of the last step: forward passes alone do not change it', () => {
    const d = new Data(m)
    forward(m, d)
    expect(Math.max(...d.qacc_warmstart.map(Math.abs))).toBe(0)
    step(m, d)
    expect([...d.qacc_warmstart]).toEqual([...d.qacc])
    const kept = d.qacc_warmstart.slice()
    d.qvel.fill(1)
    forward(m, d)
    expect([...d.qacc_warmstart]).toEqual([...kept])
  })

  test('is the smooth one where that costs less', () => {
    const d = new Data(m)
    m.opt.disableflags |= DisableBit.warmstart
    forward(m, d)
    m.opt.disableflags &= ~DisableBit.warmstart
    const [cold, iterations] = [d.qacc.slice(), d.solver_niter[0]]
    d.qacc_warmstart.fill(1e6)
    forward(m, d)
    expect([...d.qacc]).toEqual([...cold])
    expect(d.solver_niter[0]).toBe(iterations)
  })
})

describe('a box that has come to rest', () => {
  const settled = (solver: Solver) => {
    const m = loadModel(`<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body></worldbody></mujoco>`)
    m.opt.solver = solver
    const d = new Data(m)
    simulate(m, d, 1)
    return { m, d }
  }

  test.each(['Newton', 'CG'] as const)(
    'needs no iteration of %s, until it is pushed or exactness is asked for',
    (name) => {
      const { m, d } = settled(Solver[name])
      expect(d.solver_niter[0]).toBe(0)
      expect(solverStatistics(d)).toMatchObject({ iterations: 0, converged: true })
      const rest = d.qacc.slice()
      d.qfrc_applied[0] = 5
      forward(m, d)
      expect(d.solver_niter[0]).toBeGreaterThan(0)
      d.qfrc_applied[0] = 0
      forward(m, d)
      expect(d.solver_niter[0]).toBe(0)
      expect([...d.qacc]).toEqual([...rest])
      m.opt.tolerance = 0
      forward(m, d)
      expect(d.solver_niter[0]).toBeGreaterThan(0)
    },
  )
})

test('a damped pendulum that hits its limit never gains energy', () => {
  const m = loadModel(`<mujoco><worldbody><body><joint axis="0 1 0" damping=".05" range="-170 60"/>
    <geom type="capsule" size=".03" fromto="0 0 0 1 0 0"/></body></worldbody></mujoco>`)
  m.opt.enableflags |= EnableBit.energy
  for (const [name, solver] of SOLVERS) {
    m.opt.solver = solver
    const d = new Data(m)
    let last = Infinity
    let rows = 0
    while (d.time < 2) {
      step(m, d)
      const energy = d.energy[0] + d.energy[1]
      // the limit is a spring: while it is pressed, it holds some of the energy
      if (d.nefc > 0) rows++
      else {
        expect(energy, `${name} at ${d.time} s`).toBeLessThanOrEqual(last + 1e-3)
        last = energy
      }
    }
    expect(rows).toBeGreaterThan(0)
  }
})
