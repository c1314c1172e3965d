import { acos } from '../../../core/math/functions.ts'
import type { VolumeTree } from '../geometry/bvhBuilder.ts'

/**
 * Signed distance of points to the triangles of a mesh, found through the boxes around them.
 *
 * The sign is that of (p − q)·n, where q is the closest point of the surface and n its normal there. On an edge
 * or a corner several triangles share q, and the normal is the mean of theirs, weighted by the angle that each of
 * them has at q: with it the sign is right at sharp edges too (Bærentzen and Aanæs 2005,
 * https://doi.org/10.1109/TVCG.2005.49).
 */

/** A point counts as outside when the cosine between the normal and the way to the point exceeds this. */
const OUTSIDE = 1e-12
/** Squared distances closer than this, in relation, are those of the same point of the surface. */
const SAME = 1e-9

/** How much farther than a known face the search begins: rounding must not exclude the face that is found first. */
const MARGIN = 1 + 1e-9

export class NearestFace {
  readonly #vertex: Float64Array
  readonly #face: Int32Array
  readonly #tree: VolumeTree
  /** Nodes that are still to be looked at, with the squared distances of their boxes. */
  readonly #stack: Int32Array
  readonly #reach: Float64Array
  /** The face that was nearest to the last point. Points come in clusters, so it is near the next one too. */
  #last = 0

  readonly #point = new Float64Array(3)
  /**
   * The closest point of a face, what part of the face it is (1, 2, 4: a corner, 8: an edge, 0: inside), its normal.
   */
  readonly #closest = new Float64Array(3)
  #part = 0
  readonly #normal = new Float64Array(3)

  constructor(vertex: Float64Array, face: Int32Array, tree: VolumeTree) {
    this.#vertex = vertex
    this.#face = face
    this.#tree = tree
    this.#stack = new Int32Array(tree.element.length + 1)
    this.#reach = new Float64Array(tree.element.length + 1)
  }

  /** Distance of a point to the surface, negative inside. */
  signedDistance(x: number, y: number, z: number): number {
    this.#point[0] = x
    this.#point[1] = y
    this.#point[2] = z
    const { child, element, aabb } = this.#tree
    const stack = this.#stack
    const reach = this.#reach
    // only boxes that are nearer than a face we know are opened
    let best = this.#faceDistance(this.#last) * MARGIN + Number.MIN_VALUE
    let nearest = this.#last
    let top = 0
    stack[0] = 0
    reach[top++] = boxDistance(aabb, 0, x, y, z)
    while (top > 0) {
      const node = stack[--top]
      if (reach[top] >= best) continue
      const face = element[node]
      if (face >= 0) {
        const distance = this.#faceDistance(face)
        if (distance >= best) continue
        best = distance
        nearest = face
      } else {
        const left = child[2 * node]
        const right = child[2 * node + 1]
        const toLeft = boxDistance(aabb, 6 * left, x, y, z)
        const toRight = boxDistance(aabb, 6 * right, x, y, z)
        const leftFirst = toLeft <= toRight
        stack[top] = leftFirst ? right : left
        reach[top++] = leftFirst ? toRight : toLeft
        stack[top] = leftFirst ? left : right
        reach[top++] = leftFirst ? toLeft : toRight
      }
    }
    this.#last = nearest
    const distance = Math.sqrt(best)
    return this.#isOutside(nearest, best) ? distance : -distance
  }

  #isOutside(nearest: number, squared: number): boolean {
    this.#faceDistance(nearest)
    const [x, y, z] = this.#point
    const dx = x - this.#closest[0]
    const dy = y - this.#closest[1]
    const dz = z - this.#closest[2]
    const n = new Float64Array(3)
    if (this.#part === 0) this.#addNormal(n, nearest, 1)
    else this.#addNormals(n, squared * (1 + SAME))
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    return dx * n[0] + dy * n[1] + dz * n[2] > OUTSIDE * Math.sqrt(squared) * length
  }

  /** Adds the normals of all faces within a distance, weighted by their angles. */
  #addNormals(n: Float64Array, squared: number): void {
    const { child, element, aabb } = this.#tree
    const [x, y, z] = this.#point
    const stack = this.#stack
    let top = 0
    stack[top++] = 0
    while (top > 0) {
      const node = stack[--top]
      if (boxDistance(aabb, 6 * node, x, y, z) > squared) continue
      const face = element[node]
      if (face < 0) {
        stack[top++] = child[2 * node + 1]
        stack[top++] = child[2 * node]
      } else if (this.#faceDistance(face) <= squared) this.#addNormal(n, face, this.#angle(face))
    }
  }

