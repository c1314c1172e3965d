import type { Data } from '../../core/data/data.ts'
import { sleepState } from '../../core/data/sleepState.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { conjugate, copy4, mulQuat } from '../../core/math/quat.ts'
import { copy3, rotate } from '../../core/math/vec3.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { ConstraintType, DisableBit, EqualityType, ObjType, SleepState } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { appendBlock, dropZeros, isEmptyBlock, JoinedChains, mostColumns, noteTendonRow } from './jacobianRows.ts'

/**
 * Rows of equality constraints, in the order of the equalities. A position of zero means that the equality holds.
 *
 * connect  p₁ − p₂, the same point on two bodies                                      3 rows
 * weld     p₁ − p₂ and s·vec(q̄₂·q₁) with q₁ = quat₁·relpose                          6 rows
 * joint    x − x₀ − polynomial(y − y₀), joint 2 being y; without it x − x₀ − c₀       1 row
 * tendon   the same with lengths                                                      1 row
 * distance |p₁ − p₂| − target, with J = n̂ᵀ(J₁ − J₂), n̂ = (p₁ − p₂)/|p₁ − p₂|          1 row
 */
export function addEqualities(m: Model, d: Data): void {
  if (m.opt.disableflags & DisableBit.equality) return
  const { neq, eq_type } = m
  const { eq_active } = d
  const someSleep = d.ntree_awake < m.ntree
  for (let id = 0; id < neq; id++) {
    if (!eq_active[id] || (someSleep && sleepState(m, d, ObjType.equality, id) === SleepState.asleep)) continue
    switch (eq_type[id]) {
      case EqualityType.connect:
        addConnect(m, d, id)
        break
      case EqualityType.weld:
        addWeld(m, d, id)
        break
      case EqualityType.joint:
        addJointCoupling(m, d, id)
        break
      case EqualityType.tendon:
        addTendonCoupling(m, d, id)
        break
      case EqualityType.distance:
        addDistance(m, d, id)
        break
    }
  }
}

/** Number of rows of an equality of a type. */
export function equalitySize(type: number): number {
  return type === EqualityType.connect ? 3 : type === EqualityType.weld ? 6 : 1
}

/** Bound on the number of entries in the rows of an equality. */
export function equalityEntries(m: Model, id: number): number {
  const { eq_type, eq_obj1id, eq_obj2id, ten_J_rownnz } = m
  const obj1 = eq_obj1id[id]
  const obj2 = eq_obj2id[id]
  switch (eq_type[id]) {
    case EqualityType.connect:
    case EqualityType.weld:
      return equalitySize(eq_type[id]) * mostColumns(m, equalityBody1(m, id), equalityBody2(m, id))
    case EqualityType.joint:
      return 2
    case EqualityType.tendon:
      return ten_J_rownnz[obj1] + (obj2 < 0 ? 0 : ten_J_rownnz[obj2])
    case EqualityType.distance:
      // three rows, before they are projected on the direction
      return 3 * mostColumns(m, equalityBody1(m, id), equalityBody2(m, id))
    default:
      return 0
  }
}

/** Body of the first object of a connect, weld or distance. */
export function equalityBody1(m: Model, id: number): number {
  const object = m.eq_obj1id[id]
  return m.eq_objtype[id] === ObjType.site ? m.site_bodyid[object] : object
}

/** Body of the second object of a connect, weld or distance. */
export function equalityBody2(m: Model, id: number): number {
  const object = m.eq_obj2id[id]
  return m.eq_objtype[id] === ObjType.site ? m.site_bodyid[object] : object
}

const joined = new JoinedChains()
/** The points that a connect or weld holds together, or a distance apart, world frame. */
export const point1 = new Float64Array(3)
export const point2 = new Float64Array(3)
/** The orientations that a weld holds together. */
export const quat1 = new Float64Array(4)
export const quat2 = new Float64Array(4)

/** (eq_data, poses) → the two points of a connect or distance. */
export function connectPoints(m: Model, d: Data, id: number): void {
  equalityPoint(m, d, id, m.eq_obj1id[id], 11 * id, point1)
  equalityPoint(m, d, id, m.eq_obj2id[id], 11 * id + 3, point2)
}

