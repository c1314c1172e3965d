import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConstraintState, ConstraintType } from '../../../core/model/enums.ts'
import { coneHessian } from './frictionCone.ts'
import { COST, Problem } from './primalProblem.ts'
import { updateRows } from './rowCost.ts'

/** Friction coefficients of sliding, spin and rolling. */
const FRICTION = [0.8, 0.6, 0.1, 0.05, 0.07]
const IMPRATIO = 3

/** An equality, a row of friction loss, a limit, and an elliptic contact of `dim` rows. */
function rowsOf(dim: number, jar: readonly number[]): Problem {
  const p = new Problem()
  const n = 3 + dim
  p.nefc = n
  p.ne = 1
  p.nf = 1
  const { equality, frictionDof, limitJoint, contactElliptic } = ConstraintType
  p.type = Int32Array.of(equality, frictionDof, limitJoint, ...new Array<number>(dim).fill(contactElliptic))
  p.id = new Int32Array(n)
  // friction is harder by impratio, and R_j φ_j² is the same in all its directions
  const R0 = 0.5
  const R1 = R0 / IMPRATIO
  const friction = FRICTION.slice(0, dim - 1)
  p.R = Float64Array.of(0.2, 0.3, 0.4, R0, ...friction.map((mu) => R1 * (FRICTION[0] / mu) ** 2))
  p.D = p.R.map((R) => 1 / R)
  p.frictionloss = new Float64Array(n)
  p.frictionloss[1] = 0.7
  p.contact_dim = Int32Array.of(dim)
  p.contact_mu = Float64Array.of(FRICTION[0] / Math.sqrt(IMPRATIO))
  p.contact_friction = Float64Array.from(FRICTION)
  p.jar = Float64Array.from(jar.slice(0, n))
  p.force = new Float64Array(n)
  p.state = new Int32Array(n)
  updateRows(p)
  return p
}

const jar = fc.array(
  fc.integer({ min: -300, max: 300 }).map((x) => x / 100),
  { minLength: 9, maxLength: 9 },
)

