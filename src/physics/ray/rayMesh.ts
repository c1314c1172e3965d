import type { Model } from '../../core/model/model.ts'
import { localRay, normalToWorld, toLocal, X } from './localRay.ts'
import { meetsBox } from './rayPrimitive.ts'
import { aimRay, rayTriangle, triangle } from './rayTriangle.ts'

/**
 * A ray against the triangles of a mesh: those of its file, not those of its convex hull. The bounding volume hierarchy
 * is traversed from near to far, so that few triangles are tested. Boxes are tested by slabs (T. L. Kay, J. T. Kajiya,
 * "Ray tracing complex scenes", SIGGRAPH 1986, https://doi.org/10.1145/15886.15916).
 */

/** Boxes enclose vertices in double precision, triangles have vertices in single precision. */
const SLACK = 2 ** -22

/** Stands for 1 / 0: a ray that does not move along an axis is between two bounds always or never. */
const HUGE = 1e250

/**
 * Nodes that wait at most: the halves of 2³¹ triangles are single ones after 31 levels, each leaves one node waiting.
 */
const STACK_SIZE = 64

/** Registers of this file. */
class MeshRegisters {
  /** Nodes that wait, and how far along the ray their boxes start. */
  readonly stack: Int32Array = new Int32Array(STACK_SIZE)
  readonly entry: Float64Array = new Float64Array(STACK_SIZE)
  /** 1 / v */
  readonly inverse: Float64Array = new Float64Array(3)
  /** [0]: where the ray enters the box that was tested last. */
  readonly near: Float64Array = new Float64Array(1)
}

const registers = new MeshRegisters()
const { stack, entry, inverse, near } = registers
const { p, v, hit } = localRay
const { corner } = triangle

/**
 * The first point of `localRay` on a mesh, to its `hit`.
 * @param i which of the geoms, or sites, whose poses and sizes are in the arrays; the size is that of the bounding box
 */
export function rayMesh(
  m: Model,
  mesh: number,
  xpos: Float64Array,
  xmat: Float64Array,
  size: Float64Array,
  i: number,
): void {
  hit[X] = -1
  toLocal(xpos, xmat, i)
  if (!meetsBox(size, 3 * i)) return
  aimRay()

  const { bvh_child, bvh_nodeid, bvh_aabb, mesh_face, mesh_vert } = m
  const first = m.mesh_bvhadr[mesh]
  const vertex = 3 * m.mesh_vertadr[mesh]
  const face = 3 * m.mesh_faceadr[mesh]
  if (first < 0) return
  for (let k = 0; k < 3; k++) inverse[k] = Math.abs(v[k]) * HUGE > 1 ? 1 / v[k] : HUGE
  let waiting = 0
  let node = first
  if (!enters(bvh_aabb, 6 * node)) return
  for (;;) {
    const leaf = bvh_nodeid[node]
    if (leaf >= 0) {
      // a triangle
      const f = face + 3 * leaf
      const a = vertex + 3 * mesh_face[f]
      const b = vertex + 3 * mesh_face[f + 1]
      const c = vertex + 3 * mesh_face[f + 2]
      for (let k = 0; k < 3; k++) {
        corner[k] = mesh_vert[a + k]
        corner[3 + k] = mesh_vert[b + k]
        corner[6 + k] = mesh_vert[c + k]
      }
      rayTriangle()
    } else {
      // both children: go on with the one that the ray enters first, the other waits
      let nearer = first + bvh_child[2 * node]
      let farther = first + bvh_child[2 * node + 1]
      let nearerHit = enters(bvh_aabb, 6 * nearer)
      let nearerAt = near[0]
      let fartherHit = enters(bvh_aabb, 6 * farther)
      let fartherAt = near[0]
      if (fartherHit && (!nearerHit || fartherAt < nearerAt)) {
        const swapped = nearer
        nearer = farther
        farther = swapped
        const at = nearerAt
        nearerAt = fartherAt
        fartherAt = at
        fartherHit = nearerHit
        nearerHit = true
      }
      const best = hit[X]
      if (fartherHit && (best < 0 || fartherAt <= best)) {
        entry[waiting] = fartherAt
        stack[waiting++] = farther
      }
      if (nearerHit && (best < 0 || nearerAt <= best)) {
        node = nearer
        continue
      }
    }
    // the next node that waits and is nearer than the hit so far
    const best = hit[X]
    do waiting--
    while (waiting >= 0 && best >= 0 && entry[waiting] > best)
    if (waiting < 0) break
    node = stack[waiting]
  }
  if (hit[X] >= 0) normalToWorld(xmat, i)
}

/** Whether the ray passes through a box, a little enlarged; near[0] is where it gets in, 0 when it starts there. */
function enters(aabb: Float64Array, at: number): boolean {
  const cx = aabb[at]
  const cy = aabb[at + 1]
  const cz = aabb[at + 2]
  const hx = aabb[at + 3]
  const hy = aabb[at + 4]
  const hz = aabb[at + 5]
  const x = (cx - p[0]) * inverse[0]
  const y = (cy - p[1]) * inverse[1]
  const z = (cz - p[2]) * inverse[2]
  const dx = Math.abs((hx + SLACK * (hx + Math.abs(cx))) * inverse[0])
  const dy = Math.abs((hy + SLACK * (hy + Math.abs(cy))) * inverse[1])
  const dz = Math.abs((hz + SLACK * (hz + Math.abs(cz))) * inverse[2])
  const start = Math.max(x - dx, y - dy, z - dz, 0)
  near[0] = start
  return start <= Math.min(x + dx, y + dy, z + dz)
}
