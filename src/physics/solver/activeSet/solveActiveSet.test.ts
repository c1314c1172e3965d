import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { solveActiveSet } from './solveActiveSet.ts'

/** A = B Bᵀ + d I from numbers. */
function positiveDefinite(n: number, numbers: readonly number[], d = 0.1): Float64Array {
  const A = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) A[i * n + j] += numbers[i * n + k] * numbers[j * n + k]
      if (i === j) A[i * n + j] += d
    }
  return A
}

const number = fc.double({ min: -1, max: 1, noNaN: true })
const problem = fc.integer({ min: 1, max: 12 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    A: fc.array(number, { minLength: n * n, maxLength: n * n }).map((x) => positiveDefinite(n, x)),
    b: fc.array(number, { minLength: n, maxLength: n }).map((x) => Float64Array.from(x)),
  }),
)

/**
 * Boxes on top of each other, the first on the floor, each contact `copies` times: A = J M⁻¹ Jᵀ, b the acceleration
 * with which gravity closes the contacts, and the weight above each contact.
 */
function stack(masses: readonly number[], copies = 1): { A: Float64Array; b: Float64Array; weights: number[] } {
  const gravity = 9.81
  const n = masses.length * copies
  const A = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const [upper, lower] = [Math.floor(i / copies), Math.floor(j / copies)]
      if (upper === lower) A[i * n + j] = 1 / masses[upper] + (upper > 0 ? 1 / masses[upper - 1] : 0)
      else if (Math.abs(upper - lower) === 1) A[i * n + j] = -1 / masses[Math.min(upper, lower)]
    }
  const b = new Float64Array(n).fill(gravity, 0, copies)
  const weights = masses.map((_, i) => gravity * masses.slice(i).reduce((sum, mass) => sum + mass, 0))
  return { A, b, weights }
}

/** w = A λ − b, with a regularization if one is given. */
function residualOf(A: Float64Array, b: Float64Array, lambda: Float64Array, regularization = 0): Float64Array {
  const n = b.length
  return Float64Array.from(b, (bi, i) => {
    let sum = regularization * lambda[i] - bi
    for (let j = 0; j < n; j++) sum += A[i * n + j] * lambda[j]
    return sum
  })
}

