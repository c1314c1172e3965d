import type { Index, Kernel, Num, NumArray } from '../language/kernelLanguage.ts'
import type { NarrowPair } from './narrowPair.ts'

/** Two boxes relative to each other, as narrow phases keep them in workspace, like `pair/boxPair.ts`. */

export const AXES = [0, 1, 2]
export const EDGES = AXES.flatMap((i) => AXES.map((j) => [i, j]))
export const next = (i: number): number => (i + 1) % 3
export const after = (i: number): number => (i + 2) % 3

// where numbers of the pair are in the workspace
/** R₁ᵀ R₂: its columns are the axes of box 2 in the frame of box 1. */
export const M = 0
/** Center of box 2 in the frame of box 1, center of box 1 in the frame of box 2. */
export const CENTER1 = 9
export const CENTER2 = 12
/** Half sizes. */
export const HALF1 = 15
export const HALF2 = 18
/** The normal of an edge contact, in the frame of box 1 and of box 2. */
export const NORMAL1 = 21
export const NORMAL2 = 24
/** A point in the frame of a box. */
export const POINT = 27
export const COUNT = 30

/** Both boxes, relative to each other. */
export interface Boxes {
  readonly pair: NarrowPair
  readonly numbers: NumArray
  /** Boxes are apart if they are farther from each other than this along some axis. */
  readonly tolerance: Num
  /** The best face, 0 to 2 along axes of box 1, 3 to 5 of box 2, and the gap along its normal. */
  readonly face: Index
  readonly bestFace: Num
}

/** The axes of the edges of two boxes: that of an edge and the two behind it, of box 1 and of box 2. */
export function axesOf(k: Kernel, edge: Index): Index[] {
  return rowOf(
    k,
    'box_edges',
    edge,
    EDGES.map(([i, j]) => [i, next(i), after(i), j, next(j), after(j)]),
  )
}

/** A row of a table. */
export function rowOf(k: Kernel, name: string, row: Index, rows: readonly (readonly number[])[]): Index[] {
  const table = k.table(name, rows.flat())
  return rows[0].map((_, i) => table.at(k.sum(k.product(row, rows[0].length), i)))
}

/** M_ij */
export function entry(k: Kernel, numbers: NumArray, i: Index, j: Index): Num {
  return numbers.at(k.sum(k.product(i, 3), j))
}
