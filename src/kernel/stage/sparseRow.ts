import type { Index, LaneKernel, Num } from '../language/kernelLanguage.ts'

/**
 * Σ term(e) for first ≤ e < end, as `dotRow` of `core/math/sparse.ts`: four sums in turn, then the rest one by one.
 * @param blocks how many times four terms there are
 */
export function dotRow(k: LaneKernel, first: Index, blocks: Index, end: Index, term: (e: Index) => Num): Num {
  const partial = [0, 1, 2, 3].map(() => k.cell(0))
  k.loop(0, blocks, (block) => {
    const start = k.sum(first, k.product(block, 4))
    partial.forEach((sum, j) => {
      sum.add(term(k.sum(start, j)))
    })
  })
  const [s0, s1, s2, s3] = partial.map((sum) => sum.value)
  const total = k.cell(s0.plus(s2).plus(s1.plus(s3)))
  k.loop(k.sum(first, k.product(blocks, 4)), end, (e) => total.add(term(e)))
  return total.value
}
