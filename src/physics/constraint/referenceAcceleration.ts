import type { Data } from '../../core/data/data.ts'
import { conjugate, mulQuat } from '../../core/math/quat.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { ConstraintType, EqualityType, Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { contactVelocities } from './contactVelocity.ts'
import {
  connectPoints,
  equalityBody1,
  equalityBody2,
  equalitySize,
  point1,
  point2,
  pointSeparation,
  quat1,
  quat2,
  rotationRate,
  separation,
  weldFrames,
  weldRotationRate,
} from './equalityRows.ts'

/**
 * Velocities and reference accelerations of the rows: (efc_J, qvel, cvel) → efc_vel, efc_aref.
 *
 *     vel = J·qvel (and what moving surfaces add)
 *     aref = −b·vel − k·d·(pos − margin)
 *
 * For connect, weld and distance the rows ask for the acceleration of the residual itself, J·qacc + J̇·qvel, so J̇·qvel is taken
 * off. With the integrator `discrete` position and velocity are those of the end of the step,
 * aref = (−b·vel − k·d·(pos + h·vel − margin) − J̇·qvel)/(1 + h·b + h²·k·d).
 * MuJoCo: mj_referenceConstraint.
 */
export function referenceConstraint(m: Model, d: Data): void {
  const { nefc } = d
  if (nefc === 0) return
  const { efc_vel, efc_aref, efc_KBIP, efc_pos, efc_margin } = d
  rowVelocities(d)
  contactVelocities(m, d)
  for (let i = 0, o = 0; i < nefc; i++, o += 4)
    efc_aref[i] = -efc_KBIP[o + 1] * efc_vel[i] - efc_KBIP[o] * efc_KBIP[o + 2] * (efc_pos[i] - efc_margin[i])
  subtractJacobianRate(m, d)
  if (m.opt.integrator === Integrator.discrete) foreseeReference(m, d)
  addAdhesionTerm(d, 1)
}

/** Turns the reference at the beginning of the step into that at its end. */
function foreseeReference(m: Model, d: Data): void {
  const { nefc, efc_vel, efc_aref, efc_KBIP } = d
  const h = m.opt.timestep
  for (let i = 0, o = 0; i < nefc; i++, o += 4) {
    const stiffness = h * efc_KBIP[o] * efc_KBIP[o + 2]
    efc_aref[i] = (efc_aref[i] - stiffness * efc_vel[i]) / (1 + h * (efc_KBIP[o + 1] + stiffness))
  }
}

