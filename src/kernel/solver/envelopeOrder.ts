import { ConstraintType } from '../../core/model/enums.ts'
import type { Index } from '../language/kernelLanguage.ts'
import { isBetween } from './contactWrenches.ts'
import { GROUP, SOLVER_INTEGERS } from './solverArrays.ts'
import type { SolverContext } from './solverContext.ts'

/**
 * The order in which dofs of an island are eliminated where its rows join branches, and the envelope of its Hessian:
 * row i is kept from its first column that is not zero. A tree stands leaves first, so that without joining rows the row
 * of a dof ends with its descendants and nothing fills in. Trees stand in the reverse order of Cuthill and McKee
 * (https://doi.org/10.1145/800195.805928): neighbors follow each other, from a tree far from the others on.
 * Gives up if there is no room.
 */
export function orderEnvelope(s: SolverContext): void {
  const { k, shape, a, range } = s
  const { place, first, rowStart, trees } = a.envelope
  if (shape.oneTree) trees.set(0, 0)
  else orderTrees(s)
  const count = k.counter(0)
  range.dofs(() => count.set(k.sum(count.value, 1)))
  const dofs = count.value
  a.integers.set(SOLVER_INTEGERS.DOFS, dofs)
  const next = k.counter(dofs)
  const firstDof = k.table('tree_dofadr', shape.m.tree_dofadr)
  const dofNumber = k.table('tree_dofnum', shape.m.tree_dofnum)
  k.repeat(0, shape.oneTree ? 1 : range.treeCount, (i) => {
    const tree = trees.at(i)
    const start = firstDof.at(tree)
    k.repeat(start, k.sum(start, dofNumber.at(tree)), (dof) => {
      next.set(k.sum(next.value, -1))
      place.set(dof, next.value)
      first.set(next.value, next.value)
    })
  })
  findFirst(s)
  k.repeat(dofs, k.sum(dofs, GROUP), (i) => first.set(i, i))
  const at = k.counter(0)
  const group = k.counter(0)
  const start = k.counter(0)
  k.while(
    () => k.less(group.value, dofs),
    () => {
      const end = k.sum(group.value, GROUP)
      start.set(group.value)
      k.repeat(group.value, end, (i) => k.when(k.less(first.at(i), start.value), () => start.set(first.at(i))))
      k.repeat(group.value, end, (i) => {
        first.set(i, start.value)
        rowStart.set(i, k.sum(at.value, k.product(start.value, -1)))
        at.set(k.sum(k.sum(rowStart.at(i), i), 1))
      })
      group.set(end)
    },
  )
  a.integers.set(SOLVER_INTEGERS.ROWS, group.value)
  a.integers.set(SOLVER_INTEGERS.ENTRIES, at.value)
  k.when(k.less(a.envelope.room, at.value), () => k.giveUp(k.num(0).equals(0)))
}

/** The first column of each row. */
function findFirst(s: SolverContext): void {
  const { k, a, tree, range } = s
  const { place, first } = a.envelope
  const lower = (i: Index, to: Index): void => k.when(k.less(to, first.at(i)), () => first.set(i, to))
  range.dofsDown((dof) => {
    const above = tree.dofAbove.at(dof)
    k.when(k.same(k.less(above, 0), 0), () => lower(place.at(above), first.at(place.at(dof))))
  })
  const lowest = k.counter(0)
  visitJoining(s, {
    entries: (start, end) => {
      lowest.set(a.nv)
      k.repeat(start, end, (e) => {
        const i = place.at(a.J_colind.at(e))
        k.when(k.less(i, lowest.value), () => lowest.set(i))
      })
      k.repeat(start, end, (e) => lower(place.at(a.J_colind.at(e)), lowest.value))
    },
    bodies: (body, other) => {
      const ends = [body, other].map((b) => tree.lastDof.at(b))
      lowest.set(place.at(ends[0]))
      k.when(k.less(place.at(ends[1]), lowest.value), () => lowest.set(place.at(ends[1])))
      for (const end of ends)
        k.repeat(tree.row.at(end), k.sum(tree.diagonal.at(end), 1), (e) =>
          lower(place.at(tree.column.at(e)), lowest.value),
        )
    },
  })
}

/** Visits rows of J with several entries, and contacts of two bodies that move: the pairs of bodies that touch. */
function visitJoining(
  s: SolverContext,
  visit: { entries(start: Index, end: Index): void; bodies(body: Index, other: Index): void },
): void {
  const { k, a, range } = s
  const last = [k.counter(-1), k.counter(-1)]
  k.repeat(range.firstRow, range.endRow, (i) => {
    const row = range.row(i)
    k.when(
      k.less(a.type.at(row), ConstraintType.contactFrictionless),
      () => {
        const start = a.J_rowadr.at(row)
        const number = a.J_rownnz.at(row)
        k.when(k.less(1, number), () => visit.entries(start, k.sum(start, number)))
      },
      () => {
        const contact = a.id.at(row)
        k.when(isBetween(s, contact), () => {
          const bodies = [a.moving.at(contact), a.other.at(contact)]
          k.when(k.same(k.product(k.same(bodies[0], last[0].value), k.same(bodies[1], last[1].value)), 0), () => {
            visit.bodies(bodies[0], bodies[1])
            last[0].set(bodies[0])
            last[1].set(bodies[1])
          })
        })
      },
    )
  })
}

/** Trees in the order of Cuthill and McKee, twice: the last one of the first pass is the first one of the second. */
function orderTrees(s: SolverContext): void {
  const { k, a, shape, tree, range } = s
  const { trees, seen, edges, mostEdges } = a.envelope
  const treeOf = k.table('dof_treeid', shape.m.dof_treeid)
  const count = k.counter(0)
  // beyond the room for them the order is less good
  const addEdge = (from: Index, to: Index): void =>
    k.when(k.product(k.less(count.value, mostEdges), k.same(k.same(from, to), 0)), () => {
      edges.set(k.product(count.value, 2), from)
      edges.set(k.sum(k.product(count.value, 2), 1), to)
      count.set(k.sum(count.value, 1))
    })
  visitJoining(s, {
    entries: (start, end) =>
      k.repeat(k.sum(start, 1), end, (e) =>
        addEdge(treeOf.at(a.J_colind.at(k.sum(e, -1))), treeOf.at(a.J_colind.at(e))),
      ),
    bodies: (body, other) => addEdge(treeOf.at(tree.lastDof.at(body)), treeOf.at(tree.lastDof.at(other))),
  })
  const number = range.treeCount
  const start = k.counter(range.tree(0))
  const reached = k.counter(0)
  const reach = (t: Index): void =>
    k.when(k.same(seen.at(t), 0), () => {
      seen.set(t, 1)
      trees.set(reached.value, t)
      reached.set(k.sum(reached.value, 1))
    })
  k.repeat(0, 2, () => {
    k.repeat(0, number, (i) => seen.set(range.tree(i), 0))
    reached.set(0)
    reach(start.value)
    k.repeat(0, number, (i) => {
      k.when(k.same(reached.value, i), () => k.repeat(0, number, (j) => reach(range.tree(j))))
      const from = trees.at(i)
      k.repeat(0, count.value, (e) => {
        const ends = [edges.at(k.product(e, 2)), edges.at(k.sum(k.product(e, 2), 1))]
        k.when(k.same(ends[0], from), () => reach(ends[1]))
        k.when(k.same(ends[1], from), () => reach(ends[0]))
      })
    })
    start.set(trees.at(k.sum(number, -1)))
  })
}
