import { describe, expect, test } from 'vitest'
import { spots, tiedArms } from '../../../../test/support/islandScenes.ts'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data } from '../../../core/data/data.ts'
import { Cone, EnableBit, Integrator, Solver } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { loadModel } from '../../../format/load.ts'
import { forward } from '../../../pipeline/forward.ts'
import { step } from '../../../pipeline/step.ts'
import { gatherForce, takeIsland } from '../dual/dualProblem.ts'
import { SolverStatistics } from '../problem/solverStatistics.ts'
import { setIslandPool, solverSpace, solverStatistics } from '../solverSpace.ts'
import type { IslandPool } from './islandPool.ts'
import { IslandResults, SOLVE_ACCELERATION, SOLVE_FORCES } from './islandResults.ts'
import { IslandSpace, solveForces, solveIsland } from './islandSolver.ts'

/** Solves islands in an order of chance, each in one of several work spaces, as threads would. */
class Shuffler implements IslandPool {
  readonly results = new IslandResults(100)
  jobs = 0
  readonly #random = new Random(5)
  readonly #spaces = [new IslandSpace(), new IslandSpace(), new IslandSpace()]
  readonly #statistics = new SolverStatistics()
  readonly #shared: ReturnType<typeof setIslandPool>

  constructor(d: Data) {
    this.#shared = setIslandPool(d, this)
  }

  solve(kind: number, m: Model, d: Data): boolean {
    const { whole, dual } = this.#shared
    const left = Array.from({ length: d.nisland }, (_, k) => k)
    const pick = (count: number) => Math.min(count - 1, Math.floor(this.#random.uniform(0, count)))
    while (left.length > 0) {
      const [island] = left.splice(pick(left.length), 1)
      const space = this.#spaces[pick(3)]
      let iterations = 0
      if (kind === SOLVE_ACCELERATION) {
        iterations = solveIsland(space, whole, m, d, island, this.#statistics)
      } else {
        takeIsland(dual, d, island)
        iterations = solveForces(space, dual, m, kind === SOLVE_FORCES, this.#statistics)
      }
      this.results.write(island, kind, iterations, space, this.#statistics)
    }
    this.jobs++
    return true
  }
}

/** Boxes that tumble over each other, in three heaps. */
const heaps = Array.from({ length: 36 }, (_, i) => {
  const [x, z] = [i % 6, Math.floor(i / 6)]
  const place = `${0.22 * x + 2 * Math.floor(x / 2)} 0 ${0.11 + 0.22 * z}`
  return `<body pos="${place}" euler="${7 * i} ${3 * i} ${11 * i}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`
})
const HEAPS = `<mujoco><worldbody><geom type="plane" size="0 0 1"/>${heaps.join('')}</worldbody></mujoco>`

const cases: [string, string, (m: Model) => void][] = [
  ['Newton, heaps', HEAPS, () => {}],
  ['Newton, sleep', spots(8), (m) => (m.opt.enableflags |= EnableBit.sleep)],
  ['Newton, cones', HEAPS, (m) => (m.opt.cone = Cone.elliptic)],
  ['conjugate gradients', HEAPS, (m) => (m.opt.solver = Solver.CG)],
  ['Gauss–Seidel', spots(8), (m) => (m.opt.solver = Solver.PGS)],
  ['active sets', spots(8), (m) => (m.opt.solver = Solver.ActiveSet)],
  [
    'conjugate gradients on forces, cones',
    spots(8),
    (m) => Object.assign(m.opt, { solver: Solver.DualCG, cone: Cone.elliptic }),
  ],
  ['no slip', spots(8), (m) => (m.opt.noslip_iterations = 5)],
  ['springs between trees', tiedArms(8), (m) => (m.opt.integrator = Integrator.discrete)],
]

function haveSameBits(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i++) if (!Object.is(a[i], b[i])) return false
  return true
}

const COLUMNS = ['improvement', 'gradient', 'lineslope', 'nactive', 'nchange', 'neval', 'nupdate'] as const

function areSame(a: SolverStatistics, b: SolverStatistics): boolean {
  if (a.iterations !== b.iterations || a.converged !== b.converged || !haveSameBits(a.ending, b.ending, 2)) return false
  return COLUMNS.every((name) => haveSameBits(a[name], b[name], a.iterations))
}

describe('islands may be solved in any order and in any work space: the bits stay', () => {
  test.each(cases)('%s', (_, xml, choose) => {
    const m = loadModel(xml)
    choose(m)
    const usual = new Data(m)
    const shuffled = new Data(m)
    for (const d of [usual, shuffled]) for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 * Math.sin(7 * i)
    const pool = new Shuffler(shuffled)
    let most = 0
    for (let i = 0; i < 120; i++) {
      step(m, usual)
      step(m, shuffled)
      most = Math.max(most, usual.nisland)
      expect(shuffled.nefc).toBe(usual.nefc)
      for (const name of ['qpos', 'qacc', 'qfrc_constraint', 'solver_niter', 'warning_number'] as const)
        expect(haveSameBits(shuffled[name], usual[name], usual[name].length), name).toBe(true)
      expect(haveSameBits(shuffled.efc_force, usual.efc_force, usual.nefc)).toBe(true)
      for (let k = 0; k < usual.nisland; k++)
        expect(areSame(solverStatistics(shuffled, k)!, solverStatistics(usual, k)!)).toBe(true)
    }
    expect(most).toBeGreaterThan(2)
    expect(pool.jobs).toBeGreaterThan(20)
  })
})

test('forces of an island leave the sums of others as they are, also where springs had tied both before', () => {
  // an equality makes an island of a and c, and the spring ties b to it where it is part of the inertia
  const arm = (name: string) => `<body><joint name="${name}" axis="0 1 0" frictionloss="1"/>
    <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0" contype="0"/></body>`
  const m = loadModel(`<mujoco><option integrator="discrete"/><worldbody>${arm('a')}${arm('b')}${arm('c')}</worldbody>
    <equality><joint joint1="a" joint2="c"/></equality>
    <tendon><fixed stiffness="20"><joint joint="b" coef="1"/><joint joint="c" coef="-1"/></fixed></tendon></mujoco>`)
  const d = new Data(m)
  d.qpos.set([0.1, 0.2, 0.4])
  forward(m, d)
  expect(d.effectiveInertia.joinsTrees).toBe(true)
  m.opt.solver = Solver.PGS
  forward(m, d)
  expect([...d.tree_island]).toEqual([0, 1, 0])
  const { dual } = solverSpace(d)
  dual.u.fill(7)
  takeIsland(dual, d, 0)
  gatherForce(dual)
  expect(dual.u[1]).toBe(7)
  expect([dual.u[0], dual.u[2]]).not.toContain(7)
})
