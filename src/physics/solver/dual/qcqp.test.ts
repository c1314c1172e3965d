import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FrictionProblem, ontoEllipsoid, solveFriction } from './qcqp.ts'

const number = fc.double({ min: -1, max: 1, noNaN: true })

/** Friction of two, three or five directions. */
const problem = fc.constantFrom(2, 3, 5).chain((n) =>
  fc.record({
    n: fc.constant(n),
    B: fc.array(number, { minLength: n * n, maxLength: n * n }),
    b: fc.array(number, { minLength: n, maxLength: n }),
    d: fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
    r: fc.double({ min: 0.01, max: 3, noNaN: true }),
  }),
)

type Given = typeof problem extends fc.Arbitrary<infer T> ? T : never

function pose({ n, B, b, d, r }: Given): FrictionProblem {
  const s = new FrictionProblem()
  s.n = n
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      s.A[i * n + j] = i === j ? 0.5 : 0
      for (let k = 0; k < n; k++) s.A[i * n + j] += B[i * n + k] * B[j * n + k]
    }
  s.b.set(b)
  s.d.set(d)
  s.r[0] = r
  return s
}

function costOf({ n, A, b }: FrictionProblem, x: ArrayLike<number>): number {
  let cost = 0
  for (let i = 0; i < n; i++) {
    cost += b[i] * x[i]
    for (let j = 0; j < n; j++) cost += 0.5 * x[i] * A[i * n + j] * x[j]
  }
  return cost
}

/** Σ (x_i / d_i)² over r². */
function load({ n, d, r }: FrictionProblem, x: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < n; i++) sum += (x[i] / d[i]) ** 2
  return sum / (r[0] * r[0])
}

describe('friction for a normal force', () => {
  test('costs least of all that the ellipsoid allows', () => {
    const seen = new Set<boolean>()
    fc.assert(
      fc.property(problem, fc.array(number, { minLength: 5, maxLength: 5 }), (given, other) => {
        const s = pose(given)
        solveFriction(s)
        if (s.bound) ontoEllipsoid(s)
        seen.add(s.bound)
        expect(load(s, s.x)).toBeLessThan(1 + 1e-6)
        if (s.bound) expect(load(s, s.x)).toBeCloseTo(1, 12)
        // any other point of the ellipsoid
        const inside = Array.from({ length: s.n }, (_, i) => other[i] * s.d[i])
        const shrink = Math.min(1, 1 / Math.sqrt(load(s, inside)))
        expect(costOf(s, s.x)).toBeLessThanOrEqual(
          costOf(
            s,
            inside.map((x) => x * shrink),
          ) + 1e-6,
        )
      }),
      { seed: 1, numRuns: 1000 },
    )
    expect(seen.size).toBe(2)
  })

  test('is not held back where the free minimum lies inside', () => {
    const s = pose({ n: 2, B: [0, 0, 0, 0], b: [0.1, -0.2], d: [1, 1], r: 3 })
    solveFriction(s)
    expect(s.bound).toBe(false)
    expect(s.x[0]).toBeCloseTo(-0.2, 12)
    expect(s.x[1]).toBeCloseTo(0.4, 12)
  })

  test('is none where the matrix says nothing', () => {
    for (const n of [2, 3, 5]) {
      const s = new FrictionProblem()
      s.n = n
      s.b.fill(1)
      s.d.fill(1)
      s.r[0] = 1
      s.x.fill(9)
      solveFriction(s)
      expect([...s.x.subarray(0, n)]).toEqual(new Array<number>(n).fill(0))
      expect(s.bound).toBe(false)
      // one direction that costs nothing is enough
      for (let i = 0; i < n - 1; i++) s.A[i * (n + 1)] = 1
      solveFriction(s)
      expect([...s.x.subarray(0, n)]).toEqual(new Array<number>(n).fill(0))
    }
  })
})
