/** Most witness pairs of two shapes: the four corners of a contact manifold. */
const MAX_WITNESSES = 4

/**
 * How far two convex shapes are apart, or how deep they overlap, and where: the answer of `convexQuery.ts`, to which
 * `manifold.ts` adds further witnesses. A witness pair is a point `x1` of the first shape and a point `x2` of the
 * second, world frame.
 */
export class ConvexResult {
  /** Witness pairs; 0: too far apart, or undecided. */
  count = 0
  /** Signed distance of each witness pair; negative in overlap. */
  readonly dist: Float64Array = new Float64Array(MAX_WITNESSES)
  readonly x1: Float64Array = new Float64Array(3 * MAX_WITNESSES)
  readonly x2: Float64Array = new Float64Array(3 * MAX_WITNESSES)

  /**
   * Whether the fields below hold the face of the Minkowski difference that is closest to the origin (overlap only).
   */
  hasFace = false
  /** Whether the search ended with a depth that is known well; rarely, it finds no way on before (overlap only). */
  isClose = false
  /** `ConvexShape.feature` of the three corners of that face, on each shape. */
  readonly feature1: Int32Array = new Int32Array(3)
  readonly feature2: Int32Array = new Int32Array(3)
  /** Support points of the three corners, on each shape. */
  readonly corner1: Float64Array = new Float64Array(9)
  readonly corner2: Float64Array = new Float64Array(9)
}
