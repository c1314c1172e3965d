import type { Model } from '../../../core/model/model.ts'
import { ALONG, type Edges, edgesOf, type Faces, type Feature, facesOf, polygonOf } from './contactFeatures.ts'
import { type ContactPatch, cutPatch, MAX_CORNERS, writePatch } from './contactPatch.ts'
import type { ConvexResult } from './convexResult.ts'
import { type ConvexShape, ShapeType } from './convexShape.ts'
import { pairs, promisingFaces } from './facePairs.ts'
import { meshVertex } from './meshFeatures.ts'
import { farthestPair } from './polygonClip.ts'
import { facingWeight, polygonPlanes } from './polygonPlanes.ts'
import { spreadAround, spreadCorners } from './spreadCorners.ts'

/**
 * The contact manifold of a mesh with a mesh, a box or a cylinder. Of all pairs of faces that lie on each other where
 * the shapes touch, it takes the one with the largest patch; else, of all edges that lie along a face, the longest
 * piece. The choice is made by geometry alone: it does not depend on the order of vertices or polygons.
 */

/** A manifold may be less deep, or deeper, than the overlap by this share of it. */
const DEPTH_ERROR = 0.01
/** The chosen corners may be less deep than the deepest one by this share of its depth. */
const SHALLOWER = 1e-3
/** A patch that has this share of what the next pair of faces promises is large enough. */
const ENOUGH = 0.7
/** Patches whose merits differ by less than this share are equally good. */
const SAME = 1e-9
/** What the square of the spread of a patch counts besides its area: enough to choose between lines. */
const LENGTH = 1e-6
/** A direction in the frame of a shape along which no two corners of a common shape are equally far. */
const ODD = Float64Array.of(0.5377, 0.7741, 0.3343)

/** What the caller knows: features that touch and the directions to the other shape; and its registers. */
interface Touching {
  readonly feature1: Feature
  readonly feature2: Feature
  readonly faces1: Faces
  readonly faces2: Faces
  readonly edges: Edges
  readonly patch: ContactPatch
  readonly outward1: Float64Array
  readonly outward2: Float64Array
}

/** Registers: the witness of the overlap. */
const witness1 = new Float64Array(3)
const witness2 = new Float64Array(3)
/** A direction to choose between equals by, world frame. */
const odd = new Float64Array(3)
/** Of the patch that was measured last: its area, m², and the square of its spread, m². */
const size = new Float64Array(2)
const AREA = 0
const SPREAD = 1
/** How good the patch is that was measured last, and the best so far; and where each is along the odd direction. */
const merit = new Float64Array(4)
const LAST = 0
const BEST = 1
const LAST_ALONG = 2
const BEST_ALONG = 3

/** Spreads the one witness pair of an overlap, as `manifold.ts` does, where one of the shapes is a mesh. */
export function meshManifold(m: Model, shape1: ConvexShape, shape2: ConvexShape, p: ConvexResult, t: Touching): void {
  const { feature1, feature2, faces1, faces2, outward1, outward2 } = t
  if (shape1.type === ShapeType.mesh && m.mesh_polynum[shape1.mesh] === 0) return
  if (shape2.type === ShapeType.mesh && m.mesh_polynum[shape2.mesh] === 0) return
  facesOf(faces1, m, shape1, feature1, outward1)
  facesOf(faces2, m, shape2, feature2, outward2)
  const { mat } = shape2
  for (let k = 0; k < 3; k++) odd[k] = mat[3 * k] * ODD[0] + mat[3 * k + 1] * ODD[1] + mat[3 * k + 2] * ODD[2]

  if (largestFaces(m, shape1, shape2, t, p.dist)) keepCorners(p, t.patch, false, false)
  else if (feature1.dim < 3 && feature1.dim <= feature2.dim) {
    if (longestEdge(m, shape1, feature1, shape2, faces2, outward2, t)) keepCorners(p, t.patch, true, true)
  } else if (feature2.dim < 3) {
    if (longestEdge(m, shape2, feature2, shape1, faces1, outward1, t)) keepCorners(p, t.patch, true, false)
  }
}

/**
 * The two parallel faces with the largest patch, which is left in `patch`. Returns false where there are none, or where
 * none of several has more than a point in common.
 */
