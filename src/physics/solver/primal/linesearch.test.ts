import { describe, expect, test } from 'vitest'
import { EVERY_ROW } from '../../../../test/support/everyRow.ts'
import { Random } from '../../../../tools/compare/randomState.ts'
import { Data } from '../../../core/data/data.ts'
import { Cone, DisableBit } from '../../../core/model/enums.ts'
import { loadModel } from '../../../format/load.ts'
import { forward } from '../../../pipeline/forward.ts'
import { mulJacobian } from '../problem/jacobianProducts.ts'
import { evaluateAt } from '../problem/primalCost.ts'
import { COST, mulInertia, Problem, poseProblem } from '../problem/primalProblem.ts'
import { DECREASE, END_SLOPE, FLAT, LineSearch, STEP, searchLine } from './linesearch.ts'

const m = loadModel(EVERY_ROW)
m.opt.disableflags |= DisableBit.island
const d = new Data(m)

/** The problem, evaluated at an acceleration, with a direction to search along. */
function lineOf(cone: Cone, random: Random, size: number): Problem {
  m.opt.cone = cone
  d.qvel.set(random.vector(m.nv, 1))
  forward(m, d)
  const p = new Problem()
  poseProblem(p, m, d)
  p.qacc.set(random.vector(m.nv, size))
  evaluateAt(p)
  p.search.set(random.vector(m.nv, size))
  mulInertia(p, p.Mv, p.search)
  mulJacobian(p, p.Jv, p.search)
  return p
}

/** The whole cost at a + α·search, as the problem defines it. */
function costAt(p: Problem, alpha: number): number {
  const start = p.qacc.slice()
  const values = { Ma: p.Ma.slice(), jar: p.jar.slice(), state: p.state.slice(), force: p.force.slice() }
  for (let i = 0; i < p.nv; i++) p.qacc[i] = start[i] + alpha * p.search[i]
  evaluateAt(p)
  let cost = p.register[COST]
  for (let i = 0; i < p.nv; i++) cost += 0.5 * (p.Ma[i] - p.qfrc_smooth[i]) * (p.qacc[i] - p.qacc_smooth[i])
  p.qacc.set(start)
  p.Ma.set(values.Ma)
  p.jar.set(values.jar)
  p.state.set(values.state)
  p.force.set(values.force)
  return cost
}

describe.each(Object.entries(Cone))('a line search with the %s cone', (_, cone) => {
  test('ends where the cost is least along the line, and tells how much it has fallen', () => {
    const random = new Random(5)
    const line = new LineSearch()
    for (const size of [0.1, 1, 10, 100]) {
      for (let trial = 0; trial < 10; trial++) {
        const p = lineOf(cone, random, size)
        line.register[FLAT] = 1e-12 * size
        searchLine(line, p, 50, false)
        const [alpha, fall, slope] = [STEP, DECREASE, END_SLOPE].map((slot) => line.register[slot])
        const start = costAt(p, 0)
        const scale = Math.abs(start) + 1
        expect(Math.abs(start - costAt(p, alpha) - fall) / scale, `fall, size ${size}`).toBeLessThan(1e-10)
        expect(fall).toBeGreaterThanOrEqual(0)
        expect(slope / scale).toBeLessThan(1e-6)
        // the cost is convex, so it is higher on both sides
        for (const other of [-0.5, -1e-3, 1e-3, 0.5])
          expect(costAt(p, alpha + other * (1 + Math.abs(alpha)))).toBeGreaterThanOrEqual(
            costAt(p, alpha) - 1e-12 * scale,
          )
      }
    }
  })

  test('looks at no more points than it may by much, and still never lets the cost rise', () => {
    const random = new Random(6)
    const line = new LineSearch()
    for (const most of [1, 2, 3, 4, 6]) {
      for (let trial = 0; trial < 10; trial++) {
        const p = lineOf(cone, random, 30)
        line.register[FLAT] = 1e-14
        searchLine(line, p, most, false)
        // the bracket is narrowed by up to three points at a time
        expect(line.evaluations).toBeLessThanOrEqual(Math.max(2, most + 3))
        if (line.evaluations > 4) expect(line.register[DECREASE]).toBeGreaterThanOrEqual(0)
      }
    }
  })

  test('takes no step along a direction that leads nowhere', () => {
    const p = lineOf(cone, new Random(7), 1)
    p.search.fill(0)
    p.Mv.fill(0)
    p.Jv.fill(0)
    const line = new LineSearch()
    line.register[FLAT] = 1e-10
    searchLine(line, p, 50, false)
    expect(line.register[STEP]).toBe(0)
    expect(line.register[DECREASE]).toBe(-0)
  })
})
