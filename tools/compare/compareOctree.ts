import type { Model } from '../../src/core/model/model.ts'
import type { NumericArray } from './reference.ts'

/**
 * Signed distances in octrees. Around sharp edges, where several triangles are equally close to a point, rounding
 * decides which of them the reference asks for the sign, and it is often wrong; corners in the middle of larger cells
 * then get means of right and wrong ones. So in meshes with sharp edges a distance may be smaller in size than ours, or
 * have the opposite sign, at some of the corners.
 */

/** Largest share of corners of a mesh that may be excused. */
const SHARE = 0.25
const ROUNDING = 1e-9

/** The distances of the reference, with ours in place of those that are excused. */
export function withoutWrongSigns(m: Model, theirs: NumericArray): NumericArray {
  const corrected = theirs.slice()
  if (theirs.length !== m.oct_coeff.length) return corrected
  for (let mesh = 0; mesh < m.nmesh; mesh++) {
    if (m.mesh_octnum[mesh] === 0 || !hasSharpEdge(m, mesh)) continue
    const from = 8 * m.mesh_octadr[mesh]
    const to = from + 8 * m.mesh_octnum[mesh]
    let excused = 0
    for (let i = from; i < to; i++) {
      const ours = m.oct_coeff[i]
      const smaller = Math.abs(theirs[i]) <= Math.abs(ours) * (1 + ROUNDING)
      if (!smaller || Math.abs(theirs[i] - ours) <= ROUNDING * Math.abs(ours)) continue
      corrected[i] = ours
      excused++
    }
    if (excused > SHARE * (to - from)) corrected.set(theirs.subarray(from, to), from)
  }
  return corrected
}

/** Whether the normals of two triangles that share a corner point away from each other. */
function hasSharpEdge(m: Model, mesh: number): boolean {
  const normals = new Map<string, number[][]>()
  for (let f = 0; f < m.mesh_facenum[mesh]; f++) {
    const [a, b, c] = [0, 1, 2].map((j) => {
      const vertex = m.mesh_vertadr[mesh] + m.mesh_face[3 * (m.mesh_faceadr[mesh] + f) + j]
      return Array.from(m.mesh_vert.subarray(3 * vertex, 3 * vertex + 3))
    }) as [number[], number[], number[]]
    const u = b.map((x, k) => x - a[k])
    const v = c.map((x, k) => x - a[k])
    const cross = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3])
    const length = Math.hypot(...cross) || 1
    const normal = cross.map((x) => x / length)
    for (const corner of [a, b, c]) {
      const others = normals.get(corner.join())
      if (others?.some((n) => n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2] < -ROUNDING)) return true
      if (others) others.push(normal)
      else normals.set(corner.join(), [normal])
    }
  }
  return false
}
