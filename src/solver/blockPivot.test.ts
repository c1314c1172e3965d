import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ActiveSet, AT_LOWER, changeOneByOne, FREE, reserve, solveActiveSet, startSet } from './activeSet.ts'
import { pivotBlocks } from './blockPivot.ts'

const number = fc.double({ min: -1, max: 1, noNaN: true })

/** A = B Bᵀ + d I with long off-diagonal rows, b, and bounds: none, one or two a row. */
const problem = fc.integer({ min: 2, max: 14 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    B: fc.array(number, { minLength: n * n, maxLength: n * n }),
    b: fc.array(number, { minLength: n, maxLength: n }),
    kinds: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: n, maxLength: n }),
    d: fc.constantFrom(1e-3, 0.1),
  }),
)

function pose({ n, B, b, kinds, d }: { n: number; B: number[]; b: number[]; kinds: number[]; d: number }): ActiveSet {
  const s = new ActiveSet()
  reserve(s, n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      s.A[i * n + j] = i === j ? d : 0
      for (let k = 0; k < n; k++) s.A[i * n + j] += B[i * n + k] * B[j * n + k]
    }
    s.b[i] = b[i]
    s.lower[i] = [Number.NEGATIVE_INFINITY, 0, -0.2][kinds[i]]
    s.upper[i] = kinds[i] === 2 ? 0.2 : Number.POSITIVE_INFINITY
  }
  s.tolerance[0] = 1e-10
  return s
}

describe('block pivoting', () => {
  it('finds the solution from any start, if need be with changes one by one after it', () => {
    fc.assert(
      fc.property(problem, fc.boolean(), (given, free) => {
        const { n } = given
        const s = pose(given)
        for (let i = 0; i < n; i++) s.state[i] = free || given.kinds[i] === 0 ? FREE : AT_LOWER
        const most = 100 * n
        expect(pivotBlocks(s, most) || (startSet(s) && changeOneByOne(s, most))).toBe(true)
        const { lambda } = solveActiveSet(s.A.slice(0, n * n), s.b.slice(0, n), {
          lower: s.lower.slice(0, n),
          upper: s.upper.slice(0, n),
          regularization: 0,
          tolerance: 1e-10,
        })
        for (let i = 0; i < n; i++) expect(Math.abs(s.x[i] - lambda[i])).toBeLessThan(1e-6)
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  it('needs few solves where changes one by one need many', () => {
    const n = 100
    const s = new ActiveSet()
    reserve(s, n)
    s.A.fill(0)
    for (let i = 0; i < n; i++) {
      s.A[i * n + i] = 2
      if (i > 0) s.A[i * n + i - 1] = s.A[(i - 1) * n + i] = 0.3
      s.b[i] = i % 3 === 0 ? -1 : 1
      s.upper[i] = Number.POSITIVE_INFINITY
      s.state[i] = FREE
    }
    expect(pivotBlocks(s, 100)).toBe(true)
    expect(s.iterations).toBeLessThan(6)
    const one = solveActiveSet(s.A.slice(0, n * n), s.b.slice(0, n), { regularization: 0 })
    expect(one.iterations).toBeGreaterThan(30)
    for (let i = 0; i < n; i++) expect(Math.abs(s.x[i] - one.lambda[i])).toBeLessThan(1e-12)
  })

  it('ends when solves run out', () => {
    const s = pose({ n: 2, B: [1, 0, 0.9, 0.1], b: [1, -1], kinds: [1, 1], d: 0.1 })
    s.state.fill(FREE)
    expect(pivotBlocks(s, 1)).toBe(false)
    expect(s.iterations).toBe(1)
  })
})
