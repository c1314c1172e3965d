import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Random } from '../../../../tools/compare/randomState.ts'
import { rankKernels } from '../../../../tools/kernels/rankKernels.ts'
import { LdlFactor } from '../../../core/math/sparseSymmetric.ts'
import { addBlock3, addRank1, addRank2, addRank3, addRank4, addRank6, RankUpdate } from './rankKernels.ts'

const N = 9

/** Rows of a full lower triangle. */
function lowerTriangle(): LdlFactor {
  const rowadr = Int32Array.from({ length: N }, (_, i) => (i * (i + 1)) / 2)
  const rownnz = Int32Array.from({ length: N }, (_, i) => i + 1)
  const colind = Int32Array.from({ length: (N * (N + 1)) / 2 }, (_, e) => e - rowadr.findLast((start) => start <= e)!)
  const parent = Int32Array.from({ length: N }, (_, i) => i - 1)
  return new LdlFactor({ parent, rowadr, rownnz, colind }, new Float64Array(colind.length))
}

describe.each([
  [1, addRank1],
  [2, addRank2],
  [3, addRank3],
  [4, addRank4],
  [6, addRank6],
] as const)('a symmetric update of rank %i', (R, addRank) => {
  test.each([5, 6])('adds Σ w_i X_iᵀ X_i to the rows of its %i columns, and to no others', (width) => {
    const random = new Random(R)
    const columns = Int32Array.of(0, 1, 3, 4, 6, 8).slice(0, width)
    const X = random.vector(R * width, 1)
    const A = lowerTriangle()
    const update = new RankUpdate()
    update.spot = columns
    for (let i = 0; i < R; i++) {
      update.rows[i] = i * width
      update.weights[i] = random.uniform(-1, 1)
    }
    addRank(A, update, X, columns, 1, width)
    for (let t = 0; t < width; t++) {
      for (let e = 0; e <= t; e++) {
        let sum = 0
        for (let i = 0; i < R; i++) sum += update.weights[i] * X[i * width + t] * X[i * width + e]
        expect(A.values[A.rowadr[columns[t]] + columns[e]]).toBeCloseTo(t < 1 ? 0 : sum, 14)
      }
    }
    expect(A.values.filter((x) => x !== 0)).toHaveLength((width * (width + 1)) / 2 - 1)
  })
})

test('an update by a block of weights adds Xᵀ B X', () => {
  const random = new Random(7)
  const columns = Int32Array.of(1, 2, 5, 7, 8)
  const X = random.vector(15, 1)
  const A = lowerTriangle()
  const update = new RankUpdate()
  update.spot = columns
  update.rows.set([0, 5, 10])
  const B = (i: number, j: number) => 1 + i * j + (i + j) / 3
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) update.block[3 * i + j] = B(i, j)
  addBlock3(A, update, X, columns, 0, 5)
  for (let t = 0; t < 5; t++) {
    for (let e = 0; e <= t; e++) {
      let sum = 0
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += X[5 * i + t] * B(i, j) * X[5 * j + e]
      expect(A.values[A.rowadr[columns[t]] + columns[e]]).toBeCloseTo(sum, 13)
    }
  }
})

test('the kernels are those that the script writes', () => {
  const text = (code: string) => code.replace(/[\s,]+/g, '')
  const file = readFileSync(new URL('./rankKernels.ts', import.meta.url), 'utf8')
  expect(text(file)).toBe(text(rankKernels()))
})
