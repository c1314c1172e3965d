import type { Model } from '../../../core/model/model.ts'
import { type Faces, PARALLEL } from './contactFeatures.ts'
import { type ConvexShape, ShapeType } from './convexShape.ts'
import { facingWeight, type PolygonPlanes } from './polygonPlanes.ts'

/**
 * Pairs of faces of two shapes that lie on each other. Fine meshes have many of them where they touch; those that
 * promise the largest patches are found without clipping.
 */

/** Most pairs that are tried. */
const MOST = 6
/** The area of a face that is not a polygon of a mesh: larger than any, m². */
const LARGE = 1e300
/** How much the odd direction counts, to choose between equals. */
const ODD_SHARE = 1e-6

/** Registers: the pairs, the most promising first. */
class FacePairs {
  /** Which of the faces of the first shape, and of the second. */
  readonly first: Int32Array = new Int32Array(MOST)
  readonly second: Int32Array = new Int32Array(MOST)
  /** What a pair counts by how it looks along the contact normal. */
  readonly weight: Float64Array = new Float64Array(MOST)
  /** Sum of the normals along an odd direction. */
  readonly along: Float64Array = new Float64Array(MOST)
  readonly promise: Float64Array = new Float64Array(MOST)
}

export const pairs: FacePairs = new FacePairs()
const { first, second, weight, along, promise } = pairs

/**
 * Finds the pairs of parallel faces with the most promising patches. No patch is larger than the smaller face; and of a
 * face that is tilted by θ against the other, about a strip of the width d/θ is behind it, where they overlap by d.
 * @param dist [0]: signed distance of the shapes
 * @param odd a direction to choose between equals by
 * @returns how many there are
 */
export function promisingFaces(
  m: Model,
  shape1: ConvexShape,
  shape2: ConvexShape,
  faces1: Faces,
  faces2: Faces,
  outward1: Float64Array,
  outward2: Float64Array,
  dist: Float64Array,
  odd: Float64Array,
  { area }: PolygonPlanes,
): number {
  const a = faces1.normal
  const b = faces2.normal
  if (faces1.count === 1 && faces2.count === 1) {
    first[0] = 0
    second[0] = 0
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < -PARALLEL ? 1 : 0
  }
  if (!areParallel(faces1, faces2)) return 0
  const square = dist[0] * dist[0]
  const isMesh1 = shape1.type === ShapeType.mesh
  const isMesh2 = shape2.type === ShapeType.mesh
  const first1 = isMesh1 ? m.mesh_polyadr[shape1.mesh] : 0
  const first2 = isMesh2 ? m.mesh_polyadr[shape2.mesh] : 0
  let found = 0
  for (let i = 0; i < faces1.count; i++) {
    const p = 3 * i
    const weight1 = facingWeight(a, p, outward1)
    const area1 = isMesh1 ? area[first1 + faces1.id[i]] : LARGE
    for (let j = 0; j < faces2.count; j++) {
      const q = 3 * j
      const cosine = a[p] * b[q] + a[p + 1] * b[q + 1] + a[p + 2] * b[q + 2]
      if (!(cosine < -PARALLEL)) continue
      const w = weight1 * facingWeight(b, q, outward2)
      const area2 = isMesh2 ? area[first2 + faces2.id[j]] : LARGE
      const smaller = Math.min(area1, area2)
      const rise = smaller * (1 - cosine * cosine)
      const behind = rise > square ? Math.sqrt(square / rise) : 1
      const x = a[p] + b[q]
      const y = a[p + 1] + b[q + 1]
      const z = a[p + 2] + b[q + 2]
      const aside = x * odd[0] + y * odd[1] + z * odd[2]
      const value = w * smaller * behind * (1 + ODD_SHARE * aside)

      // into the sorted list, from which the last one falls out
      let k = found
      if (found < MOST) found++
      else if (promise[MOST - 1] >= value) continue
      else k = MOST - 1
      for (; k > 0 && promise[k - 1] < value; k--) {
        first[k] = first[k - 1]
        second[k] = second[k - 1]
        weight[k] = weight[k - 1]
        along[k] = along[k - 1]
        promise[k] = promise[k - 1]
      }
      first[k] = i
      second[k] = j
      weight[k] = w
      along[k] = aside
      promise[k] = value
    }
  }
  return found
}

/** Whether any faces that meet in the features lie on each other; those beside them only replace such. */
function areParallel(faces1: Faces, faces2: Faces): boolean {
  const a = faces1.normal
  const b = faces2.normal
  for (let p = 0; p < 3 * faces1.own; p += 3)
    for (let q = 0; q < 3 * faces2.own; q += 3)
      if (a[p] * b[q] + a[p + 1] * b[q + 1] + a[p + 2] * b[q + 2] < -PARALLEL) return true
  return false
}
