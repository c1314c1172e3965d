import { expect, test } from 'vitest'
import { ClippingBudget, triangulate } from './triangulate.ts'

/** A band that winds outward: most corners are no ears. */
function spiral(count: number): Float32Array {
  const half = count / 2
  return Float32Array.from({ length: 3 * count }, (_, k) => {
    const i = Math.floor(k / 3)
    const turn = (i < half ? i : count - 1 - i) / 6
    const radius = (i < half ? 1 : 1.05) * (1 + 0.3 * turn)
    return k % 3 === 0 ? radius * Math.cos(turn) : k % 3 === 1 ? radius * Math.sin(turn) : 0
  })
}

test('a polygon takes as many comparisons as its budget has, and no more', () => {
  const corners = 200
  const vertex = spiral(corners)
  const loop = Int32Array.from({ length: corners }, (_, i) => i)
  const budget = new ClippingBudget()
  const all = budget.left
  expect(triangulate(vertex, loop, budget)).toHaveLength(3 * (corners - 2))
  const spent = all - budget.left
  expect(spent).toBeLessThan(corners ** 3)
  expect(triangulate(vertex, loop, new ClippingBudget(spent))).toHaveLength(3 * (corners - 2))
  expect(triangulate(vertex, loop, new ClippingBudget(spent - 1))).toBeUndefined()
})