/** Equality, friction loss and limits: efc_vel = J·qvel. */
function rowVelocities(d: Data): void {
  const { efc_vel, qvel, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = d
  const end = d.ne + d.nf + d.nl
  for (let i = 0; i < end; i++) {
    let k = efc_J_rowadr[i]
    const last = k + efc_J_rownnz[i]
    let sum = 0
    for (; k < last; k++) sum += efc_J[k] * qvel[efc_J_colind[k]]
    efc_vel[i] = sum
  }
}

/**
 * Adhesion pulls as a passive force; the row carries it without giving way: efc_aref += R·force. With sign −1 the term is
 * taken off again, for when R is about to change.
 */
export function addAdhesionTerm(d: Data, sign: number): void {
  const { ncon, contact_adhesion, contact_efc_address, contact_dim, efc_R, efc_aref, efc_type } = d
  for (let i = 0; i < ncon; i++) {
    const row = contact_efc_address[i]
    const force = contact_adhesion[i]
    if (force === 0 || row < 0) continue
    const edges = efc_type[row] === ConstraintType.contactPyramidal ? 2 * (contact_dim[i] - 1) : 1
    for (let k = row; k < row + edges; k++) efc_aref[k] += (sign * efc_R[k] * force) / edges
  }
}

/** Acceleration (rotation, point) of a body at qacc = 0, its angular velocity, velocity of the point, for two bodies. */
const motion1 = new Float64Array(12)
const motion2 = new Float64Array(12)

/** efc_aref −= J̇·qvel for connect, weld and distance. */
function subtractJacobianRate(m: Model, d: Data): void {
  const { ne, efc_id, efc_aref } = d
  const { eq_type } = m
  for (let row = 0; row < ne; ) {
    const id = efc_id[row]
    const type = eq_type[id]
    const size = equalitySize(type)
    if (type === EqualityType.connect || type === EqualityType.weld) {
      if (type === EqualityType.connect) connectPoints(m, d, id)
      else weldFrames(m, d, id)
      pointMotion(m, d, equalityBody1(m, id), point1, motion1)
      pointMotion(m, d, equalityBody2(m, id), point2, motion2)
      for (let k = 0; k < 3; k++) efc_aref[row + k] -= motion1[3 + k] - motion2[3 + k]
      if (type === EqualityType.weld) subtractWeldRotationRate(m, d, id, row + 3)
    } else if (type === EqualityType.distance) {
      connectPoints(m, d, id)
      pointMotion(m, d, equalityBody1(m, id), point1, motion1)
      pointMotion(m, d, equalityBody2(m, id), point2, motion2)
      subtractDistanceRate(m, d, row)
    }
    row += size
  }
}

/**
 * Acceleration of a body and of a point fixed to it that velocities alone bring about, its angular velocity, and the
 * velocity of the point: out = (α, a, ω, v). With spatial sums over the dofs of the chain, (α, a₀) = Σ cdof_dot·qvel about c, the point
 * p = c + r has a = a₀ + α × r + ω × v, where v = v₀ + ω × r is its velocity.
 */
function pointMotion(m: Model, d: Data, body: number, point: Float64Array, out: Float64Array): void {
  const { adr, num, dofs } = chainsOf(m)
  const { cdof_dot, qvel, cvel, subtree_com } = d
  let ax = 0
  let ay = 0
  let az = 0
  let bx = 0
  let by = 0
  let bz = 0
  const end = adr[body] + num[body]
  for (let k = adr[body]; k < end; k++) {
    const i = dofs[k]
    const o = 6 * i
    const rate = qvel[i]
    ax += cdof_dot[o] * rate
    ay += cdof_dot[o + 1] * rate
    az += cdof_dot[o + 2] * rate
    bx += cdof_dot[o + 3] * rate
    by += cdof_dot[o + 4] * rate
    bz += cdof_dot[o + 5] * rate
  }
  const c = 3 * m.body_rootid[body]
  const rx = point[0] - subtree_com[c]
  const ry = point[1] - subtree_com[c + 1]
  const rz = point[2] - subtree_com[c + 2]
  const w = 6 * body
  const wx = cvel[w]
  const wy = cvel[w + 1]
  const wz = cvel[w + 2]
  const vx = cvel[w + 3] + (wy * rz - wz * ry)
  const vy = cvel[w + 4] + (wz * rx - wx * rz)
  const vz = cvel[w + 5] + (wx * ry - wy * rx)
  out[0] = ax
  out[1] = ay
  out[2] = az
  out[3] = bx + (ay * rz - az * ry + (wy * vz - wz * vy))
  out[4] = by + (az * rx - ax * rz + (wz * vx - wx * vz))
  out[5] = bz + (ax * ry - ay * rx + (wx * vy - wy * vx))
  out[6] = wx
  out[7] = wy
  out[8] = wz
  out[9] = vx
  out[10] = vy
  out[11] = vz
}

/**
 * The row of a distance L with direction n̂: with Δ the difference of the two points, the rate of n̂·Δv at qacc = 0 is
 * n̂·Δa + |u|²/L, where u = Δv − (n̂·Δv) n̂ turns the direction. Within a step a turn changes the rate by at most |u|, so
 * the second term is at most |u|/h, also where the points (nearly) coincide.
 */
function subtractDistanceRate(m: Model, d: Data, row: number): void {
  pointSeparation()
  const nx = separation[0]
  const ny = separation[1]
  const nz = separation[2]
  const vx = motion1[9] - motion2[9]
  const vy = motion1[10] - motion2[10]
  const vz = motion1[11] - motion2[11]
  const along = nx * vx + ny * vy + nz * vz
  const ux = vx - along * nx
  const uy = vy - along * ny
  const uz = vz - along * nz
  const turning = ux * ux + uy * uy + uz * uz
  const acceleration = nx * (motion1[3] - motion2[3]) + ny * (motion1[4] - motion2[4]) + nz * (motion1[5] - motion2[5])
  const distance = Math.max(separation[3], m.opt.timestep * Math.sqrt(turning))
  d.efc_aref[row] -= acceleration + (turning > 0 ? turning / distance : 0)
}

/** Scratch quaternions: relative angular velocity, rates of the two orientations, products. */
const relative = new Float64Array(4)
const spin = new Float64Array(4)
const rate1 = new Float64Array(4)
const rate2 = new Float64Array(4)
const inverse2 = new Float64Array(4)
const product = new Float64Array(4)

/**
 * Rotational rows of a weld: the rate of ½ s vec(q̄₂·(0, Δω)·q₁) at qacc = 0 is
 * ½ s vec(q̄₂·(0, Δα)·q₁ + dq̄₂·(0, Δω)·q₁ + q̄₂·(0, Δω)·dq₁), with dq = ½ (0, ω)·q.
 */
function subtractWeldRotationRate(m: Model, d: Data, id: number, row: number): void {
  const { efc_aref } = d
  const half = 0.5 * m.eq_data[11 * id + 10]
  weldRotationRate(m, id)
  for (let k = 0; k < 3; k++) {
    const B = 3 * k
    efc_aref[row + k] -=
      rotationRate[B] * (motion1[0] - motion2[0]) +
      rotationRate[B + 1] * (motion1[1] - motion2[1]) +
      rotationRate[B + 2] * (motion1[2] - motion2[2])
    relative[1 + k] = motion1[6 + k] - motion2[6 + k]
  }
  quatRate(rate1, motion1, quat1)
  quatRate(rate2, motion2, quat2)

  conjugate(inverse2, 0, rate2, 0)
  mulQuat(product, 0, inverse2, 0, relative, 0)
  mulQuat(product, 0, product, 0, quat1, 0)
  for (let k = 0; k < 3; k++) efc_aref[row + k] -= half * product[1 + k]

  conjugate(inverse2, 0, quat2, 0)
  mulQuat(product, 0, inverse2, 0, relative, 0)
  mulQuat(product, 0, product, 0, rate1, 0)
  for (let k = 0; k < 3; k++) efc_aref[row + k] -= half * product[1 + k]
}

/** out = ½ (0, ω)·q, with ω at the end of a motion. */
function quatRate(out: Float64Array, motion: Float64Array, q: Float64Array): void {
  spin[0] = 0
  for (let k = 0; k < 3; k++) spin[1 + k] = 0.5 * motion[6 + k]
  mulQuat(out, 0, spin, 0, q, 0)
}
