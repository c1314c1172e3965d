import type { Index, Kernel, LaneKernel, Routine } from '../language/kernelLanguage.ts'
import { type IslandRange, islandRange, type TreeRange, wholeTree } from './islandRange.ts'
import {
  type SolverArrays,
  type SolverShape,
  solverArrays,
  type TreeArrays,
  type TreeTables,
  treeArrays,
  treeTables,
} from './solverArrays.ts'

/** What parts about dofs and bodies work on: the kernel in the making, which may have several lanes, and its arrays. */
export interface TreeContext {
  readonly k: LaneKernel
  readonly shape: SolverShape
  readonly a: TreeArrays
  readonly tree: TreeTables
  readonly range: TreeRange
}

/** What all parts of the solver work on: also rows, and the island that is being solved. */
export interface SolverContext extends TreeContext {
  readonly k: Kernel
  readonly a: SolverArrays
  readonly range: IslandRange
}

/** For a model with one tree. */
export function treeContext(k: LaneKernel, shape: SolverShape): TreeContext {
  return { k, shape, a: treeArrays(k, shape), tree: treeTables(k, shape), range: wholeTree(k, shape) }
}

export function solverContext(k: Kernel, shape: SolverShape): SolverContext {
  return { k, shape, a: solverArrays(k, shape), tree: treeTables(k, shape), range: islandRange(k, shape) }
}

/** A part of the solver that is a function of its own. */
export function solverRoutine(
  shape: SolverShape,
  name: string,
  part: (s: SolverContext) => void,
  unroll = false,
): Routine {
  return { name, unroll, stage: (k) => part(solverContext(k, shape)) }
}

/** Whether all dofs of a row of J are ancestors of its last one. */
export function isOnBranch(s: SolverContext, row: Index): Index {
  const { k, a, tree } = s
  const { J_rowadr, J_rownnz, J_colind } = a
  const first = J_rowadr.at(row)
  const number = J_rownnz.at(row)
  const onBranch = k.counter(k.less(0, number))
  k.when(k.less(1, number), () => {
    const end = k.sum(k.sum(first, number), -1)
    const last = J_colind.at(end)
    k.repeat(first, end, (e) => {
      const dof = J_colind.at(e)
      // an ancestor stands in a row where its own row ends
      k.when(
        k.less(tree.length.at(last), tree.length.at(dof)),
        () => onBranch.set(0),
        () => {
          const place = k.sum(k.sum(tree.row.at(last), tree.length.at(dof)), -1)
          k.when(k.same(k.same(tree.column.at(place), dof), 0), () => onBranch.set(0))
        },
      )
    })
  })
  return onBranch.value
}
