import type { Model } from '../../core/model/model.ts'
import type { Index, LaneKernel, Num, NumArray, Table } from '../language/kernelLanguage.ts'

/** Pivots below this are not positive. */
const MINVAL = 1e-15

/** Most dofs of a link, see `Links`. */
export const MOST_LINKED = 3

/** Rows of a matrix with the sparsity of a tree: where each starts, and its diagonal, which is its last entry. */
export interface TreeRows {
  readonly row: Table
  readonly diagonal: Table
  readonly column: Table
}

/**
 * Links: up to three dofs, each the parent of the next, that are eliminated together. Rows of their ancestors are then
 * read and written once instead of three times. Listed from the root; the last dof of each, and the number of its dofs.
 */
interface Links {
  readonly last: readonly number[]
  readonly size: readonly number[]
}

/**
 * Links of a matrix whose row i has the entries of all ancestors of dof i, or only its diagonal.
 * @param parent of each dof; negative: none
 * @param rownnz length of each row
 */
function linksOf(parent: ArrayLike<number>, rownnz: ArrayLike<number>): Links {
  const last: number[] = []
  const size: number[] = []
  for (let i = parent.length - 1; i >= 0; ) {
    let n = 1
    for (let j = i; n < MOST_LINKED && j > 0 && parent[j] === j - 1 && rownnz[j] === rownnz[j - 1] + 1; j--) n++
    last.unshift(i)
    size.unshift(n)
    i -= n
  }
  return { last, size }
}

/**
 * Eliminates a link from the rows of its ancestors, as a part of A = Lᵀ D L in place: for each dof i of it, from the
 * last one, A[j, :] −= A[i, j] / D[i] · A[i, :], then L[i, j] = A[i, j] / D[i]. Gives up if a pivot is not positive.
 */
export function eliminateLink(
  k: LaneKernel,
  { row, diagonal, column }: TreeRows,
  A: NumArray,
  inverses: NumArray,
  last: Index,
  size: number,
): void {
  const dofs = Array.from({ length: size }, (_, n) => k.sum(last, -n))
  const starts = dofs.map((i) => row.at(i))
  const done: { start: Index; inverse: Num }[] = []
  dofs.forEach((i, n) => {
    const end = diagonal.at(i)
    const pivot = A.at(end)
    k.giveUp(k.num(MINVAL).atMost(pivot).not())
    const inverse = k.num(1).over(pivot)
    inverses.set(i, inverse)
    done.push({ start: starts[n], inverse })
    // from the dofs of the link above it
    for (const above of dofs.slice(n + 1)) {
      const place = k.sum(diagonal.at(above), k.product(row.at(above), -1))
      const entry = k.sum(starts[n], place)
      const f = A.at(entry).times(inverse)
      k.addScaled(A, row.at(above), f.negated(), A, starts[n], k.sum(place, 1))
      A.set(entry, f)
    }
  })
  // and from those of all ancestors of the link, the nearest first
  const root = dofs[size - 1]
  const first = row.at(root)
  k.down(k.sum(diagonal.at(root), -1), first, (e) => {
    const place = k.sum(e, k.product(first, -1))
    const entries = starts.map((start) => k.sum(start, place))
    const factors = done.map(({ inverse }, n) => A.at(entries[n]).times(inverse))
    const terms = factors.map((f, n): [Num, Index] => [f.negated(), starts[n]])
    k.addMultiples(A, row.at(column.at(e)), A, terms, k.sum(place, 1))
    factors.forEach((f, n) => {
      A.set(entries[n], f)
    })
  })
}

/** Links as tables: the last dof of each, the number of its dofs, and the first link of each tree, and beyond the last. */
export interface LinkTables {
  readonly last: Table
  readonly size: Table
  readonly first: Table
}

/** The same as numbers. */
export type LinkNumbers = { readonly [Part in keyof LinkTables]: readonly number[] }

/** Links of a matrix whose rows have so many entries. */
export function linkNumbers({ dof_parentid, tree_dofadr, nv }: Model, rownnz: ArrayLike<number>): LinkNumbers {
  const { last, size } = linksOf(dof_parentid, rownnz)
  let link = 0
  const first = Array.from([...tree_dofadr, nv], (dof) => {
    while (link < last.length && last[link] < dof) link++
    return link
  })
  return { last, size, first }
}

/** @param name of the matrix */
export function linkTables(k: LaneKernel, name: string, { last, size, first }: LinkNumbers): LinkTables {
  return {
    last: k.table(`${name}_linklast`, last),
    size: k.table(`${name}_linksize`, size),
    first: k.table(`${name}_treelink`, first),
  }
}

/** Eliminates links number `end` − 1 down to `first`. */
export function eliminate(
  k: LaneKernel,
  rows: TreeRows,
  links: LinkTables,
  [A, inverses]: readonly [NumArray, NumArray],
  [first, end]: readonly [Index, Index],
): void {
  k.down(k.sum(end, -1), first, (link) => {
    for (let size = 1; size <= MOST_LINKED; size++)
      k.when(k.same(links.size.at(link), size), () => eliminateLink(k, rows, A, inverses, links.last.at(link), size))
  })
}

/*
 * Systems with the factor, link by link: numbers of the ancestors of a link are loaded and stored once for all of its
 * dofs, whose sums do not wait for each other. Sums have the order of one row after the other.
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
