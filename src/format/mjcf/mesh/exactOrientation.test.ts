import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExactPoint, volume } from '../../../../test/support/exactHull.ts'
import { orientation } from './exactOrientation.ts'

const MOST = 2 ** 50
const coordinate = fc.integer({ min: -MOST, max: MOST })
const point = fc.tuple(coordinate, coordinate, coordinate)

function signs(points: readonly (readonly number[])[]): readonly [number, number] {
  const [a, b, c, p] = points.map((x) => x.map(BigInt) as unknown as ExactPoint)
  const exact = volume(a, b, c, p)
  return [orientation(Float64Array.from(points.flat()), 0, 1, 2, 3), exact > 0n ? 1 : exact < 0n ? -1 : 0]
}

test('the side of a plane is that of exact arithmetic', () => {
  fc.assert(
    fc.property(point, point, point, point, (a, b, c, p) => {
      const [ours, exact] = signs([a, b, c, p])
      expect(ours).toBe(exact)
    }),
    { seed: 1, numRuns: 1000 },
  )
})

test('it is so too for points in the plane, or next to it', () => {
  const part = fc.integer({ min: -(2 ** 15), max: 2 ** 15 })
  const small = fc.integer({ min: -(2 ** 32), max: 2 ** 32 })
  const corner = fc.tuple(small, small, small)
  const offset = fc.integer({ min: -1, max: 1 })
  const counts = [0, 0, 0]
  fc.assert(
    fc.property(corner, corner, corner, part, part, offset, offset, (o, u, v, s, t, dx, dz) => {
      const p = o.map((x, k) => x + s * u[k] + t * v[k] + [dx, 0, dz][k])
      const [ours, exact] = signs([o, o.map((x, k) => x + u[k]), o.map((x, k) => x + v[k]), p])
      expect(ours).toBe(exact)
      counts[exact + 1]++
    }),
    { seed: 1, numRuns: 1000 },
  )
  expect(Math.min(...counts)).toBeGreaterThan(50)
})
