import { SCALAR_NE, SCALAR_NEFC, SCALAR_NF } from '../../core/data/dataScalars.ts'
import type { Index, Kernel, LaneKernel, Num, NumArray } from '../language/kernelLanguage.ts'
import { SOLVER_INTEGERS, type SolverShape } from './solverArrays.ts'

const { FIRST_TREE, END_TREE, FIRST_ROW, END_EQUALITY, END_FRICTION, END_ROW } = SOLVER_INTEGERS

/** The dofs and bodies of an island. */
export interface TreeRange {
  /** Visits dofs and bodies: those of a tree from its root, or from its leaves. */
  dofs(visit: (dof: Index) => void): void
  dofsDown(visit: (dof: Index) => void): void
  trees(visit: (tree: Index) => void): void
  bodies(visit: (body: Index) => void): void
  bodiesDown(visit: (body: Index) => void): void
  /** Σ x[from + i] · y[at + i] over the dofs i. */
  dot(x: NumArray, y: NumArray, from?: Index, at?: Index): Num
  /** Σ x[from + i] · y[i], for several ranges of x, which are read together. */
  dots(x: NumArray, froms: readonly Index[], y: NumArray): Num[]
  /** y[i] += factor · x[from + i] for all dofs i. */
  addScaled(y: NumArray, factor: Num, x: NumArray, from?: Index): void
}

/** Also its rows, which are counted in the order of islands. */
export interface IslandRange extends TreeRange {
  /** The number of trees, and each of them. */
  readonly treeCount: Index
  tree(i: Index): Index
  readonly firstRow: Index
  readonly endEquality: Index
  readonly endFriction: Index
  readonly endRow: Index
  /** The row of the model that a row of the island is. */
  row(i: Index): Index
}

/** The island that is being solved, as `setIsland` has noted it. */
export function islandRange(k: Kernel, shape: SolverShape): IslandRange {
  const { oneTree } = shape
  const integers = k.integerWorkspace('solver_integers', SOLVER_INTEGERS.COUNT)
  const rows = k.integers('map_iefc2efc')
  const treeOf = k.integers('map_itree2tree')
  const trees = (visit: (tree: Index) => void): void =>
    k.repeat(integers.at(FIRST_TREE), integers.at(END_TREE), (i) => visit(treeOf.at(i)))
  return {
    ...(oneTree ? wholeTree(k, shape) : treeRange(k, shape, trees)),
    treeCount: oneTree ? 1 : k.sum(integers.at(END_TREE), k.product(integers.at(FIRST_TREE), -1)),
    tree: (i) => (oneTree ? 0 : treeOf.at(k.sum(integers.at(FIRST_TREE), i))),
    firstRow: oneTree ? 0 : integers.at(FIRST_ROW),
    endEquality: integers.at(END_EQUALITY),
    endFriction: integers.at(END_FRICTION),
    endRow: integers.at(END_ROW),
    row: oneTree ? (i) => i : (i) => rows.at(i),
  }
}

/** The only tree of a model. */
export function wholeTree(k: LaneKernel, shape: SolverShape): TreeRange {
  return treeRange(k, shape, (visit) => visit(0))
}

function treeRange(k: LaneKernel, { m }: SolverShape, trees: TreeRange['trees']): TreeRange {
  const firstDof = k.table('tree_dofadr', m.tree_dofadr)
  const dofNumber = k.table('tree_dofnum', m.tree_dofnum)
  const firstBody = k.table('tree_bodyadr', m.tree_bodyadr)
  const bodyNumber = k.table('tree_bodynum', m.tree_bodynum)
  const dofEnd = (tree: Index): Index => k.sum(firstDof.at(tree), dofNumber.at(tree))
  const bodyEnd = (tree: Index): Index => k.sum(firstBody.at(tree), bodyNumber.at(tree))
  return {
    trees,
    dofs: (visit) => trees((tree) => k.loop(firstDof.at(tree), dofEnd(tree), visit)),
    dofsDown: (visit) => trees((tree) => k.down(k.sum(dofEnd(tree), -1), firstDof.at(tree), visit)),
    bodies: (visit) => trees((tree) => k.loop(firstBody.at(tree), bodyEnd(tree), visit)),
    bodiesDown: (visit) => trees((tree) => k.down(k.sum(bodyEnd(tree), -1), firstBody.at(tree), visit)),
    dot: (x, y, from = 0, at = 0) => {
      const sum = k.cell(0)
      trees((tree) => {
        const first = firstDof.at(tree)
        sum.add(k.dotRange(x, k.sum(from, first), y, k.sum(at, first), dofNumber.at(tree)))
      })
      return sum.value
    },
    dots: (x, froms, y) => {
      const sums = froms.map(() => k.cell(0))
      trees((tree) => {
        const first = firstDof.at(tree)
        const ranges = froms.map((from) => k.sum(from, first))
        k.dotRanges(x, ranges, y, first, dofNumber.at(tree)).forEach((x, i) => {
          sums[i].add(x)
        })
      })
      return sums.map((sum) => sum.value)
    },
    addScaled: (y, factor, x, from = 0) =>
      trees((tree) => {
        const first = firstDof.at(tree)
        k.addScaled(y, first, factor, x, k.sum(from, first), dofNumber.at(tree))
      }),
  }
}

/** Notes trees and rows of island `ISLAND`. That of a model with one tree has all rows. */
export function setIsland(k: Kernel, shape: SolverShape): void {
  const integers = k.integerWorkspace('solver_integers', SOLVER_INTEGERS.COUNT)
  if (shape.oneTree) {
    const count = (at: number): Index => k.whole(k.field('scalar').at(at))
    setAll(k, shape, count(SCALAR_NEFC))
    integers.set(END_EQUALITY, count(SCALAR_NE))
    integers.set(END_FRICTION, k.sum(count(SCALAR_NE), count(SCALAR_NF)))
    return
  }
  const island = integers.at(SOLVER_INTEGERS.ISLAND)
  const tree = k.integers('island_itreeadr').at(island)
  integers.set(FIRST_TREE, tree)
  integers.set(END_TREE, k.sum(tree, k.integers('island_ntree').at(island)))
  const first = k.integers('island_iefcadr').at(island)
  const equality = k.sum(first, k.integers('island_ne').at(island))
  integers.set(FIRST_ROW, first)
  integers.set(END_EQUALITY, equality)
  integers.set(END_FRICTION, k.sum(equality, k.integers('island_nf').at(island)))
  integers.set(END_ROW, k.sum(first, k.integers('island_nefc').at(island)))
}

/** Notes that all trees and rows of the model are meant. Kinds of rows are not in order then. */
export function setAll(k: Kernel, { m }: SolverShape, nefc: Index): void {
  const integers = k.integerWorkspace('solver_integers', SOLVER_INTEGERS.COUNT)
  integers.set(FIRST_TREE, 0)
  integers.set(END_TREE, m.ntree)
  integers.set(FIRST_ROW, 0)
  integers.set(END_ROW, nefc)
}
