import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { dotRow } from '../../core/math/sparse.ts'
import { crossMotion } from '../../core/math/spatial.ts'
import { copy3 } from '../../core/math/vec3.ts'
import { JointType, WrapType } from '../../core/model/enums.ts'
import { StepError } from '../../core/model/errors.ts'
import type { Model } from '../../core/model/model.ts'
import { addRotorInertia } from '../actuation/actuatorLoad.ts'
import { lastDof } from '../kinematics/jacobian.ts'
import { wrapAround } from './tendonWrap.ts'

const JOINT: number = WrapType.joint
const SITE: number = WrapType.site
const BRANCH: number = WrapType.pulley
const SPHERE: number = WrapType.sphere
const CYLINDER: number = WrapType.cylinder

/** Values of `wrap_obj` for points that are not on a geom. */
const ON_SITE = -1
const PULLEY = -2

/**
 * Tendon paths: (qpos, poses of sites and geoms, cdof) → ten_length, ten_J, ten_wrapadr, ten_wrapnum, wrap_obj,
 * wrap_xpos.
 * MuJoCo: mj_tendon.
 */
export function tendon(m: Model, d: Data): void {
  const { ntendon, tendon_adr, wrap_type } = m
  if (ntendon === 0) return
  const { ten_J_rowadr, ten_J_rownnz } = m
  const { ten_J, tendon_awake } = d
  let points = 0
  for (let t = 0; t < ntendon; t++) {
    if (tendon_awake[t] === 0 && d.ten_wrapadr[t] === points) {
      // keep the path of a sleeping tendon, unless its points must move in wrap_xpos
      points += d.ten_wrapnum[t]
      continue
    }
    d.ten_wrapadr[t] = points
    d.ten_length[t] = 0
    const end = ten_J_rowadr[t] + ten_J_rownnz[t]
    for (let k = ten_J_rowadr[t]; k < end; k++) ten_J[k] = 0
    if (wrap_type[tendon_adr[t]] === JOINT) fixedTendon(m, d, t)
    else points = spatialTendon(m, d, t, points)
    d.ten_wrapnum[t] = points - d.ten_wrapadr[t]
  }
}

