import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { copy4, normalize4, quatToVel } from '../../core/math/quat.ts'
import { ConstraintType, DisableBit, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { appendBlock, dropZeros, noteTendonRow } from './jacobianRows.ts'

/**
 * Rows of limits: joints, then tendons, the lower limit before the upper one. A row is there when the distance to the
 * limit is below the margin; its position is that distance, negative beyond the limit.
 *
 *     lower: x − low, J = ∂x/∂q      upper: high − x, J = −∂x/∂q
 *
 * A ball joint has one limit, on its angle of rotation.
 */
export function addLimits(m: Model, d: Data): void {
  if (m.opt.disableflags & DisableBit.limit) return
  const { ntendon, jnt_limited, jnt_type, jnt_range, jnt_margin, jnt_qposadr } = m
  const { tendon_limited, tendon_range, tendon_margin } = m
  const { qpos, ten_length, nspan, span_jnt, tendon_awake } = d

  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let joint = span_jnt[s]; joint < span_jnt[s + 1]; joint++) {
      if (!jnt_limited[joint]) continue
      const type = jnt_type[joint]
      if (type === JointType.ball) {
        addBallLimit(m, d, joint)
      } else if (type === JointType.slide || type === JointType.hinge) {
        const x = qpos[jnt_qposadr[joint]]
        const margin = jnt_margin[joint]
        if (x - jnt_range[2 * joint] < margin) addJointLimit(m, d, joint, 1)
        if (jnt_range[2 * joint + 1] - x < margin) addJointLimit(m, d, joint, -1)
      }
    }
  }

  for (let tendon = 0; tendon < ntendon; tendon++) {
    if (!tendon_limited[tendon] || tendon_awake[tendon] === 0) continue
    const x = ten_length[tendon]
    const margin = tendon_margin[tendon]
    if (x - tendon_range[2 * tendon] < margin) addTendonLimit(m, d, tendon, 1)
    if (tendon_range[2 * tendon + 1] - x < margin) addTendonLimit(m, d, tendon, -1)
  }
}

/** Appends the row of one side of the limits of a hinge or slide: +1 the lower one, −1 the upper one. */
function addJointLimit(m: Model, d: Data, joint: number, side: number): void {
  const row = d.nefc
  const dof = m.jnt_dofadr[joint]
  const x = d.qpos[m.jnt_qposadr[joint]]
  d.efc_J[d.nJ] = side
  d.efc_J_colind[d.nJ] = dof
  appendBlock(d, ConstraintType.limitJoint, joint, 1, 1)
  d.efc_pos[row] = side > 0 ? x - m.jnt_range[2 * joint] : m.jnt_range[2 * joint + 1] - x
  d.efc_margin[row] = m.jnt_margin[joint]
  d.efc_diagA[row] = m.dof_invweight0[dof]
}

/** Registers of a ball joint: its quaternion, normalized, and its rotation vector. */
const unit = new Float64Array(4)
const rotation = new Float64Array(3)

function addBallLimit(m: Model, d: Data, joint: number): void {
  copy4(unit, 0, d.qpos, m.jnt_qposadr[joint])
  normalize4(unit, 0)
  quatToVel(rotation, 0, unit, 0)
  let x = rotation[0]
  let y = rotation[1]
  let z = rotation[2]
  const angle = Math.sqrt(x * x + y * y + z * z)
  if (angle < MINVAL) {
    x = 1
    y = 0
    z = 0
  } else {
    const s = 1 / angle
    x *= s
    y *= s
    z *= s
  }
  const low = m.jnt_range[2 * joint]
  const high = m.jnt_range[2 * joint + 1]
  const distance = Math.max(low, high) - angle
  if (!(distance < m.jnt_margin[joint])) return

  const row = d.nefc
  const at = d.nJ
  const dof = m.jnt_dofadr[joint]
  d.efc_J[at] = -x
  d.efc_J[at + 1] = -y
  d.efc_J[at + 2] = -z
  for (let k = 0; k < 3; k++) d.efc_J_colind[at + k] = dof + k
  appendBlock(d, ConstraintType.limitJoint, joint, 1, 3)
  d.efc_pos[row] = distance
  d.efc_margin[row] = m.jnt_margin[joint]
  d.efc_diagA[row] = m.dof_invweight0[dof]
}

/** Appends the row of one side of the limits of a tendon: +1 the lower one, −1 the upper one. */
function addTendonLimit(m: Model, d: Data, tendon: number, side: number): void {
  const row = d.nefc
  if (!appendTendonRow(m, d, ConstraintType.limitTendon, tendon, side)) return
  const x = d.ten_length[tendon]
  d.efc_pos[row] = side > 0 ? x - m.tendon_range[2 * tendon] : m.tendon_range[2 * tendon + 1] - x
  d.efc_margin[row] = m.tendon_margin[tendon]
}

/** Appends a row with ± the Jacobian of a tendon's length; false if it would be empty. */
export function appendTendonRow(m: Model, d: Data, type: ConstraintType, tendon: number, sign: number): boolean {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m
  const { ten_J, efc_J, efc_J_colind } = d
  const start = ten_J_rowadr[tendon]
  const end = start + ten_J_rownnz[tendon]
  let at = d.nJ
  for (let k = start; k < end; k++) {
    // a joint that stands twice in a path has two columns, the second of them zero
    if (k > start && ten_J_colind[k] === ten_J_colind[k - 1]) continue
    efc_J[at] = sign * ten_J[k]
    efc_J_colind[at++] = ten_J_colind[k]
  }
  const row = d.nefc
  noteTendonRow(d, tendon, row)
  const width = dropZeros(m, d, at - d.nJ)
  if (width === 0) return false
  appendBlock(d, type, tendon, 1, width)
  d.efc_diagA[row] = m.tendon_invweight0[tendon]
  return true
}