function largestFaces(m: Model, shape1: ConvexShape, shape2: ConvexShape, t: Touching, dist: Float64Array): boolean {
  const { faces1, faces2, outward1, outward2 } = t
  const found = promisingFaces(m, shape1, shape2, faces1, faces2, outward1, outward2, dist, odd, polygonPlanes.of(m))
  let best = -1
  let last = -1
  for (let k = 0; k < found; k++) {
    if (best >= 0 && merit[BEST] > ENOUGH * pairs.promise[k]) break
    cutFaces(m, shape1, shape2, t, k)
    if (found === 1) return true
    last = k
    measure(t.patch)
    merit[LAST] = pairs.weight[k] * (size[AREA] + LENGTH * size[SPREAD])
    merit[LAST_ALONG] = pairs.along[k]
    if (best >= 0 && !isBetter()) continue
    takeBest()
    best = k
  }
  if (best < 0) return false
  if (last !== best) cutFaces(m, shape1, shape2, t, best)
  return t.patch.subject.count > 1
}

/** Whether the last patch is better than the best so far; of equals, that along an odd direction. */
function isBetter(): boolean {
  if (merit[LAST] > merit[BEST] * (1 + SAME)) return true
  return merit[LAST] >= merit[BEST] * (1 - SAME) && merit[LAST_ALONG] > merit[BEST_ALONG]
}

function takeBest(): void {
  merit[BEST] = merit[LAST]
  merit[BEST_ALONG] = merit[LAST_ALONG]
}

/** Makes the patch of pair k of faces. */
function cutFaces(m: Model, shape1: ConvexShape, shape2: ConvexShape, t: Touching, k: number): void {
  const { faces2, patch } = t
  const j = pairs.second[k]
  takeFace(m, shape1, t.faces1, pairs.first[k], patch)
  polygonOf(patch.subject, m, shape2, faces2.id[j])
  for (let c = 0; c < 3; c++) patch.subjectNormal[c] = faces2.normal[3 * j + c]
  cutPatch(patch)
}

/** Takes a face as the one that clips. */
function takeFace(m: Model, shape: ConvexShape, faces: Faces, i: number, patch: ContactPatch): void {
  const { face, normal, through } = patch
  const id = faces.id[i]
  polygonOf(face, m, shape, id)
  for (let k = 0; k < 3; k++) normal[k] = faces.normal[3 * i + k]
  if (shape.type === ShapeType.mesh) {
    meshVertex(through, 0, shape, polygonPlanes.of(m).through[m.mesh_polyadr[shape.mesh] + id])
  } else for (let k = 0; k < 3; k++) through[k] = face.point[k]
}

/** Measures the subject of a patch: its area, and the square of its longest diagonal from the first corner. */
function measure({ subject }: ContactPatch): void {
  const { count, point } = subject
  let ax = 0
  let ay = 0
  let az = 0
  let spread = count === 0 ? -1 : 0
  for (let i = 1; i < count; i++) {
    const u = 3 * i
    const ux = point[u] - point[0]
    const uy = point[u + 1] - point[1]
    const uz = point[u + 2] - point[2]
    const square = ux * ux + uy * uy + uz * uz
    if (square > spread) spread = square
    if (i + 1 === count) break
    const vx = point[u + 3] - point[0]
    const vy = point[u + 4] - point[1]
    const vz = point[u + 5] - point[2]
    ax += uy * vz - uz * vy
    ay += uz * vx - ux * vz
    az += ux * vy - uy * vx
  }
  size[AREA] = 0.5 * Math.sqrt(ax * ax + ay * ay + az * az)
  size[SPREAD] = spread
}

/** The longest piece of an edge along a face. Returns false where no edge lies along one. */
function longestEdge(
  m: Model,
  edgy: ConvexShape,
  feature: Feature,
  flat: ConvexShape,
  faces: Faces,
  outward: Float64Array,
  t: Touching,
): boolean {
  const { edges } = t
  if (faces.count === 0) return false
  edgesOf(edges, m, edgy, feature)
  const n = faces.normal
  const e = edges.direction
  let best = -1
  let last = -1
  for (let i = 0; i < faces.count; i++) {
    const f = 3 * i
    const weight = facingWeight(n, f, outward)
    if (!(weight > 0)) continue
    let isTaken = false
    for (let j = 0; j < edges.count; j++) {
      const d = 3 * j
      if (!(Math.abs(e[d] * n[f] + e[d + 1] * n[f + 1] + e[d + 2] * n[f + 2]) < ALONG)) continue
      // no piece is longer than the edge
      if (best >= 0 && weight * squareOf(edges, feature, d) < (1 - SAME) * merit[BEST]) continue
      if (!isTaken) takeFace(m, flat, faces, i, t.patch)
      isTaken = true
      last = i * edges.count + j
      cutEdge(feature, edges, j, t.patch)
      measure(t.patch)
      merit[LAST] = weight * size[SPREAD]
      merit[LAST_ALONG] = e[d] * odd[0] + e[d + 1] * odd[1] + e[d + 2] * odd[2]
      if (best >= 0 && !isBetter()) continue
      takeBest()
      best = last
    }
  }
  if (best < 0) return false
  if (last === best) return true
  takeFace(m, flat, faces, Math.floor(best / edges.count), t.patch)
  cutEdge(feature, edges, best % edges.count, t.patch)
  return true
}

