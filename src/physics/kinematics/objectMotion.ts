import type { Data } from '../../core/data/data.ts'
import { copy3, rotateBack } from '../../core/math/vec3.ts'
import { checkRoom } from '../../core/model/argumentChecks.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

// V8: a constant of this module
const XBODY: number = ObjType.xbody
const GEOM: number = ObjType.geom
const SITE: number = ObjType.site
const CAMERA: number = ObjType.camera

/** Objects that have a frame. `body` means the inertial frame, `xbody` the body's own. */
export type FrameObject = (typeof ObjType)['body' | 'xbody' | 'geom' | 'site' | 'camera']

/**
 * Velocity (ω, v) of an object at its origin, in world axes or, if `local`, in its own. Zero for static objects.
 * MuJoCo: mj_objectVelocity.
 */
export function objectVelocity(
  m: Model,
  d: Data,
  out: Float64Array,
  type: FrameObject,
  id: number,
  local: boolean,
): void {
  checkRoom(out, 6, 'out')
  transport(m, d, type, id, d.cvel, out, local)
}

/**
 * Acceleration (angular, linear) of an object at its origin, including gravity: an object at rest has +g. Requires
 * `rnePostConstraint`.
 * MuJoCo: mj_objectAcceleration.
 */
export function objectAcceleration(
  m: Model,
  d: Data,
  out: Float64Array,
  type: FrameObject,
  id: number,
  local: boolean,
): void {
  checkRoom(out, 6, 'out')
  transport(m, d, type, id, d.cacc, out, local)
  transport(m, d, type, id, d.cvel, velocity, local)
  // centripetal acceleration of the point: ω × v
  out[3] += velocity[1] * velocity[5] - velocity[2] * velocity[4]
  out[4] += velocity[2] * velocity[3] - velocity[0] * velocity[5]
  out[5] += velocity[0] * velocity[4] - velocity[1] * velocity[3]
}

const velocity = new Float64Array(6)

/** Transports a body's motion vector from c to the object's origin: v' = v + ω × (p − c). */
function transport(
  m: Model,
  d: Data,
  type: FrameObject,
  id: number,
  motion: Float64Array,
  out: Float64Array,
  local: boolean,
): void {
  let body = id
  let pos = d.xipos
  let mat = d.ximat
  if (type === XBODY) {
    pos = d.xpos
    mat = d.xmat
  } else if (type === GEOM) {
    body = m.geom_bodyid[id]
    pos = d.geom_xpos
    mat = d.geom_xmat
  } else if (type === SITE) {
    body = m.site_bodyid[id]
    pos = d.site_xpos
    mat = d.site_xmat
  } else if (type === CAMERA) {
    body = m.cam_bodyid[id]
    pos = d.cam_xpos
    mat = d.cam_xmat
  }
  // undefined if there is no such object
  if (!(body >= 0 && body < m.nbody)) throw new RangeError(`object ${id} of type ${type} does not exist`)
  if (m.body_dofnum[m.body_weldid[body]] === 0) {
    out.fill(0, 0, 6)
    return
  }
  const c = 3 * m.body_rootid[body]
  const o = 6 * body
  const rx = pos[3 * id] - d.subtree_com[c]
  const ry = pos[3 * id + 1] - d.subtree_com[c + 1]
  const rz = pos[3 * id + 2] - d.subtree_com[c + 2]
  copy3(out, 0, motion, o)
  out[3] = motion[o + 3] + (motion[o + 1] * rz - motion[o + 2] * ry)
  out[4] = motion[o + 4] + (motion[o + 2] * rx - motion[o] * rz)
  out[5] = motion[o + 5] + (motion[o] * ry - motion[o + 1] * rx)
  if (local) {
    rotateBack(out, 0, mat, 9 * id, out, 0)
    rotateBack(out, 3, mat, 9 * id, out, 3)
  }
}
