import type { Data } from '../../core/data/data.ts'
import { crossMotion } from '../../core/math/spatial.ts'
import { copy3 } from '../../core/math/vec3.ts'
import { checkId, checkRoom } from '../../core/model/argumentChecks.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Jacobians: 3 × nv matrices that map qvel to the velocity of a point, or to the angular velocity of a body, in world
 * axes. All follow the chain of dofs from a body to the root; other columns are zero. With c the center of mass of
 * the tree, dof i moves a point p by cdof_lin + cdof_rot × (p − c).
 *
 * Outputs may be null.
 */

type Output = Float64Array | null

/** Last dof of the chain that moves a body; -1: none. */
export function lastDof(m: Model, body: number): number {
  const moving = m.body_weldid[body]
  return m.body_dofnum[moving] > 0 ? m.body_dofadr[moving] + m.body_dofnum[moving] - 1 : -1
}

/**
 * Jacobians of a point fixed to a body: jacp (translation) and jacr (rotation). The point is in the world frame.
 * MuJoCo: mj_jac.
 */
export function jac(m: Model, d: Data, jacp: Output, jacr: Output, point: Float64Array, body: number, at = 0): void {
  const { nv, dof_parentid } = m
  checkId(body, m.nbody, 'body')
  checkRoom(jacp, 3 * nv, 'jacp')
  checkRoom(jacr, 3 * nv, 'jacr')
  const { cdof } = d
  jacp?.fill(0, 0, 3 * nv)
  jacr?.fill(0, 0, 3 * nv)

  const c = 3 * m.body_rootid[body]
  const rx = point[at] - d.subtree_com[c]
  const ry = point[at + 1] - d.subtree_com[c + 1]
  const rz = point[at + 2] - d.subtree_com[c + 2]
  for (let i = lastDof(m, body); i >= 0; i = dof_parentid[i]) {
    const o = 6 * i
    if (jacr) {
      jacr[i] = cdof[o]
      jacr[nv + i] = cdof[o + 1]
      jacr[2 * nv + i] = cdof[o + 2]
    }
    if (jacp) {
      jacp[i] = cdof[o + 3] + (cdof[o + 1] * rz - cdof[o + 2] * ry)
      jacp[nv + i] = cdof[o + 4] + (cdof[o + 2] * rx - cdof[o] * rz)
      jacp[2 * nv + i] = cdof[o + 5] + (cdof[o] * ry - cdof[o + 1] * rx)
    }
  }
}

/** Jacobians of a body's origin. MuJoCo: mj_jacBody. */
export function jacBody(m: Model, d: Data, jacp: Output, jacr: Output, body: number): void {
  jac(m, d, jacp, jacr, d.xpos, body, 3 * body)
}

/** Jacobians of a body's center of mass. MuJoCo: mj_jacBodyCom. */
export function jacBodyCom(m: Model, d: Data, jacp: Output, jacr: Output, body: number): void {
  jac(m, d, jacp, jacr, d.xipos, body, 3 * body)
}

/** Jacobians of a geom's center. MuJoCo: mj_jacGeom. */
export function jacGeom(m: Model, d: Data, jacp: Output, jacr: Output, geom: number): void {
  checkId(geom, m.ngeom, 'geom')
  jac(m, d, jacp, jacr, d.geom_xpos, m.geom_bodyid[geom], 3 * geom)
}

/** Jacobians of a site. MuJoCo: mj_jacSite. */
export function jacSite(m: Model, d: Data, jacp: Output, jacr: Output, site: number): void {
  checkId(site, m.nsite, 'site')
  jac(m, d, jacp, jacr, d.site_xpos, m.site_bodyid[site], 3 * site)
}

/**
 * Jacobian of the center of mass of a subtree: Σ m·jacp / Σ m.
 * MuJoCo: mj_jacSubtreeCom.
 */
export function jacSubtreeCom(m: Model, d: Data, jacp: Float64Array, body: number): void {
  const { nv, nbody, body_parentid, body_mass, dof_parentid } = m
  const { cdof, xipos, subtree_com } = d
  checkId(body, m.nbody, 'body')
  checkRoom(jacp, 3 * nv, 'jacp')
  jacp.fill(0, 0, 3 * nv)
  for (let b = body; b < nbody && (b === body || body_parentid[b] >= body); b++) {
    const mass = body_mass[b]
    const c = 3 * m.body_rootid[b]
    const rx = xipos[3 * b] - subtree_com[c]
    const ry = xipos[3 * b + 1] - subtree_com[c + 1]
    const rz = xipos[3 * b + 2] - subtree_com[c + 2]
    for (let i = lastDof(m, b); i >= 0; i = dof_parentid[i]) {
      const o = 6 * i
      jacp[i] += mass * (cdof[o + 3] + (cdof[o + 1] * rz - cdof[o + 2] * ry))
      jacp[nv + i] += mass * (cdof[o + 4] + (cdof[o + 2] * rx - cdof[o] * rz))
      jacp[2 * nv + i] += mass * (cdof[o + 5] + (cdof[o] * ry - cdof[o + 1] * rx))
    }
  }
  const s = 1 / m.body_subtreemass[body]
  for (let i = 0; i < 3 * nv; i++) jacp[i] *= s
}

