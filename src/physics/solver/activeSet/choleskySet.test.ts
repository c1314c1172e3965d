import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CholeskySet, clearSet, insertFour, insertRow, removeRow, solveSet } from './choleskySet.ts'

const N = 24
const number = fc.double({ min: -1, max: 1, noNaN: true })

/** A = B Bᵀ + 0.1 I. */
const matrix = fc.array(number, { minLength: N * N, maxLength: N * N }).map((B) => {
  const A = new Float64Array(N * N)
  for (let i = 0; i < N; i++)
    for (let j = 0; j < N; j++) {
      A[i * N + j] = i === j ? 0.1 : 0
      for (let k = 0; k < N; k++) A[i * N + j] += B[i * N + k] * B[j * N + k]
    }
  return A
})

/** Rows to take in or out, whichever is possible; four at a time where a number is beyond the rows. */
const moves = fc.array(fc.integer({ min: 0, max: N + 7 }), { minLength: 1, maxLength: 60 })

/** How far A_FF (A_FF⁻¹ b) is from b. */
function error(s: CholeskySet): number {
  const b = Float64Array.from({ length: s.size }, (_, k) => Math.cos(k))
  const x = b.slice()
  solveSet(s, x)
  let worst = 0
  for (let i = 0; i < s.size; i++) {
    let sum = -b[i]
    for (let j = 0; j < s.size; j++) sum += s.A[s.members[i] * N + s.members[j]] * x[j]
    worst = Math.max(worst, Math.abs(sum))
  }
  return worst
}

describe('the factor of a set of rows', () => {
  test('solves with their matrix, whatever joined and left before', () => {
    fc.assert(
      fc.property(matrix, moves, (A, path) => {
        const s = new CholeskySet()
        clearSet(s, A, N)
        for (const row of path) {
          const out = Array.from({ length: N }, (_, i) => i).filter((i) => s.position[i] < 0)
          if (row >= N) {
            if (out.length >= 4) expect(insertFour(s, out[0], out[1], out[2], out[3])).toBe(true)
          } else if (s.position[row] >= 0) {
            removeRow(s, row)
          } else {
            expect(insertRow(s, row)).toBe(true)
          }
          for (let k = 0; k < s.size; k++) expect(s.position[s.members[k]]).toBe(k)
        }
        expect(error(s)).toBeLessThan(1e-9)
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('stays as it was when a row would make it singular', () => {
    // rows 0 and 1 are the same
    const A = Float64Array.of(2, 2, 1, 2, 2, 1, 1, 1, 2)
    const s = new CholeskySet()
    clearSet(s, A, 3)
    expect(insertRow(s, 0)).toBe(true)
    expect(insertRow(s, 1)).toBe(false)
    expect(insertRow(s, 2)).toBe(true)
    expect([...s.members.subarray(0, s.size)]).toEqual([0, 2])
    const x = Float64Array.of(3, 3)
    solveSet(s, x)
    expect(x[0]).toBeCloseTo(1, 12)
    expect(x[1]).toBeCloseTo(1, 12)
  })

  test('refuses what is not a number', () => {
    const s = new CholeskySet()
    clearSet(s, Float64Array.of(Number.NaN), 1)
    expect(insertRow(s, 0)).toBe(false)
    expect(s.size).toBe(0)
  })
})
