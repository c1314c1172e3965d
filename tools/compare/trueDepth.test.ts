import { expect, test } from 'vitest'
import { Random } from './randomState.ts'
import { boxPolytope, depthAlong, trueDepth } from './trueDepth.ts'

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]
/** A turn by 45° about z. */
const HALF = Math.SQRT1_2
const TURNED = [HALF, -HALF, 0, HALF, HALF, 0, 0, 0, 1]

test('boxes side by side overlap by what is left of the sum of their half sizes', () => {
  const a = boxPolytope([1, 2, 3], [0, 0, 0], IDENTITY)
  const b = boxPolytope([1, 1, 1], [1.75, 0.5, 0.25], IDENTITY)
  const { depth, normal } = trueDepth(a, b)
  expect(depth).toBeCloseTo(0.25, 12)
  expect(normal[0]).toBe(1)
})

test('boxes that cross at edges are parted along the cross product of the edges', () => {
  const a = boxPolytope([1, 1, 5], [0, 0, 0], TURNED)
  // the same, lying along y
  const b = boxPolytope([1, 1, 5], [2.5, 0, 0], [HALF, -HALF, 0, 0, 0, 1, -HALF, -HALF, 0])
  expect(trueDepth(a, b).depth).toBeCloseTo(2 * Math.SQRT2 - 2.5, 12)
  expect(Math.abs(trueDepth(a, b).normal[0])).toBeCloseTo(1, 12)
})

test('no direction parts polytopes sooner', () => {
  const random = new Random(1)
  const a = boxPolytope([1, 2, 3], [0, 0, 0], IDENTITY)
  const b = boxPolytope([2, 1, 2], [1.5, 1, 2], TURNED)
  const { depth } = trueDepth(a, b)
  for (let i = 0; i < 2000; i++) {
    const [x, y, z] = random.direction(3)
    expect(depthAlong(a, b, x, y, z)).toBeGreaterThanOrEqual(depth)
  }
})
