import type { Data } from '../../core/data/data.ts'
import { sinCosInPlace } from '../../core/math/functions.ts'
import { copy4, mulQuat, normalize4, quatToMat, set4 } from '../../core/math/quat.ts'
import { copy3, set3 } from '../../core/math/vec3.ts'
import { JointType, SameFrame } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Forward kinematics: (qpos, mocap) → global poses of bodies, joints, inertial frames, geoms and sites.
 * MuJoCo: mj_kinematics.
 */
export function kinematics(m: Model, d: Data): void {
  const { nspan, span_body, span_geom, span_site, xipos, ximat, geom_xpos, geom_xmat, site_xpos, site_xmat } = d
  worldFrame(d)
  for (let s = 0; s < 2 * nspan; s += 2) {
    const body = span_body[s]
    const bodyEnd = span_body[s + 1]
    bodyFrames(m, d, body, bodyEnd)
    placeFrames(d, body, bodyEnd, null, m.body_sameframe, m.body_ipos, m.body_iquat, xipos, ximat)

    const geom = span_geom[s]
    const geomEnd = span_geom[s + 1]
    placeFrames(d, geom, geomEnd, m.geom_bodyid, m.geom_sameframe, m.geom_pos, m.geom_quat, geom_xpos, geom_xmat)

    const site = span_site[s]
    const siteEnd = span_site[s + 1]
    placeFrames(d, site, siteEnd, m.site_bodyid, m.site_sameframe, m.site_pos, m.site_quat, site_xpos, site_xmat)
  }
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

const half = new Float64Array(2)
const unit = new Float64Array(4)

/** Poses of the bodies [first, end) and of their joints, parents before children. The world's pose is constant. */
export function bodyFrames(m: Model, d: Data, first: number, end: number): void {
  const { body_parentid, body_jntnum, body_jntadr, body_mocapid } = m
  const { jnt_type, jnt_qposadr, jnt_pos, jnt_axis, qpos0 } = m
  const { qpos, xpos, xquat, xmat, xanchor, xaxis } = d

  for (let b = Math.max(1, first); b < end; b++) {
    const jointStart = body_jntadr[b]
    const jointEnd = jointStart + body_jntnum[b]
    const b3 = (3 * b) & INDEX
    const b4 = (4 * b) & INDEX

    if (jointEnd - jointStart === 1 && jnt_type[jointStart] === JointType.free) {
      // free joint: qpos is the global pose
      const adr = jnt_qposadr[jointStart] & INDEX
      copy3(xpos, b3, qpos, adr)
      copy4(xquat, b4, qpos, adr + 3)
      normalize4(xquat, b4)
      quatToMat(xmat, 9 * b, xquat, b4)
      copy3(xanchor, 3 * jointStart, qpos, adr)
      copy3(xaxis, 3 * jointStart, jnt_axis, 3 * jointStart)
      continue
    }

    // pose relative to the parent, from the model or from mocap
    let pos = m.body_pos
    let quat = m.body_quat
    let p3 = b3
    let p4 = b4
    const mocap = body_mocapid[b]
    if (mocap >= 0) {
      copy4(unit, 0, d.mocap_quat, 4 * mocap)
      normalize4(unit, 0)
      pos = d.mocap_pos
      quat = unit
      p3 = (3 * mocap) & INDEX
      p4 = 0
    }
    let x = pos[p3]
    let y = pos[p3 + 1]
    let z = pos[p3 + 2]
    let qw = quat[p4]
    let qx = quat[p4 + 1]
    let qy = quat[p4 + 2]
    let qz = quat[p4 + 3]

    // into the world frame; the quaternion stays in locals, since mulQuat makes kinematics 2 % slower here
    const parent = body_parentid[b]
    if (parent !== 0) {
      const R = (9 * parent) & INDEX
      const P = (3 * parent) & INDEX
      const Q = (4 * parent) & INDEX
      const px = x
      const py = y
      const pz = z
      x = xpos[P] + (xmat[R] * px + xmat[R + 1] * py + xmat[R + 2] * pz)
      y = xpos[P + 1] + (xmat[R + 3] * px + xmat[R + 4] * py + xmat[R + 5] * pz)
      z = xpos[P + 2] + (xmat[R + 6] * px + xmat[R + 7] * py + xmat[R + 8] * pz)
      const w0 = xquat[Q]
      const x0 = xquat[Q + 1]
      const y0 = xquat[Q + 2]
      const z0 = xquat[Q + 3]
      const w1 = qw
      const x1 = qx
      const y1 = qy
      const z1 = qz
      qw = w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1
      qx = w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1
      qy = w0 * y1 - x0 * z1 + y0 * w1 + z0 * x1
      qz = w0 * z1 + x0 * y1 - y0 * x1 + z0 * w1
    }

    for (let j = jointStart; j < jointEnd; j++) {
      const j3 = (3 * j) & INDEX
      const adr = jnt_qposadr[j] & INDEX
      const ax = jnt_axis[j3]
      const ay = jnt_axis[j3 + 1]
      const az = jnt_axis[j3 + 2]

      // axis in the world: v + 2 u × (w v + u × v), with u the vector part of q
      let tx = qw * ax + qy * az - qz * ay
      let ty = qw * ay + qz * ax - qx * az
      let tz = qw * az + qx * ay - qy * ax
      const gx = ax + 2 * (qy * tz - qz * ty)
      const gy = ay + 2 * (qz * tx - qx * tz)
      const gz = az + 2 * (qx * ty - qy * tx)
      xaxis[j3] = gx
      xaxis[j3 + 1] = gy
      xaxis[j3 + 2] = gz

      // anchor in the world: p + R(q) jnt_pos
      const ox = jnt_pos[j3]
      const oy = jnt_pos[j3 + 1]
      const oz = jnt_pos[j3 + 2]
      const offCenter = ox !== 0 || oy !== 0 || oz !== 0
      let anchorX = x
      let anchorY = y
      let anchorZ = z
      if (offCenter) {
        tx = qw * ox + qy * oz - qz * oy
        ty = qw * oy + qz * ox - qx * oz
        tz = qw * oz + qx * oy - qy * ox
        anchorX += ox + 2 * (qy * tz - qz * ty)
        anchorY += oy + 2 * (qz * tx - qx * tz)
        anchorZ += oz + 2 * (qx * ty - qy * tx)
      }
      xanchor[j3] = anchorX
      xanchor[j3 + 1] = anchorY
      xanchor[j3 + 2] = anchorZ

      const type = jnt_type[j]
      if (type === JointType.slide) {
        const travel = qpos[adr] - qpos0[adr]
        x += gx * travel
        y += gy * travel
        z += gz * travel
        continue
      }

      // hinge and ball turn the body: q ← q·turn, about the anchor
      let w1: number
      let x1: number
      let y1: number
      let z1: number
      if (type === JointType.hinge) {
        half[0] = 0.5 * (qpos[adr] - qpos0[adr])
        sinCosInPlace(half)
        const s = half[0]
        w1 = half[1]
        x1 = ax * s
        y1 = ay * s
        z1 = az * s
      } else {
        copy4(unit, 0, qpos, adr)
        normalize4(unit, 0)
        w1 = unit[0]
        x1 = unit[1]
        y1 = unit[2]
        z1 = unit[3]
      }
      const w0 = qw
      const x0 = qx
      const y0 = qy
      const z0 = qz
      qw = w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1
      qx = w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1
      qy = w0 * y1 - x0 * z1 + y0 * w1 + z0 * x1
      qz = w0 * z1 + x0 * y1 - y0 * x1 + z0 * w1
      if (offCenter) {
        tx = qw * ox + qy * oz - qz * oy
        ty = qw * oy + qz * ox - qx * oz
        tz = qw * oz + qx * oy - qy * ox
        x = anchorX - (ox + 2 * (qy * tz - qz * ty))
        y = anchorY - (oy + 2 * (qz * tx - qx * tz))
        z = anchorZ - (oz + 2 * (qx * ty - qy * tx))
      }
    }

    xpos[b3] = x
    xpos[b3 + 1] = y
    xpos[b3 + 2] = z
    xquat[b4] = qw
    xquat[b4 + 1] = qx
    xquat[b4 + 2] = qy
    xquat[b4 + 3] = qz
    normalize4(xquat, b4)
    quatToMat(xmat, (9 * b) & INDEX, xquat, b4)
  }
}

/** The world body: at the origin, unrotated. */
function worldFrame(d: Data): void {
  const { xpos, xquat, xmat } = d
  set3(xpos, 0, 0, 0, 0)
  set4(xquat, 0, 1, 0, 0, 0)
  set3(xmat, 0, 1, 0, 0)
  set3(xmat, 3, 0, 1, 0)
  set3(xmat, 6, 0, 0, 1)
}

/**
 * Global poses of the frames [first, end), fixed to bodies at (pos, quat). Copies frames that the model marks as
 * coincident. Without owners, frame i belongs to body i.
 */
function placeFrames(
  d: Data,
  first: number,
  end: number,
  owner: Int32Array | null,
  sameframe: Uint8Array,
  pos: Float64Array,
  quat: Float64Array,
  outPos: Float64Array,
  outMat: Float64Array,
): void {
  const { xpos, xmat, xquat, xipos, ximat } = d
  for (let i = first; i < end; i++) {
    const same = sameframe[i]
    const b = owner === null ? i : owner[i]
    const i3 = (3 * i) & INDEX
    const i9 = (9 * i) & INDEX
    const b3 = (3 * b) & INDEX
    const b9 = (9 * b) & INDEX

    // position
    if (same === SameFrame.body) {
      copy3(outPos, i3, xpos, b3)
    } else if (same === SameFrame.inertia) {
      copy3(outPos, i3, xipos, b3)
    } else {
      const x = pos[i3]
      const y = pos[i3 + 1]
      const z = pos[i3 + 2]
      outPos[i3] = xpos[b3] + (xmat[b9] * x + xmat[b9 + 1] * y + xmat[b9 + 2] * z)
      outPos[i3 + 1] = xpos[b3 + 1] + (xmat[b9 + 3] * x + xmat[b9 + 4] * y + xmat[b9 + 5] * z)
      outPos[i3 + 2] = xpos[b3 + 2] + (xmat[b9 + 6] * x + xmat[b9 + 7] * y + xmat[b9 + 8] * z)
    }

    // orientation: the product of both, or that of the frame with the same orientation
    if (same === SameFrame.none) {
      mulQuat(unit, 0, xquat, (4 * b) & INDEX, quat, (4 * i) & INDEX)
      quatToMat(outMat, i9, unit, 0)
    } else {
      const source = same === SameFrame.body || same === SameFrame.bodyrot ? xmat : ximat
      outMat[i9] = source[b9]
      outMat[i9 + 1] = source[b9 + 1]
      outMat[i9 + 2] = source[b9 + 2]
      outMat[i9 + 3] = source[b9 + 3]
      outMat[i9 + 4] = source[b9 + 4]
      outMat[i9 + 5] = source[b9 + 5]
      outMat[i9 + 6] = source[b9 + 6]
      outMat[i9 + 7] = source[b9 + 7]
      outMat[i9 + 8] = source[b9 + 8]
    }
  }
}
