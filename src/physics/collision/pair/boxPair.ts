// numbers of a pair of boxes, in `BoxPair.number`
/** Boxes are apart if they are farther from each other than this along some axis. */
export const TOLERANCE = 0
/** Separation along the best face normal, and along the best axis of all. */
export const BEST_FACE = 1
export const BEST = 2

/** Registers: two boxes relative to each other, for `boxBox.ts` and its parts. */
export class BoxPair {
  /** R₁ᵀ R₂, row-major: its columns are the axes of box 2 in the frame of box 1. */
  readonly M: Float64Array = new Float64Array(9)
  /** Center of box 2 in the frame of box 1, center of box 1 in the frame of box 2. */
  readonly a: Float64Array = new Float64Array(3)
  readonly b: Float64Array = new Float64Array(3)
  /** Half sizes. */
  readonly h1: Float64Array = new Float64Array(3)
  readonly h2: Float64Array = new Float64Array(3)
  /** `TOLERANCE`, `BEST_FACE`, `BEST`. */
  readonly number: Float64Array = new Float64Array(3)
}

/** The boxes that are tested now. */
export const boxPair: BoxPair = new BoxPair()

/** Boxes may be apart by this fraction of the sum of their half sizes and still count as touching. */
export const ROUNDING = 1e-13

/** The two axes behind an axis. */
export const NEXT: Uint8Array = Uint8Array.of(1, 2, 0)
export const AFTER: Uint8Array = Uint8Array.of(2, 0, 1)

/** Answer of a test of axes: one of them separates the boxes. */
export const APART = -2
