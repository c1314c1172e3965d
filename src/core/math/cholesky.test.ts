import { describe, expect, test } from 'vitest'
import { factorCholesky, solveCholesky } from './cholesky.ts'

/** A symmetric positive definite matrix B Bᵀ + n·1 from a fixed sequence. */
function positive(n: number): Float64Array {
  const B = Float64Array.from({ length: n * n }, (_, i) => Math.sin(i * i + n))
  const A = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) A[i * n + j] += B[i * n + k] * B[j * n + k]
      if (i === j) A[i * n + j] += n
    }
  return A
}

describe('dense Cholesky', () => {
  test.each([1, 2, 3, 4, 5, 8, 13, 27, 60])('solves a system of %i unknowns', (n) => {
    const A = positive(n)
    const x = Float64Array.from({ length: n }, (_, i) => Math.cos(i))
    const b = new Float64Array(n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) b[i] += A[i * n + j] * x[j]
    expect(factorCholesky(A, n)).toBe(-1)
    solveCholesky(b, A, n)
    for (let i = 0; i < n; i++) expect(Math.abs(b[i] - x[i])).toBeLessThan(1e-12)
  })

  test('gives back the matrix as L Lᵀ and leaves the upper triangle alone', () => {
    const n = 9
    const A = positive(n)
    const L = Float64Array.from(A)
    factorCholesky(L, n)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        if (j > i) {
          expect(L[i * n + j]).toBe(A[i * n + j])
          continue
        }
        let sum = 0
        for (let k = 0; k <= j; k++) sum += L[i * n + k] * L[j * n + k]
        expect(sum).toBeCloseTo(A[i * n + j], 12)
      }
  })

  test('names the first pivot that is not positive', () => {
    expect(factorCholesky(Float64Array.of(1, 2, 2, 4), 2)).toBe(1)
    expect(factorCholesky(Float64Array.of(0, 0, 0, 1), 2)).toBe(0)
    expect(factorCholesky(Float64Array.of(1, 0, 0, -1), 2)).toBe(1)
    expect(factorCholesky(Float64Array.of(Number.NaN, 0, 0, 1), 2)).toBe(0)
    const A = positive(8)
    A[8 * 6 + 6] = -1
    expect(factorCholesky(A, 8)).toBe(6)
  })

  test('can ask more of a pivot than to be positive', () => {
    expect(factorCholesky(Float64Array.of(1, 0, 0, 1e-14), 2, 1e-12)).toBe(1)
  })
})
