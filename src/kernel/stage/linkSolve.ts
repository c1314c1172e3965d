import type { Index, LaneKernel, Num, NumArray } from '../language/kernelLanguage.ts'
import { type LinkTables, MOST_LINKED, type TreeRows } from './eliminationKernel.ts'

/**
 * Systems with the factor Lᵀ D L of a tree, link by link: dofs of a link have the same ancestors, whose numbers are then
 * loaded and stored once for all of them, and whose sums do not wait for each other. Sums have the order of one row
 * after the other.
 */

/** A link: its dofs, from the root on, where their rows start, and the number of its ancestors. */
interface Link {
  readonly dofs: readonly Index[]
  readonly rows: readonly Index[]
  readonly above: Index
}

/**
 * x ← L⁻ᵀ x, from link `end` − 1 down to `first`.
 * @param isSkipped whether links are passed over whose numbers are zero
 */
export function solveTransposed(
  k: LaneKernel,
  tree: TreeRows,
  links: LinkTables,
  L: NumArray,
  at: (dof: Index) => Index,
  x: NumArray,
  [first, end]: readonly [Index, Index],
  isSkipped = false,
): void {
  k.down(k.sum(end, -1), first, (link) =>
    visitLink(k, tree, links, link, ({ dofs, rows, above }) => {
      const values = dofs.map((dof) => k.cell(x.at(at(dof))))
      const run = (): void => {
        for (let n = dofs.length - 1; n > 0; n--)
          for (let q = 0; q < n; q++) {
            const entry = L.at(k.sum(k.sum(rows[n], above), q))
            values[q].set(values[q].value.minus(entry.times(values[n].value)))
          }
        for (let n = 0; n < dofs.length - 1; n++) x.set(at(dofs[n]), values[n].value)
        k.loop(0, above, (p) => {
          const column = at(tree.column.at(k.sum(rows[0], p)))
          let value = x.at(column)
          for (let n = dofs.length - 1; n >= 0; n--) value = value.minus(L.at(k.sum(rows[n], p)).times(values[n].value))
          x.set(column, value)
        })
      }
      if (!isSkipped) run()
      else {
        const isSome = values.map(({ value }) => value.equals(0).not()).reduce((some, mask) => some.or(mask))
        k.when(k.any(isSome), run)
      }
    }),
  )
}

/**
 * x ← L⁻¹ D⁻¹ x, from link `first` to `end`.
 * @param out also gets what x gets
 */
export function solveForward(
  k: LaneKernel,
  tree: TreeRows,
  links: LinkTables,
  [L, inverses]: readonly [NumArray, NumArray],
  x: NumArray,
  [first, end]: readonly [Index, Index],
  out: (dof: Index, value: Num) => void,
): void {
  k.loop(first, end, (link) =>
    visitLink(k, tree, links, link, ({ dofs, rows, above }) => {
      const sums = dofs.map((dof) => k.cell(x.at(dof).times(inverses.at(dof))))
      k.loop(0, above, (p) => {
        const value = x.at(tree.column.at(k.sum(rows[0], p)))
        sums.forEach((sum, n) => {
          sum.set(sum.value.minus(L.at(k.sum(rows[n], p)).times(value)))
        })
      })
      sums.forEach((sum, n) => {
        for (let q = 0; q < n; q++) sum.set(sum.value.minus(L.at(k.sum(k.sum(rows[n], above), q)).times(sums[q].value)))
        x.set(dofs[n], sum.value)
        out(dofs[n], sum.value)
      })
    }),
  )
}

function visitLink(k: LaneKernel, tree: TreeRows, links: LinkTables, link: Index, visit: (link: Link) => void): void {
  for (let size = 1; size <= MOST_LINKED; size++)
    k.when(k.same(links.size.at(link), size), () => {
      const dofs = Array.from({ length: size }, (_, n) => k.sum(links.last.at(link), n + 1 - size))
      const rows = dofs.map((dof) => tree.row.at(dof))
      visit({ dofs, rows, above: k.sum(tree.diagonal.at(dofs[0]), k.product(rows[0], -1)) })
    })
}
