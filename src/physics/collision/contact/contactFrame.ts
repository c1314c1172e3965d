import { MINVAL } from '../../../core/math/constants.ts'

/** Shorter normals are no normals, and shorter tangents no proposals, as in the reference. */
const MIN_LENGTH = 0.5

/**
 * Makes a frame of a normal and a proposed first tangent, as rows (n, t, n × t). Without a proposal the tangent lies
 * near the y axis, or near the z axis where the normal is close to y. A normal must have about unit length: if not,
 * returns false.
 */
export function contactFrame(
  out: Float64Array,
  o: number,
  normal: Float64Array,
  tangent: Float64Array,
  i: number,
): boolean {
  let nx = normal[i]
  let ny = normal[i + 1]
  let nz = normal[i + 2]
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (!(length >= MIN_LENGTH)) return false
  let scale = 1 / length
  nx *= scale
  ny *= scale
  nz *= scale

  let tx = tangent[i]
  let ty = tangent[i + 1]
  let tz = tangent[i + 2]
  if (tx * tx + ty * ty + tz * tz < MIN_LENGTH * MIN_LENGTH) {
    const alongY = ny > -0.5 && ny < 0.5
    tx = 0
    ty = alongY ? 1 : 0
    tz = alongY ? 0 : 1
  }
  const along = nx * tx + ny * ty + nz * tz
  tx -= nx * along
  ty -= ny * along
  tz -= nz * along
  const rest = Math.sqrt(tx * tx + ty * ty + tz * tz)
  if (rest < MINVAL) {
    tx = 1
    ty = 0
    tz = 0
  } else {
    scale = 1 / rest
    tx *= scale
    ty *= scale
    tz *= scale
  }

  out[o] = nx
  out[o + 1] = ny
  out[o + 2] = nz
  out[o + 3] = tx
  out[o + 4] = ty
  out[o + 5] = tz
  out[o + 6] = ny * tz - nz * ty
  out[o + 7] = nz * tx - nx * tz
  out[o + 8] = nx * ty - ny * tx
  return true
}