/** (eq_data, poses) → the two points and orientations of a weld. */
export function weldFrames(m: Model, d: Data, id: number): void {
  const { eq_data, eq_objtype, eq_obj1id, eq_obj2id, site_bodyid, site_quat } = m
  const { xquat } = d
  const obj1 = eq_obj1id[id]
  const obj2 = eq_obj2id[id]
  equalityPoint(m, d, id, obj1, 11 * id + 3, point1)
  equalityPoint(m, d, id, obj2, 11 * id, point2)
  if (eq_objtype[id] === ObjType.site) {
    mulQuat(quat1, 0, xquat, 4 * site_bodyid[obj1], site_quat, 4 * obj1)
    mulQuat(quat2, 0, xquat, 4 * site_bodyid[obj2], site_quat, 4 * obj2)
  } else {
    mulQuat(quat1, 0, xquat, 4 * obj1, eq_data, 11 * id + 6)
    copy4(quat2, 0, xquat, 4 * obj2)
  }
}

/** A site, or the point of a body whose local coordinates are at eq_data[at]. */
function equalityPoint(m: Model, d: Data, id: number, object: number, at: number, out: Float64Array): void {
  if (m.eq_objtype[id] === ObjType.site) {
    copy3(out, 0, d.site_xpos, 3 * object)
    return
  }
  rotate(out, 0, d.xmat, 9 * object, m.eq_data, at)
  for (let k = 0; k < 3; k++) out[k] += d.xpos[3 * object + k]
}

function addConnect(m: Model, d: Data, id: number): void {
  const body1 = equalityBody1(m, id)
  const body2 = equalityBody2(m, id)
  connectPoints(m, d, id)
  joined.join(chainsOf(m), body1, body2, true, d.efc_J_colind, d.nJ)
  const { width } = joined
  writePointJacobian(m, d, body1, point1, 1, joined.start1)
  writePointJacobian(m, d, body2, point2, -1, joined.start2)
  if (isEmptyBlock(m, d, 3, width)) return

  const row = d.nefc
  appendBlock(d, ConstraintType.equality, id, 3, width)
  const inverseMass = m.body_invweight0[2 * body1] + m.body_invweight0[2 * body2]
  for (let k = 0; k < 3; k++) {
    d.efc_pos[row + k] = point1[k] - point2[k]
    d.efc_diagA[row + k] = inverseMass
  }
}

/** Where the target of a distance stands in `eq_data`, after the two anchors. */
const TARGET = 6
/** Direction from point 2 to point 1 (unit vector, world frame), and their distance. */
export const separation = new Float64Array(4)

/** (point1, point2) → separation. The direction of points that coincide is the x axis of the world. */
export function pointSeparation(): void {
  const x = point1[0] - point2[0]
  const y = point1[1] - point2[1]
  const z = point1[2] - point2[2]
  const distance = Math.sqrt(x * x + y * y + z * z)
  const apart = distance >= MINVAL
  separation[0] = apart ? x / distance : 1
  separation[1] = apart ? y / distance : 0
  separation[2] = apart ? z / distance : 0
  separation[3] = distance
}

function addDistance(m: Model, d: Data, id: number): void {
  const body1 = equalityBody1(m, id)
  const body2 = equalityBody2(m, id)
  connectPoints(m, d, id)
  pointSeparation()
  joined.join(chainsOf(m), body1, body2, true, d.efc_J_colind, d.nJ)
  const { width } = joined
  writePointJacobian(m, d, body1, point1, 1, joined.start1)
  writePointJacobian(m, d, body2, point2, -1, joined.start2)
  const { efc_J, nJ } = d
  for (let k = nJ; k < nJ + width; k++)
    efc_J[k] = separation[0] * efc_J[k] + separation[1] * efc_J[k + width] + separation[2] * efc_J[k + 2 * width]
  if (isEmptyBlock(m, d, 1, width)) return

  const row = d.nefc
  appendBlock(d, ConstraintType.equality, id, 1, width)
  d.efc_pos[row] = separation[3] - m.eq_data[11 * id + TARGET]
  d.efc_diagA[row] = m.body_invweight0[2 * body1] + m.body_invweight0[2 * body2]
}

/** The quaternion of the rotation that is left between the two frames of a weld: q̄₂·q₁. */
const left = new Float64Array(4)
const inverse2 = new Float64Array(4)
const axis = new Float64Array(4)
/** Matrix that takes the relative angular velocity to the rate of the rotational residual: ½ s vec(q̄₂·(0, ω)·q₁). */
export const rotationRate = new Float64Array(9)