/** Length Σ coefficient · position. */
function fixedTendon(m: Model, d: Data, t: number): void {
  const { tendon_adr, tendon_num, wrap_objid, wrap_prm, jnt_qposadr, jnt_dofadr } = m
  const { ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  const { ten_length, ten_J, qpos } = d
  const start = tendon_adr[t]
  const end = start + tendon_num[t]
  const rowStart = ten_J_rowadr[t]
  const rowEnd = rowStart + ten_J_rownnz[t]
  let length = 0
  for (let w = start; w < end; w++) {
    const joint = wrap_objid[w]
    const dof = jnt_dofadr[joint]
    length += wrap_prm[w] * qpos[jnt_qposadr[joint]]
    let column = rowStart
    while (column < rowEnd && ten_J_colind[column] !== dof) column++
    if (column === rowEnd) refuseDof(t, dof)
    ten_J[column] += wrap_prm[w]
  }
  ten_length[t] = length
}

/** Result of `wrapAround` for one segment of a path. */
const wrapped = new Float64Array(7)
/** [0]: length of the segment so far; [1]: divisor of the branch. V8: boxed otherwise. */
const path = new Float64Array(2)

/** Follows a path from site to site. Returns the number of points written so far. */
function spatialTendon(m: Model, d: Data, t: number, points: number): number {
  const { tendon_adr, tendon_num, wrap_type, wrap_objid, wrap_prm, site_bodyid, geom_bodyid, geom_size } = m
  const { ten_length, site_xpos, geom_xpos, geom_xmat, wrap_obj, wrap_xpos } = d
  const end = tendon_adr[t] + tendon_num[t]
  let divisor = 1
  let length = 0
  let w = tendon_adr[t]
  while (w < end - 1) {
    const type = wrap_type[w]
    const nextType = wrap_type[w + 1]
    // a pulley starts a new branch with its own divisor
    if (type === BRANCH || nextType === BRANCH) {
      if (type === BRANCH) {
        divisor = wrap_prm[w]
        wrap_obj[points] = PULLEY
        wrap_xpos[3 * points] = 0
        wrap_xpos[3 * points + 1] = 0
        wrap_xpos[3 * points + 2] = 0
        points++
      }
      w++
      continue
    }

    // from one site to the next, possibly around a geom between them
    const around = nextType === SPHERE || nextType === CYLINDER
    const first = wrap_objid[w]
    const last = wrap_objid[around ? w + 2 : w + 1]
    wrapped[0] = -1
    const geom = wrap_objid[w + 1]
    if (around)
      wrapAround(
        wrapped,
        site_xpos,
        3 * first,
        site_xpos,
        3 * last,
        geom_xpos,
        geom_xmat,
        geom,
        geom_size,
        3 * geom,
        nextType === SPHERE,
        site_xpos,
        (3 * wrap_prm[w + 1]) | 0,
      )
    // the point at the first site, then the segment: straight, or straight–curved–straight
    wrap_obj[points] = ON_SITE
    copy3(wrap_xpos, 3 * points, site_xpos, 3 * first)
    points++
    path[0] = 0
    path[1] = divisor
    const bodyA = site_bodyid[first]
    const bodyB = site_bodyid[last]
    if (wrapped[0] >= 0) {
      const body = geom_bodyid[geom]
      path[0] = wrapped[0]
      addStraight(m, d, t, site_xpos, 3 * first, bodyA, wrapped, 1, body)
      addStraight(m, d, t, wrapped, 4, body, site_xpos, 3 * last, bodyB)
      wrap_obj[points] = geom
      copy3(wrap_xpos, 3 * points, wrapped, 1)
      points++
      wrap_obj[points] = geom
      copy3(wrap_xpos, 3 * points, wrapped, 4)
      points++
    } else {
      addStraight(m, d, t, site_xpos, 3 * first, bodyA, site_xpos, 3 * last, bodyB)
    }
    length += path[0] / divisor
    w += around ? 2 : 1
    // the last site of a branch has no segment of its own
    if (w === end - 1 || wrap_type[w + 1] === BRANCH) {
      wrap_obj[points] = ON_SITE
      copy3(wrap_xpos, 3 * points, site_xpos, 3 * last)
      points++
    }
  }
  ten_length[t] = length
  return points
}

/**
 * A straight segment of a path, from a[i] on one body to b[j] on another. Adds its length to path[0]. For each dof,
 * adds pull · (motion of b − motion of a) to the tendon's row, where pull is the unit direction over the divisor.
 * Dofs that move both ends cancel: the walk along the two chains of dofs stops where they meet.
 */
function addStraight(
  m: Model,
  d: Data,
  t: number,
  a: Float64Array,
  i: number,
  bodyA: number,
  b: Float64Array,
  j: number,
  bodyB: number,
): void {
  const dx = b[j] - a[i]
  const dy = b[j + 1] - a[i + 1]
  const dz = b[j + 2] - a[i + 2]
  const straight = Math.sqrt(dx * dx + dy * dy + dz * dz)
  path[0] += straight
  if (bodyA === bodyB) return
  const share = 1 / path[1]
  const s = straight < MINVAL ? 0 : 1 / straight
  const fx = straight < MINVAL ? 1 : dx * s
  const fy = dy * s
  const fz = dz * s

  // both ends from the centers of mass of their trees
  const { dof_parentid, body_rootid, ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  const { cdof, ten_J, subtree_com } = d
  const rootA = 3 * body_rootid[bodyA]
  const ax = a[i] - subtree_com[rootA]
  const ay = a[i + 1] - subtree_com[rootA + 1]
  const az = a[i + 2] - subtree_com[rootA + 2]
  const rootB = 3 * body_rootid[bodyB]
  const bx = b[j] - subtree_com[rootB]
  const by = b[j + 1] - subtree_com[rootB + 1]
  const bz = b[j + 2] - subtree_com[rootB + 2]

  let dofA = lastDof(m, bodyA)
  let dofB = lastDof(m, bodyB)
  const rowStart = ten_J_rowadr[t]
  let column = rowStart + ten_J_rownnz[t] - 1
  while (dofA !== dofB) {
    const isA = dofA > dofB
    const dof = isA ? dofA : dofB
    const o = 6 * dof
    while (column >= rowStart && ten_J_colind[column] !== dof) column--
    if (column < rowStart) refuseDof(t, dof)
    const wx = cdof[o]
    const wy = cdof[o + 1]
    const wz = cdof[o + 2]
    const rx = isA ? ax : bx
    const ry = isA ? ay : by
    const rz = isA ? az : bz
    const change =
      (cdof[o + 3] + (wy * rz - wz * ry)) * fx +
      (cdof[o + 4] + (wz * rx - wx * rz)) * fy +
      (cdof[o + 5] + (wx * ry - wy * rx)) * fz
    ten_J[column] += (isA ? -change : change) * share
    if (isA) dofA = dof_parentid[dofA]
    else dofB = dof_parentid[dofB]
  }
}

/** The model was changed after it was compiled: what a tendon moves is part of its structure. */
function refuseDof(t: number, dof: number): never {
  throw new StepError(`tendon ${t} pulls on dof ${dof}, which is not in its row of ten_J_colind: load the model anew`)
}

/** Rates of the lengths: (ten_J, qvel) → ten_velocity. */
export function tendonVelocity(m: Model, d: Data): void {
  const { ntendon, ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  const { ten_J, ten_velocity, qvel, tendon_awake } = d
  for (let t = 0; t < ntendon; t++) {
    if (tendon_awake[t] === 0) continue
    const start = ten_J_rowadr[t]
    dotRow(ten_velocity, t, ten_J, ten_J_colind, start, start + ten_J_rownnz[t], qvel)
  }
}

/**
 * Adds the inertia of tendons with armature a, a·JᵀJ, to M, but only to existing entries of awake trees. Dofs on
 * different branches stay uncoupled.
 */
export function addTendonInertia(m: Model, d: Data): void {
  const { ntendon, ten_J_rowadr, ten_J_rownnz, ten_J_colind, M_rowadr, M_rownnz, M_colind, dof_treeid } = m
  const { ten_J, M, tendon_awake, tree_awake } = d
  for (let t = 0; t < ntendon; t++) {
    if (tendon_awake[t] === 0) continue
    setArmature(m, t)
    const armature = inertia[0]
    if (armature === 0) continue
    const start = ten_J_rowadr[t]
    const end = start + ten_J_rownnz[t]
    for (let i = start; i < end; i++) {
      const dof = ten_J_colind[i]
      const scale = armature * ten_J[i]
      if (scale === 0 || tree_awake[dof_treeid[dof]] === 0) continue
      const rowEnd = M_rowadr[dof] + M_rownnz[dof]
      let entry = M_rowadr[dof]
      for (let k = start; k < end && entry < rowEnd; k++) {
        while (entry < rowEnd && M_colind[entry] < ten_J_colind[k]) entry++
        if (entry < rowEnd && M_colind[entry] === ten_J_colind[k]) M[entry] += scale * ten_J[k]
      }
    }
  }
}

/** Whether some tendon has the bias force of `addTendonBias`: a spatial one with inertia. */
export function hasTendonBias(m: Model): boolean {
  const { ntendon, tendon_adr, wrap_type } = m
  for (let t = 0; t < ntendon; t++) {
    if (wrap_type[tendon_adr[t]] === JOINT) continue
    setArmature(m, t)
    if (inertia[0] !== 0) return true
  }
  return false
}

/** Adds the bias force of tendons with armature a, a·(J̇·qvel)·J, to a force. */
export function addTendonBias(m: Model, d: Data, out: Float64Array): void {
  const { ntendon, tendon_adr, wrap_type, ten_J_rowadr, ten_J_rownnz, ten_J_colind, dof_treeid } = m
  const { ten_J, tendon_awake, tree_awake } = d
  for (let t = 0; t < ntendon; t++) {
    if (tendon_awake[t] === 0 || wrap_type[tendon_adr[t]] === JOINT) continue
    setArmature(m, t)
    if (inertia[0] === 0) continue
    pathAcceleration(m, d, t)
    const scale = inertia[0] * acceleration[0]
    const start = ten_J_rowadr[t]
    const end = start + ten_J_rownnz[t]
    for (let k = start; k < end; k++) {
      const dof = ten_J_colind[k]
      if (tree_awake[dof_treeid[dof]] === 1) out[dof] += scale * ten_J[k]
    }
  }
}

/** Subtracts a·(J·qacc + J̇·qvel), the inertial force of the armature a of a spatial tendon, from force[0]. */
export function tendonInertiaForce(m: Model, d: Data, t: number, force: Float64Array): void {
  const { ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  const { ten_J, qacc } = d
  setArmature(m, t)
  if (inertia[0] === 0) return
  pathAcceleration(m, d, t)
  let sum = acceleration[0]
  const start = ten_J_rowadr[t]
  const end = start + ten_J_rownnz[t]
  for (let k = start; k < end; k++) sum += ten_J[k] * qacc[ten_J_colind[k]]
  force[0] -= inertia[0] * sum
}

/** Inertia of one tendon, including actuators. */
const inertia = new Float64Array(1) // V8: boxed otherwise

function setArmature(m: Model, t: number): void {
  inertia[0] = m.tendon_armature[t]
  if (m.tendon_actuatorid[t] !== -1) addRotorInertia(m, true, t, inertia)
}

/** J̇·qvel of one tendon. */
const acceleration = new Float64Array(1) // V8: boxed otherwise
/** Velocity of a point, and its acceleration at qacc = 0, for both ends of a segment. */
const end0 = new Float64Array(6)
const end1 = new Float64Array(6)

/**
 * J̇·qvel of a path of straight segments. With u the direction of a segment and v the relative velocity of its ends,
 * its length changes by u·v. The rate of that is u·a + u̇·v, with u̇ = (v − u(u·v)) / length.
 */
function pathAcceleration(m: Model, d: Data, t: number): void {
  const { tendon_adr, tendon_num, wrap_type, wrap_objid, wrap_prm, site_bodyid } = m
  const { site_xpos } = d
  const end = tendon_adr[t] + tendon_num[t]
  let divisor = 1
  let sum = 0
  for (let w = tendon_adr[t]; w < end - 1; w++) {
    if (wrap_type[w] === BRANCH) divisor = wrap_prm[w]
    if (wrap_type[w] !== SITE || wrap_type[w + 1] !== SITE) continue
    const a = wrap_objid[w]
    const b = wrap_objid[w + 1]
    if (site_bodyid[a] === site_bodyid[b]) continue
    const ux = site_xpos[3 * b] - site_xpos[3 * a]
    const uy = site_xpos[3 * b + 1] - site_xpos[3 * a + 1]
    const uz = site_xpos[3 * b + 2] - site_xpos[3 * a + 2]
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz)
    pointRates(m, d, end0, a)
    pointRates(m, d, end1, b)
    const vx = end1[0] - end0[0]
    const vy = end1[1] - end0[1]
    const vz = end1[2] - end0[2]
    if (length < MINVAL) {
      sum += (end1[3] - end0[3]) / divisor
      continue
    }
    const s = 1 / length
    const along = s * (ux * vx + uy * vy + uz * vz)
    const square = vx * vx + vy * vy + vz * vz - along * along
    const rate = s * (ux * (end1[3] - end0[3]) + uy * (end1[4] - end0[4]) + uz * (end1[5] - end0[5]))
    sum += (rate + s * square) / divisor
  }
  acceleration[0] = sum
}

/** Rate of a motion axis that turns with its own body. */
const turning = new Float64Array(6)

/** Velocity of a site, and J̇·qvel of its position: its acceleration at qacc = 0. */
function pointRates(m: Model, d: Data, out: Float64Array, site: number): void {
  const { dof_parentid, dof_jntid, dof_bodyid, jnt_type, jnt_dofadr } = m
  const { cdof, cdof_dot, cvel, subtree_com, site_xpos, qvel } = d
  const body = m.site_bodyid[site]
  const c = 3 * m.body_rootid[body]
  const rx = site_xpos[3 * site] - subtree_com[c]
  const ry = site_xpos[3 * site + 1] - subtree_com[c + 1]
  const rz = site_xpos[3 * site + 2] - subtree_com[c + 2]
  const w = 6 * body
  const vx = cvel[w + 3] + (cvel[w + 1] * rz - cvel[w + 2] * ry)
  const vy = cvel[w + 4] + (cvel[w + 2] * rx - cvel[w] * rz)
  const vz = cvel[w + 5] + (cvel[w] * ry - cvel[w + 1] * rx)
  let ax = 0
  let ay = 0
  let az = 0
  for (let i = lastDof(m, body); i >= 0; i = dof_parentid[i]) {
    const o = 6 * i
    const joint = dof_jntid[i]
    const type = jnt_type[joint]
    let axisRate = cdof_dot
    let at = o
    if (type === JointType.ball || (type === JointType.free && i >= jnt_dofadr[joint] + 3)) {
      // these axes turn with their own body
      crossMotion(turning, 0, cvel, 6 * dof_bodyid[i], cdof, o)
      axisRate = turning
      at = 0
    }
    const wx = axisRate[at]
    const wy = axisRate[at + 1]
    const wz = axisRate[at + 2]
    const bx = axisRate[at + 3]
    const by = axisRate[at + 4]
    const bz = axisRate[at + 5]
    const rate = qvel[i]
    ax += rate * (bx + (wy * rz - wz * ry) + (cdof[o + 1] * vz - cdof[o + 2] * vy))
    ay += rate * (by + (wz * rx - wx * rz) + (cdof[o + 2] * vx - cdof[o] * vz))
    az += rate * (bz + (wx * ry - wy * rx) + (cdof[o] * vy - cdof[o + 1] * vx))
  }
  out[0] = vx
  out[1] = vy
  out[2] = vz
  out[3] = ax
  out[4] = ay
  out[5] = az
}
