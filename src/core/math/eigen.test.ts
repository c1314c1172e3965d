import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { symmetricEigen } from './eigen.ts'
import { mulMat3 } from './mat3.ts'
import { quatToMat } from './quat.ts'

/** R diag(values) Rᵀ as xx, yy, zz, xy, xz, yz. */
function rebuilt({ values, quat }: ReturnType<typeof symmetricEigen>): number[] {
  const R = new Float64Array(9)
  const scaled = new Float64Array(9)
  const A = new Float64Array(9)
  quatToMat(R, 0, quat, 0)
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) scaled[3 * i + j] = values[i] * R[3 * j + i]
  mulMat3(A, 0, R, 0, scaled, 0)
  return [A[0], A[4], A[8], A[1], A[2], A[5]]
}

describe('principal axes of a symmetric matrix', () => {
  const entry = fc.double({ min: -10, max: 10, noNaN: true })
  const matrix = fc.array(entry, { minLength: 6, maxLength: 6 })

  test('give the matrix back', () => {
    fc.assert(
      fc.property(matrix, (a) => {
        const scale = Math.max(...a.map(Math.abs), 1e-300)
        rebuilt(symmetricEigen(a)).forEach((x, i) => {
          expect(Math.abs(x - a[i])).toBeLessThanOrEqual(2e-14 * scale)
        })
      }),
      { seed: 1, numRuns: 1000 },
    )
  })

  test('come with the largest value first and a unit quaternion', () => {
    fc.assert(
      fc.property(matrix, (a) => {
        const { values, quat } = symmetricEigen(a)
        const slack = 1e-11 * Math.max(...a.map(Math.abs))
        expect(values[0]).toBeGreaterThanOrEqual(values[1] - slack)
        expect(values[1]).toBeGreaterThanOrEqual(values[2] - slack)
        expect(Math.hypot(...quat)).toBeCloseTo(1, 13)
      }),
      { seed: 2, numRuns: 1000 },
    )
  })

  test('of a multiple of the identity are the axes themselves', () => {
    expect(symmetricEigen([2, 2, 2, 0, 0, 0]).quat).toEqual(Float64Array.of(1, 0, 0, 0))
    expect(symmetricEigen([0, 0, 0, 0, 0, 0]).values).toEqual(new Float64Array(3))
  })

  test('do not depend on the unit of the matrix', () => {
    const a = [3, 2, 1.5, 0.1, 0.2, 0.3]
    const { quat } = symmetricEigen(a)
    expect(symmetricEigen(a.map((x) => x * 2 ** -40)).quat).toEqual(quat)
  })
})
