/** Most witness pairs that one penetration can have: the four corners of a manifold. */
const MAX_WITNESS = 4

/**
 * How far two convex shapes are apart, or how deep they overlap, and where: the answer of `gjk.ts` and `epa.ts`, to
 * which `manifold.ts` adds further witnesses. `x1` lies on the first shape, `x2` on the second, world frame.
 */
export class Penetration {
  /** Witness pairs; 0: too far apart, or undecided. */
  count = 0
  /** Signed distance of each witness pair; negative in overlap. */
  readonly dist: Float64Array = new Float64Array(MAX_WITNESS)
  readonly x1: Float64Array = new Float64Array(3 * MAX_WITNESS)
  readonly x2: Float64Array = new Float64Array(3 * MAX_WITNESS)

  /** Whether the fields below hold the face of the difference body that is closest to the origin (overlap only). */
  hasFace = false
  /** `Shape.feature` of the three corners of that face, on each shape. */
  readonly feature1: Int32Array = new Int32Array(3)
  readonly feature2: Int32Array = new Int32Array(3)
  /** Support points of the three corners, on each shape. */
  readonly corner1: Float64Array = new Float64Array(9)
  readonly corner2: Float64Array = new Float64Array(9)
}
