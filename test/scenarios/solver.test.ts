import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Cone,
  contactForce,
  Data,
  DisableBit,
  forward,
  inverse,
  loadModel,
  type Model,
  resetDataKeyframe,
  Solver,
  solverStatistics,
  step,
} from '../../src/index.ts'
import { Random } from '../../tools/compare/randomState.ts'

/** What users may expect of the solvers, on a humanoid that stands on its feet. */

const load = (name: string) => loadModel(readFileSync(new URL(`../../models/${name}.xml`, import.meta.url), 'utf8'))

/** Stiff joints keep the humanoid upright; it comes to rest on its feet within a second. */
function standingHumanoid(): Model {
  const m = load('humanoid')
  for (let joint = 1; joint < m.njnt; joint++) {
    m.jnt_stiffness[joint] = 800
    m.dof_damping[m.jnt_dofadr[joint]] = 40
  }
  return m
}

describe('a humanoid that stands', () => {
  let m: Model
  let d: Data
  beforeAll(() => {
    m = standingHumanoid()
    d = new Data(m)
    resetDataKeyframe(m, d, 0)
    while (d.time < 1) step(m, d)
  })

  test('is carried by its feet', () => {
    const force = new Float64Array(6)
    let load = 0
    for (let i = 0; i < d.ncon; i++) {
      contactForce(m, d, force, i)
      load += force[0]
    }
    const weight = 9.81 * m.body_mass.reduce((sum, mass) => sum + mass, 0)
    expect(d.ncon).toBe(8)
    expect(d.qpos[2]).toBeGreaterThan(0.9)
    expect(Math.abs(load / weight - 1)).toBeLessThan(0.01)
  })

  /** Iterations over a tenth of a second. */
  function iterations(solver: Solver, flags: number): number {
    const copy = standingHumanoid()
    copy.opt.solver = solver
    copy.opt.disableflags |= flags
    const state = new Data(copy)
    state.qpos.set(d.qpos)
    state.qvel.set(d.qvel)
    let sum = 0
    for (let i = 0; i < 50; i++) {
      step(copy, state)
      sum += state.solver_niter[0]
    }
    return sum
  }

  test.each(['CG', 'PGS'] as const)(
    'takes %s at least a fifth fewer iterations from the last acceleration than from scratch',
    (solver) => {
      const [warm, cold] = [iterations(Solver[solver], 0), iterations(Solver[solver], DisableBit.warmstart)]
      expect(cold).toBeGreaterThan(500)
      expect(warm / cold).toBeLessThan(0.8)
    },
  )

  test('takes Newton one iteration from either', () => {
    expect(iterations(Solver.Newton, 0)).toBe(50)
    expect(iterations(Solver.Newton, DisableBit.warmstart)).toBe(50)
  })

  test('takes Newton at most 5 iterations where Gauss–Seidel takes 20 or more', () => {
    const copy = standingHumanoid()
    const state = new Data(copy)
    for (const cone of [Cone.pyramidal, Cone.elliptic]) {
      const count = (solver: Solver) => {
        copy.opt.cone = cone
        copy.opt.solver = solver
        state.qpos.set(d.qpos)
        state.qvel.set(d.qvel)
        state.qacc_warmstart.fill(0)
        forward(copy, state)
        return state.solver_niter[0]
      }
      expect(count(Solver.Newton)).toBeLessThanOrEqual(5)
      expect(count(Solver.PGS)).toBeGreaterThanOrEqual(20)
    }
  })
})

describe.each(['boxes', 'quadruped'])('Newton on %s', (name) => {
  /** Iterations of all islands over the first 1.2 s: the model falls, comes to rest, and stays. */
  function iterations(flags: number): number {
    const m = load(name)
    m.opt.disableflags |= flags
    const d = new Data(m)
    let sum = 0
    while (d.time < 1.2) {
      step(m, d)
      for (let island = 0; island < Math.max(1, d.nisland); island++)
        sum += solverStatistics(d, island)?.iterations ?? 0
    }
    expect(d.ncon).toBeGreaterThan(0)
    return sum
  }

  test('takes at least a fifth fewer iterations from the last acceleration than from scratch', () => {
    const [warm, cold] = [iterations(0), iterations(DisableBit.warmstart)]
    expect(cold).toBeGreaterThan(1000)
    expect(warm).toBeLessThanOrEqual(0.8 * cold)
  })
})

describe.each(['humanoid', 'boxes', 'ragdoll', 'arm_gripper', 'quadruped'])('inverse dynamics of %s', (name) => {
  test('give back the forces that forward dynamics were given, from the acceleration alone', () => {
    const m = load(name)
    m.opt.disableflags |= DisableBit.actuation
    m.opt.tolerance = 0
    const random = new Random(1)
    for (const cone of [Cone.pyramidal, Cone.elliptic]) {
      m.opt.cone = cone
      const d = new Data(m)
      for (let i = 0; i < 5; i++) {
        for (let k = 0; k < 40; k++) step(m, d)
        d.qfrc_applied.set(random.vector(m.nv, 3).map((x, dof) => x * m.dof_M0[dof]))
        forward(m, d)

        const other = new Data(m)
        other.qpos.set(d.qpos)
        other.qvel.set(d.qvel)
        other.qacc.set(d.qacc)
        inverse(m, other)
        const scale = Math.max(1, ...d.qfrc_constraint.map(Math.abs))
        for (let dof = 0; dof < m.nv; dof++) {
          const error = Math.abs(other.qfrc_inverse[dof] - d.qfrc_applied[dof]) / scale
          expect(error, `dof ${dof} of ${name}, ${d.nefc} rows`).toBeLessThan(1e-9)
        }
      }
    }
  })
})
