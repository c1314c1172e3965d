import { expect, test } from 'vitest'
import { hullDefect } from './hullDefect.ts'
import type { Surface } from './quickhull.ts'

/** An octahedron with the corners ±40 on the axes, and a point inside. */
const POINTS = Float64Array.of(40, 0, 0, -40, 0, 0, 0, 40, 0, 0, -40, 0, 0, 0, 40, 0, 0, -40, 4, 4, 8)
const FACES = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]

/** Triangles with the neighbors that their sides give. */
function surface(corner: readonly number[]): Surface {
  const side = (i: number): string => `${corner[i]}-${corner[i % 3 === 2 ? i - 2 : i + 1]}`
  const owner = new Map(corner.map((_, i) => [side(i), Math.floor(i / 3)]))
  const neighbor = corner.map((_, i) => owner.get(side(i).split('-').reverse().join('-')) ?? -1)
  return { corner: Int32Array.from(corner), neighbor: Int32Array.from(neighbor) }
}

function moved(point: number, ...position: number[]): Float64Array {
  const points = POINTS.slice()
  points.set(position, 3 * point)
  return points
}

test('the hull of an octahedron has no defect', () => {
  expect(hullDefect(POINTS, surface(FACES))).toBeUndefined()
})

test.each([
  ['a face is missing', POINTS, FACES.slice(3), 'Euler'],
  ['a face is turned round', POINTS, [4, 2, 0, ...FACES.slice(3)], 'closed'],
  ['all faces are turned round', POINTS, FACES.toReversed(), 'volume'],
  ['a corner is pushed in', moved(4, 0, 0, -4), [...FACES.slice(12), ...FACES.slice(0, 12)], 'inward'],
  ['a corner is pulled through', moved(5, 0, 0, 80), FACES, 'inside out'],
  ['a point is outside', moved(6, 20, 20, 20), FACES, 'vertex 6 is outside'],
])('a hull is refused where %s', (_, points, faces, reason) => {
  expect(hullDefect(points, surface(faces))).toContain(reason)
})

test('a pyramid over a five-pointed star, closed and bent outward everywhere, is no hull: it goes around twice', () => {
  const star = [400, 0, 0, 124, 380, 0, -324, 236, 0, -324, -236, 0, 124, -380, 0]
  const points = Float64Array.of(...star, 0, 0, 400, 0, 0, -400)
  const faces = [0, 1, 2, 3, 4].flatMap((i) => [i, (i + 2) % 5, 5, (i + 2) % 5, i, 6])
  expect(hullDefect(points, surface(faces), true)).toContain('covers itself')
})

test('points may be outside of a hull with a limit of vertices', () => {
  expect(hullDefect(moved(6, 20, 20, 20), surface(FACES), true)).toBeUndefined()
})