  /** Adds the unit normal of a face times a weight; faces without area have none. */
  #addNormal(out: Float64Array, face: number, weight: number): void {
    const v = this.#vertex
    const n = this.#normal
    const a = 3 * this.#face[3 * face]
    const b = 3 * this.#face[3 * face + 1]
    const c = 3 * this.#face[3 * face + 2]
    for (let k = 0; k < 3; k++) {
      const p = (k + 1) % 3
      const q = (k + 2) % 3
      n[k] = (v[b + p] - v[a + p]) * (v[c + q] - v[a + q]) - (v[b + q] - v[a + q]) * (v[c + p] - v[a + p])
    }
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    if (length > 0) for (let k = 0; k < 3; k++) out[k] += (weight * n[k]) / length
  }

  /** Angle of a face at the closest point that was found last. */
  #angle(face: number): number {
    if (this.#part === 8) return Math.PI
    if (this.#part === 0) return 2 * Math.PI
    const v = this.#vertex
    const at = this.#part >> 1
    const a = 3 * this.#face[3 * face + at]
    const b = 3 * this.#face[3 * face + ((at + 1) % 3)]
    const c = 3 * this.#face[3 * face + ((at + 2) % 3)]
    let uu = 0
    let uv = 0
    let vv = 0
    for (let k = 0; k < 3; k++) {
      const u = v[b + k] - v[a + k]
      const w = v[c + k] - v[a + k]
      uu += u * u
      uv += u * w
      vv += w * w
    }
    const cosine = uv / Math.sqrt(uu * vv)
    return cosine >= -1 && cosine <= 1 ? acos(cosine) : 0
  }

  /**
   * Squared distance of the point p to a triangle (a, b, c) with the closest point q = a + s (b − a) + t (c − a): where
   * p projects into the triangle that point, otherwise the closest point of its three edges.
   */
  #faceDistance(face: number): number {
    const v = this.#vertex
    const p = this.#point
    const a = 3 * this.#face[3 * face]
    const b = 3 * this.#face[3 * face + 1]
    const c = 3 * this.#face[3 * face + 2]
    const ax = v[a]
    const ay = v[a + 1]
    const az = v[a + 2]
    const abx = v[b] - ax
    const aby = v[b + 1] - ay
    const abz = v[b + 2] - az
    const acx = v[c] - ax
    const acy = v[c + 1] - ay
    const acz = v[c + 2] - az
    const apx = p[0] - ax
    const apy = p[1] - ay
    const apz = p[2] - az
    const abAb = abx * abx + aby * aby + abz * abz
    const abAc = abx * acx + aby * acy + abz * acz
    const acAc = acx * acx + acy * acy + acz * acz
    const abAp = abx * apx + aby * apy + abz * apz
    const acAp = acx * apx + acy * apy + acz * apz
    // (s, t) of the point of the plane, times the determinant
    const det = abAb * acAc - abAc * abAc
    const ps = acAc * abAp - abAc * acAp
    const pt = abAb * acAp - abAc * abAp
    let s = 0
    let t = 0
    if (ps > 0 && pt > 0 && ps + pt < det) {
      s = ps / det
      t = pt / det
      this.#part = 0
    } else {
      // along each edge the place of the closest point, and |q − p|² − |a − p|² there
      const onAb = clamp(abAp / abAb)
      const onAc = clamp(acAp / acAc)
      const onBc = clamp((acAp - abAp - abAc + abAb) / (abAb - 2 * abAc + acAc))
      const u = 1 - onBc
      const atAb = onAb * (onAb * abAb - 2 * abAp)
      const atAc = onAc * (onAc * acAc - 2 * acAp)
      const atBc = u * u * abAb + 2 * u * onBc * abAc + onBc * onBc * acAc - 2 * (u * abAp + onBc * acAp)
      if (atAb <= atAc && atAb <= atBc) s = onAb
      else if (atAc <= atBc) t = onAc
      else {
        s = u
        t = onBc
      }
      this.#part = s === 0 && t === 0 ? 1 : s === 1 ? 2 : t === 1 ? 4 : 8
    }
    const qx = ax + s * abx + t * acx
    const qy = ay + s * aby + t * acy
    const qz = az + s * abz + t * acz
    this.#closest[0] = qx
    this.#closest[1] = qy
    this.#closest[2] = qz
    const dx = p[0] - qx
    const dy = p[1] - qy
    const dz = p[2] - qz
    return dx * dx + dy * dy + dz * dz
  }
}

/** Squared distance of a point to a box, given by its center and half sides. */
function boxDistance(aabb: Float64Array, at: number, x: number, y: number, z: number): number {
  const dx = Math.abs(x - aabb[at]) - aabb[at + 3]
  const dy = Math.abs(y - aabb[at + 1]) - aabb[at + 4]
  const dz = Math.abs(z - aabb[at + 2]) - aabb[at + 5]
  let sum = 0
  if (dx > 0) sum += dx * dx
  if (dy > 0) sum += dy * dy
  if (dz > 0) sum += dz * dz
  return sum
}

/** x in [0, 1]; 0 for what is not a number, as on an edge without length. */
function clamp(x: number): number {
  return x > 0 ? Math.min(x, 1) : 0
}
