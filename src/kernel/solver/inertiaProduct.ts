import type { Index } from '../language/kernelLanguage.ts'
import { MOST_LINKED } from '../stage/eliminationKernel.ts'
import type { TreeContext } from './solverContext.ts'

/**
 * out = M x, for the trees of the range. Dofs of a link have the same ancestors, whose numbers are then loaded and stored
 * once for all of them. Sums have the order of one row after the other.
 */
export function mulInertia(s: TreeContext, out: 'Ma' | 'Mv', x: 'qacc' | 'search'): void {
  const { k, tree, range } = s
  const { links } = tree.M
  range.trees((t) =>
    k.loop(links.first.at(t), links.first.at(k.sum(t, 1)), (link) => {
      for (let size = 1; size <= MOST_LINKED; size++)
        k.when(k.same(links.size.at(link), size), () => mulLink(s, out, x, links.last.at(link), size))
    }),
  )
}

function mulLink({ k, a, tree }: TreeContext, out: 'Ma' | 'Mv', x: 'qacc' | 'search', last: Index, size: number) {
  const { row, diagonal, column } = tree.M
  const dofs = Array.from({ length: size }, (_, n) => k.sum(last, n + 1 - size))
  const rows = dofs.map((i) => row.at(i))
  const rates = dofs.map((i) => a[x].at(i))
  const sums = dofs.map((i, n) => k.cell(a.M.at(diagonal.at(i)).times(rates[n])))
  // ancestors of the link
  const above = k.sum(diagonal.at(dofs[0]), k.product(rows[0], -1))
  k.loop(0, above, (p) => {
    const j = column.at(k.sum(rows[0], p))
    const rate = a[x].at(j)
    const sum = k.cell(a[out].at(j))
    dofs.forEach((_, n) => {
      const entry = a.M.at(k.sum(rows[n], p))
      sums[n].add(entry.times(rate))
      sum.add(entry.times(rates[n]))
    })
    a[out].set(j, sum.value)
  })
  for (let n = 1; n < size; n++)
    for (let q = 0; q < n; q++) {
      const entry = a.M.at(k.sum(k.sum(rows[n], above), q))
      sums[n].add(entry.times(rates[q]))
      sums[q].add(entry.times(rates[n]))
    }
  dofs.forEach((i, n) => {
    a[out].set(i, sums[n].value)
  })
}
