import { normalize3 } from '../../../core/math/vec3.ts'
import type { Option } from '../../../core/model/option.ts'
import type { Penetration } from './convexResult.ts'
import { type Shape, ShapeType } from './convexShape.ts'
import { epa } from './epa.ts'
import { gjk, found as search } from './gjk.ts'
import { support } from './support.ts'

const tolerance = new Float64Array(1)
const reach = new Float64Array(1)
const across = new Float64Array(3)
const radius = new Float64Array(2)

/**
 * How far two convex shapes are apart, or how deep they overlap, with one witness pair. Overlap is found with a cutoff
 * of zero too; distances only up to a positive cutoff: shapes farther apart have no witness and the distance `Infinity`.
 * The distance of shapes that touch without depth is 0.
 *
 * Spheres and capsules are thick points and segments: as long as their cores are apart, the distance of the
 * cores says everything, and no overlap has to be measured.
 *
 * @param cutoff [0]: longest distance of interest; a witness of spheres and capsules farther apart may come with the
 *   distance `Infinity`
 */
export function penetrate(out: Penetration, shape1: Shape, shape2: Shape, opt: Option, cutoff: Float64Array): void {
  const { dist, x1, x2 } = out
  const iterations = opt.ccd_iterations
  tolerance[0] = opt.ccd_tolerance
  out.count = 0
  out.hasFace = false

  const round1 = shape1.type === ShapeType.sphere || shape1.type === ShapeType.capsule
  const round2 = shape2.type === ShapeType.sphere || shape2.type === ShapeType.capsule
  if (round1 || round2) {
    const size1 = shape1.size[0]
    const size2 = shape2.size[0]
    const margin1 = shape1.margin[0]
    const margin2 = shape2.margin[0]
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
    reach[0] = cutoff[0] + radius1 + radius2
    gjk(shape1, shape2, tolerance, iterations, reach)
    shape1.size[0] = size1
    shape2.size[0] = size2
    shape1.margin[0] = margin1
    shape2.margin[0] = margin2
    if (search.dist[0] === Infinity) {
      dist[0] = Infinity
      return
    }
    if (search.dist[0] > tolerance[0]) {
      radius[0] = radius1
      radius[1] = radius2
      inflate(out)
      if (dist[0] > cutoff[0]) dist[0] = Infinity
      return
    }
  }

  gjk(shape1, shape2, tolerance, iterations, cutoff)
  dist[0] = search.dist[0]
  if (dist[0] === Infinity) return
  out.count = search.hasWitness ? 1 : 0
  for (let k = 0; k < 3; k++) {
    x1[k] = search.x1[k]
    x2[k] = search.x2[k]
  }
  if (dist[0] <= tolerance[0] && search.size > 1 && !search.separated) {
    dist[0] = 0
    epa(out, shape1, shape2, tolerance, iterations)
    if (search.concentric && !(dist[0] < 0 && isWithin(shape1, x1) && isWithin(shape2, x2)))
      partAlongAxes(out, shape1, shape2)
  }
}

const dir = new Float64Array(6)
const end = new Float64Array(6)

/**
 * Whether a point is no farther from the centre of a shape than the shape goes in its direction. Witnesses of shapes
 * that are nearly flat may be far outside: the triangle that they are found in is a sliver.
 */
function isWithin(shape: Shape, x: Float64Array): boolean {
  const { pos } = shape
  for (let k = 0; k < 3; k++) dir[k] = x[k] - pos[k]
  const distance = Math.sqrt(dir[0] * dir[0] + dir[1] * dir[1] + dir[2] * dir[2])
  normalize3(dir, 0)
  support(shape, dir, 0, end, 0)
  let reach = 0
  for (let k = 0; k < 3; k++) reach += dir[k] * (end[k] - pos[k])
  return distance <= reach + tolerance[0]
}

/**
 * A way to part shapes with a common centre that are so alike, or so flat, that no polytope holds the origin: the
 * shortest of those along their axes.
 */
function partAlongAxes(out: Penetration, shape1: Shape, shape2: Shape): void {
  const { pos } = shape2
  out.hasFace = false
  let least = Infinity
  for (let axis = 0; axis < 12; axis++) {
    const { mat } = axis < 6 ? shape1 : shape2
    const sign = (axis & 1) === 0 ? 1 : -1
    for (let k = 0; k < 3; k++) {
      dir[k] = sign * mat[3 * k + ((axis >> 1) % 3)]
      dir[3 + k] = -dir[k]
    }
    support(shape1, dir, 0, end, 0)
    support(shape2, dir, 3, end, 3)
    const depth = dir[0] * (end[0] - end[3]) + dir[1] * (end[1] - end[4]) + dir[2] * (end[2] - end[5])
    if (!(depth > 0 && depth < least)) continue
    least = depth
    out.count = 1
    out.dist[0] = -depth
    for (let k = 0; k < 3; k++) {
      out.x1[k] = pos[k] + 0.5 * depth * dir[k]
      out.x2[k] = pos[k] - 0.5 * depth * dir[k]
    }
  }
}

/** Moves the closest points of the cores out to the surfaces, by what is in `radius`. */
function inflate(out: Penetration): void {
  const { x1, x2 } = out
  const a = search.x1
  const b = search.x2
  for (let k = 0; k < 3; k++) across[k] = b[k] - a[k]
  normalize3(across, 0)
  for (let k = 0; k < 3; k++) {
    x1[k] = a[k] + radius[0] * across[k]
    x2[k] = b[k] - radius[1] * across[k]
  }
  out.dist[0] = search.dist[0] - (radius[0] + radius[1])
  out.count = 1
}
