import { circumcenter } from '../../../core/math/triangle.ts'
import { VolumeTree } from '../geometry/bvhBuilder.ts'

/**
 * The bounding volume hierarchy over the triangles of a mesh, which are sorted by the centers of their circumcircles.
 */
export function faceTree(vertex: Float64Array, face: Int32Array): VolumeTree {
  const count = face.length / 3
  const bounds = new Float64Array(6 * count)
  const position = new Float64Array(3 * count)
  for (let i = 0; i < count; i++) {
    const a = 3 * face[3 * i]
    const b = 3 * face[3 * i + 1]
    const c = 3 * face[3 * i + 2]
    for (let k = 0; k < 3; k++) {
      const low = Math.min(vertex[a + k], vertex[b + k], vertex[c + k])
      const high = Math.max(vertex[a + k], vertex[b + k], vertex[c + k])
      // by center and half side, which round: so has the reference them
      const center = 0.5 * (low + high)
      const half = 0.5 * (high - low)
      bounds[6 * i + k] = center - half
      bounds[6 * i + 3 + k] = center + half
    }
    if (circumcenter(position, 3 * i, vertex, a, b, c)) {
      for (let k = 0; k < 3; k++) position[3 * i + k] = vertex[c + k] + position[3 * i + k]
    } else {
      // every triangle must be somewhere
      for (let k = 0; k < 3; k++) position[3 * i + k] = (vertex[a + k] + vertex[b + k] + vertex[c + k]) / 3
    }
  }
  return new VolumeTree(bounds, position)
}
