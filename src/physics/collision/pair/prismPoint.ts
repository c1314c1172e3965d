/**
 * The point of a prism of a height field that is closest to a point, by formula. From a point outside, the closest
 * point is on the surface of the prism, or on a wall below a side of the surface that the point is beyond.
 */

/** Register: the closest point, then the square of its distance. */
export const closest: Float64Array = new Float64Array(4)
export const SQUARE = 3

/**
 * Finds the point `closest` to p[0..3).
 * @param corner corners of the prism, three at the bottom, three above them
 * @returns false where the formula does not hold: the point is inside or below
 */
export function closestOnPrism(corner: Float64Array, p: Float64Array): boolean {
  const px = p[0]
  const py = p[1]
  const pz = p[2]
  const ax = corner[9]
  const ay = corner[10]
  const az = corner[11]
  const ux = corner[12] - ax
  const uy = corner[13] - ay
  const uz = corner[14] - az
  const vx = corner[15] - ax
  const vy = corner[16] - ay
  const vz = corner[17] - az
  const wx = px - ax
  const wy = py - ay
  const wz = pz - az
  if (pz <= corner[2]) return false

  // closest point a + s u + t v of the surface, by the region of the triangle that the point is over
  const uw = ux * wx + uy * wy + uz * wz
  const vw = vx * wx + vy * wy + vz * wz
  const uu = ux * ux + uy * uy + uz * uz
  const uv = ux * vx + uy * vy + uz * vz
  const vv = vx * vx + vy * vy + vz * vz
  const ub = uw - uu
  const vb = vw - uv
  const uc = uw - uv
  const vc = vw - vv
  const sideU = uw * vb - ub * vw
  const sideV = uc * vw - uw * vc
  const sideW = ub * vc - uc * vb
  let s = 0
  let t = 0
  if (uw <= 0 && vw <= 0) {
    s = 0
    t = 0
  } else if (ub >= 0 && vb <= ub) s = 1
  else if (sideU <= 0 && uw >= 0 && ub <= 0) s = uw / (uw - ub)
  else if (vc >= 0 && uc <= vc) t = 1
  else if (sideV <= 0 && vw >= 0 && vc <= 0) t = vw / (vw - vc)
  else if (sideW <= 0 && vb - ub >= 0 && uc - vc >= 0) {
    t = (vb - ub) / (vb - ub + (uc - vc))
    s = 1 - t
  } else {
    const scale = 1 / (sideU + sideV + sideW)
    s = sideV * scale
    t = sideU * scale
  }
  let cx = ax + s * ux + t * vx
  let cy = ay + s * uy + t * vy
  let cz = az + s * uz + t * vz
  let square = (px - cx) * (px - cx) + (py - cy) * (py - cy) + (pz - cz) * (pz - cz)

  // walls: beside one, a point sees the place at its own height, if the wall is that high there
  const turn = ux * vy - uy * vx
  const height = turn * wz - (uz * vy - uy * vz) * wx - (ux * vz - uz * vx) * wy
  let isInside = turn > 0 ? height <= 0 : height >= 0
  for (let k = 9; k < 18; k += 3) {
    const next = k < 15 ? k + 3 : 9
    const x = corner[k]
    const y = corner[k + 1]
    const ex = corner[next] - x
    const ey = corner[next + 1] - y
    const dx = px - x
    const dy = py - y
    const beyond = ex * dy - ey * dx
    if (turn > 0 ? beyond >= 0 : beyond <= 0) continue
    isInside = false
    const along = Math.max(0, Math.min(1, (dx * ex + dy * ey) / (ex * ex + ey * ey)))
    if (pz > corner[k + 2] + along * (corner[next + 2] - corner[k + 2])) continue
    const gx = x + along * ex
    const gy = y + along * ey
    const gap = (px - gx) * (px - gx) + (py - gy) * (py - gy)
    if (gap >= square) continue
    square = gap
    cx = gx
    cy = gy
    cz = pz
  }
  if (isInside) return false
  closest[0] = cx
  closest[1] = cy
  closest[2] = cz
  closest[SQUARE] = square
  return true
}
