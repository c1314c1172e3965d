import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  Cone,
  Data,
  DisableBit,
  forward,
  JointType,
  loadModel,
  type Model,
  resetData,
  Solver,
  StepError,
  step,
  Warning,
} from '../../src/index.ts'
import { EVERY_ROW } from '../support/everyRow.ts'

/** What solvers do where numbers are extreme or not numbers at all, and when they are changed on the way. */

const SOLVERS = Object.entries(Solver)
const CONES = Object.entries(Cone)
const load = (name: string) => loadModel(readFileSync(new URL(`../../models/${name}.xml`, import.meta.url), 'utf8'))

/** All combinations of a solver and a cone that it can solve. */
const combinations = SOLVERS.flatMap(([name, solver]) =>
  CONES.filter(([, cone]) => solver !== Solver.ActiveSet || cone === Cone.pyramidal).map(
    ([coneName, cone]) => [name, coneName, solver, cone] as const,
  ),
)

function areFinite(values: Float64Array): boolean {
  return values.every(Number.isFinite)
}

/** Runs `use` whether or not it ends with a `StepError`. */
function allowStepError(use: () => void): void {
  try {
    use()
  } catch (error) {
    if (!(error instanceof StepError)) throw error
  }
}

describe.each(combinations)('%s with %s cones', (_name, _cone, solver, cone) => {
  function start(xml = EVERY_ROW): { m: Model; d: Data } {
    const m = loadModel(xml)
    m.opt.solver = solver
    m.opt.cone = cone
    return { m, d: new Data(m) }
  }

  test.each([Number.NaN, Infinity, -Infinity, 1e200])('starts afresh where the last acceleration is %d', (bad) => {
    const { m, d } = start()
    m.opt.disableflags |= DisableBit.warmstart
    forward(m, d)
    const cold = d.qacc.slice()
    m.opt.disableflags &= ~DisableBit.warmstart
    d.qacc_warmstart.fill(bad)
    forward(m, d)
    const scale = Math.max(...cold.map(Math.abs))
    for (let i = 0; i < m.nv; i++) expect(Math.abs(d.qacc[i] - cold[i]) / scale).toBeLessThan(1e-12)
  })

  test.each([Number.NaN, Infinity, 1e200])('comes to an end, and the state is reset, where a force is %d', (bad) => {
    const { m, d } = start()
    d.qfrc_applied[8] = bad
    allowStepError(() => step(m, d))
    // strict conjugate gradients have thrown; for all others the state starts again, and the cause can be read
    if (solver !== Solver.CGStrict) expect(d.warning_number[Warning.badqacc]).toBe(1)
    resetData(m, d)
    step(m, d)
    expect(areFinite(d.qacc) && areFinite(d.qpos) && areFinite(d.efc_force.subarray(0, d.nefc))).toBe(true)
  })

  test('finds numbers for bodies that sink deep into each other at a great speed', () => {
    const { m, d } = start()
    d.qpos[2] = -0.5
    d.qvel.fill(-1e4)
    allowStepError(() => forward(m, d))
    expect(d.nefc).toBeGreaterThan(10)
    expect(areFinite(d.qacc) && areFinite(d.efc_force.subarray(0, d.nefc)) && areFinite(d.qfrc_constraint)).toBe(true)
  })

  test('does with no iterations at all', () => {
    const { m, d } = start()
    m.opt.iterations = 0
    allowStepError(() => forward(m, d))
    expect(areFinite(d.qacc)).toBe(true)
  })

  test('finds numbers where masses are a billion times apart', () => {
    const { m, d } = start(`<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1" mass="1e-3"/></body>
      <body pos="0 0 .2998"><freejoint/><geom type="box" size=".1 .1 .1" mass="1e6"/></body></worldbody></mujoco>`)
    for (let i = 0; i < 50; i++) allowStepError(() => step(m, d))
    expect(areFinite(d.qacc) && areFinite(d.qpos)).toBe(true)
    expect(d.warning_number[Warning.badqacc]).toBe(0)
  })
})

/**
 * Balls that turn about their own centers and touch something: as a center cannot move, the rows of its contacts are
 * infinitely hard, and beside them the inertia of the ball is lost in rounding.
 */
const pinned = (pos: string) => `<body pos="${pos}"><joint type="ball"/><geom size=".12" mass="1e-3"/></body>`
const spoilt: [string, string][] = [
  ['a ball on a tilted plane', `<geom type="plane" size="1 1 1" euler="20 30 0"/>${pinned('0 0 .0999')}`],
  ['two balls', `${pinned('0 0 0')}${pinned('.19 .05 .02')}`],
]

