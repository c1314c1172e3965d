import { MINVAL } from '../../../core/math/constants.ts'
import { rotate } from '../../../core/math/vec3.ts'
import { grow } from '../../../core/memory/grow.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ConvexShape, ShapeType } from './convexShape.ts'
import { meshEdges, meshFaces, meshVertex } from './meshFeatures.ts'
import type { Polygon } from './polygonClip.ts'

/**
 * Flat features of convex shapes: which faces and edges meet in the corners where two shapes touch. ConvexResult depth
 * comes with a triangle of the Minkowski difference, that is with three corners on each shape: the same corner three
 * times is a vertex, two different ones are an edge, three are a face.
 */

/** Cosine of the angle up to which two directions count as parallel. */
export const PARALLEL = 0.996
/** Sine of the angle up to which an edge counts as parallel to a face. */
export const ALONG = 0.0888

/** Corners of a shape in the triangle of a penetration, those that repeat left out. */
export class Feature {
  /** How many of them are different: 1 vertex, 2 edge, 3 face. */
  dim = 0
  /** Which corners they are, `ConvexShape.feature`; only the first `dim` count. */
  readonly corner: Int32Array = new Int32Array(3)
  /** Where the first two are, world frame. */
  readonly point: Float64Array = new Float64Array(6)
}

/** Sorts the corners out; where the first two are the same, the third takes the place of the second. */
export function featureOf(out: Feature, corner: Int32Array, point: Float64Array): void {
  const a = corner[0]
  const b = corner[1]
  const c = corner[2]
  out.dim = a === b && a === c ? 1 : a === b || a === c || b === c ? 2 : 3
  const second = a === b && a !== c ? 2 : 1
  out.corner[0] = a
  out.corner[1] = corner[second]
  out.corner[2] = c
  for (let k = 0; k < 3; k++) {
    out.point[k] = point[k]
    out.point[3 + k] = point[3 * second + k]
  }
}

/** Faces that may touch. */
export class Faces {
  count = 0
  /** How many of them, the first ones, meet in the feature; others are beside them. */
  own = 0
  /** Outward unit normals, world frame. */
  normal: Float64Array = new Float64Array(3 * 16)
  /** Polygon of a mesh; 2·axis of a box, plus 1 on its negative side; cap of a cylinder, 1 top, 0 bottom. */
  id: Int32Array = new Int32Array(16)

  /** Makes room for `count` faces. */
  reserve(count: number): void {
    this.normal = grow(this.normal, 3 * count)
    this.id = grow(this.id, count)
  }
}

/**
 * Finds the faces that meet in a feature, which that of a mesh is completed for.
 * @param outward where the other shape is, unit vector: faces of a box are chosen by it when its corners do not tell
 */
export function facesOf(out: Faces, m: Model, shape: ConvexShape, feature: Feature, outward: Float64Array): void {
  out.count = 0
  if (shape.type === ShapeType.mesh) meshFaces(out, m, shape, feature, outward)
  else if (shape.type === ShapeType.box) boxFaces(out, shape, feature, outward)
  else if (shape.type === ShapeType.cylinder && feature.dim === 1)
    addAxis(out, shape, 2, feature.corner[0] === 1 ? 1 : -1, feature.corner[0])
  if (shape.type !== ShapeType.mesh) out.own = out.count
}

/** Appends the face whose normal is an axis of the shape, or its negative. */
function addAxis(out: Faces, shape: ConvexShape, axis: number, sign: number, id: number): void {
  const k = 3 * out.count
  for (let row = 0; row < 3; row++) out.normal[k + row] = sign * shape.mat[3 * row + axis]
  out.id[out.count++] = id
}

function boxFaces(out: Faces, shape: ConvexShape, feature: Feature, outward: Float64Array): void {
  const { dim, corner } = feature
  // bits that are set, or clear, in all corners
  let high = corner[0]
  let low = ~corner[0]
  if (dim > 1) {
    high &= corner[1]
    low &= ~corner[1]
  }
  if (dim > 2) {
    high &= corner[2]
    low &= ~corner[2]
  }
  for (let axis = 0; axis < 3; axis++) {
    const bit = 1 << axis
    if (high & bit) addAxis(out, shape, axis, 1, 2 * axis)
    else if (low & bit) addAxis(out, shape, axis, -1, 2 * axis + 1)
  }
  if (out.count === 4 - dim) return

  out.count = 0
  const { mat } = shape
  for (let axis = 0; axis < 3; axis++) {
    const cosine = mat[axis] * outward[0] + mat[3 + axis] * outward[1] + mat[6 + axis] * outward[2]
    if (cosine > PARALLEL) addAxis(out, shape, axis, 1, 2 * axis)
    else if (cosine < -PARALLEL) addAxis(out, shape, axis, -1, 2 * axis + 1)
    if (out.count > 0) return
  }
}

/** Register: a point or a normal in the frame of a shape. */
const local = new Float64Array(3)

