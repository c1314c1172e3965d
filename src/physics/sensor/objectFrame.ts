import type { Data } from '../../core/data/data.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

// V8: a constant of this module
const BODY: number = ObjType.body
const XBODY: number = ObjType.xbody
const GEOM: number = ObjType.geom
const SITE: number = ObjType.site

const noArray = new Float64Array(0)

/** Location of an object's frame in the arrays of a state: `pos[3 id …]`, `mat[9 id …]`, world frame. */
export class ObjectFrame {
  id = 0
  /** The body that carries the object. */
  body = 0
  pos: Float64Array = noArray
  mat: Float64Array = noArray
  /** Orientation in the frame of the body, `quat[4 id …]`; nothing for the frame of the body itself. */
  quat: Float64Array = noArray
}

/**
 * Finds the frame of an object: the inertial frame for `body`, the body frame for `xbody`. Objects other than geoms
 * and sites are cameras.
 */
export function locate(frame: ObjectFrame, m: Model, d: Data, type: number, id: number): void {
  frame.id = id
  if (type === SITE) {
    frame.body = m.site_bodyid[id]
    frame.pos = d.site_xpos
    frame.mat = d.site_xmat
    frame.quat = m.site_quat
  } else if (type === BODY) {
    frame.body = id
    frame.pos = d.xipos
    frame.mat = d.ximat
    frame.quat = m.body_iquat
  } else if (type === XBODY) {
    frame.body = id
    frame.pos = d.xpos
    frame.mat = d.xmat
    frame.quat = noArray
  } else if (type === GEOM) {
    frame.body = m.geom_bodyid[id]
    frame.pos = d.geom_xpos
    frame.mat = d.geom_xmat
    frame.quat = m.geom_quat
  } else {
    frame.body = m.cam_bodyid[id]
    frame.pos = d.cam_xpos
    frame.mat = d.cam_xmat
    frame.quat = m.cam_quat
  }
}
