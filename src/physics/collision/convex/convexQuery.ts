import { normalize3 } from '../../../core/math/vec3.ts'
import { capped, type Option } from '../../../core/model/option.ts'
import type { ConvexResult } from './convexResult.ts'
import { type ConvexShape, ShapeType } from './convexShape.ts'
import { epa } from './epa.ts'
import { CUTOFF, DISTANCE, gjk, search, TOLERANCE } from './gjk.ts'
import { support } from './support.ts'

/**
 * Distance or penetration depth of two convex shapes, with one witness pair: GJK (`gjk.ts`), and EPA (`epa.ts`) where
 * they overlap.
 */

/** Registers of this file. */
class QueryRegisters {
  /** Radii of the balls around the cores of both shapes. */
  readonly radius: Float64Array = new Float64Array(2)
  /** A unit direction, and its opposite. */
  readonly direction: Float64Array = new Float64Array(6)
  /** Support points of both shapes. */
  readonly end: Float64Array = new Float64Array(6)
}

const registers = new QueryRegisters()

/**
 * How far two convex shapes are apart, or how deep they overlap. Overlap is found with a cutoff of zero too; distances
 * only up to a positive cutoff: shapes farther apart have no witness and the distance `Infinity`. The distance of
 * shapes that touch without depth is 0.
 *
 * Spheres and capsules are balls around points and segments, their cores: as long as the cores are apart, the distance
 * of the cores is exact, and no overlap has to be measured.
 *
 * @param cutoff [0]: longest distance of interest; spheres and capsules farther apart may have a witness with the
 *   distance `Infinity`
 */
export function convexQuery(
  out: ConvexResult,
  shape1: ConvexShape,
  shape2: ConvexShape,
  opt: Option,
  cutoff: Float64Array,
): void {
  const { dist, x1, x2 } = out
  search.iterations = capped(opt.ccd_iterations)
  search.number[TOLERANCE] = opt.ccd_tolerance
  out.count = 0
  out.hasFace = false
  if ((hasCore(shape1) || hasCore(shape2)) && queryCores(out, shape1, shape2, cutoff)) return

  search.number[CUTOFF] = cutoff[0]
  gjk(shape1, shape2)
  dist[0] = search.number[DISTANCE]
  if (dist[0] === Infinity) return
  out.count = search.hasWitness ? 1 : 0
  for (let k = 0; k < 3; k++) {
    x1[k] = search.x1[k]
    x2[k] = search.x2[k]
  }
  if (dist[0] <= search.number[TOLERANCE] && search.size > 1 && !search.separated) {
    dist[0] = 0
    epa(out, shape1, shape2)
    if (search.concentric && !(dist[0] < 0 && isWithin(shape1, x1) && isWithin(shape2, x2)))
      separateAlongAxes(out, shape1, shape2)
  }
}

/** Whether a shape is a ball around a core: a sphere around its center, a capsule around its segment. */
function hasCore(shape: ConvexShape): boolean {
  return shape.type === ShapeType.sphere || shape.type === ShapeType.capsule
}

/** The query by way of the cores. Returns whether it is answered: not where the cores overlap. */
function queryCores(out: ConvexResult, shape1: ConvexShape, shape2: ConvexShape, cutoff: Float64Array): boolean {
  const { radius } = registers
  const size1 = shape1.size[0]
  const size2 = shape2.size[0]
  const margin1 = shape1.margin[0]
  const margin2 = shape2.margin[0]
  const round1 = hasCore(shape1)
  const round2 = hasCore(shape2)
  const radius1 = round1 ? size1 + 0.5 * margin1 : 0
  const radius2 = round2 ? size2 + 0.5 * margin2 : 0
  if (round1) {
    shape1.size[0] = 0
    shape1.margin[0] = 0
  }
  if (round2) {
    shape2.size[0] = 0
    shape2.margin[0] = 0
  }
  search.number[CUTOFF] = cutoff[0] + radius1 + radius2
  gjk(shape1, shape2)
  shape1.size[0] = size1
  shape2.size[0] = size2
  shape1.margin[0] = margin1
  shape2.margin[0] = margin2

  if (search.number[DISTANCE] === Infinity) {
    out.dist[0] = Infinity
    return true
  }
  if (!(search.number[DISTANCE] > search.number[TOLERANCE])) return false
  radius[0] = radius1
  radius[1] = radius2
  inflate(out)
  if (out.dist[0] > cutoff[0]) out.dist[0] = Infinity
  return true
}

/** Moves the closest points of the cores out to the surfaces. */
function inflate(out: ConvexResult): void {
  const { radius, direction } = registers
  const { x1, x2 } = search
  for (let k = 0; k < 3; k++) direction[k] = x2[k] - x1[k]
  normalize3(direction, 0)
  for (let k = 0; k < 3; k++) {
    out.x1[k] = x1[k] + radius[0] * direction[k]
    out.x2[k] = x2[k] - radius[1] * direction[k]
  }
  out.dist[0] = search.number[DISTANCE] - (radius[0] + radius[1])
  out.count = 1
}

/**
 * Whether a point is no farther from the center of a shape than the shape reaches in its direction. Witnesses of shapes
 * that are nearly flat may be far outside: the triangle that they are found in is a sliver.
 */
function isWithin(shape: ConvexShape, x: Float64Array): boolean {
  const { direction, end } = registers
  const { pos } = shape
  for (let k = 0; k < 3; k++) direction[k] = x[k] - pos[k]
  const distance = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2])
  normalize3(direction, 0)
  support(shape, direction, 0, end, 0)
  let reach = 0
  for (let k = 0; k < 3; k++) reach += direction[k] * (end[k] - pos[k])
  return distance <= reach + search.number[TOLERANCE]
}

/**
 * The shortest way to separate two shapes along one of their axes: for shapes with a common center that are so alike,
 * or so flat, that no polytope contains the origin.
 */
function separateAlongAxes(out: ConvexResult, shape1: ConvexShape, shape2: ConvexShape): void {
  const { direction, end } = registers
  const { pos } = shape2
  out.hasFace = false
  let least = Infinity
  for (let axis = 0; axis < 12; axis++) {
    const { mat } = axis < 6 ? shape1 : shape2
    const sign = (axis & 1) === 0 ? 1 : -1
    for (let k = 0; k < 3; k++) {
      direction[k] = sign * mat[3 * k + ((axis >> 1) % 3)]
      direction[3 + k] = -direction[k]
    }
    support(shape1, direction, 0, end, 0)
    support(shape2, direction, 3, end, 3)
    const depth = direction[0] * (end[0] - end[3]) + direction[1] * (end[1] - end[4]) + direction[2] * (end[2] - end[5])
    if (!(depth > 0 && depth < least)) continue
    least = depth
    out.count = 1
    out.dist[0] = -depth
    for (let k = 0; k < 3; k++) {
      out.x1[k] = pos[k] + 0.5 * depth * direction[k]
      out.x2[k] = pos[k] - 0.5 * depth * direction[k]
    }
  }
}
