import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import { ALONG, Edges, edgesOf, Faces, Feature, facesOf, featureOf, PARALLEL, polygonOf } from './contactFeatures.ts'
import { ContactPatch, cutPatch, MAX_CORNERS, writePatch } from './contactPatch.ts'
import type { ConvexResult } from './convexResult.ts'
import { type ConvexShape, ShapeType } from './convexShape.ts'
import { meshManifold } from './meshManifold.ts'
import { farthestPair, largeQuadrilateral } from './polygonClip.ts'

/**
 * The contact manifold of shapes with flat parts. Penetration depth gives one point, although two faces, or an edge and
 * a face, touch in a whole polygon or line. The corners of the last triangle of EPA say which faces and edges are
 * there: if two of them are parallel, one is clipped by the other, and up to four corners of what is left become
 * witnesses. This file has boxes and cylinders, `meshManifold.ts` pairs with a mesh.
 */

/** Registers of this file. */
class ManifoldRegisters {
  /** Features of both shapes that touch, the faces that meet there, and the edges of one of the shapes. */
  readonly feature1: Feature = new Feature()
  readonly feature2: Feature = new Feature()
  readonly faces1: Faces = new Faces()
  readonly faces2: Faces = new Faces()
  readonly edges: Edges = new Edges()
  readonly patch: ContactPatch = new ContactPatch()
  /** Directions from each shape to the other. */
  readonly outward1: Float64Array = new Float64Array(3)
  readonly outward2: Float64Array = new Float64Array(3)
}

const registers = new ManifoldRegisters()
const { feature1, feature2, faces1, faces2, edges, patch, outward1, outward2 } = registers
const { face, normal, through, subject, subjectNormal, corner } = patch

/**
 * Spreads the one witness pair of an overlap over the faces or edges that touch there: up to four witnesses, in place
 * of the one. Leaves it as it is where nothing flat touches. For shapes without margin that are cylinders, boxes or
 * meshes.
 */
export function manifold(m: Model, shape1: ConvexShape, shape2: ConvexShape, p: ConvexResult): void {
  if (!p.hasFace) return
  featureOf(feature1, p.feature1, p.corner1)
  featureOf(feature2, p.feature2, p.corner2)

  // in overlap the first witness lies beyond the second, seen from the first shape
  let square = 0
  for (let k = 0; k < 3; k++) {
    const delta = p.x1[k] - p.x2[k]
    outward1[k] = delta
    square += delta * delta
  }
  const scale = square < MINVAL * MINVAL ? 0 : 1 / Math.sqrt(square)
  for (let k = 0; k < 3; k++) {
    outward1[k] *= scale
    outward2[k] = -outward1[k]
  }
  if (shape1.type === ShapeType.mesh || shape2.type === ShapeType.mesh) {
    meshManifold(m, shape1, shape2, p, registers)
    return
  }
  facesOf(faces1, m, shape1, feature1, outward1)
  facesOf(faces2, m, shape2, feature2, outward2)

  if (matchFaces(m, shape1, shape2)) keepCorners(p, false, false)
  else if (feature1.dim < 3 && feature1.dim <= feature2.dim) {
    if (matchEdge(m, shape1, feature1, shape2, faces2, p, -1)) keepCorners(p, true, true)
  } else if (feature2.dim < 3) {
    if (matchEdge(m, shape2, feature2, shape1, faces1, p, 1)) keepCorners(p, true, false)
  }
}

/** The first two faces that lie on each other: the one of the first shape clips that of the second. */
function matchFaces(m: Model, shape1: ConvexShape, shape2: ConvexShape): boolean {
  const a = faces1.normal
  const b = faces2.normal
  for (let i = 0; i < 3 * faces1.count; i += 3)
    for (let j = 0; j < 3 * faces2.count; j += 3) {
      if (!(a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] < -PARALLEL)) continue
      polygonOf(face, m, shape1, faces1.id[i / 3])
      polygonOf(subject, m, shape2, faces2.id[j / 3])
      for (let k = 0; k < 3; k++) {
        normal[k] = a[i + k]
        subjectNormal[k] = b[j + k]
      }
      return true
    }
  return false
}

/**
 * The first edge that lies along a face which looks toward the other shape.
 * @param sign 1: the face belongs to the first shape, -1: to the second
 */
function matchEdge(
  m: Model,
  edgy: ConvexShape,
  feature: Feature,
  flat: ConvexShape,
  faces: Faces,
  p: ConvexResult,
  sign: number,
): boolean {
  if (faces.count === 0) return false
  edgesOf(edges, m, edgy, feature)
  const n = faces.normal
  const e = edges.direction
  for (let i = 0; i < 3 * faces.count; i += 3) {
    let facing = 0
    for (let k = 0; k < 3; k++) facing += n[i + k] * (p.x1[k] - p.x2[k])
    if (!(sign * facing > MINVAL)) continue
    for (let j = 0; j < 3 * edges.count; j += 3) {
      if (!(Math.abs(e[j] * n[i] + e[j + 1] * n[i + 1] + e[j + 2] * n[i + 2]) < ALONG)) continue
      polygonOf(face, m, flat, faces.id[i / 3])
      for (let k = 0; k < 3; k++) {
        normal[k] = n[i + k]
        subject.point[k] = feature.point[k]
        subject.point[3 + k] = edges.end[j + k]
      }
      subject.count = 2
      return true
    }
  }
  return false
}

/**
 * Clips the subject and makes witnesses of what is behind the face; none: the one of before stays.
 * @param isEdge whether the subject is an edge
 * @param isFirst whether the subject belongs to the first shape
 */
function keepCorners(p: ConvexResult, isEdge: boolean, isFirst: boolean): void {
  for (let k = 0; k < 3; k++) through[k] = face.point[k]
  cutPatch(patch)
  let { count } = subject
  const { point } = subject
  if (count === 0) return
  for (let k = 0; k < MAX_CORNERS; k++) corner[k] = k
  if (isEdge && count > 2) {
    farthestPair(point, count, corner)
    count = 2
  } else if (count > MAX_CORNERS) {
    largeQuadrilateral(point, count, corner, false)
    count = MAX_CORNERS
  }
  writePatch(p, patch, count, isEdge, isFirst)
}