describe.each([3, 4, 6])('the cost of rows, with an elliptic contact of %d rows,', (dim) => {
  const n = 3 + dim
  const costOf = (x: readonly number[]) => rowsOf(dim, x).register[COST]
  const moved = (x: readonly number[], i: number, h: number) => x.map((value, k) => (k === i ? value + h : value))

  test('has the opposite of the force as its slope, everywhere', () => {
    fc.assert(
      fc.property(jar, (x) => {
        const { force } = rowsOf(dim, x)
        const h = 1e-6
        for (let i = 0; i < n; i++) {
          const slope = (costOf(moved(x, i, h)) - costOf(moved(x, i, -h))) / (2 * h)
          expect(Math.abs(slope + force[i]), `row ${i}`).toBeLessThan(1e-4)
        }
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('is convex, and never negative', () => {
    fc.assert(
      fc.property(jar, jar, (x, y) => {
        const middle = x.map((value, i) => 0.5 * (value + y[i]))
        expect(costOf(x)).toBeGreaterThanOrEqual(0)
        expect(costOf(middle)).toBeLessThanOrEqual(0.5 * (costOf(x) + costOf(y)) + 1e-12)
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  test('has forces that change by the second derivative of a contact that slides', () => {
    let sliding = 0
    fc.assert(
      fc.property(jar, (x) => {
        const p = rowsOf(dim, x)
        if (p.state[3] !== ConstraintState.cone) return
        const block = new Float64Array(36)
        coneHessian(p, 3, block)
        const h = 1e-7
        for (let j = 0; j < dim; j++) {
          const [after, before] = [rowsOf(dim, moved(x, 3 + j, h)), rowsOf(dim, moved(x, 3 + j, -h))]
          if (after.state[3] !== ConstraintState.cone || before.state[3] !== ConstraintState.cone) return
          for (let i = 0; i < dim; i++) {
            const rate = -(after.force[3 + i] - before.force[3 + i]) / (2 * h)
            expect(Math.abs(block[i * dim + j] - rate)).toBeLessThan(1e-4 * (1 + Math.abs(rate)))
          }
        }
        sliding++
      }),
      { seed: 3, numRuns: 500 },
    )
    expect(sliding).toBeGreaterThan(20)
  })

  test('lets contacts push within their cone only, and says where they are', () => {
    const seen = new Set<number>()
    fc.assert(
      fc.property(jar, (x) => {
        const { force, state } = rowsOf(dim, x)
        let square = 0
        for (let j = 1; j < dim; j++) square += (force[3 + j] / FRICTION[j - 1]) ** 2
        const tangential = Math.sqrt(square)
        expect(tangential).toBeLessThanOrEqual(force[3] * (1 + 1e-12))
        seen.add(state[3])
        for (let j = 1; j < dim; j++) expect(state[3 + j]).toBe(state[3])
        if (state[3] === ConstraintState.satisfied) expect(force[3]).toBe(0)
        if (state[3] === ConstraintState.cone) expect(Math.abs(tangential / force[3] - 1)).toBeLessThan(1e-9)
      }),
      { seed: 4, numRuns: 500 },
    )
    expect([...seen].sort()).toEqual([ConstraintState.satisfied, ConstraintState.quadratic, ConstraintState.cone])
  })
})

describe('a row', () => {
  const at = (row: number, x: number) => {
    const p = rowsOf(
      3,
      [0, 0, 0, 5, 0, 0].map((value, i) => (i === row ? x : value)),
    )
    return { force: p.force[row], state: p.state[row], cost: p.register[COST] }
  }

  test('of an equality pulls and pushes', () => {
    expect(at(0, 1)).toEqual({ force: -5, state: ConstraintState.quadratic, cost: 2.5 })
    expect(at(0, -1)).toEqual({ force: 5, state: ConstraintState.quadratic, cost: 2.5 })
  })

  test('of friction loss gives way at its limit, where the cost goes on as a straight line', () => {
    // the knee is at R φ = 0.21
    expect(at(1, 0.2).state).toBe(ConstraintState.quadratic)
    expect(at(1, 0.3)).toMatchObject({ force: -0.7, state: ConstraintState.linearPos })
    expect(at(1, -0.3)).toMatchObject({ force: 0.7, state: ConstraintState.linearNeg })
    expect(at(1, 0.3).cost).toBeCloseTo(0.7 * (0.3 - 0.5 * 0.21), 12)
    expect(at(1, -0.3).cost).toBeCloseTo(0.7 * (0.3 - 0.5 * 0.21), 12)
    expect(at(1, 1).cost - at(1, 0.5).cost).toBeCloseTo(0.7 * 0.5, 12)
  })

  test('of a limit pushes, and does not pull', () => {
    expect(at(2, -1)).toMatchObject({ force: 2.5, state: ConstraintState.quadratic })
    expect(at(2, 1)).toEqual({ force: 0, state: ConstraintState.satisfied, cost: 0 })
    expect(at(2, 0)).toEqual({ force: 0, state: ConstraintState.satisfied, cost: 0 })
  })
})

describe('an elliptic contact without tangential motion', () => {
  test('sticks where it is pressed and is separated where it is not, without a division by zero', () => {
    for (const dim of [3, 4, 6]) {
      const pressed = rowsOf(dim, [0, 0, 0, -1, 0, 0, 0, 0, 0])
      expect(pressed.state[3]).toBe(ConstraintState.quadratic)
      expect([...pressed.force.subarray(3)]).toEqual([2, ...new Array<number>(dim - 1).fill(-0)])
      const apart = rowsOf(dim, [0, 0, 0, 0, 0, 0, 0, 0, 0])
      expect(apart.state[3]).toBe(ConstraintState.satisfied)
      expect(apart.register[COST]).toBe(0)
    }
  })
})
