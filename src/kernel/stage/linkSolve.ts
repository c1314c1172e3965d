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
 * x ← L⁻ᵀ x, from link `end` − 1 down to `first`, for several vectors at the same time.
 * @param places where the number of a dof is, in each vector
 * @param isSkipped whether links are passed over whose numbers are all zero
 */
export function solveTransposed(
  k: LaneKernel,
  tree: TreeRows,
  links: LinkTables,
  L: NumArray,
  x: NumArray,
  places: readonly ((dof: Index) => Index)[],
  [first, end]: readonly [Index, Index],
  isSkipped = false,
): void {
  k.down(k.sum(end, -1), first, (link) =>
    visitLink(k, tree, links, link, ({ dofs, rows, above }) => {
      const vectors = places.map((at) => ({ at, values: dofs.map((dof) => k.cell(x.at(at(dof)))) }))
      const run = (): void => {
        for (let n = dofs.length - 1; n > 0; n--)
          for (let q = 0; q < n; q++) {
            const entry = L.at(k.sum(k.sum(rows[n], above), q))
            for (const { values } of vectors) values[q].set(values[q].value.minus(entry.times(values[n].value)))
          }
        for (const { at, values } of vectors)
          for (let n = 0; n < dofs.length - 1; n++) x.set(at(dofs[n]), values[n].value)
        k.loop(0, above, (p) => {
          const column = tree.column.at(k.sum(rows[0], p))
          const entries = rows.map((row) => L.at(k.sum(row, p)))
          for (const { at, values } of vectors) {
            let value = x.at(at(column))
            for (let n = dofs.length - 1; n >= 0; n--) value = value.minus(entries[n].times(values[n].value))
            x.set(at(column), value)
          }
        })
      }
      if (!isSkipped) {
        run()
        return
      }
      const isSome = vectors.flatMap(({ values }) => values.map(({ value }) => value.equals(0).not()))
      k.when(k.any(isSome.reduce((some, mask) => some.or(mask))), run)
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
