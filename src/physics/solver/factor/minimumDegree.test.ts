import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EliminationOrder } from './minimumDegree.ts'

type Edge = readonly [number, number]

/** Entries of the factor when nodes are eliminated from the last of the order to the first. */
function fillOf(n: number, edges: readonly Edge[], order: readonly number[]): number {
  const neighbors = Array.from({ length: n }, () => new Set<number>())
  for (const [a, b] of edges) if (a !== b) neighbors[a].add(b) && neighbors[b].add(a)
  let entries = 0
  for (const node of [...order].reverse()) {
    entries += neighbors[node].size
    for (const a of neighbors[node]) {
      neighbors[a].delete(node)
      for (const b of neighbors[node]) if (a !== b) neighbors[a].add(b)
    }
  }
  return entries
}

function orderOf(n: number, edges: readonly Edge[]): number[] {
  const elimination = new EliminationOrder()
  elimination.clear(n)
  for (let i = 0; i < n; i++) elimination.setWeight(i, 6)
  for (const [a, b] of edges) if (a !== b) elimination.join(a, b)
  elimination.run()
  return [...elimination.order.subarray(0, n)]
}

test('every node has a place', () => {
  const graph = fc
    .integer({ min: 1, max: 80 })
    .chain((n) =>
      fc.tuple(
        fc.constant(n),
        fc.array(fc.tuple(fc.integer({ min: 0, max: n - 1 }), fc.integer({ min: 0, max: n - 1 }))),
      ),
    )
  fc.assert(
    fc.property(graph, ([n, edges]) => {
      expect(orderOf(n, edges).sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i))
    }),
    { seed: 1, numRuns: 200 },
  )
})

test('a star is eliminated without fill, wherever its center is', () => {
  for (const center of [0, 17, 49]) {
    const edges = Array.from({ length: 50 }, (_, i): Edge => [center, i]).filter(([a, b]) => a !== b)
    expect(fillOf(50, edges, orderOf(50, edges))).toBe(49)
  }
})

test('a grid fills in less than in the order of its rows', () => {
  const n = 16
  const edges: Edge[] = []
  for (let x = 0; x < n; x++)
    for (let y = 0; y < n; y++) {
      if (x + 1 < n) edges.push([x * n + y, x * n + n + y])
      if (y + 1 < n) edges.push([x * n + y, x * n + y + 1])
    }
  const natural = Array.from({ length: n * n }, (_, i) => i)
  expect(fillOf(n * n, edges, orderOf(n * n, edges))).toBeLessThan(0.6 * fillOf(n * n, edges, natural))
})
