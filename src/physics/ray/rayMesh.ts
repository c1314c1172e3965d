import type { Model } from '../../core/model/model.ts'
import { RAY_OUT, RAY_X, rayBox, turnNormal } from './rayPrimitive.ts'
import { aimRay, rayTriangle, TriangleRay } from './rayTriangle.ts'

/**
 * A ray against the triangles of a mesh: those of its file, not those of its convex hull. The hierarchy of boxes is walked
 * from near to far, so that only few triangles are looked at.
 */

const ray = new TriangleRay()
const box = new Float64Array(RAY_OUT)

/** No tree is deeper: the halves of 2³¹ triangles are single ones after 31 steps, and each step leaves one node waiting. */
const stack = new Int32Array(64)
/** How far along the ray the box of each waiting node starts. */
const entry = new Float64Array(64)

/** Boxes are those of vertices in double precision, triangles have vertices in single precision. */
const SLACK = 2 ** -22

/** Stands for 1 / 0: a ray that does not move along an axis is between two bounds always or never. */
const HUGE = 1e250

/** 1 / v */
const inverse = new Float64Array(3)
/** [0]: where the ray enters the box that was tested last. */
const near = new Float64Array(1)

/**
 * The first point of a ray on a mesh.
 * @param out x and normal, see `RAY_X`
 * @param mesh its number
 * @param pos, mat, size of the geom, each at an offset; size is that of the box around its center
 */
export function rayMeshShape(
  out: Float64Array,
  m: Model,
  mesh: number,
  pos: Float64Array,
  i: number,
  mat: Float64Array,
  r: number,
  size: Float64Array,
  s: number,
  pnt: Float64Array,
  vec: Float64Array,
): void {
  const { p, v, corner } = ray
  toLocal(p, v, pos, i, mat, r, pnt, vec)
  out[RAY_X] = -1
  rayBox(box, p, v, size, s)
  if (box[RAY_X] < 0) return
  aimRay(ray)

  const { bvh_child, bvh_nodeid, bvh_aabb, mesh_face, mesh_vert } = m
  const first = m.mesh_bvhadr[mesh]
  const vertex = 3 * m.mesh_vertadr[mesh]
  const face = 3 * m.mesh_faceadr[mesh]
  if (first < 0) return
  for (let k = 0; k < 3; k++) inverse[k] = Math.abs(v[k]) * HUGE > 1 ? 1 / v[k] : HUGE
  let waiting = 0
  let node = first
  if (!enters(bvh_aabb, 6 * node, p)) return
  for (;;) {
    const triangle = bvh_nodeid[node]
    if (triangle >= 0) {
      const f = face + 3 * triangle
      const a = vertex + 3 * mesh_face[f]
      const b = vertex + 3 * mesh_face[f + 1]
      const c = vertex + 3 * mesh_face[f + 2]
      for (let k = 0; k < 3; k++) {
        corner[k] = mesh_vert[a + k]
        corner[3 + k] = mesh_vert[b + k]
        corner[6 + k] = mesh_vert[c + k]
      }
      rayTriangle(out, ray)
    } else {
      let nearer = first + bvh_child[2 * node]
      let farther = first + bvh_child[2 * node + 1]
      let nearerHit = enters(bvh_aabb, 6 * nearer, p)
      let nearerAt = near[0]
      let fartherHit = enters(bvh_aabb, 6 * farther, p)
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
      const best = out[RAY_X]
      if (fartherHit && (best < 0 || fartherAt <= best)) {
        entry[waiting] = fartherAt
        stack[waiting++] = farther
      }
      if (nearerHit && (best < 0 || nearerAt <= best)) {
        node = nearer
        continue
      }
    }
    const best = out[RAY_X]
    do waiting--
    while (waiting >= 0 && best >= 0 && entry[waiting] > best)
    if (waiting < 0) break
    node = stack[waiting]
  }
  if (out[RAY_X] >= 0) turnNormal(out, mat, r)
}

/** Brings a ray into the frame of a geom. */
export function toLocal(
  p: Float64Array,
  v: Float64Array,
  pos: Float64Array,
  i: number,
  mat: Float64Array,
  r: number,
  pnt: Float64Array,
  vec: Float64Array,
): void {
  const dx = pnt[0] - pos[i]
  const dy = pnt[1] - pos[i + 1]
  const dz = pnt[2] - pos[i + 2]
  for (let k = 0; k < 3; k++) {
    p[k] = mat[r + k] * dx + mat[r + 3 + k] * dy + mat[r + 6 + k] * dz
    v[k] = mat[r + k] * vec[0] + mat[r + 3 + k] * vec[1] + mat[r + 6 + k] * vec[2]
  }
}

/** Whether the ray passes through a box, a little enlarged; near[0] is where it gets in, 0 when it starts there. */
function enters(aabb: Float64Array, at: number, p: Float64Array): boolean {
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
