import { expect, test } from 'vitest'
import { Random } from '../../../../test/fuzz/fuzzRandom.ts'
import { faceTree } from './faceTree.ts'
import { NearestFace } from './nearestFace.ts'

const TRIANGLES = 60

/** Triangles anywhere in a cube, across each other. */
function soup(random: Random): { vertex: Float64Array; face: Int32Array } {
  const vertex = Float64Array.from({ length: 9 * TRIANGLES }, () => random.next())
  return { vertex, face: Int32Array.from({ length: 3 * TRIANGLES }, (_, i) => i) }
}

test('the distance to the nearest of many triangles does not depend on the points asked for before', () => {
  const random = new Random(7)
  const { vertex, face } = soup(random)
  const all = new NearestFace(vertex, face, faceTree(vertex, face))
  const alone = Array.from({ length: TRIANGLES }, (_, i) => {
    const triangle = face.subarray(3 * i, 3 * i + 3)
    return new NearestFace(vertex, triangle, faceTree(vertex, triangle))
  })
  for (let i = 0; i < 300; i++) {
    const [x, y, z] = [2 * random.next() - 0.5, 2 * random.next() - 0.5, 2 * random.next() - 0.5]
    const distances = alone.map((one) => Math.abs(one.signedDistance(x, y, z)))
    const distance = all.signedDistance(x, y, z)
    expect(Math.abs(distance)).toBe(Math.min(...distances))
    expect(new NearestFace(vertex, face, faceTree(vertex, face)).signedDistance(x, y, z)).toBe(distance)
  }
})
