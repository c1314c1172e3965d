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

/** With sides u = b − a, v = c − a and n = u × v, the centre is a + (|u|² v × n + |v|² n × u) / 2|n|². */
function circumcentre(out: Float64Array, o: number, x: Float64Array, a: number, b: number, c: number): void {
  const ux = x[b] - x[a]
  const uy = x[b + 1] - x[a + 1]
  const uz = x[b + 2] - x[a + 2]
  const vx = x[c] - x[a]
  const vy = x[c + 1] - x[a + 1]
  const vz = x[c + 2] - x[a + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const uu = ux * ux + uy * uy + uz * uz
  const vv = vx * vx + vy * vy + vz * vz
  const nn = nx * nx + ny * ny + nz * nz
  const s = 1 / (2 * nn)
  out[o] = x[a] + s * (uu * (vy * nz - vz * ny) + vv * (ny * uz - nz * uy))
  out[o + 1] = x[a + 1] + s * (uu * (vz * nx - vx * nz) + vv * (nz * ux - nx * uz))
  out[o + 2] = x[a + 2] + s * (uu * (vx * ny - vy * nx) + vv * (nx * uy - ny * ux))
}