/** The square of the length of the edge whose end is at `d`. */
function squareOf({ end }: Edges, { point }: Feature, d: number): number {
  const x = end[d] - point[0]
  const y = end[d + 1] - point[1]
  const z = end[d + 2] - point[2]
  return x * x + y * y + z * z
}

/** Makes the patch of edge j and the face that was taken. */
function cutEdge(feature: Feature, { end }: Edges, j: number, patch: ContactPatch): void {
  const { subject } = patch
  for (let k = 0; k < 3; k++) {
    subject.point[k] = feature.point[k]
    subject.point[3 + k] = end[3 * j + k]
  }
  subject.count = 2
  cutPatch(patch)
}

/**
 * Makes witnesses of corners of the patch. The overlap is as deep as before: its witness is put in where the patch does
 * not reach it, and what seems deeper than it is only as deep.
 * @param isEdge whether the subject is an edge
 * @param isFirst whether the subject belongs to the first shape
 */
function keepCorners(p: ConvexResult, patch: ContactPatch, isEdge: boolean, isFirst: boolean): void {
  const { subject, corner } = patch
  let { count } = subject
  if (count === 0) return
  for (let k = 0; k < MAX_CORNERS; k++) corner[k] = k
  if (isEdge && count > 2) {
    farthestPair(subject.point, count, corner)
    count = 2
  } else if (count > MAX_CORNERS) {
    spreadCorners(subject.point, count, odd, corner)
    keepDeepest(patch)
    count = MAX_CORNERS
  }
  const { dist, x1, x2 } = p
  const overlap = dist[0]
  for (let k = 0; k < 3; k++) {
    witness1[k] = x1[k]
    witness2[k] = x2[k]
  }
  writePatch(p, patch, count, isEdge, isFirst)
  if (!p.isClose) return

  let deepest = 0
  for (let i = 0; i < count; i++) {
    if (dist[i] < (1 + DEPTH_ERROR) * overlap) dist[i] = overlap
    if (dist[i] < deepest) deepest = dist[i]
  }
  if (deepest <= (1 - DEPTH_ERROR) * overlap) return
  const place = count < MAX_CORNERS ? p.count++ : nearestToWitness(p)
  dist[place] = overlap
  for (let k = 0; k < 3; k++) {
    x1[3 * place + k] = witness1[k]
    x2[3 * place + k] = witness2[k]
  }
}

/** Puts the deepest corner of the subject in the place of the nearest chosen one, unless one is about as deep. */
function keepDeepest({ subject, corner, normal, through }: ContactPatch): void {
  const { count, point } = subject
  let least = 0
  let deepest = 0
  for (let i = 0; i < count; i++) {
    const height = heightOf(point, i, normal, through)
    if (height >= least) continue
    least = height
    deepest = i
  }
  for (let k = 0; k < MAX_CORNERS; k++)
    if (heightOf(point, corner[k], normal, through) <= (1 - SHALLOWER) * least) return
  let nearest = 0
  let shortest = Infinity
  for (let k = 0; k < MAX_CORNERS; k++) {
    const x = point[3 * corner[k]] - point[3 * deepest]
    const y = point[3 * corner[k] + 1] - point[3 * deepest + 1]
    const z = point[3 * corner[k] + 2] - point[3 * deepest + 2]
    const square = x * x + y * y + z * z
    if (square >= shortest) continue
    shortest = square
    nearest = k
  }
  corner[nearest] = deepest
  spreadAround(point, count, nearest, corner)
}

function heightOf(point: Float64Array, i: number, normal: Float64Array, through: Float64Array): number {
  const x = point[3 * i] - through[0]
  const y = point[3 * i + 1] - through[1]
  const z = point[3 * i + 2] - through[2]
  return x * normal[0] + y * normal[1] + z * normal[2]
}

/** The witness that is nearest to that of the overlap. */
function nearestToWitness({ count, x1, x2 }: ConvexResult): number {
  let least = Infinity
  let nearest = 0
  for (let i = 0; i < count; i++) {
    let square = 0
    for (let k = 0; k < 3; k++) {
      const delta = x1[3 * i + k] + x2[3 * i + k] - (witness1[k] + witness2[k])
      square += delta * delta
    }
    if (square >= least) continue
    least = square
    nearest = i
  }
  return nearest
}
