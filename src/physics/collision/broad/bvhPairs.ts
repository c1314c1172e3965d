import type { Data } from '../../../core/data/data.ts'
import { grow } from '../../../core/memory/grow.ts'
import type { Model } from '../../../core/model/model.ts'

/**
 * Traverses the bounding volume hierarchies of two bodies together and lists the pairs of leaves, that is of geoms,
 * whose boxes may overlap. A box is given in the inertial frame of its body. Two boxes are apart when one of the six
 * face normals separates them; edges are not tested, so that some pairs are listed that are apart.
 */
export class BvhPairs {
  /** Pairs of geoms, the one of the first body first. */
  count = 0
  geom1: Int32Array = new Int32Array(64)
  geom2: Int32Array = new Int32Array(64)

  /** Pairs of nodes that are still to be visited, counted from the roots. */
  #stack: Int32Array = new Int32Array(128)
  /** Frame of body 2 seen from body 1: rotation, then its absolute values, then translation. */
  readonly #pose = new Float64Array(21)
  /** [0] distance up to which boxes count as overlapping */
  readonly #margin = new Float64Array(1)

  /**
   * Lists the pairs.
   * @param margin [0]: boxes that are nearer to each other than this count as overlapping
   */
  find(m: Model, d: Data, body1: number, body2: number, margin: Float64Array): void {
    const { bvh_child, bvh_nodeid, body_bvhadr } = m
    const root1 = body_bvhadr[body1]
    const root2 = body_bvhadr[body2]
    this.count = 0
    this.#margin[0] = margin[0]
    relativePose(this.#pose, d, body1, body2)
    let stack = this.#stack
    stack[0] = 0
    stack[1] = 0
    let top = 2
    while (top > 0) {
      top -= 2
      const node1 = root1 + stack[top]
      const node2 = root2 + stack[top + 1]
      if (this.#areApart(m, node1, node2)) continue
      const isLeaf1 = bvh_nodeid[node1] >= 0
      const isLeaf2 = bvh_nodeid[node2] >= 0
      if (isLeaf1 && isLeaf2) {
        this.#list(bvh_nodeid[node1], bvh_nodeid[node2])
        continue
      }
      if (top + 4 > stack.length) stack = this.#stack = grow(stack, top + 4)
      if (isLeaf2 || (!isLeaf1 && isLarger(m, node1, node2))) {
        stack[top + 1] = stack[top + 3] = node2 - root2
        stack[top] = bvh_child[2 * node1 + 1]
        stack[top + 2] = bvh_child[2 * node1]
      } else {
        stack[top] = stack[top + 2] = node1 - root1
        stack[top + 1] = bvh_child[2 * node2 + 1]
        stack[top + 3] = bvh_child[2 * node2]
      }
      top += 4
    }
  }

  #list(g1: number, g2: number): void {
    const at = this.count
    this.geom1 = grow(this.geom1, at + 1)
    this.geom2 = grow(this.geom2, at + 1)
    this.geom1[at] = g1
    this.geom2[at] = g2
    this.count = at + 1
  }

  /** Whether a face normal of one of the boxes separates them. */
  #areApart(m: Model, node1: number, node2: number): boolean {
    const { bvh_aabb } = m
    const pose = this.#pose
    const a = 6 * node1
    const b = 6 * node2
    const h0 = bvh_aabb[a + 3]
    const h1 = bvh_aabb[a + 4]
    const h2 = bvh_aabb[a + 5]
    const k0 = bvh_aabb[b + 3]
    const k1 = bvh_aabb[b + 4]
    const k2 = bvh_aabb[b + 5]
    const c0 = bvh_aabb[b]
    const c1 = bvh_aabb[b + 1]
    const c2 = bvh_aabb[b + 2]
    // planes have sizes of 1e10, so that rounding matters
    const margin = this.#margin[0] + SLACK * (1 + h0 + h1 + h2 + k0 + k1 + k2)

    // from center to center, in frame 1
    const x = pose[18] + pose[0] * c0 + pose[1] * c1 + pose[2] * c2 - bvh_aabb[a]
    const y = pose[19] + pose[3] * c0 + pose[4] * c1 + pose[5] * c2 - bvh_aabb[a + 1]
    const z = pose[20] + pose[6] * c0 + pose[7] * c1 + pose[8] * c2 - bvh_aabb[a + 2]
    if (Math.abs(x) > h0 + pose[9] * k0 + pose[10] * k1 + pose[11] * k2 + margin) return true
    if (Math.abs(y) > h1 + pose[12] * k0 + pose[13] * k1 + pose[14] * k2 + margin) return true
    if (Math.abs(z) > h2 + pose[15] * k0 + pose[16] * k1 + pose[17] * k2 + margin) return true
    // the same in frame 2
    const u = pose[0] * x + pose[3] * y + pose[6] * z
    const v = pose[1] * x + pose[4] * y + pose[7] * z
    const w = pose[2] * x + pose[5] * y + pose[8] * z
    return (
      Math.abs(u) > k0 + pose[9] * h0 + pose[12] * h1 + pose[15] * h2 + margin ||
      Math.abs(v) > k1 + pose[10] * h0 + pose[13] * h1 + pose[16] * h2 + margin ||
      Math.abs(w) > k2 + pose[11] * h0 + pose[14] * h1 + pose[17] * h2 + margin
    )
  }
}

/** Rounding errors of the test, relative to the sizes of the boxes. */
const SLACK = 1e-14

/** Whether the box of the first node is the larger one, by the sum of its sides. */
function isLarger(m: Model, node1: number, node2: number): boolean {
  const { bvh_aabb } = m
  const a = 6 * node1 + 3
  const b = 6 * node2 + 3
  return bvh_aabb[a] + bvh_aabb[a + 1] + bvh_aabb[a + 2] > bvh_aabb[b] + bvh_aabb[b + 1] + bvh_aabb[b + 2]
}

/** The inertial frame of body 2 in that of body 1: R = R₁ᵀ R₂, |R|, R₁ᵀ (p₂ − p₁). */
function relativePose(out: Float64Array, d: Data, body1: number, body2: number): void {
  const { xipos, ximat } = d
  const a = 9 * body1
  const b = 9 * body2
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const r = ximat[a + i] * ximat[b + j] + ximat[a + 3 + i] * ximat[b + 3 + j] + ximat[a + 6 + i] * ximat[b + 6 + j]
      out[3 * i + j] = r
      out[9 + 3 * i + j] = Math.abs(r)
    }
  }
  const dx = xipos[3 * body2] - xipos[3 * body1]
  const dy = xipos[3 * body2 + 1] - xipos[3 * body1 + 1]
  const dz = xipos[3 * body2 + 2] - xipos[3 * body1 + 2]
  for (let i = 0; i < 3; i++) out[18 + i] = ximat[a + i] * dx + ximat[a + 3 + i] * dy + ximat[a + 6 + i] * dz
}
