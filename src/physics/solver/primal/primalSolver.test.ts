import { describe, expect, test } from 'vitest'
import { EVERY_ROW } from '../../../../test/support/everyRow.ts'
import { Data } from '../../../core/data/data.ts'
import { Cone, ConstraintState, DisableBit } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { forward } from '../../../pipeline/forward.ts'
import { evaluateAt } from '../problem/primalCost.ts'
import { poseProblem, SCALE } from '../problem/primalProblem.ts'
import { PrimalSolver, solvePrimal } from './primalSolver.ts'

const m = loadModel(EVERY_ROW)
m.opt.disableflags |= DisableBit.island
const d = new Data(m)

/** A solver that stands at the smooth acceleration. */
function start(cone: Cone): PrimalSolver {
  m.opt.cone = cone
  m.opt.iterations = 100
  for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(3 * i + 1)
  forward(m, d)
  const s = new PrimalSolver()
  poseProblem(s.problem, m, d)
  d.qacc.set(d.qacc_smooth)
  evaluateAt(s.problem)
  return s
}

describe.each(Object.entries(Cone))('a solve with the %s cone', (_, cone) => {
  test.each([
    ['Newton', true],
    ['conjugate gradients', false],
  ])('by %s ends where the gradient is small, and keeps a record of the way', (_name, newton) => {
    const s = start(cone)
    const { problem: p, statistics } = s
    const iterations = solvePrimal(s, m.opt, newton)
    expect(iterations).toBeGreaterThan(1)
    expect(statistics.converged).toBe(true)
    expect(statistics.iterations).toBe(iterations)
    const last = iterations - 1
    let square = 0
    for (let i = 0; i < p.nv; i++) square += p.grad[i] * p.grad[i]
    expect(statistics.gradient[last]).toBeCloseTo(p.register[SCALE] * Math.sqrt(square), 14)
    for (let i = 0; i < iterations; i++) {
      expect(statistics.improvement[i]).toBeGreaterThanOrEqual(0)
      expect(statistics.neval[i]).toBeGreaterThanOrEqual(2)
      expect(statistics.lineslope[i]).toBeGreaterThanOrEqual(0)
    }
    const active = p.state.subarray(0, p.nefc).filter((state) => state !== ConstraintState.satisfied).length
    expect(statistics.nactive[last]).toBe(active)
  })

  test('counts the changes of the factor, a factorization as often as there are rows', () => {
    const s = start(cone)
    // what an earlier solve has left does not count
    s.factor.updates = 1000
    s.factor.lost = 1000
    const iterations = solvePrimal(s, m.opt, true)
    expect(s.factor.lost).toBe(0)
    expect(s.statistics.nupdate[0]).toBeGreaterThanOrEqual(s.problem.nefc)
    expect(s.statistics.nupdate[0]).toBeLessThan(1000)
    if (cone === Cone.pyramidal) expect(s.statistics.nupdate[iterations - 1]).toBeLessThan(s.problem.nefc)
  })

  test('says so when iterations run out', () => {
    const s = start(cone)
    m.opt.iterations = 1
    expect(solvePrimal(s, m.opt, false)).toBe(1)
    expect(s.statistics.converged).toBe(false)
    m.opt.iterations = 0
    evaluateAt(s.problem)
    expect(solvePrimal(s, m.opt, true)).toBe(0)
    expect(s.statistics.converged).toBe(false)
  })
})