describe('the active set solver', () => {
  test('has nothing to do for no rows', () => {
    const result = solveActiveSet(new Float64Array(0), new Float64Array(0))
    expect(result).toMatchObject({ converged: true, activeSetSize: 0, residual: 0 })
  })

  test('gives b / A for one contact', () => {
    const { lambda, converged } = solveActiveSet(Float64Array.of(4), Float64Array.of(2), { regularization: 0 })
    expect(converged).toBe(true)
    expect(Math.abs(lambda[0] - 0.5)).toBeLessThan(1e-12)
  })

  test('gives no force to contacts that separate', () => {
    const A = positiveDefinite(3, [1, 0.2, 0, 0.3, 1, 0.1, 0, 0.2, 1])
    const { lambda, activeSetSize, converged } = solveActiveSet(A, Float64Array.of(-1, -2, -3))
    expect([...lambda]).toEqual([0, 0, 0])
    expect(activeSetSize).toBe(0)
    expect(converged).toBe(true)
  })

  test('gives force to all contacts that are pressed, in one solve', () => {
    const A = Float64Array.of(2, 0.5, 0.5, 2)
    const result = solveActiveSet(A, Float64Array.of(1, 1), { maxIterations: 1 })
    expect(result).toMatchObject({ converged: true, iterations: 1, activeSetSize: 2 })
    expect(Math.min(...result.lambda)).toBeGreaterThan(0)
  })

  test('finds which of the contacts carry', () => {
    const A = Float64Array.of(2, 1.5, 0, 1.5, 2, 0, 0, 0, 1)
    const { lambda, activeSetSize } = solveActiveSet(A, Float64Array.of(1, 0.1, -1))
    expect(lambda[0]).toBeCloseTo(0.5, 6)
    expect([lambda[1], lambda[2]]).toEqual([0, 0])
    expect(activeSetSize).toBe(1)
  })

  test('says when it was not given enough iterations', () => {
    const A = Float64Array.of(2, 1.5, 1.5, 2)
    expect(solveActiveSet(A, Float64Array.of(1, 0.1), { maxIterations: 1 }).converged).toBe(false)
    expect(solveActiveSet(A, Float64Array.of(1, 0.1), { maxIterations: 2 }).converged).toBe(true)
  })

  test('shares the force among contacts that are the same', () => {
    const A = Float64Array.of(1, 1, 1, 1)
    const { lambda, converged } = solveActiveSet(A, Float64Array.of(1, 1))
    expect(converged).toBe(true)
    expect(lambda[0]).toBeCloseTo(0.5, 6)
    expect(lambda[1]).toBeCloseTo(0.5, 6)
  })

  describe.each([1, 1e3, 1e6, 1e8])('with a mass ratio of %d', (ratio) => {
    test.each([
      ['a heavy box on a light one', [1, ratio]],
      ['a light box on a heavy one', [ratio, 1]],
      ['light boxes below, between and above heavy ones', [1, ratio, 1, ratio, 1]],
      ['grams', [1e-3, 1e-3 * ratio]],
      ['kilotons', [1e6, 1e6 * ratio]],
    ])('carries %s', (_, masses) => {
      const { A, b, weights } = stack(masses)
      const { lambda, converged, activeSetSize } = solveActiveSet(A, b)
      expect(converged).toBe(true)
      expect(activeSetSize).toBe(masses.length)
      for (const [i, weight] of weights.entries()) expect(Math.abs(lambda[i] / weight - 1)).toBeLessThan(1e-6)
    })

    test('shares the load among redundant contacts', () => {
      const { A, b, weights } = stack([1, ratio], 4)
      const { lambda, converged } = solveActiveSet(A, b)
      expect(converged).toBe(true)
      for (const [i, weight] of weights.entries()) {
        const contacts = lambda.subarray(4 * i, 4 * i + 4)
        expect(Math.abs(contacts.reduce((sum, x) => sum + x, 0) / weight - 1)).toBeLessThan(1e-6)
        for (const x of contacts) expect(Math.abs((4 * x) / weight - 1)).toBeLessThan(1e-3)
      }
    })

    test('separates a box that is pulled off the stack', () => {
      const { A, b, weights } = stack([1, ratio, 1])
      // faster than the free fall that the stack below ends
      b[2] = -20
      const { lambda, converged } = solveActiveSet(A, b)
      expect(converged).toBe(true)
      expect(lambda[2]).toBe(0)
      const below = weights[0] - weights[2]
      expect(Math.abs(lambda[0] / below - 1)).toBeLessThan(1e-6)
    })
  })

  test('does not depend on the units of forces and accelerations', () => {
    fc.assert(
      fc.property(problem, fc.integer({ min: -30, max: 30 }), ({ A, b: given }, exponent) => {
        const unit = 4 ** exponent
        const b = given.map((x) => (Math.abs(x) < 1e-200 ? 0 : x)) // no subnormal numbers on the way
        const { lambda } = solveActiveSet(A, b)
        const scaled = solveActiveSet(
          A.map((x) => x * unit),
          b.map((x) => x * unit),
        )
        expect(scaled.converged).toBe(true)
        expect([...scaled.lambda]).toEqual([...lambda])
      }),
      { seed: 8, numRuns: 200 },
    )
  })

  test('says so where there is no solution', () => {
    const free = { lower: new Float64Array(2).fill(Number.NEGATIVE_INFINITY) }
    // two rows ask for different accelerations of the same contact
    expect(solveActiveSet(Float64Array.of(1, 1, 1, 1), Float64Array.of(1, 2), free).converged).toBe(false)
    // a row that no force can move
    expect(solveActiveSet(Float64Array.of(1, 0, 0, 0), Float64Array.of(1, 1)).converged).toBe(false)
    const bounded = solveActiveSet(Float64Array.of(1, 0, 0, 0), Float64Array.of(1, 1), { upper: Float64Array.of(5, 7) })
    expect(bounded.converged).toBe(true)
    expect(Math.abs(bounded.lambda[0] - 1)).toBeLessThan(1e-12)
    expect(bounded.lambda[1]).toBe(7)
  })

  test('satisfies the conditions of optimality', () => {
    fc.assert(
      fc.property(problem, ({ A, b }) => {
        const { lambda, converged } = solveActiveSet(A, b)
        const w = residualOf(A, b, lambda)
        expect(converged).toBe(true)
        let work = 0
        for (let i = 0; i < b.length; i++) {
          expect(lambda[i]).toBeGreaterThanOrEqual(0)
          expect(w[i]).toBeGreaterThan(-1e-6)
          work += lambda[i] * w[i]
        }
        expect(Math.abs(work)).toBeLessThan(1e-6)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('needs at most two solves a row, and counts the rows that carry', () => {
    fc.assert(
      fc.property(problem, ({ n, A, b }) => {
        const { lambda, iterations, activeSetSize } = solveActiveSet(A, b)
        expect(iterations).toBeLessThanOrEqual(2 * n)
        expect(activeSetSize).toBe(lambda.filter((x) => x !== 0).length)
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  test('does not depend on the order of the rows', () => {
    const shuffledProblem = problem.chain((given) => {
      const rows = Array.from(given.b, (_, i) => i)
      return fc.tuple(fc.constant(given), fc.shuffledSubarray(rows, { minLength: given.n, maxLength: given.n }))
    })
    fc.assert(
      fc.property(shuffledProblem, ([{ n, A, b }, order]) => {
        const shuffledA = Float64Array.from({ length: n * n }, (_, k) => A[order[Math.floor(k / n)] * n + order[k % n]])
        const shuffledB = Float64Array.from(order, (i) => b[i])
        const { lambda } = solveActiveSet(A, b, { tolerance: 1e-12 })
        const shuffled = solveActiveSet(shuffledA, shuffledB, { tolerance: 1e-12 }).lambda
        for (let i = 0; i < n; i++) expect(Math.abs(shuffled[i] - lambda[order[i]])).toBeLessThan(1e-12)
      }),
      { seed: 3, numRuns: 500 },
    )
  })

  test('keeps rows between two bounds, and leaves rows without bounds free', () => {
    fc.assert(
      fc.property(problem, fc.double({ min: 0, max: 0.5, noNaN: true }), ({ n, A, b }, bound) => {
        const lower = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? Number.NEGATIVE_INFINITY : -bound))
        const upper = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? Number.POSITIVE_INFINITY : bound))
        const { lambda, converged } = solveActiveSet(A, b, { lower, upper, tolerance: 1e-12 })
        const w = residualOf(A, b, lambda)
        expect(converged).toBe(true)
        for (let i = 0; i < n; i++) {
          expect(lambda[i]).toBeGreaterThanOrEqual(lower[i])
          expect(lambda[i]).toBeLessThanOrEqual(upper[i])
          if (lambda[i] > lower[i]) expect(w[i]).toBeLessThan(1e-9)
          if (lambda[i] < upper[i]) expect(w[i]).toBeGreaterThan(-1e-9)
        }
      }),
      { seed: 4, numRuns: 500 },
    )
  })

  test('is not bounded by a hundred changes where more rows need more', () => {
    const n = 1200
    // a chain of contacts that press and release each other
    const A = new Float64Array(n * n)
    for (let i = 0; i < n; i++) {
      A[i * n + i] = 2
      if (i > 0) A[i * n + i - 1] = A[(i - 1) * n + i] = -0.9
    }
    const b = Float64Array.from({ length: n }, (_, i) => Math.sin(12.9898 * i) - 0.2)
    const { converged, lambda, activeSetSize, iterations } = solveActiveSet(A, b, { tolerance: 1e-12 })
    expect(converged).toBe(true)
    expect(n - activeSetSize).toBeGreaterThan(300)
    expect(iterations).toBeLessThan(100)
    const w = residualOf(A, b, lambda)
    for (let i = 0; i < n; i++) {
      expect(w[i]).toBeGreaterThan(-1e-11)
      expect(Math.abs(lambda[i] * w[i])).toBeLessThan(1e-11)
    }
  })

  test('solves hundreds of redundant contacts of few bodies', () => {
    // 400 rows over 40 dofs: A has rank 40, and many sets of rows carry the same
    const [n, dofs] = [400, 40]
    const J = Float64Array.from({ length: n * dofs }, (_, k) => (k % 7 < 3 ? Math.sin(78.233 * k) : 0))
    const A = new Float64Array(n * n)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) for (let k = 0; k < dofs; k++) A[i * n + j] += J[i * dofs + k] * J[j * dofs + k]
    const b = Float64Array.from({ length: n }, (_, i) => Math.cos(1.7 * i))
    const { converged, lambda } = solveActiveSet(A, b, { regularization: 1e-4, tolerance: 1e-9 })
    expect(converged).toBe(true)
    const w = residualOf(A, b, lambda, 1e-4)
    for (let i = 0; i < n; i++) {
      expect(lambda[i]).toBeGreaterThanOrEqual(0)
      expect(w[i]).toBeGreaterThan(-1e-8)
      if (lambda[i] > 0) expect(Math.abs(w[i])).toBeLessThan(1e-8)
    }
  })

  test('says so where the matrix is not positive definite, and still gives numbers within bounds', () => {
    const b = Float64Array.of(1, 2)
    for (const A of [Float64Array.of(1, 2, 2, 1), Float64Array.of(1, 1, 1, 1), Float64Array.of(-1, 0, 0, -1)]) {
      const { lambda, converged } = solveActiveSet(A, b, { regularization: 0 })
      expect(converged).toBe(false)
      for (const x of lambda) expect(x).toBeGreaterThanOrEqual(0)
    }
  })

  test('counts rows at either bound as held', () => {
    const A = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
    const bounds = { lower: new Float64Array(3).fill(-1), upper: new Float64Array(3).fill(1) }
    const result = solveActiveSet(A, Float64Array.of(-5, 0.5, 5), { ...bounds, regularization: 0 })
    expect([...result.lambda]).toEqual([-1, 0.5, 1])
    expect(result.activeSetSize).toBe(1)
    // |A λ − b| = |(4, 0, −4)|
    expect(result.residual).toBeCloseTo(Math.sqrt(32), 12)
  })

  test('refuses what does not fit together', () => {
    expect(() => solveActiveSet(new Float64Array(3), new Float64Array(2))).toThrow(RangeError)
    const one = Float64Array.of(1)
    expect(() => solveActiveSet(one, one, { lower: one, upper: Float64Array.of(0) })).toThrow(/row 0/)
    expect(() => solveActiveSet(one, one, { lower: Float64Array.of(Number.NaN) })).toThrow(/row 0/)
    expect(() => solveActiveSet(one, one, { upper: new Float64Array(2) })).toThrow(/upper has 2 numbers/)
  })

  test.each([Number.NaN, Infinity, -Infinity])('refuses %d among its numbers', (bad) => {
    const good = Float64Array.of(1)
    expect(() => solveActiveSet(Float64Array.of(bad), good)).toThrow(/A\[0\] is/)
    expect(() => solveActiveSet(good, Float64Array.of(bad))).toThrow(/b\[0\] is/)
    if (bad > 0) return
    for (const option of ['tolerance', 'maxIterations', 'regularization'])
      expect(() => solveActiveSet(good, good, { [option]: bad })).toThrow(new RegExp(option))
  })
})