describe.each(spoilt)('a matrix that rounding has spoilt: %s', (_, bodies) => {
  function solve(solver: Solver, cone: Cone, flags: number): Data {
    const m = loadModel(`<mujoco><worldbody>${bodies}</worldbody></mujoco>`)
    m.opt.solver = solver
    m.opt.cone = cone
    m.opt.disableflags |= flags
    const d = new Data(m)
    d.qvel.set([0.3, 0.3, 0.3, -0.2, 0.1, 0.4].slice(0, m.nv))
    forward(m, d)
    return d
  }

  test.each(CONES)('is counted, and conjugate gradients solve instead of Newton, with the %s cone', (_cone, cone) => {
    for (const flags of [0, DisableBit.island]) {
      const newton = solve(Solver.Newton, cone, flags)
      const cg = solve(Solver.CG, cone, flags)
      expect(newton.warning_number[Warning.indefinite]).toBe(1)
      expect(newton.warning_lastinfo[Warning.indefinite]).toBe(0)
      expect(newton.solver_niter[0]).toBeGreaterThan(cg.solver_niter[0])
      expect([...newton.qacc]).toEqual([...cg.qacc])
      expect([...newton.efc_force]).toEqual([...cg.efc_force])
      expect([...newton.qfrc_constraint]).toEqual([...cg.qfrc_constraint])
      // friction brakes balls where they touch: by B·v with B = 2 / (dmax · 0.02 s), some 30 rad/s² and not thousands
      expect(Math.max(...newton.qacc.map(Math.abs))).toBeLessThan(100)
    }
  })
})

describe('a solver that is changed between steps', () => {
  test.each(['humanoid', 'boxes'])('goes on where the last one was: %s moves as with Newton alone', (name) => {
    const run = (next: (i: number) => Solver) => {
      const m = load(name)
      m.opt.disableflags |= DisableBit.actuation
      m.opt.tolerance = 1e-12
      m.opt.iterations = 2000
      const d = new Data(m)
      // boxes that lie exactly flat get or lose a contact by rounding
      for (let j = 0; j < m.njnt; j++)
        if (m.jnt_type[j] === JointType.free) d.qpos[m.jnt_qposadr[j] + 4 + (j % 2)] += 0.01
      for (let i = 0; i < 120; i++) {
        m.opt.solver = next(i)
        step(m, d)
      }
      expect(d.warning_number[Warning.unconverged]).toBe(0)
      return d
    }
    const all = SOLVERS.map(([, solver]) => solver)
    const newton = run(() => Solver.Newton)
    const mixed = run((i) => all[i % all.length])
    for (let i = 0; i < newton.qpos.length; i++)
      expect(Math.abs(mixed.qpos[i] - newton.qpos[i]), `qpos[${i}]`).toBeLessThan(1e-6)
    expect(newton.nefc).toBeGreaterThan(0)
  })

  test('changes the kind of friction too, and leaves nothing of the last problem behind', () => {
    const m = loadModel(EVERY_ROW)
    const used = new Data(m)
    for (let i = 0; i < 60; i++) {
      const [, , solver, cone] = combinations[(7 * i) % combinations.length]
      m.opt.solver = solver
      m.opt.cone = cone
      m.opt.iterations = 2000
      const fresh = new Data(m)
      fresh.qpos.set(used.qpos)
      fresh.qvel.set(used.qvel)
      fresh.qacc_warmstart.set(used.qacc_warmstart)
      step(m, used)
      step(m, fresh)
      expect([...fresh.qacc], `step ${i}`).toEqual([...used.qacc])
      expect([...fresh.efc_force.subarray(0, fresh.nefc)]).toEqual([...used.efc_force.subarray(0, used.nefc)])
    }
  })

  test('does not take one island for another whose rows have the same columns', () => {
    const slide = (name: string) =>
      `<body><joint name="${name}" type="slide" axis="1 0 0"/><geom size=".1" contype="0"/></body>`
    // three slides; then a slide and an arm of two hinges, whose inertia joins its dofs
    const m = loadModel(`<mujoco><worldbody>${slide('a')}${slide('b')}${slide('c')}${slide('d')}
        <body><joint name="e" axis="0 1 0"/><geom size=".1" pos=".3 0 0" contype="0"/>
          <body pos=".3 0 0"><joint name="f" axis="0 1 0"/><geom size=".1" pos=".2 0 0" contype="0"/></body></body>
      </worldbody><equality>
        <joint joint1="b" joint2="a" polycoef=".1 1 0 0 0"/><joint joint1="c" joint2="a" polycoef=".2 1 0 0 0"/>
        <joint joint1="e" joint2="d" polycoef=".1 1 0 0 0"/><joint joint1="f" joint2="d" polycoef=".2 1 0 0 0"/>
      </equality></mujoco>`)
    const used = new Data(m)
    const fresh = new Data(m)
    used.eq_active.set([1, 1, 0, 0])
    forward(m, used)
    expect([used.nisland, used.nefc]).toEqual([1, 2])
    for (const d of [used, fresh]) {
      d.eq_active.set([0, 0, 1, 1])
      forward(m, d)
    }
    expect([...used.qacc]).toEqual([...fresh.qacc])
    expect(used.solver_niter[0]).toBe(fresh.solver_niter[0])
  })
})
