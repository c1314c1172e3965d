import { ObjType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import type { FieldResult } from './fields.ts'
import type { NumericArray, ReferenceModel } from './reference.ts'

/**
 * Bounding volume hierarchies of meshes. The reference sorts triangles by the centers of their circumcircles, in double
 * precision; where those of two triangles coincide, as in every symmetric mesh, or where a triangle has no area,
 * rounding alone decides which half a triangle goes to. So a tree is right when it is a tree over the triangles with
 * tight boxes, and its halves are those of the reference up to triangles that single precision cannot tell apart.
 */

/** Fields that are compared here as far as they are about meshes, and how many numbers a node has in them. */
export const VOLUME_FIELDS: Readonly<Record<string, number>> = { bvh_nodeid: 1, bvh_aabb: 6 }

/** Rounding of a coordinate to single precision, with room for what is computed from it. */
const SINGLE = 16 * 2 ** -23

/** Number of nodes that belong to bodies: they come first. */
export function bodyNodes({ body_bvhnum }: Model): number {
  let count = 0
  for (const n of body_bvhnum) count += n
  return count
}

/** Sizes that count nodes. */
export const NODE_COUNTS: ReadonlySet<string> = new Set(['nbvh', 'nbvhstatic'])

/** Number of nodes that belong to a tree; where the reference fuses bodies, it leaves others behind, at the end. */
export function usedNodes(reference: ReferenceModel): number {
  let count = 0
  for (const field of ['body_bvhnum', 'mesh_bvhnum']) for (const n of reference.array(field) ?? []) count += n
  return count
}

/** What the nodes of trees have of an array of the reference. */
export function withoutSpareNodes(field: string, theirs: NumericArray, reference: ReferenceModel): NumericArray {
  if (!field.startsWith('bvh_')) return theirs
  return theirs.subarray(0, (theirs.length / reference.size('nbvh')) * usedNodes(reference))
}

/** @param freeFaces meshes whose triangles may be numbered in another way in each engine */
export function compareVolumes(ours: Model, reference: ReferenceModel, freeFaces: ReadonlySet<number>): FieldResult[] {
  if (ours.nbvh !== usedNodes(reference) || ours.nmesh !== reference.size('nmesh')) return []
  const results: FieldResult[] = []
  const theirElements = reference.array('bvh_nodeid')!
  const theirBoxes = reference.array('bvh_aabb')!
  for (let id = 0; id < ours.nmesh; id++) {
    const tree = new MeshTree(ours, id)
    const wrong =
      tree.wrongBoxes() + (freeFaces.has(id) ? 0 : tree.differences(theirElements) + tree.otherBoxes(theirBoxes))
    const object = `mesh ${ours.names.name(ObjType.mesh, id) ?? `#${id}`}`
    results.push({
      field: 'bvh (mesh)',
      error: wrong,
      tolerance: 0,
      index: wrong === 0 ? -1 : 0,
      object,
      ours: wrong,
      theirs: 0,
    })
  }
  return results
}

/** Where a triangle is when it is sorted, and how well that is known. */
interface Center {
  readonly position: readonly number[]
  readonly uncertainty: number
}

class MeshTree {
  readonly #m: Model
  readonly #mesh: number
  readonly #first: number
  readonly #size: number

  constructor(m: Model, mesh: number) {
    this.#m = m
    this.#mesh = mesh
    this.#first = m.mesh_bvhadr[mesh]
    const half = m.bvh_aabb.subarray(6 * this.#first + 3, 6 * this.#first + 6)
    this.#size = Math.max(...half)
  }

  /** Number of nodes whose box is not the tight box of their triangles; all of them if triangles are missing. */
  wrongBoxes(): number {
    const { bvh_nodeid, bvh_child, bvh_aabb, mesh_bvhnum, mesh_facenum } = this.#m
    const first = this.#first
    const count = mesh_bvhnum[this.#mesh]
    const seen = new Uint8Array(mesh_facenum[this.#mesh])
    const tolerance = SINGLE * this.#size
    const bounds = new Float64Array(6 * count)
    let wrong = 0
    // children come after their parents
    for (let node = count - 1; node >= 0; node--) {
      const triangle = bvh_nodeid[first + node]
      if (triangle >= 0) {
        seen[triangle] = 1
        this.#triangleBounds(bounds, 6 * node, triangle)
      } else {
        const left = 6 * bvh_child[2 * (first + node)]
        const right = 6 * bvh_child[2 * (first + node) + 1]
        for (let k = 0; k < 3; k++) {
          bounds[6 * node + k] = Math.min(bounds[left + k], bounds[right + k])
          bounds[6 * node + 3 + k] = Math.max(bounds[left + 3 + k], bounds[right + 3 + k])
        }
      }
      for (let k = 0; k < 3; k++) {
        const center = bvh_aabb[6 * (first + node) + k]
        const half = bvh_aabb[6 * (first + node) + 3 + k]
        const low = Math.abs(center - half - bounds[6 * node + k])
        const high = Math.abs(center + half - bounds[6 * node + 3 + k])
        if (!(low <= tolerance && high <= tolerance)) wrong++
      }
    }
    return seen.every((times) => times === 1) ? wrong : count
  }

  #triangleBounds(bounds: Float64Array, at: number, triangle: number): void {
    const { mesh_face, mesh_faceadr, mesh_vert, mesh_vertadr } = this.#m
    const face = 3 * (mesh_faceadr[this.#mesh] + triangle)
    const vertex = 3 * mesh_vertadr[this.#mesh]
    for (let k = 0; k < 3; k++) {
      const a = mesh_vert[vertex + 3 * mesh_face[face] + k]
      const b = mesh_vert[vertex + 3 * mesh_face[face + 1] + k]
      const c = mesh_vert[vertex + 3 * mesh_face[face + 2] + k]
      bounds[at + k] = Math.min(a, b, c)
      bounds[at + 3 + k] = Math.max(a, b, c)
    }
  }

  /** Number of nodes whose left half is another than in the reference, without a reason. */
  differences(theirElements: NumericArray): number {
    const { bvh_nodeid, mesh_bvhnum } = this.#m
    const nodes = (ids: NumericArray): NumericArray => ids.subarray(this.#first, this.#first + mesh_bvhnum[this.#mesh])
    const others = nodes(theirElements)
    if (nodes(bvh_nodeid).every((element, i) => element === others[i])) return 0
    let different = 0
    const visit = (node: number): void => {
      const [left, right] = this.#children(node)
      if (left === undefined || right === undefined) return
      const ours = new Set(this.#elements(bvh_nodeid, left))
      const theirs = new Set(this.#elements(theirElements, left))
      const strangers = [...ours].filter((e) => !theirs.has(e)).concat([...theirs].filter((e) => !ours.has(e)))
      if (strangers.length === 0) {
        visit(left)
        visit(right)
      } else if (!this.#isTie(node, strangers)) different++
    }
    visit(0)
    return different
  }

  /** 1 if the box of the whole mesh is not that of the reference. */
  otherBoxes(theirs: NumericArray): number {
    const { bvh_aabb } = this.#m
    for (let i = 6 * this.#first; i < 6 * this.#first + 6; i++)
      if (!(Math.abs(bvh_aabb[i] - theirs[i]) <= 1e-9 * this.#size)) return 1
    return 0
  }

  #children(node: number): number[] {
    const at = 2 * (this.#first + node)
    return Array.from(this.#m.bvh_child.subarray(at, at + 2)).filter((child) => child >= 0)
  }

  #elements(nodeid: NumericArray, node: number, out: number[] = []): number[] {
    const element = nodeid[this.#first + node]
    if (element >= 0) out.push(element)
    for (const child of this.#children(node)) this.#elements(nodeid, child, out)
    return out
  }

  /** Whether triangles that went to different halves cannot be told apart along a side that may be the longest. */
  #isTie(node: number, strangers: readonly number[]): boolean {
    const at = 6 * (this.#first + node) + 3
    const half = this.#m.bvh_aabb.subarray(at, at + 3)
    const longest = Math.max(...half)
    const axes = [0, 1, 2].filter((k) => half[k] >= longest - SINGLE * this.#size)
    if (axes.length > 1) return true
    const [axis] = axes
    const centers = strangers.map((triangle) => this.#center(triangle))
    if (centers.some(({ uncertainty }) => !Number.isFinite(uncertainty))) return true
    const low = Math.max(...centers.map(({ position, uncertainty }) => position[axis] - uncertainty))
    const high = Math.min(...centers.map(({ position, uncertainty }) => position[axis] + uncertainty))
    return low <= high
  }

  #corners(triangle: number): (readonly number[])[] {
    const { mesh_face, mesh_faceadr, mesh_vert, mesh_vertadr } = this.#m
    const face = 3 * (mesh_faceadr[this.#mesh] + triangle)
    return [0, 1, 2].map((k) => {
      const v = 3 * (mesh_vertadr[this.#mesh] + mesh_face[face + k])
      return [mesh_vert[v], mesh_vert[v + 1], mesh_vert[v + 2]]
    })
  }

  /** Center of the circumcircle; a flat triangle has one that the least rounding throws far. */
  #center(triangle: number): Center {
    const [a, b, c] = this.#corners(triangle)
    const u = subtract(a, c)
    const v = subtract(b, c)
    const n = cross(u, v)
    const area = Math.hypot(...n)
    const side = Math.max(Math.hypot(...u), Math.hypot(...v), Math.hypot(...subtract(a, b)))
    const w = cross(
      v.map((x, k) => dot(u, u) * x - dot(v, v) * u[k]),
      n,
    )
    const position = w.map((x, k) => c[k] + x / (2 * area * area))
    // the height of the triangle over its longest side tells how rounding of the corners weighs
    const height = area / side
    const radius = Math.hypot(...subtract(position, c))
    return { position, uncertainty: SINGLE * this.#size * (1 + (radius + side) / height) }
  }
}

function subtract(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, k) => x - b[k])
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
