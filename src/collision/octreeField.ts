import type { Model } from '../model/model.ts'

/**
 * The signed distance of a mesh, from the octree that samples it. In a cell the distance is interpolated between
 * the corners, linearly along each axis. Beyond the root it is the distance of the nearest point of the root, plus the way
 * to it.
 */

/** How far inside the root a point from outside is put. */
const INSIDE = 1e-6
/** Step of the differences outside of the root. */
const STEP = 1e-8

/** The point inside the root, the cell that holds it, and where it is in the cell (0 to 1 along each axis). */
const inside = new Float64Array(3)
const place = new Float64Array(3)
const moved = new Float64Array(3)
const shifted = new Float64Array(1)
const start = new Float64Array(1)

/** out[0] = distance of p (mesh frame) in the octree whose root is cell `root`. */
export function octreeDistance(out: Float64Array, m: Model, root: number, p: Float64Array): void {
  const { oct_coeff } = m
  const c = 8 * locate(m, root, p)
  const excess = Math.sqrt(squaredExcess(m, root, p))
  const x = place[0]
  const y = place[1]
  const z = place[2]
  const x0 = 1 - x
  const low = (oct_coeff[c] * x0 + oct_coeff[c + 1] * x) * (1 - y) + (oct_coeff[c + 2] * x0 + oct_coeff[c + 3] * x) * y
  const high =
    (oct_coeff[c + 4] * x0 + oct_coeff[c + 5] * x) * (1 - y) + (oct_coeff[c + 6] * x0 + oct_coeff[c + 7] * x) * y
  out[0] = low * (1 - z) + high * z + excess
}

/** g = gradient of the distance at p: of the interpolation inside of the root, by differences outside. */
export function octreeGradient(g: Float64Array, m: Model, root: number, p: Float64Array): void {
  if (squaredExcess(m, root, p) > 0) {
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

/** Square of the way from p to the root; 0 inside. */
function squaredExcess(m: Model, root: number, p: Float64Array): number {
  const { oct_aabb } = m
  let sum = 0
  for (let k = 0; k < 3; k++) {
    const out = Math.abs(p[k] - oct_aabb[6 * root + k]) - oct_aabb[6 * root + 3 + k]
    if (out > 0) sum += out * out
  }
  return sum
}

/** The leaf that holds p, or the point of the root nearest to it; fills `place`. */
function locate(m: Model, root: number, p: Float64Array): number {
  const { oct_aabb, oct_child } = m
  for (let k = 0; k < 3; k++) {
    const offset = p[k] - oct_aabb[6 * root + k]
    const half = oct_aabb[6 * root + 3 + k]
    inside[k] = p[k]
    if (offset > half) inside[k] -= offset - half + INSIDE
    else if (offset < -half) inside[k] += -half - offset + INSIDE
  }
  let cell = root
  for (;;) {
    const a = 6 * cell
    let child = 0
    for (let k = 0; k < 3; k++) {
      const half = oct_aabb[a + 3 + k]
      place[k] = (inside[k] - (oct_aabb[a + k] - half)) / (2 * half)
      if (place[k] >= 0.5) child += 1 << k
    }
    const next = oct_child[8 * cell + child]
    if (next < 0) return cell
    cell = root + next
  }
}
