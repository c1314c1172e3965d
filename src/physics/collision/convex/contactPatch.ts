import type { ConvexResult } from './convexResult.ts'
import { clip, keepBehind, Polygon } from './polygonClip.ts'

/**
 * The piece of a face, or of an edge, of one shape that lies above and behind a face of the other: where two shapes
 * with flat parts touch.
 */

/** Most witnesses of a manifold. */
export const MAX_CORNERS = 4

/** Registers of a patch. */
export class ContactPatch {
  /** The face that clips, its unit normal, and a point of its plane. */
  readonly face: Polygon = new Polygon()
  readonly normal: Float64Array = new Float64Array(3)
  readonly through: Float64Array = new Float64Array(3)
  /** What is clipped by it: a face with its normal, or an edge. */
  readonly subject: Polygon = new Polygon()
  readonly subjectNormal: Float64Array = new Float64Array(3)
  /** Corners of the subject that become witnesses. */
  readonly corner: Int32Array = new Int32Array(MAX_CORNERS)
}

/** Clips the subject by the sides of the face, and keeps the corners that are behind it. */
export function cutPatch({ subject, face, normal, through }: ContactPatch): void {
  clip(subject, face, normal)
  keepBehind(subject, through, normal)
}

/**
 * Makes witnesses of `count` corners, each as deep as it lies behind the face.
 * @param isEdge whether the subject is an edge
 * @param isFirst whether the subject belongs to the first shape
 */
export function writePatch(
  p: ConvexResult,
  patch: ContactPatch,
  count: number,
  isEdge: boolean,
  isFirst: boolean,
): void {
  const { normal, through, subjectNormal, corner } = patch
  const { point } = patch.subject
  const { dist } = p
  const own = isFirst ? p.x1 : p.x2
  const other = isFirst ? p.x2 : p.x1
  for (let i = 0; i < count; i++) {
    const v = 3 * corner[i]
    let height = 0
    for (let k = 0; k < 3; k++) height += (point[v + k] - through[k]) * normal[k]
    const depth = Math.abs(height)
    dist[i] = height
    for (let k = 0; k < 3; k++) {
      own[3 * i + k] = point[v + k]
      // between faces the contact normal is that of the second one
      other[3 * i + k] = isEdge ? point[v + k] + depth * normal[k] : point[v + k] - depth * subjectNormal[k]
    }
  }
  p.count = count
}
