import { describe, expect, test } from 'vitest'
import { brickWall } from '../../../../test/support/brickWall.ts'
import { distance } from '../../../../test/support/distance.ts'
import { Cone, Data, DisableBit, forward, loadModel, type Model, mulM, Solver, step, Warning } from '../../../index.ts'

/** Courses, bricks in each, and the fewest contacts once the wall has settled. */
const WALLS = [
  [2, 2, 20],
  [3, 5, 90],
  [5, 8, 300],
  [8, 10, 650],
] as const

/** Twice the rounds that these walls take. */
const MAX_ROUNDS = 12

/** (a − b)ᵀ M (a − b). */
function energyDistance(m: Model, d: Data, a: Float64Array, b: Float64Array): number {
  const difference = a.map((x, i) => x - b[i])
  const product = new Float64Array(m.nv)
  mulM(m, d, product, difference)
  return product.reduce((sum, x, i) => sum + x * difference[i], 0)
}

/** The acceleration at the present state by another solver, to the last digits. */
function newtonAcceleration(m: Model, d: Data): Float64Array {
  const { solver, tolerance } = m.opt
  Object.assign(m.opt, { solver: Solver.Newton, tolerance: 1e-16 })
  forward(m, d)
  Object.assign(m.opt, { solver, tolerance })
  return d.qacc.slice()
}

describe.each(Object.entries(Cone))('a brick wall with redundant contacts, %s cones,', (_, cone) => {
  describe.each([
    ['cold', DisableBit.warmstart],
    ['warm', 0],
  ])('from a %s start', (_start, disabled) => {
    test.each(WALLS)('%d courses of %d bricks take DualCG few rounds', (courses, length, fewest) => {
      const m = loadModel(brickWall(courses, length))
      Object.assign(m.opt, { solver: Solver.DualCG, cone })
      m.opt.disableflags |= disabled
      const d = new Data(m)
      let contacts = 0
      for (let i = 0; i < 12; i++) {
        step(m, d)
        contacts = Math.max(contacts, d.ncon)
        expect(Math.max(...d.solver_niter)).toBeLessThanOrEqual(MAX_ROUNDS)
      }
      expect(contacts).toBeGreaterThanOrEqual(fewest)
      expect(d.warning_number[Warning.unconverged]).toBe(0)

      // the cost is strongly convex in the norm of M: |a − a*|² ≤ 2 · duality gap
      forward(m, d)
      const ours = d.qacc.slice()
      const exact = newtonAcceleration(m, d)
      expect(energyDistance(m, d, ours, exact)).toBeLessThan(2 * m.opt.tolerance * m.stat.meaninertia * m.nv)

      m.opt.tolerance = 1e-14
      forward(m, d)
      expect(Math.max(...d.solver_niter)).toBeLessThanOrEqual(MAX_ROUNDS)
      expect(d.warning_number[Warning.unconverged]).toBe(0)
      expect(distance(d.qacc, exact)).toBeLessThan(1e-6)
    })
  })
})
