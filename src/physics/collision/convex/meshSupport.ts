import { type ConvexShape, MARGIN, MAT } from './convexShape.ts'

/** Farthest point of a mesh in a direction; `support.ts` has the other shapes. */

/** Components of a direction beyond this count as positive or negative in the table of 27 rough directions. */
const ROUGH = 0.4

/**
 * Farthest vertex of a mesh in the unit direction dir[i..i+3), world frame, to out[o..o+3), with the margin. Notes in
 * `shape.feature` which vertex it is, and in `shape.vertex` where the next search may start.
 */
export function supportMesh(shape: ConvexShape, dir: Float64Array, i: number, out: Float64Array, o: number): void {
  const n = shape.numbers
  const { hulls, mesh } = shape
  const dx = dir[i]
  const dy = dir[i + 1]
  const dz = dir[i + 2]
  const xx = n[MAT]
  const xy = n[MAT + 1]
  const xz = n[MAT + 2]
  const yx = n[MAT + 3]
  const yy = n[MAT + 4]
  const yz = n[MAT + 5]
  const zx = n[MAT + 6]
  const zy = n[MAT + 7]
  const zz = n[MAT + 8]
  // Rᵀ d
  const lx = xx * dx + yx * dy + zx * dz
  const ly = xy * dx + yy * dy + zy * dz
  const lz = xz * dx + yz * dy + zz * dz

  const { point } = hulls
  const start = hulls.start[mesh]
  const count = hulls.scanned[mesh]
  const last = shape.vertex
  let most = Number.NEGATIVE_INFINITY
  let best = -1
  if (last >= 0) {
    const v = 3 * (start + last)
    most = lx * point[v] + ly * point[v + 1] + lz * point[v + 2]
    best = last
  }
  if (count > 0) {
    // all vertices; the one found last wins a tie
    for (let i = 0, v = 3 * start; i < count; i++, v += 3) {
      const dot = lx * point[v] + ly * point[v + 1] + lz * point[v + 2]
      if (dot > most) {
        most = dot
        best = i
      }
    }
    if (best < 0) best = 0
  } else {
    // hill climbing over the hull, where every vertex without a better neighbor is the best one; from the one found
    // last, or the one that the model's table has for the rough direction
    const rough =
      9 * (lx < -ROUGH ? 0 : lx > ROUGH ? 2 : 1) +
      3 * (ly < -ROUGH ? 0 : ly > ROUGH ? 2 : 1) +
      (lz < -ROUGH ? 0 : lz > ROUGH ? 2 : 1)
    const extreme = hulls.extrema[27 * mesh + rough]
    const v = 3 * (start + extreme)
    const dot = lx * point[v] + ly * point[v + 1] + lz * point[v + 2]
    if (!(most >= dot)) {
      most = dot
      best = extreme
    }
    const { first, neighbor, beside } = hulls
    let better = -1
    do {
      better = -1
      const end = first[start + best + 1]
      for (let e = first[start + best], b = 3 * e; e < end; e++, b += 3) {
        const dot = lx * beside[b] + ly * beside[b + 1] + lz * beside[b + 2]
        if (dot > most) {
          most = dot
          better = e
        }
      }
      if (better >= 0) best = neighbor[better]
    } while (better >= 0)
  }
  shape.vertex = best
  shape.feature = hulls.vertex[start + best]

  const v = 3 * (start + best)
  const x = point[v]
  const y = point[v + 1]
  const z = point[v + 2]
  let wx = xx * x + xy * y + xz * z + n[0]
  let wy = yx * x + yy * y + yz * z + n[1]
  let wz = zx * x + zy * y + zz * z + n[2]
  const inflation = 0.5 * n[MARGIN]
  if (inflation > 0) {
    wx += inflation * dx
    wy += inflation * dy
    wz += inflation * dz
  }
  out[o] = wx
  out[o + 1] = wy
  out[o + 2] = wz
}
