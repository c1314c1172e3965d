import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { LEAST_GAP, RECORDED_REACH, VERTEX1, VERTEX2 } from '../contact/separations.ts'
import { type ConvexShape, ShapeType } from '../convex/convexShape.ts'
import { support } from '../convex/support.ts'

/** The gap between two convex shapes along a direction, for the records of `contact/separations.ts`. */

/** Registers of this file. */
class GapRegisters {
  /** The direction from the first shape to the second, and its opposite. */
  readonly direction: Float64Array = new Float64Array(6)
  /** The points that lie farthest in these directions. */
  readonly end: Float64Array = new Float64Array(6)
}

const registers = new GapRegisters()
const { direction, end } = registers

/** Whether two shapes are apart along the recorded direction as they are now. If so, the record is brought up to date. */
export function areApartAsRecorded(
  m: Model,
  shape1: ConvexShape,
  shape2: ConvexShape,
  contacts: ContactBuffer,
): boolean {
  const { separations: record, separation: o } = contacts
  if (o < 0 || record[o + RECORDED_REACH] === Infinity) return false
  const { mat } = shape1
  const x = record[o]
  const y = record[o + 1]
  const z = record[o + 2]
  for (let k = 0; k < 3; k++) direction[k] = mat[3 * k] * x + mat[3 * k + 1] * y + mat[3 * k + 2] * z
  if (shape1.type === ShapeType.mesh) shape1.vertex = record[o + VERTEX1]
  if (shape2.type === ShapeType.mesh) shape2.vertex = record[o + VERTEX2]
  const isApart = measureGap(m, shape1, shape2, record, o)
  // queries start as if there were no record
  shape1.vertex = -1
  shape2.vertex = -1
  return isApart
}

/** Records the gap between two shapes along a direction, a unit vector from the first to the second, if there is one. */
export function recordGap(
  m: Model,
  shape1: ConvexShape,
  shape2: ConvexShape,
  toward: Float64Array,
  contacts: ContactBuffer,
): void {
  const { separations: record, separation: o } = contacts
  if (o < 0) return
  for (let k = 0; k < 3; k++) direction[k] = toward[k]
  if (!measureGap(m, shape1, shape2, record, o)) return
  const { mat } = shape1
  for (let k = 0; k < 3; k++) record[o + k] = mat[k] * toward[0] + mat[3 + k] * toward[1] + mat[6 + k] * toward[2]
}

/** Measures the gap along `direction`. Records all but the direction itself if there is one. */
function measureGap(m: Model, shape1: ConvexShape, shape2: ConvexShape, record: Float64Array, o: number): boolean {
  const { pos, margin, mat } = shape2
  const from = shape1.pos
  const x = direction[0]
  const y = direction[1]
  const z = direction[2]
  direction[3] = -x
  direction[4] = -y
  direction[5] = -z
  support(shape1, direction, 0, end, 0)
  support(shape2, direction, 3, end, 3)
  const gap = (end[3] - end[0]) * x + (end[4] - end[1]) * y + (end[5] - end[2]) * z
  if (!(gap > Math.max(LEAST_GAP, m.opt.ccd_tolerance))) return false
  // the shapes are inflated by half of the margin
  const between = (pos[0] - from[0]) * x + (pos[1] - from[1]) * y + (pos[2] - from[2]) * z
  record[o + RECORDED_REACH] = between - gap - margin[0]
  for (let k = 0; k < 3; k++) record[o + 3 + k] = -(mat[k] * x + mat[3 + k] * y + mat[6 + k] * z)
  record[o + VERTEX1] = shape1.vertex
  record[o + VERTEX2] = shape2.vertex
  return true
}
