import { describe, expect, test } from 'vitest'
import { treeSize, VolumeTree } from './bvhBuilder.ts'

/** Unit cubes centered at points. */
function cubes(points: readonly (readonly [number, number, number])[]): VolumeTree {
  const position = Float64Array.from(points.flat())
  const bounds = Float64Array.from(
    points.flatMap(([x, y, z]) => [x - 0.5, y - 0.5, z - 0.5, x + 0.5, y + 0.5, z + 0.5]),
  )
  return new VolumeTree(bounds, position)
}

const leaves = ({ element }: VolumeTree): number[] => Array.from(element).filter((e) => e >= 0)

describe('a bounding volume hierarchy', () => {
  test('of nothing is empty', () => {
    expect(cubes([]).depth.length).toBe(0)
  })

  test('has one leaf for each element and one node less inside', () => {
    expect(treeSize(0)).toBe(0)
    expect(treeSize(1)).toBe(1)
    expect(treeSize(7)).toBe(13)
  })

  test('splits along the longest side, the smaller half to the left', () => {
    const tree = cubes([
      [0, 9, 0],
      [0, 5, 1],
      [0, 1, 0],
      [0, 7, 0],
      [0, 3, 0],
    ])
    expect(leaves(tree)).toEqual([2, 4, 1, 3, 0])
    expect(Array.from(tree.child.subarray(0, 2))).toEqual([1, 4])
    expect(Array.from(tree.depth)).toEqual([0, 1, 2, 2, 1, 2, 2, 3, 3])
  })

  test('leaves elements at the same place in their order', () => {
    const tree = cubes([
      [0, 0, 0],
      [1e-15, 0, 0],
      [-1e-15, 0, 0],
      [0, 0, 0],
    ])
    expect(leaves(tree)).toEqual([0, 1, 2, 3])
  })

  test('has boxes around everything below them', () => {
    const points = Array.from({ length: 100 }, (_, i) => [(i * 37) % 101, (i * 53) % 97, (i * 11) % 89] as const)
    const tree = cubes(points)
    const visit = (node: number): number[] => {
      const element = tree.element[node]
      const inside = element >= 0 ? [element] : [...visit(tree.child[2 * node]), ...visit(tree.child[2 * node + 1])]
      for (let k = 0; k < 3; k++) {
        const low = Math.min(...inside.map((i) => points[i][k])) - 0.5
        const high = Math.max(...inside.map((i) => points[i][k])) + 0.5
        expect(tree.aabb[6 * node + k]).toBeCloseTo((low + high) / 2, 12)
        expect(tree.aabb[6 * node + 3 + k]).toBeCloseTo((high - low) / 2, 12)
      }
      return inside
    }
    expect(visit(0).sort((a, b) => a - b)).toEqual(points.map((_, i) => i))
  })

  test('gives flat boxes some thickness', () => {
    const { aabb } = new VolumeTree(Float64Array.of(0, 0, 2, 1, 1, 2), Float64Array.of(0.5, 0.5, 2))
    expect(aabb[5]).toBeGreaterThan(0)
    expect(aabb[5]).toBeLessThan(1e-13)
  })
})