/**
 * Jacobians of a point and of an axis fixed to a body, both in the world frame. The rate of a unit axis a is ω × a.
 * MuJoCo: mj_jacPointAxis.
 */
export function jacPointAxis(
  m: Model,
  d: Data,
  jacPoint: Output,
  jacAxis: Output,
  point: Float64Array,
  axis: Float64Array,
  body: number,
): void {
  const { nv } = m
  jac(m, d, jacPoint, jacAxis, point, body)
  if (!jacAxis) return
  for (let i = 0; i < nv; i++) {
    const wx = jacAxis[i]
    const wy = jacAxis[nv + i]
    const wz = jacAxis[2 * nv + i]
    jacAxis[i] = wy * axis[2] - wz * axis[1]
    jacAxis[nv + i] = wz * axis[0] - wx * axis[2]
    jacAxis[2 * nv + i] = wx * axis[1] - wy * axis[0]
  }
}

/**
 * Time derivative of `jac` for a point that moves with the body. Axes of ball joints and free rotations turn with
 * their own body, so their rate is cvel × cdof, not cdof_dot.
 * MuJoCo: mj_jacDot.
 */
export function jacDot(m: Model, d: Data, jacp: Output, jacr: Output, point: Float64Array, body: number): void {
  const { nv, dof_parentid, dof_jntid, dof_bodyid, jnt_type, jnt_dofadr } = m
  const { cdof, cdof_dot, cvel } = d
  checkId(body, m.nbody, 'body')
  checkRoom(jacp, 3 * nv, 'jacp')
  checkRoom(jacr, 3 * nv, 'jacr')
  jacp?.fill(0, 0, 3 * nv)
  jacr?.fill(0, 0, 3 * nv)

  const c = 3 * m.body_rootid[body]
  const rx = point[0] - d.subtree_com[c]
  const ry = point[1] - d.subtree_com[c + 1]
  const rz = point[2] - d.subtree_com[c + 2]
  // velocity of the point: v + ω × r
  const w = 6 * body
  const vx = cvel[w + 3] + (cvel[w + 1] * rz - cvel[w + 2] * ry)
  const vy = cvel[w + 4] + (cvel[w + 2] * rx - cvel[w] * rz)
  const vz = cvel[w + 5] + (cvel[w] * ry - cvel[w + 1] * rx)

  for (let i = lastDof(m, body); i >= 0; i = dof_parentid[i]) {
    const o = 6 * i
    const joint = dof_jntid[i]
    const type = jnt_type[joint]
    const coRotating = type === JointType.ball || (type === JointType.free && i >= jnt_dofadr[joint] + 3)
    let rate = cdof_dot
    let at = o
    if (coRotating) {
      crossMotion(axisRate, 0, cvel, 6 * dof_bodyid[i], cdof, o)
      rate = axisRate
      at = 0
    }
    const ax = rate[at]
    const ay = rate[at + 1]
    const az = rate[at + 2]
    if (jacr) {
      jacr[i] = ax
      jacr[nv + i] = ay
      jacr[2 * nv + i] = az
    }
    if (jacp) {
      jacp[i] = rate[at + 3] + (ay * rz - az * ry) + (cdof[o + 1] * vz - cdof[o + 2] * vy)
      jacp[nv + i] = rate[at + 4] + (az * rx - ax * rz) + (cdof[o + 2] * vx - cdof[o] * vz)
      jacp[2 * nv + i] = rate[at + 5] + (ax * ry - ay * rx) + (cdof[o] * vy - cdof[o + 1] * vx)
    }
  }
}

const axisRate = new Float64Array(6)

/**
 * Adds the joint-space force of a force and torque (world axes) at a point of a body: target += jacpᵀ f + jacrᵀ τ.
 * MuJoCo: mj_applyFT.
 */
