import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pivotBlocks, solveBox } from './blockPivot.ts'
import {
  AT_LOWER,
  AT_UPPER,
  BoxProblem,
  FREE,
  factorFree,
  refine,
  resetBox,
  TOLERANCE,
  updateResidual,
} from './boxProblem.ts'
import { descend, pivotOneByOne } from './singlePivot.ts'
import { solveActiveSet } from './solveActiveSet.ts'

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

function pose({ n, B, b, kinds, d }: { n: number; B: number[]; b: number[]; kinds: number[]; d: number }): BoxProblem {
  const s = new BoxProblem()
  resetBox(s, n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      s.A[i * n + j] = i === j ? d : 0
      for (let k = 0; k < n; k++) s.A[i * n + j] += B[i * n + k] * B[j * n + k]
    }
    s.b[i] = b[i]
    s.lower[i] = [Number.NEGATIVE_INFINITY, 0, -0.2][kinds[i]]
    s.upper[i] = kinds[i] === 2 ? 0.2 : Number.POSITIVE_INFINITY
  }
  s.register[TOLERANCE] = 1e-10
  return s
}

/** How far x is from the conditions of optimality: free rows rest, rows at a bound are pressed onto it. */
function violation(s: BoxProblem): number {
  updateResidual(s)
  let worst = 0
  for (let i = 0; i < s.n; i++) {
    worst = Math.max(worst, s.lower[i] - s.x[i], s.x[i] - s.upper[i])
    if (s.x[i] > s.lower[i]) worst = Math.max(worst, s.w[i])
    if (s.x[i] < s.upper[i]) worst = Math.max(worst, -s.w[i])
  }
  return worst
}

/** Where a row of a kind may start. */
const startOf = (kind: number, choice: number) =>
  kind === 0 ? FREE : kind === 1 ? [FREE, AT_LOWER][choice % 2] : [FREE, AT_LOWER, AT_UPPER][choice]

const choices = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 14, maxLength: 14 })

describe('the solution of a problem with bounds', () => {
  test('is found by blocks from any set, if need be one by one after it', () => {
    fc.assert(
      fc.property(problem, choices, (given, starts) => {
        const s = pose(given)
        given.kinds.forEach((kind, i) => {
          s.state[i] = startOf(kind, starts[i])
        })
        expect(solveBox(s, 100 * given.n)).toBe(true)
        expect(violation(s)).toBeLessThan(1e-9)
        refine(s)
        expect(violation(s)).toBeLessThan(1e-9)
      }),
      { seed: 5, numRuns: 500 },
    )
  })

  test.each([
    ['one change after the other', pivotOneByOne],
    ['descent within bounds, from any point', descend],
  ])('is found by %s', (_, find) => {
    fc.assert(
      fc.property(problem, choices, (given, starts) => {
        const s = pose(given)
        given.kinds.forEach((kind, i) => {
          s.state[i] = startOf(kind, starts[i])
          s.x[i] = kind === 2 ? 0.2 * (starts[i] - 1) : starts[i]
          if (s.state[i] === AT_LOWER) s.x[i] = s.lower[i]
          if (s.state[i] === AT_UPPER) s.x[i] = s.upper[i]
        })
        expect(factorFree(s)).toBe(true)
        expect(find(s, 100 * given.n)).toBe(true)
        expect(violation(s)).toBeLessThan(1e-9)
      }),
      { seed: 6, numRuns: 500 },
    )
  })

  test('costs less with each solve of the descent', () => {
    fc.assert(
      fc.property(problem, (given) => {
        let last = Number.POSITIVE_INFINITY
        for (let solves = 1, done = false; !done && solves < 40; solves++) {
          const s = pose(given)
          // all free, in the middle of their bounds
          for (let i = 0; i < s.n; i++) s.x[i] = given.kinds[i] === 1 ? 1 : 0
          expect(factorFree(s)).toBe(true)
          done = descend(s, solves)
          updateResidual(s)
          let cost = 0
          for (let i = 0; i < s.n; i++) cost += 0.5 * s.x[i] * (s.w[i] - s.b[i])
          expect(cost).toBeLessThanOrEqual(last + 1e-12 * (1 + Math.abs(cost)))
          last = cost
        }
      }),
      { seed: 7, numRuns: 100 },
    )
  })

  test('needs few solves by blocks where changes one by one need many', () => {
    const n = 100
    const make = () => {
      const s = new BoxProblem()
      resetBox(s, n)
      for (let i = 0; i < n; i++) {
        s.A[i * n + i] = 2
        if (i > 0) s.A[i * n + i - 1] = s.A[(i - 1) * n + i] = 0.3
        s.b[i] = i % 3 === 0 ? -1 : 1
        s.upper[i] = Number.POSITIVE_INFINITY
      }
      expect(factorFree(s)).toBe(true)
      return s
    }
    const [blocks, one] = [make(), make()]
    expect(pivotBlocks(blocks, 100)).toBe(true)
    expect(blocks.iterations).toBeLessThan(6)
    expect(pivotOneByOne(one, 100)).toBe(true)
    expect(one.iterations).toBeGreaterThan(30)
    expect(one.iterations).toBe(one.changes + 1)
    for (let i = 0; i < n; i++) expect(Math.abs(blocks.x[i] - one.x[i])).toBeLessThan(1e-12)
  })

  test('keeps rows whose bounds are the same where they are', () => {
    const s = pose({ n: 2, B: [1, 0, 0.9, 0.1], b: [5, 5], kinds: [1, 1], d: 0.1 })
    s.lower[0] = s.upper[0] = 0.25
    for (const find of [solveBox, (t: BoxProblem, most: number) => factorFree(t) && pivotOneByOne(t, most)]) {
      s.iterations = 0
      s.state.set([AT_LOWER, FREE])
      expect(find(s, 20)).toBe(true)
      expect(s.x[0]).toBe(0.25)
    }
  })

  test('is not found when solves run out', () => {
    const s = pose({ n: 2, B: [1, 0, 0.9, 0.1], b: [1, -1], kinds: [1, 1], d: 0.1 })
    s.state.fill(FREE)
    expect(solveBox(s, 1)).toBe(false)
    expect(s.iterations).toBe(1)
  })

  test('is the same as for users', () => {
    const given = { n: 3, B: [1, 0, 0, 0.9, 0.1, 0.3, 0, 0.2, 1], b: [1, -1, 0.5], kinds: [1, 1, 2], d: 0.1 }
    const s = pose(given)
    expect(solveBox(s, 100)).toBe(true)
    const { lambda } = solveActiveSet(s.A.slice(0, 9), s.b.slice(0, 3), {
      lower: s.lower.slice(0, 3),
      upper: s.upper.slice(0, 3),
      regularization: 0,
    })
    expect([...lambda]).toEqual([...s.x.subarray(0, 3)])
  })
})
