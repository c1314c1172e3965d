import { VolumeTree } from '../compile/volumeTree.ts'

/** The bounding volume hierarchy over the triangles of a mesh, which are sorted by the centres of their circumcircles. */
export function faceTree(vertex: Float64Array, face: Int32Array): VolumeTree {
  const count = face.length / 3
  const bounds = new Float64Array(6 * count)
  const position = new Float64Array(3 * count)
  for (let i = 0; i < count; i++) {
    const a = 3 * face[3 * i]
    const b = 3 * face[3 * i + 1]
    const c = 3 * face[3 * i + 2]
    for (let k = 0; k < 3; k++) {
      bounds[6 * i + k] = Math.min(vertex[a + k], vertex[b + k], vertex[c + k])
      bounds[6 * i + 3 + k] = Math.max(vertex[a + k], vertex[b + k], vertex[c + k])
    }
    circumcentre(position, 3 * i, vertex, a, b, c)
  }
  return new VolumeTree(bounds, position)
}

/** Squared area of a triangle that has none; below it the division overflows. */
const TINY = 1e-150

/** With sides u = a − c, v = b − c and n = u × v, the centre is c + (|u|² v − |v|² u) × n / 2|n|². */
function circumcentre(out: Float64Array, o: number, x: Float64Array, a: number, b: number, c: number): void {
  const ux = x[a] - x[c]
  const uy = x[a + 1] - x[c + 1]
  const uz = x[a + 2] - x[c + 2]
  const vx = x[b] - x[c]
  const vy = x[b + 1] - x[c + 1]
  const vz = x[b + 2] - x[c + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const uu = ux * ux + uy * uy + uz * uz
  const vv = vx * vx + vy * vy + vz * vz
  const nn = nx * nx + ny * ny + nz * nz
  if (!(nn > TINY)) {
    // a triangle without area has no such centre, but every triangle must be somewhere
    for (let k = 0; k < 3; k++) out[o + k] = (x[a + k] + x[b + k] + x[c + k]) / 3
    return
  }
  const wx = uu * vx - vv * ux
  const wy = uu * vy - vv * uy
  const wz = uu * vz - vv * uz
  out[o] = x[c] + (wy * nz - wz * ny) / (2 * nn)
  out[o + 1] = x[c + 1] + (wz * nx - wx * nz) / (2 * nn)
  out[o + 2] = x[c + 2] + (wx * ny - wy * nx) / (2 * nn)
}