/** Edges that may touch, all from the first point of a feature. */
export class Edges {
  count = 0
  /** Where they end, world frame. */
  end: Float64Array = new Float64Array(3 * 16)
  /** Unit vectors along them. */
  direction: Float64Array = new Float64Array(3 * 16)

  /** Makes room for `count` edges. */
  reserve(count: number): void {
    this.end = grow(this.end, 3 * count)
    this.direction = grow(this.direction, 3 * count)
  }
}

/** Finds the edges that leave a vertex, the edge itself, or the line along a cylinder; none from a face. */
export function edgesOf(out: Edges, m: Model, shape: ConvexShape, feature: Feature): void {
  out.count = 0
  const { corner, point } = feature
  if (shape.type === ShapeType.cylinder) {
    const length = (corner[0] === 1 ? -2 : 2) * shape.size[1]
    for (let k = 0; k < 3; k++) out.end[k] = point[k] + length * shape.mat[3 * k + 2]
    out.count = 1
  } else if (feature.dim === 2) {
    for (let k = 0; k < 3; k++) out.end[k] = point[3 + k]
    out.count = 1
  } else if (shape.type === ShapeType.box) {
    for (let axis = 0; axis < 3; axis++) boxCorner(out.end, 3 * axis, shape, corner[0] ^ (1 << axis))
    out.count = 3
  } else if (shape.type === ShapeType.mesh) meshEdges(out, m, shape, corner[0])

  const { end, direction } = out
  for (let k = 0; k < 3 * out.count; k += 3) {
    const x = end[k] - point[0]
    const y = end[k + 1] - point[1]
    const z = end[k + 2] - point[2]
    const length = Math.sqrt(x * x + y * y + z * z)
    const scale = length < MINVAL ? 0 : 1 / length
    direction[k] = length < MINVAL ? 1 : x * scale
    direction[k + 1] = y * scale
    direction[k + 2] = z * scale
  }
}

/** The corners of a face, world frame, clockwise seen from outside. */
export function polygonOf(out: Polygon, m: Model, shape: ConvexShape, face: number): void {
  if (shape.type === ShapeType.mesh) {
    const polygon = m.mesh_polyadr[shape.mesh] + face
    const count = m.mesh_polyvertnum[polygon]
    const last = m.mesh_polyvertadr[polygon] + count - 1
    out.reserve(count)
    for (let k = 0; k < count; k++) meshVertex(out.point, 3 * k, shape, m.mesh_polyvert[last - k])
    out.count = count
  } else if (shape.type === ShapeType.box) {
    for (let k = 0; k < 4; k++) boxCorner(out.point, 3 * k, shape, BOX_LOOP[4 * face + k])
    out.count = 4
  } else capPolygon(out, shape, face)
}

/** Corners of the faces +x, −x, +y, −y, +z, −z of a box; bits 1, 2, 4 for +x, +y, +z. */
const BOX_LOOP = Int32Array.of(7, 3, 1, 5, 2, 6, 4, 0, 2, 3, 7, 6, 4, 5, 1, 0, 6, 7, 5, 4, 3, 2, 0, 1)

function boxCorner(out: Float64Array, o: number, shape: ConvexShape, bits: number): void {
  const { size, pos } = shape
  local[0] = bits & 1 ? size[0] : -size[0]
  local[1] = bits & 2 ? size[1] : -size[1]
  local[2] = bits & 4 ? size[2] : -size[2]
  rotate(out, o, shape.mat, 0, local, 0)
  for (let k = 0; k < 3; k++) out[o + k] += pos[k]
}

// cosines of 22.5°, 45°, 67.5° with fifteen digits, and 45° also rounded down: the reference has these literally, and
// they decide between quadrilaterals of equal area
const C1 = 0.923879532511287
// biome-ignore lint/suspicious/noApproximativeNumericConstant: fifteen digits are meant
const C2 = 0.707106781186548
// biome-ignore lint/suspicious/noApproximativeNumericConstant: fifteen digits are meant
const D2 = 0.707106781186547
const C3 = 0.38268343236509
/** Cosines of multiples of 22.5°. */
const COS = Float64Array.of(1, C1, C2, C3, 0, -C3, -D2, -C1, -1, -C1, -C2, -C3, 0, C3, D2, C1)
/** Sines of the same angles. */
const SIN = Float64Array.of(0, C3, D2, C1, 1, C1, C2, C3, 0, -C3, -D2, -C1, -1, -C1, -C2, -C3)

/** The cap of a cylinder as a polygon of sixteen corners on its edge. */
function capPolygon(out: Polygon, shape: ConvexShape, cap: number): void {
  const { size, pos, mat } = shape
  const { point } = out
  const side = cap === 1 ? -size[0] : size[0]
  for (let k = 0; k < 16; k++) {
    local[0] = size[0] * COS[k]
    local[1] = side * SIN[k]
    local[2] = cap === 1 ? size[1] : -size[1]
    rotate(point, 3 * k, mat, 0, local, 0)
    for (let j = 0; j < 3; j++) point[3 * k + j] += pos[j]
  }
  out.count = 16
}
