import { describe, expect, test } from 'vitest'
import { faceTree } from './faceTree.ts'
import { NearestFace } from './nearestFace.ts'
import { meshOctree, type Octree } from './octree.ts'

/** A box with half sides 1, 2 and 3. */
const BOX = Float64Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1) * ((i % 3) + 1))
// biome-ignore format: one side a line
const BOX_FACES = Int32Array.of(
  0, 2, 3, 0, 3, 1,
  4, 5, 7, 4, 7, 6,
  0, 1, 5, 0, 5, 4,
  2, 6, 7, 2, 7, 3,
  0, 4, 6, 0, 6, 2,
  1, 3, 7, 1, 7, 5,
)
const BOX_BOUNDS = Float64Array.of(-1, -2, -3, 1, 2, 3)

/** A thin needle: its edges are sharp. */
const NEEDLE = Float64Array.of(0, 0, 3, 0.1, 0, 0, -0.1, 0.1, 0, -0.1, -0.1, 0)
const NEEDLE_FACES = Int32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2)

function octree(maxDepth: number): Octree {
  return meshOctree(BOX, BOX_FACES, BOX_BOUNDS, faceTree(BOX, BOX_FACES), maxDepth)
}

function boxDistance(x: number, y: number, z: number): number {
  const q = [Math.abs(x) - 1, Math.abs(y) - 2, Math.abs(z) - 3]
  return Math.hypot(...q.map((a) => Math.max(a, 0))) + Math.min(Math.max(...q), 0)
}

describe('the octree of a mesh', () => {
  test('has the signed distance at its corners', () => {
    const { aabb, coeff, depth } = octree(2)
    for (let i = 0; i < coeff.length; i++) {
      const cell = 6 * (i >> 3)
      const at = [0, 1, 2].map((k) => aabb[cell + k] + ((i >> k) & 1 ? 1 : -1) * aabb[cell + 3 + k])
      expect(coeff[i]).toBeCloseTo(boxDistance(at[0], at[1], at[2]), 12)
    }
    expect(depth.length).toBe(1 + 8 + 64)
  })

  test('starts with a box that is a tenth larger than the mesh', () => {
    expect([...octree(1).aabb.subarray(0, 6)]).toEqual([0, 0, 0, 1.1, 2.2, 1.1 * 3])
  })

  test('is fine at the surface and coarse elsewhere, neighbors differing by one level at most', () => {
    const { depth, child, aabb } = octree(5)
    const leaves = [...depth.keys()].filter((cell) => child[8 * cell] < 0)
    expect(leaves.length).toBeLessThan(8 ** 5)
    for (const cell of leaves) {
      const [x, y, z, a] = aabb.subarray(6 * cell)
      if (Math.abs(boxDistance(x, y, z)) < a / 2) expect(depth[cell]).toBe(5)
    }
    const levels = new Map(
      leaves.map((cell) => [
        aabb
          .subarray(6 * cell, 6 * cell + 3)
          .map((c) => +c.toFixed(9))
          .join(),
        cell,
      ]),
    )
    for (const cell of leaves) {
      // the cell across +x, of the same level or coarser
      const [x, y, z, a, b, c] = aabb.subarray(6 * cell)
      const next = levels.get([x + 2 * a, y, z].map((v) => +v.toFixed(9)).join())
      if (next !== undefined) expect(Math.abs(depth[next] - depth[cell])).toBeLessThanOrEqual(1)
      expect([b / a, c / a].map((v) => +v.toFixed(9))).toEqual([2, 3])
    }
  })

  test('is continuous: a corner in the middle of an edge of a larger leaf has the mean of its ends', () => {
    const { depth, child, aabb, coeff } = octree(4)
    const key = (...at: number[]): string => at.map((v) => (Math.round(v * 1e9) / 1e9 + 0).toString()).join()
    const value = new Map<string, number>()
    for (let i = 0; i < coeff.length; i++) {
      const cell = 6 * (i >> 3)
      value.set(key(...[0, 1, 2].map((k) => aabb[cell + k] + ((i >> k) & 1 ? 1 : -1) * aabb[cell + 3 + k])), coeff[i])
    }
    let hanging = 0
    for (const cell of depth.keys()) {
      if (child[8 * cell] >= 0) continue
      const [x, y, z, , b, c] = aabb.subarray(6 * cell)
      const middle = value.get(key(x, y - b, z - c))
      if (middle === undefined) continue
      hanging++
      expect(middle).toBeCloseTo((coeff[8 * cell] + coeff[8 * cell + 1]) / 2, 12)
    }
    expect(hanging).toBeGreaterThan(0)
  })
})

describe('the signed distance of a mesh', () => {
  test('is positive around sharp tips and edges, and negative inside', () => {
    const nearest = new NearestFace(NEEDLE, NEEDLE_FACES, faceTree(NEEDLE, NEEDLE_FACES))
    for (let i = 0; i < 60; i++) {
      const angle = (2 * Math.PI * i) / 60
      const [x, y] = [Math.cos(angle), Math.sin(angle)]
      expect(nearest.signedDistance(0.5 * x, 0.5 * y, 3.5)).toBeGreaterThan(0)
      expect(nearest.signedDistance(0.5 * x, 0.5 * y, -0.3)).toBeGreaterThan(0)
      expect(nearest.signedDistance(0.02 * x, 0.02 * y, 0.5)).toBeLessThan(0)
    }
    expect(nearest.signedDistance(0, 0, 4)).toBe(1)
  })
})
