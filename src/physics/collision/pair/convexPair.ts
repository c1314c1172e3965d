import type { Data } from '../../../core/data/data.ts'
import { cos, sin } from '../../../core/math/functions.ts'
import { mulMat3 } from '../../../core/math/mat3.ts'
import { quatToMat } from '../../../core/math/quat.ts'
import { copy3, normalize3, rotate } from '../../../core/math/vec3.ts'
import { DisableBit } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { contactFrame } from '../contact/contactFrame.ts'
import { areStillApart } from '../contact/separations.ts'
import { areApart } from '../convex/centerLineTest.ts'
import { convexQuery } from '../convex/convexQuery.ts'
import { ConvexResult } from '../convex/convexResult.ts'
import { ConvexShape, ShapeType, shapeOfGeom } from '../convex/convexShape.ts'
import { search } from '../convex/gjk.ts'
import { manifold } from '../convex/manifold.ts'
import { areApartAsRecorded, recordGap } from './measuredGap.ts'

/**
 * Contacts of convex geoms for which there is no formula: ellipsoids, cylinders and meshes with each other and with
 * the rest. Geoms with flat parts that touch get a contact at several corners of the common area: exactly, from the
 * features that touch, or, with a margin or a capsule, by tilting the geoms a little to all sides.
 */

/** Half the angle by which geoms are tilted against each other: cosine, and sine to both sides. */
const TILT = 0.5e-3
const TILT_COS = Float64Array.of(cos(TILT))
const TILT_SIN = Float64Array.of(-sin(TILT), sin(TILT))
/** Contacts closer together than this fraction of the smaller bounding radius are one. */
const SAME_CONTACT = 1e-3

/** Registers of this file. */
class ConvexPairRegisters {
  readonly shape1: ConvexShape = new ConvexShape()
  readonly shape2: ConvexShape = new ConvexShape()
  readonly result: ConvexResult = new ConvexResult()
  readonly overlapOnly: Float64Array = new Float64Array(1)
  /** The frame of the first contact: a normal and two axes across it. */
  readonly frame: Float64Array = new Float64Array(9)
  readonly noTangent: Float64Array = new Float64Array(3)
  /** A tilt as quaternion and matrix, and the lever on which it acts. */
  readonly quat: Float64Array = new Float64Array(4)
  readonly rotation: Float64Array = new Float64Array(9)
  readonly lever: Float64Array = new Float64Array(3)
}

const registers = new ConvexPairRegisters()
const { shape1, shape2, result, overlapOnly, frame, noTangent, quat, rotation, lever } = registers

/** Contacts of two convex geoms. */
export function convex(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { margin } = contacts
  if (areStillApart(m, d, g1, g2, contacts) || areApart(m, d, g1, g2, margin)) return
  shapeOfGeom(shape1, m, d, g1, margin)
  shapeOfGeom(shape2, m, d, g2, margin)
  if (areApartAsRecorded(m, shape1, shape2, contacts)) return
  convexQuery(result, shape1, shape2, m.opt, overlapOnly)
  if (result.count === 0 || !(result.dist[0] < 0)) {
    recordGap(m, shape1, shape2, search.direction, contacts)
    return
  }

  const several = (m.opt.disableflags & DisableBit.multiccd) === 0
  if (several && margin[0] === 0 && hasFlatParts(shape1) && hasFlatParts(shape2)) {
    manifold(m, shape1, shape2, result)
    addWitnesses(contacts)
    return
  }
  addWitnesses(contacts)
  if (several && !isRoundAllOver(shape1) && !isRoundAllOver(shape2)) tiltAround(m, d, g1, g2, contacts)
}

function hasFlatParts(shape: ConvexShape): boolean {
  return shape.type === ShapeType.box || shape.type === ShapeType.mesh || shape.type === ShapeType.cylinder
}

function isRoundAllOver(shape: ConvexShape): boolean {
  return shape.type === ShapeType.sphere || shape.type === ShapeType.ellipsoid
}

/** Appends the witness pairs of the result as contacts. */
function addWitnesses(contacts: ContactBuffer): void {
  const { dist, x1, x2 } = result
  for (let i = 0; i < result.count; i++) {
    const k = contacts.count++
    contacts.dist[k] = contacts.margin[0] + dist[i]
    for (let c = 0; c < 3; c++) {
      contacts.pos[3 * k + c] = 0.5 * (x1[3 * i + c] + x2[3 * i + c])
      contacts.normal[3 * k + c] = x1[3 * i + c] - x2[3 * i + c]
      contacts.tangent[3 * k + c] = 0
    }
    normalize3(contacts.normal, 3 * k)
  }
}

/**
 * Samples the area in which two geoms touch: tilts them against each other about the first contact, a little to all
 * four sides, and keeps where they touch then, with the distance of the first contact.
 */
function tiltAround(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { pos, normal } = contacts
  const first = contacts.count - 1
  const same = SAME_CONTACT * Math.min(m.geom_rbound[g1], m.geom_rbound[g2])
  copy3(frame, 0, normal, 3 * first)
  contactFrame(frame, 0, frame, noTangent, 0)
  for (let side = 0; side < 4; side++) {
    const sine = TILT_SIN[side & 1]
    const axis = side < 2 ? 3 : 6
    quat[0] = TILT_COS[0]
    quat[1] = frame[axis] * sine
    quat[2] = frame[axis + 1] * sine
    quat[3] = frame[axis + 2] * sine
    tilt(shape1, d, g1, pos, 3 * first)
    quat[1] = -quat[1]
    quat[2] = -quat[2]
    quat[3] = -quat[3]
    tilt(shape2, d, g2, pos, 3 * first)

    convexQuery(result, shape1, shape2, m.opt, overlapOnly)
    if (result.count === 0 || !(result.dist[0] < 0)) continue
    const added = contacts.count
    addWitnesses(contacts)
    contacts.dist[added] = contacts.dist[first]
    for (let i = first; i < added; i++) {
      const x = pos[3 * added] - pos[3 * i]
      const y = pos[3 * added + 1] - pos[3 * i + 1]
      const z = pos[3 * added + 2] - pos[3 * i + 2]
      if (!(Math.sqrt(x * x + y * y + z * z) > same)) {
        contacts.count = added
        break
      }
    }
  }
}

/** Rotates a shape by `quat` about a point, from the pose of its geom. */
function tilt(shape: ConvexShape, d: Data, geom: number, about: Float64Array, i: number): void {
  const { pos, mat } = shape
  const { geom_xpos, geom_xmat } = d
  quatToMat(rotation, 0, quat, 0)
  mulMat3(mat, 0, rotation, 0, geom_xmat, 9 * geom)
  // what the turn moves the point by is taken back: x − (R (p − x) − (p − x))
  for (let k = 0; k < 3; k++) lever[k] = about[i + k] - geom_xpos[3 * geom + k]
  rotate(pos, 0, rotation, 0, lever, 0)
  for (let k = 0; k < 3; k++) pos[k] = geom_xpos[3 * geom + k] - (pos[k] - lever[k])
}
