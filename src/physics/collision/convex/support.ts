import { type ConvexShape, MARGIN, MAT, ShapeType, SIZE } from './convexShape.ts'
import { supportMesh } from './meshSupport.ts'

/**
 * Support points: the point of a convex shape that lies farthest in a direction. Distance and penetration
 * algorithms know a shape only through this function. A shape with a margin is inflated by half of it.
 */

/** Directions whose square is smaller have no use. */
const MIN_SQUARE = 1e-30

// V8: constants of this module are folded, members of an object are not
const SPHERE = ShapeType.sphere
const CAPSULE = ShapeType.capsule
const ELLIPSOID = ShapeType.ellipsoid
const BOX = ShapeType.box
const MESH = ShapeType.mesh
const PRISM = ShapeType.prism

/**
 * Farthest point of a shape in the unit direction dir[i..i+3), world frame, to out[o..o+3). Notes in `shape.feature`
 * where it was found, and for a mesh in `shape.vertex` where the next search may start.
 */
export function support(shape: ConvexShape, dir: Float64Array, i: number, out: Float64Array, o: number): void {
  const { type } = shape
  if (type === MESH) {
    supportMesh(shape, dir, i, out, o)
    return
  }
  const n = shape.numbers
  const dx = dir[i]
  const dy = dir[i + 1]
  const dz = dir[i + 2]
  const inflation = 0.5 * n[MARGIN]

  if (type === SPHERE) {
    const radius = n[SIZE]
    out[o] = n[0] + radius * dx + inflation * dx
    out[o + 1] = n[1] + radius * dy + inflation * dy
    out[o + 2] = n[2] + radius * dz + inflation * dz
    return
  }
  if (type === PRISM) {
    prismCorner(shape, dir, i, out, o)
    return
  }

  // l = Rᵀ d, then the farthest point (x, y, z) in the frame of the shape
  const xx = n[MAT]
  const xy = n[MAT + 1]
  const xz = n[MAT + 2]
  const yx = n[MAT + 3]
  const yy = n[MAT + 4]
  const yz = n[MAT + 5]
  const zx = n[MAT + 6]
  const zy = n[MAT + 7]
  const zz = n[MAT + 8]
  const lx = xx * dx + yx * dy + zx * dz
  const ly = xy * dx + yy * dy + zy * dz
  const lz = xz * dx + yz * dy + zz * dz
  let x = 0
  let y = 0
  let z = 0
  if (type === BOX) {
    x = lx >= 0 ? n[SIZE] : -n[SIZE]
    y = ly >= 0 ? n[SIZE + 1] : -n[SIZE + 1]
    z = lz >= 0 ? n[SIZE + 2] : -n[SIZE + 2]
    shape.feature = (lx >= 0 ? 1 : 0) + (ly >= 0 ? 2 : 0) + (lz >= 0 ? 4 : 0)
  } else if (type === CAPSULE) {
    const radius = n[SIZE]
    x = radius * lx
    y = radius * ly
    z = radius * lz + (lz >= 0 ? n[SIZE + 1] : -n[SIZE + 1])
  } else if (type === ELLIPSOID) {
    // the point of a unit sphere stretched by the half axes: s∘u with u along s∘l
    x = lx * n[SIZE]
    y = ly * n[SIZE + 1]
    z = lz * n[SIZE + 2]
    const square = x * x + y * y + z * z
    if (square < MIN_SQUARE) {
      x = n[SIZE]
      y = 0
      z = 0
    } else {
      const scale = 1 / Math.sqrt(square)
      x *= scale * n[SIZE]
      y *= scale * n[SIZE + 1]
      z *= scale * n[SIZE + 2]
    }
  } else {
    const square = lx * lx + ly * ly
    if (square >= MIN_SQUARE) {
      const scale = n[SIZE] / Math.sqrt(square)
      x = lx * scale
      y = ly * scale
    }
    z = lz >= 0 ? n[SIZE + 1] : -n[SIZE + 1]
    shape.feature = lz >= 0 ? 1 : 0
  }

  let wx = xx * x + xy * y + xz * z + n[0]
  let wy = yx * x + yy * y + yz * z + n[1]
  let wz = zx * x + zy * y + zz * z + n[2]
  if (inflation > 0) {
    wx += inflation * dx
    wy += inflation * dy
    wz += inflation * dz
  }
  out[o] = wx
  out[o + 1] = wy
  out[o + 2] = wz
}

/**
 * The corner of a prism that lies farthest in a direction: of the lower three when it points down, else of the upper
 * three.
 */
function prismCorner(shape: ConvexShape, dir: Float64Array, i: number, out: Float64Array, o: number): void {
  const { prism } = shape
  const dx = dir[i]
  const dy = dir[i + 1]
  const dz = dir[i + 2]
  const first = dz < 0 ? 0 : 9
  let best = first
  let most = dx * prism[first] + dy * prism[first + 1] + dz * prism[first + 2]
  for (let k = first + 3; k < first + 9; k += 3) {
    const dot = dx * prism[k] + dy * prism[k + 1] + dz * prism[k + 2]
    if (dot > most) {
      most = dot
      best = k
    }
  }
  // the reference does not tell the corners of a prism apart, and takes a repeated vertex of the other shape as the end
  shape.feature = -1
  out[o] = prism[best]
  out[o + 1] = prism[best + 1]
  out[o + 2] = prism[best + 2]
}

/** Where the search between two shapes starts: the position of a shape, the mean of the corners of a prism. */
export function center(shape: ConvexShape, out: Float64Array, o: number): void {
  const { pos, prism } = shape
  if (shape.type !== PRISM) {
    out[o] = pos[0]
    out[o + 1] = pos[1]
    out[o + 2] = pos[2]
    return
  }
  for (let k = 0; k < 3; k++) {
    out[o + k] = (prism[k] + prism[k + 3] + prism[k + 6] + prism[k + 9] + prism[k + 12] + prism[k + 15]) * (1 / 6)
  }
}