function addWeld(m: Model, d: Data, id: number): void {
  const body1 = equalityBody1(m, id)
  const body2 = equalityBody2(m, id)
  weldFrames(m, d, id)
  weldRotationRate(m, id)
  joined.join(chainsOf(m), body1, body2, true, d.efc_J_colind, d.nJ)
  const { width } = joined
  writePointJacobian(m, d, body1, point1, 1, joined.start1)
  writePointJacobian(m, d, body2, point2, -1, joined.start2)
  writeRotationJacobian(m, d, body1, 1, joined.start1)
  writeRotationJacobian(m, d, body2, -1, joined.start2)
  if (isEmptyBlock(m, d, 6, width)) return

  const row = d.nefc
  appendBlock(d, ConstraintType.equality, id, 6, width)
  const scale = m.eq_data[11 * id + 10]
  const { body_invweight0 } = m
  const inverseMass = body_invweight0[2 * body1] + body_invweight0[2 * body2]
  const inverseInertia = body_invweight0[2 * body1 + 1] + body_invweight0[2 * body2 + 1]
  conjugate(inverse2, 0, quat2, 0)
  mulQuat(left, 0, inverse2, 0, quat1, 0)
  for (let k = 0; k < 3; k++) {
    d.efc_pos[row + k] = point1[k] - point2[k]
    d.efc_pos[row + 3 + k] = scale * left[1 + k]
    d.efc_diagA[row + k] = inverseMass
    d.efc_diagA[row + 3 + k] = inverseInertia
  }
}

/** (quat1, quat2) → rotationRate. */
export function weldRotationRate(m: Model, id: number): void {
  const half = 0.5 * m.eq_data[11 * id + 10]
  conjugate(inverse2, 0, quat2, 0)
  for (let k = 0; k < 3; k++) {
    axis.fill(0)
    axis[1 + k] = 1
    mulQuat(axis, 0, inverse2, 0, axis, 0)
    mulQuat(axis, 0, axis, 0, quat1, 0)
    rotationRate[k] = half * axis[1]
    rotationRate[3 + k] = half * axis[2]
    rotationRate[6 + k] = half * axis[3]
  }
}

/**
 * Writes ± the Jacobian of a point of a body into the first three rows of the block in the making; in columns that both
 * bodies have, that of body 2, which comes second and with −, is added to that of body 1.
 */
function writePointJacobian(m: Model, d: Data, body: number, point: Float64Array, sign: number, start: number): void {
  const { adr, num, dofs } = chainsOf(m)
  const { cdof, subtree_com, efc_J, nJ } = d
  const { width, common } = joined
  const c = 3 * m.body_rootid[body]
  const rx = point[0] - subtree_com[c]
  const ry = point[1] - subtree_com[c + 1]
  const rz = point[2] - subtree_com[c + 2]
  const first = adr[body]
  const count = num[body]
  for (let k = 0; k < count; k++) {
    const o = 6 * dofs[first + k]
    const wx = cdof[o]
    const wy = cdof[o + 1]
    const wz = cdof[o + 2]
    const x = sign * (cdof[o + 3] + (wy * rz - wz * ry))
    const y = sign * (cdof[o + 4] + (wz * rx - wx * rz))
    const z = sign * (cdof[o + 5] + (wx * ry - wy * rx))
    const shared = k < common
    const at = nJ + (shared ? k : start + k - common)
    if (shared && sign < 0) {
      efc_J[at] += x
      efc_J[at + width] += y
      efc_J[at + 2 * width] += z
    } else {
      efc_J[at] = x
      efc_J[at + width] = y
      efc_J[at + 2 * width] = z
    }
  }
}

/** Writes ± rotationRate · (angular Jacobian of a body) into the last three rows of a weld in the making. */
function writeRotationJacobian(m: Model, d: Data, body: number, sign: number, start: number): void {
  const { adr, num, dofs } = chainsOf(m)
  const { cdof, efc_J, nJ } = d
  const { width, common } = joined
  const B = rotationRate
  const base = nJ + 3 * width
  // what moves both bodies does not turn them against each other
  for (let at = base; at < base + common; at++) {
    efc_J[at] = 0
    efc_J[at + width] = 0
    efc_J[at + 2 * width] = 0
  }
  for (let k = common; k < num[body]; k++) {
    const o = 6 * dofs[adr[body] + k]
    const wx = sign * cdof[o]
    const wy = sign * cdof[o + 1]
    const wz = sign * cdof[o + 2]
    const at = base + start + k - common
    efc_J[at] = B[0] * wx + B[1] * wy + B[2] * wz
    efc_J[at + width] = B[3] * wx + B[4] * wy + B[5] * wz
    efc_J[at + 2 * width] = B[6] * wx + B[7] * wy + B[8] * wz
  }
}

/** Residual of a coupling of two scalars, and its derivative by the second one. */
const residual = new Float64Array(2)