export function applyFT(
  m: Model,
  d: Data,
  target: Float64Array,
  force: Float64Array,
  torque: Float64Array,
  point: Float64Array,
  body: number,
): void {
  checkId(body, m.nbody, 'body')
  checkRoom(target, m.nv, 'target')
  copy3(wrench, 0, force, 0)
  copy3(wrench, 3, torque, 0)
  applyWrench(m, d, wrench, 0, point, 0, body, target)
}

const wrench = new Float64Array(6)

/** `applyFT` with (force, torque) at w[i..i+6) and the point at p[j..j+3). */
export function applyWrench(
  m: Model,
  d: Data,
  w: Float64Array,
  i: number,
  p: Float64Array,
  j: number,
  body: number,
  target: Float64Array,
): void {
  const { dof_parentid } = m
  const { cdof, subtree_com } = d
  const c = 3 * m.body_rootid[body]
  const rx = p[j] - subtree_com[c]
  const ry = p[j + 1] - subtree_com[c + 1]
  const rz = p[j + 2] - subtree_com[c + 2]
  const fx = w[i]
  const fy = w[i + 1]
  const fz = w[i + 2]
  const mx = w[i + 3]
  const my = w[i + 4]
  const mz = w[i + 5]
  for (let k = lastDof(m, body); k >= 0; k = dof_parentid[k]) {
    const o = 6 * k
    const wx = cdof[o]
    const wy = cdof[o + 1]
    const wz = cdof[o + 2]
    // velocity of the point
    const vx = cdof[o + 3] + (wy * rz - wz * ry)
    const vy = cdof[o + 4] + (wz * rx - wx * rz)
    const vz = cdof[o + 5] + (wx * ry - wy * rx)
    target[k] = target[k] + (vx * fx + vy * fy + vz * fz) + (wx * mx + wy * my + wz * mz)
  }
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** Adds the joint-space force of `xfrc_applied`, which acts at the centers of mass. */
export function accumulateAppliedWrenches(m: Model, d: Data, target: Float64Array): void {
  const { xfrc_applied: x, xipos, nspan, span_body } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_body[s + 1]
    for (let b = Math.max(1, span_body[s]); b < end; b++) {
      const o = (6 * b) & INDEX
      if (x[o] === 0 && x[o + 1] === 0 && x[o + 2] === 0 && x[o + 3] === 0 && x[o + 4] === 0 && x[o + 5] === 0) continue
      applyWrench(m, d, x, o, xipos, 3 * b, b, target)
    }
  }
}

/**
 * 3 × nv matrix that maps qvel to the angular momentum of a subtree about its center of mass: Σ [ximat I ximatᵀ jacr
 * + m (xipos − com) × jacp].
 * MuJoCo: mj_angmomMat.
 */
export function angmomMat(m: Model, d: Data, out: Float64Array, body: number): void {
  const { nv, nbody, body_parentid, body_mass, body_inertia, dof_parentid } = m
  const { cdof, xipos, ximat, subtree_com } = d
  checkId(body, m.nbody, 'body')
  checkRoom(out, 3 * nv, 'out')
  out.fill(0, 0, 3 * nv)
  for (let b = body; b < nbody && (b === body || body_parentid[b] >= body); b++) {
    const c = 3 * m.body_rootid[b]
    const rx = xipos[3 * b] - subtree_com[c]
    const ry = xipos[3 * b + 1] - subtree_com[c + 1]
    const rz = xipos[3 * b + 2] - subtree_com[c + 2]
    const ox = body_mass[b] * (xipos[3 * b] - subtree_com[3 * body])
    const oy = body_mass[b] * (xipos[3 * b + 1] - subtree_com[3 * body + 1])
    const oz = body_mass[b] * (xipos[3 * b + 2] - subtree_com[3 * body + 2])
    for (let i = lastDof(m, b); i >= 0; i = dof_parentid[i]) {
      const o = 6 * i
      const wx = cdof[o]
      const wy = cdof[o + 1]
      const wz = cdof[o + 2]
      const vx = cdof[o + 3] + (wy * rz - wz * ry)
      const vy = cdof[o + 4] + (wz * rx - wx * rz)
      const vz = cdof[o + 5] + (wx * ry - wy * rx)
      out[i] += oy * vz - oz * vy
      out[nv + i] += oz * vx - ox * vz
      out[2 * nv + i] += ox * vy - oy * vx
      for (let k = 0; k < 3; k++) {
        const R = 9 * b + k
        const spin = body_inertia[3 * b + k] * (ximat[R] * wx + ximat[R + 3] * wy + ximat[R + 6] * wz)
        out[i] += ximat[R] * spin
        out[nv + i] += ximat[R + 3] * spin
        out[2 * nv + i] += ximat[R + 6] * spin
      }
    }
  }
}
