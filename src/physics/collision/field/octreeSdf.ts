import type { Model } from '../../../core/model/model.ts'

/**
 * The signed distance of a mesh, from the octree that samples it. In a cell the distance is interpolated between the
 * corners, linearly along each axis. Beyond the root it is the distance of the nearest point of the root, plus the way
 * to it.
 */

/** A point from outside is put this far inside the root, m. */
const INSIDE = 1e-6
/** Step of the finite differences outside of the root, m. */
const STEP = 1e-8

/** Registers of this file. */
class OctreeRegisters {
  /** Where a point is in its cell, 0 to 1 along each axis. */
  readonly place: Float64Array = new Float64Array(3)
  /** A point, brought inside the root if it is outside. */
  readonly inside: Float64Array = new Float64Array(3)
  /** [0]: square of the distance from a point to the root. */
  readonly excess: Float64Array = new Float64Array(1)
  /** A point that is moved along an axis; [0]: distances there, and before. */
  readonly moved: Float64Array = new Float64Array(3)
  readonly shifted: Float64Array = new Float64Array(1)
  readonly start: Float64Array = new Float64Array(1)
}

const registers = new OctreeRegisters()
const { place, inside, excess, moved, shifted, start } = registers

/** out[0] = distance of p (mesh frame) in the octree whose root is cell `root`. */
export function octreeDistance(out: Float64Array, m: Model, root: number, p: Float64Array): void {
  const { oct_coeff } = m
  const c = 8 * locate(m, root, p)
  squaredExcess(m, root, p)
  const x = place[0]
  const y = place[1]
  const z = place[2]
  const x0 = 1 - x
  const low = (oct_coeff[c] * x0 + oct_coeff[c + 1] * x) * (1 - y) + (oct_coeff[c + 2] * x0 + oct_coeff[c + 3] * x) * y
  const high =
    (oct_coeff[c + 4] * x0 + oct_coeff[c + 5] * x) * (1 - y) + (oct_coeff[c + 6] * x0 + oct_coeff[c + 7] * x) * y
  out[0] = low * (1 - z) + high * z + Math.sqrt(excess[0])
}

/** g = gradient of the distance at p: of the interpolation inside of the root, by differences outside. */
export function octreeGradient(g: Float64Array, m: Model, root: number, p: Float64Array): void {
  squaredExcess(m, root, p)
  if (excess[0] > 0) {
    octreeDistance(start, m, root, p)
    for (let k = 0; k < 3; k++) moved[k] = p[k]
    for (let k = 0; k < 3; k++) {
      moved[k] += STEP
      octreeDistance(shifted, m, root, moved)
      g[k] = (shifted[0] - start[0]) / STEP
      moved[k] = p[k]
    }
    return
  }
  const { oct_coeff, oct_aabb } = m
  const cell = locate(m, root, p)
  const c = 8 * cell
  const x = place[0]
  const y = place[1]
  const z = place[2]
  const x0 = 1 - x
  const y0 = 1 - y
  const z0 = 1 - z
  const c0 = oct_coeff[c]
  const c1 = oct_coeff[c + 1]
  const c2 = oct_coeff[c + 2]
  const c3 = oct_coeff[c + 3]
  const c4 = oct_coeff[c + 4]
  const c5 = oct_coeff[c + 5]
  const c6 = oct_coeff[c + 6]
  const c7 = oct_coeff[c + 7]
  const byX = ((c1 - c0) * y0 + (c3 - c2) * y) * z0 + ((c5 - c4) * y0 + (c7 - c6) * y) * z
  const byY = ((c2 - c0) * x0 + (c3 - c1) * x) * z0 + ((c6 - c4) * x0 + (c7 - c5) * x) * z
  const byZ = ((c4 - c0) * x0 + (c5 - c1) * x) * y0 + ((c6 - c2) * x0 + (c7 - c3) * x) * y
  g[0] = byX / (2 * oct_aabb[6 * cell + 3])
  g[1] = byY / (2 * oct_aabb[6 * cell + 4])
  g[2] = byZ / (2 * oct_aabb[6 * cell + 5])
}

/** Fills `excess`; 0 inside. */
function squaredExcess(m: Model, root: number, p: Float64Array): void {
  const { oct_aabb } = m
  const r = 6 * root
  const x = Math.max(Math.abs(p[0] - oct_aabb[r]) - oct_aabb[r + 3], 0)
  const y = Math.max(Math.abs(p[1] - oct_aabb[r + 1]) - oct_aabb[r + 4], 0)
  const z = Math.max(Math.abs(p[2] - oct_aabb[r + 2]) - oct_aabb[r + 5], 0)
  excess[0] = x * x + y * y + z * z
}

/**
 * The leaf that holds p, or the point of the root nearest to it; fills `place`. A point lies in the upper half of a
 * cell along an axis when its distance q from the lower side is not less than half the cell: q ≥ h, just when q / 2h ≥
 * 0.5.
 */
function locate(m: Model, root: number, p: Float64Array): number {
  const { oct_aabb, oct_child } = m
  for (let k = 0; k < 3; k++) {
    const offset = p[k] - oct_aabb[6 * root + k]
    const half = oct_aabb[6 * root + 3 + k]
    if (offset > half) inside[k] = p[k] - (offset - half + INSIDE)
    else if (offset < -half) inside[k] = p[k] + (-half - offset + INSIDE)
    else inside[k] = p[k]
  }
  const x = inside[0]
  const y = inside[1]
  const z = inside[2]
  let cell = root
  for (;;) {
    const a = 6 * cell
    const hx = oct_aabb[a + 3]
    const hy = oct_aabb[a + 4]
    const hz = oct_aabb[a + 5]
    const qx = x - (oct_aabb[a] - hx)
    const qy = y - (oct_aabb[a + 1] - hy)
    const qz = z - (oct_aabb[a + 2] - hz)
    const child = (qx >= hx ? 1 : 0) + (qy >= hy ? 2 : 0) + (qz >= hz ? 4 : 0)
    const next = oct_child[8 * cell + child]
    if (next < 0) {
      place[0] = qx / (2 * hx)
      place[1] = qy / (2 * hy)
      place[2] = qz / (2 * hz)
      return cell
    }
    cell = root + next
  }
}