/** (x − x₀, y − y₀ in residual) → (x − x₀ − c₀ − c₁y − …, c₁ + 2c₂y + …). */
function coupling(c: Float64Array, at: number): void {
  const y = residual[1]
  residual[0] =
    residual[0] - c[at] - (c[at + 1] * y + c[at + 2] * y * y + c[at + 3] * y * y * y + c[at + 4] * y * y * y * y)
  residual[1] = c[at + 1] + 2 * c[at + 2] * y + 3 * c[at + 3] * y * y + 4 * c[at + 4] * y * y * y
}

function addJointCoupling(m: Model, d: Data, id: number): void {
  const { eq_data, eq_obj1id, eq_obj2id, jnt_qposadr, jnt_dofadr, qpos0, dof_invweight0 } = m
  const { qpos, efc_J, efc_J_colind } = d
  const at = d.nJ
  const row = d.nefc
  const joint1 = eq_obj1id[id]
  const joint2 = eq_obj2id[id]
  const dof1 = jnt_dofadr[joint1]
  const q1 = jnt_qposadr[joint1]
  residual[0] = qpos[q1] - qpos0[q1]
  let inverseInertia = dof_invweight0[dof1]
  let width = 1

  if (joint2 < 0) {
    residual[0] -= eq_data[11 * id]
    efc_J[at] = 1
    efc_J_colind[at] = dof1
  } else {
    const dof2 = jnt_dofadr[joint2]
    const q2 = jnt_qposadr[joint2]
    residual[1] = qpos[q2] - qpos0[q2]
    coupling(eq_data, 11 * id)
    inverseInertia += dof_invweight0[dof2]
    width = 2
    const first = dof1 < dof2 ? 0 : 1
    efc_J[at + first] = 1
    efc_J_colind[at + first] = dof1
    efc_J[at + 1 - first] = -residual[1]
    efc_J_colind[at + 1 - first] = dof2
  }
  appendBlock(d, ConstraintType.equality, id, 1, dropZeros(m, d, width))
  d.efc_pos[row] = residual[0]
  d.efc_diagA[row] = inverseInertia
}

function addTendonCoupling(m: Model, d: Data, id: number): void {
  const { eq_data, eq_obj1id, eq_obj2id, tendon_length0, tendon_invweight0 } = m
  const { ten_length } = d
  const tendon1 = eq_obj1id[id]
  const tendon2 = eq_obj2id[id]
  residual[0] = ten_length[tendon1] - tendon_length0[tendon1]
  let inverseInertia = tendon_invweight0[tendon1]
  if (tendon2 < 0) {
    residual[0] -= eq_data[11 * id]
    residual[1] = 0
  } else {
    residual[1] = ten_length[tendon2] - tendon_length0[tendon2]
    coupling(eq_data, 11 * id)
    inverseInertia += tendon_invweight0[tendon2]
  }
  const width = dropZeros(m, d, combineTendons(m, d, tendon1, tendon2))
  const row = d.nefc
  noteTendonRow(d, tendon1, row)
  if (tendon2 >= 0) noteTendonRow(d, tendon2, row)
  if (width === 0) return

  appendBlock(d, ConstraintType.equality, id, 1, width)
  d.efc_pos[row] = residual[0]
  d.efc_diagA[row] = inverseInertia
}

/** Rate at which a coupling lets the first tendon follow the second: c₁ + 2c₂y + …, y being length 2 − its value at qpos0. */
export function tendonCouplingSlope(m: Model, d: Data, id: number, out: Float64Array): void {
  const tendon2 = m.eq_obj2id[id]
  residual[1] = d.ten_length[tendon2] - m.tendon_length0[tendon2]
  coupling(m.eq_data, 11 * id)
  out[0] = residual[1]
}

/** Writes J₁ − residual[1]·J₂ at the end of the Jacobian, over the dofs of either tendon; returns their number. */
function combineTendons(m: Model, d: Data, tendon1: number, tendon2: number): number {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m
  const { ten_J, efc_J, efc_J_colind } = d
  const slope = residual[1]
  let a = ten_J_rowadr[tendon1]
  const endA = a + ten_J_rownnz[tendon1]
  let b = tendon2 < 0 ? 0 : ten_J_rowadr[tendon2]
  const endB = tendon2 < 0 ? 0 : b + ten_J_rownnz[tendon2]
  let at = d.nJ
  while (a < endA || b < endB) {
    const colA = a < endA ? ten_J_colind[a] : m.nv
    const colB = b < endB ? ten_J_colind[b] : m.nv
    efc_J_colind[at] = Math.min(colA, colB)
    efc_J[at] = 0
    if (colA <= colB) efc_J[at] += ten_J[a++]
    if (colB <= colA) efc_J[at] -= slope * ten_J[b++]
    at++
  }
  return at - d.nJ
}
