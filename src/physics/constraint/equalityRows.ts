import type { Data } from '../../core/data/data.ts'
import { sleepState } from '../../core/data/sleepState.ts'
import { conjugate, mulQuat } from '../../core/math/quat.ts'
import { chainsOf } from '../../core/model/dofChains.ts'
import { ConstraintType, DisableBit, EqualityType, ObjType, SleepState } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import {
  connectPoints,
  DISTANCE,
  EqualityFrames,
  equalityBody1,
  equalityBody2,
  pointSeparation,
  weldFrames,
  weldRotationRate,
} from './equalityFrames.ts'
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

/** Columns of the block in the making, and the frames that its equality relates. */
const joined = new JoinedChains()
const frames = new EqualityFrames()

function addConnect(m: Model, d: Data, id: number): void {
  const { point1, point2 } = frames
  const body1 = equalityBody1(m, id)
  const body2 = equalityBody2(m, id)
  connectPoints(frames, m, d, id)
  joined.join(chainsOf(m), body1, body2, true, d.efc_J_colind, d.nJ)
  const { width } = joined
  writePointJacobian(joined, m, d, body1, point1, 1, joined.start1)
  writePointJacobian(joined, m, d, body2, point2, -1, joined.start2)
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
function addDistance(m: Model, d: Data, id: number): void {
  const { point1, point2, separation } = frames
  const body1 = equalityBody1(m, id)
  const body2 = equalityBody2(m, id)
  connectPoints(frames, m, d, id)
  pointSeparation(frames)
  joined.join(chainsOf(m), body1, body2, true, d.efc_J_colind, d.nJ)
  const { width } = joined
  writePointJacobian(joined, m, d, body1, point1, 1, joined.start1)
  writePointJacobian(joined, m, d, body2, point2, -1, joined.start2)
  const { efc_J, nJ } = d
  for (let k = nJ; k < nJ + width; k++)
    efc_J[k] = separation[0] * efc_J[k] + separation[1] * efc_J[k + width] + separation[2] * efc_J[k + 2 * width]
  if (isEmptyBlock(m, d, 1, width)) return

  const row = d.nefc
  appendBlock(d, ConstraintType.equality, id, 1, width)
  d.efc_pos[row] = separation[DISTANCE] - m.eq_data[11 * id + TARGET]
  d.efc_diagA[row] = m.body_invweight0[2 * body1] + m.body_invweight0[2 * body2]
}

function addWeld(m: Model, d: Data, id: number): void {
  const { point1, point2, quat1, quat2, inverse2, product } = frames
  const body1 = equalityBody1(m, id)
  const body2 = equalityBody2(m, id)
  weldFrames(frames, m, d, id)
  weldRotationRate(frames, m, id)
  joined.join(chainsOf(m), body1, body2, true, d.efc_J_colind, d.nJ)
  const { width } = joined
  writePointJacobian(joined, m, d, body1, point1, 1, joined.start1)
  writePointJacobian(joined, m, d, body2, point2, -1, joined.start2)
  writeRotationJacobian(frames, joined, m, d, body1, 1, joined.start1)
  writeRotationJacobian(frames, joined, m, d, body2, -1, joined.start2)
  if (isEmptyBlock(m, d, 6, width)) return

  const row = d.nefc
  appendBlock(d, ConstraintType.equality, id, 6, width)
  const scale = m.eq_data[11 * id + 10]
  const { body_invweight0 } = m
  const inverseMass = body_invweight0[2 * body1] + body_invweight0[2 * body2]
  const inverseInertia = body_invweight0[2 * body1 + 1] + body_invweight0[2 * body2 + 1]
  conjugate(inverse2, 0, quat2, 0)
  // the rotation that is left between the two frames, q̄₂·q₁
  mulQuat(product, 0, inverse2, 0, quat1, 0)
  for (let k = 0; k < 3; k++) {
    d.efc_pos[row + k] = point1[k] - point2[k]
    d.efc_pos[row + 3 + k] = scale * product[1 + k]
    d.efc_diagA[row + k] = inverseMass
    d.efc_diagA[row + 3 + k] = inverseInertia
  }
}

/**
 * Writes ± the Jacobian of a point of a body into the first three rows of the block in the making; in columns that both
 * bodies have, that of body 2, which comes second and with −, is added to that of body 1.
 */
function writePointJacobian(
  { width, common }: JoinedChains,
  m: Model,
  d: Data,
  body: number,
  point: Float64Array,
  sign: number,
  start: number,
): void {
  const { adr, num, dofs } = chainsOf(m)
  const { cdof, subtree_com, efc_J, nJ } = d
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
function writeRotationJacobian(
  { rotationRate: B }: EqualityFrames,
  { width, common }: JoinedChains,
  m: Model,
  d: Data,
  body: number,
  sign: number,
  start: number,
): void {
  const { adr, num, dofs } = chainsOf(m)
  const { cdof, efc_J, nJ } = d
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

// numbers of a coupling of two scalars x and y, less their values x₀, y₀ at qpos0
const X = 0
const Y = 1
/** x − c₀ − c₁y − c₂y² − … */
const RESIDUAL = 2
/** c₁ + 2c₂y + …: the rate at which x follows y. */
const SLOPE = 3

/** Register of a coupling. V8: boxed otherwise. */
const coupling = new Float64Array(4)

/** (X, Y, polynomial c[at …]) → RESIDUAL, SLOPE. */
function evaluateCoupling(v: Float64Array, c: Float64Array, at: number): void {
  const y = v[Y]
  v[RESIDUAL] = v[X] - c[at] - (c[at + 1] * y + c[at + 2] * y * y + c[at + 3] * y * y * y + c[at + 4] * y * y * y * y)
  v[SLOPE] = c[at + 1] + 2 * c[at + 2] * y + 3 * c[at + 3] * y * y + 4 * c[at + 4] * y * y * y
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
  coupling[X] = qpos[q1] - qpos0[q1]
  let inverseInertia = dof_invweight0[dof1]
  let width = 1

  if (joint2 < 0) {
    coupling[RESIDUAL] = coupling[X] - eq_data[11 * id]
    efc_J[at] = 1
    efc_J_colind[at] = dof1
  } else {
    const dof2 = jnt_dofadr[joint2]
    const q2 = jnt_qposadr[joint2]
    coupling[Y] = qpos[q2] - qpos0[q2]
    evaluateCoupling(coupling, eq_data, 11 * id)
    inverseInertia += dof_invweight0[dof2]
    width = 2
    const first = dof1 < dof2 ? 0 : 1
    efc_J[at + first] = 1
    efc_J_colind[at + first] = dof1
    efc_J[at + 1 - first] = -coupling[SLOPE]
    efc_J_colind[at + 1 - first] = dof2
  }
  appendBlock(d, ConstraintType.equality, id, 1, dropZeros(m, d, width))
  d.efc_pos[row] = coupling[RESIDUAL]
  d.efc_diagA[row] = inverseInertia
}

function addTendonCoupling(m: Model, d: Data, id: number): void {
  const { eq_data, eq_obj1id, eq_obj2id, tendon_length0, tendon_invweight0 } = m
  const { ten_length } = d
  const tendon1 = eq_obj1id[id]
  const tendon2 = eq_obj2id[id]
  coupling[X] = ten_length[tendon1] - tendon_length0[tendon1]
  let inverseInertia = tendon_invweight0[tendon1]
  if (tendon2 < 0) {
    coupling[RESIDUAL] = coupling[X] - eq_data[11 * id]
    coupling[SLOPE] = 0
  } else {
    coupling[Y] = ten_length[tendon2] - tendon_length0[tendon2]
    evaluateCoupling(coupling, eq_data, 11 * id)
    inverseInertia += tendon_invweight0[tendon2]
  }
  const width = dropZeros(m, d, combineTendons(m, d, tendon1, tendon2))
  const row = d.nefc
  noteTendonRow(d, tendon1, row)
  if (tendon2 >= 0) noteTendonRow(d, tendon2, row)
  if (width === 0) return

  appendBlock(d, ConstraintType.equality, id, 1, width)
  d.efc_pos[row] = coupling[RESIDUAL]
  d.efc_diagA[row] = inverseInertia
}

/** out[at] = the rate at which a coupling lets the first tendon follow the second: c₁ + 2c₂y + … */
export function tendonCouplingSlope(m: Model, d: Data, out: Float64Array, at: number, id: number): void {
  const tendon2 = m.eq_obj2id[id]
  coupling[X] = 0
  coupling[Y] = d.ten_length[tendon2] - m.tendon_length0[tendon2]
  evaluateCoupling(coupling, m.eq_data, 11 * id)
  out[at] = coupling[SLOPE]
}

/** Writes J₁ − slope·J₂ at the end of the Jacobian, over the dofs of either tendon; returns their number. */
function combineTendons(m: Model, d: Data, tendon1: number, tendon2: number): number {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m
  const { ten_J, efc_J, efc_J_colind } = d
  const slope = coupling[SLOPE]
  let a = ten_J_rowadr[tendon1]
  const endA = a + ten_J_rownnz[tendon1]
  let b = tendon2 < 0 ? 0 : ten_J_rowadr[tendon2]
  const endB = tendon2 < 0 ? 0 : b + ten_J_rownnz[tendon2]
  let at = d.nJ
  while (a < endA || b < endB) {
    const colA = a < endA ? ten_J_colind[a] : m.nv
    const colB = b < endB ? ten_J_colind[b] : m.nv
    const column = Math.min(colA, colB)
    efc_J_colind[at] = column
    efc_J[at] = 0
    // a joint that stands twice in a path has two columns
    while (a < endA && ten_J_colind[a] === column) efc_J[at] += ten_J[a++]
    while (b < endB && ten_J_colind[b] === column) efc_J[at] -= slope * ten_J[b++]
    at++
  }
  return at - d.nJ
}
