import type { Data } from '../../core/data/data.ts'
import { conjugate, copy4, mulQuat, normalize4, quatToVel, rotateByQuat, subQuat } from '../../core/math/quat.ts'
import { dotRow } from '../../core/math/sparse.ts'
import { copy3, cross, rotate, rotateBack, sub3 } from '../../core/math/vec3.ts'
import { Cone, ContactExclude, DisableBit, JointType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { applyWrench, lastDof } from '../kinematics/jacobian.ts'

const JOINT: number = TrnType.joint
const JOINT_IN_PARENT: number = TrnType.jointinparent
const SLIDER_CRANK: number = TrnType.slidercrank
const TENDON: number = TrnType.tendon
const SITE: number = TrnType.site
const SO3: number = TrnType.so3
const SLIDE: number = JointType.slide

/**
 * Transmissions: (qpos, poses of sites, ten_length, ten_J) → actuator_length, actuator_moment. Moments are sparse
 * rows, one per force, without exact zeros. Rows of actuators on sleeping trees are empty.
 * MuJoCo: mj_transmission.
 */
export function transmission(m: Model, d: Data): void {
  const { nactuator, actuator_trntype, actuator_outadr, actuator_trnid, actuator_gear } = m
  const { jnt_type, jnt_qposadr, jnt_dofadr } = m
  const { qpos, actuator_awake, actuator_length, actuator_moment, moment_colind, moment_rowadr, moment_rownnz } = d
  let entry = 0
  for (let i = 0; i < nactuator; i++) {
    const out = actuator_outadr[i]
    const type = actuator_trntype[i]
    // most actuators act on hinges and slides
    if (actuator_awake[i] !== 0 && type <= JOINT_IN_PARENT) {
      const joint = actuator_trnid[2 * i]
      if (jnt_type[joint] >= SLIDE) {
        const gear = actuator_gear[6 * out]
        actuator_length[out] = gear * qpos[jnt_qposadr[joint]]
        actuator_moment[entry] = gear
        moment_colind[entry] = jnt_dofadr[joint]
        moment_rowadr[out] = entry++
        moment_rownnz[out] = 1
        continue
      }
    }
    if (actuator_awake[i] === 0) {
      for (let k = out; k < out + m.actuator_outnum[i]; k++) {
        d.moment_rowadr[k] = entry
        d.moment_rownnz[k] = 0
      }
      continue
    }
    switch (type) {
      case JOINT:
      case JOINT_IN_PARENT:
        entry = quaternionRow(m, d, i, out, entry)
        break
      case TENDON:
        entry = tendonRow(m, d, i, out, entry)
        break
      case SLIDER_CRANK:
        entry = sliderCrankRow(m, d, i, out, entry)
        break
      case SITE:
        entry = siteRow(m, d, i, out, entry)
        break
      case SO3:
        entry = rotationRows(m, d, i, out, entry)
        break
      default:
        entry = bodyRow(m, d, i, out, entry)
    }
  }
}

/** Whether the entries of the rows of moments depend on the pose, or are more than one of a joint. */
export function momentsVary({ nactuator, actuator_trntype, actuator_trnid, jnt_type }: Model): boolean {
  for (let i = 0; i < nactuator; i++) {
    const type = actuator_trntype[i]
    if (type !== TENDON && (type > JOINT_IN_PARENT || jnt_type[actuator_trnid[2 * i]] < SLIDE)) return true
  }
  return false
}

/**
 * Velocities of transmissions: (actuator_moment, qvel, ten_velocity) → actuator_velocity; 0 while actuation is
 * disabled. Tendons provide their own.
 */
export function actuatorVelocity(m: Model, d: Data): void {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_outnum, actuator_gear } = m
  const { actuator_velocity, actuator_moment, moment_rowadr, moment_rownnz, moment_colind, qvel, ten_velocity } = d
  const { actuator_awake } = d
  if ((m.opt.disableflags & DisableBit.actuation) !== 0) {
    actuator_velocity.fill(0)
    return
  }
  for (let i = 0; i < nactuator; i++) {
    const out = actuator_outadr[i]
    if (actuator_trntype[i] === TENDON && actuator_awake[i] !== 0) {
      actuator_velocity[out] = actuator_gear[6 * out] * ten_velocity[actuator_trnid[2 * i]]
      continue
    }
    const last = out + actuator_outnum[i]
    for (let k = out; k < last; k++) {
      const start = moment_rowadr[k]
      dotRow(actuator_velocity, k, actuator_moment, moment_colind, start, start + moment_rownnz[k], qvel)
    }
  }
}

/** `contact_exclude`: the contact is inside the gap. */
const IN_GAP: number = ContactExclude.inGap

const unit = new Float64Array(4)
const other = new Float64Array(4)
const vector = new Float64Array(3)
const axis = new Float64Array(3)
const direction = new Float64Array(3)
/** Wrench at the site; its opposite acts at the reference site. */
const wrench = new Float64Array(6)
const opposite = new Float64Array(6)

/**
 * The functions below write rows that start at `entry`, and return where the next row starts. `quaternionRow` is for
 * free and ball joints.
 */
function quaternionRow(m: Model, d: Data, i: number, out: number, entry: number): number {
  const { actuator_gear, jnt_type, jnt_qposadr, jnt_dofadr } = m
  const { qpos, actuator_length, actuator_moment, moment_colind, moment_rowadr, moment_rownnz } = d
  const joint = m.actuator_trnid[2 * i]
  const inParent = m.actuator_trntype[i] === TrnType.jointinparent
  const gear = 6 * out
  const q = jnt_qposadr[joint]
  const v = jnt_dofadr[joint]
  moment_rowadr[out] = entry
  let count = 3
  if (jnt_type[joint] === JointType.free) {
    // translations along world axes, rotations along body axes
    actuator_length[out] = 0
    for (let k = 0; k < 6; k++) actuator_moment[entry + k] = actuator_gear[gear + k]
    if (inParent) {
      copy4(unit, 0, qpos, q + 3)
      normalize4(unit, 0)
      conjugate(unit, 0, unit, 0)
      rotateByQuat(actuator_moment, entry + 3, unit, 0, actuator_gear, gear + 3)
    }
    count = 6
  } else {
    copy4(unit, 0, qpos, q)
    normalize4(unit, 0)
    quatToVel(vector, 0, unit, 0)
    conjugate(unit, 0, unit, 0)
    if (inParent) rotateByQuat(axis, 0, unit, 0, actuator_gear, gear)
    else copy3(axis, 0, actuator_gear, gear)
    let length = 0
    for (let k = 0; k < 3; k++) {
      length += axis[k] * vector[k]
      actuator_moment[entry + k] = axis[k]
    }
    actuator_length[out] = length
  }
  for (let k = 0; k < count; k++) moment_colind[entry + k] = v + k
  moment_rownnz[out] = count
  return entry + count
}

function tendonRow(m: Model, d: Data, i: number, out: number, entry: number): number {
  const { ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  const { ten_J, actuator_moment, moment_colind } = d
  const tendon = m.actuator_trnid[2 * i]
  const gear = m.actuator_gear[6 * out]
  const start = ten_J_rowadr[tendon]
  const count = ten_J_rownnz[tendon]
  const end = start + count
  d.actuator_length[out] = gear * d.ten_length[tendon]
  // columns stay valid while the row keeps its place
  if (d.moment_rowadr[out] !== entry || d.moment_rownnz[out] !== count) {
    for (let k = 0; k < count; k++) moment_colind[entry + k] = ten_J_colind[start + k]
    d.moment_rowadr[out] = entry
    d.moment_rownnz[out] = count
  }
  // rows are short: the loop test costs most
  let k = start
  for (; k + 3 < end; k += 4) {
    actuator_moment[entry] = gear * ten_J[k]
    actuator_moment[entry + 1] = gear * ten_J[k + 1]
    actuator_moment[entry + 2] = gear * ten_J[k + 2]
    actuator_moment[entry + 3] = gear * ten_J[k + 3]
    entry += 4
  }
  for (; k < end; k++) actuator_moment[entry++] = gear * ten_J[k]
  return entry
}

/**
 * A rod of length r joins a pin on a crank with a slider that moves along the axis a. With v from the slider's site to
 * the pin, the slider stands at l = a·v − √((a·v)² + r² − v·v); where the rod is too short, at a·v.
 */
function sliderCrankRow(m: Model, d: Data, i: number, out: number, entry: number): number {
  const { site_xpos, site_xmat } = d
  const crank = m.actuator_trnid[2 * i]
  const slider = m.actuator_trnid[2 * i + 1]
  const gear = m.actuator_gear[6 * out]
  const rod = m.actuator_cranklength[i]
  for (let k = 0; k < 3; k++) axis[k] = site_xmat[9 * slider + 3 * k + 2]
  sub3(vector, 0, site_xpos, 3 * crank, site_xpos, 3 * slider)
  const along = axis[0] * vector[0] + axis[1] * vector[1] + axis[2] * vector[2]
  const square = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]
  const determinant = along * along + rod * rod - square

  // derivatives of the length by v and by a
  let length = along
  let byAxis = 1
  let byVector = 0
  if (determinant > 0) {
    const root = Math.sqrt(determinant)
    length = along - root
    byAxis = 1 - along / root
    byVector = 1 / root
  }
  d.actuator_length[out] = gear * length
  for (let k = 0; k < 3; k++) {
    wrench[k] = gear * (byAxis * axis[k] + byVector * vector[k])
    wrench[3 + k] = 0
    direction[k] = gear * byAxis * vector[k]
  }
  // rotating the slider's site rotates a: ω × a
  cross(opposite, 3, axis, 0, direction, 0)
  for (let k = 0; k < 3; k++) opposite[k] = -wrench[k]
  startRow(d)
  applyWrench(m, d, wrench, 0, site_xpos, 3 * crank, m.site_bodyid[crank], d.scratch.transmission_row)
  applyWrench(m, d, opposite, 0, site_xpos, 3 * slider, m.site_bodyid[slider], d.scratch.transmission_row)
  return storeRow(m, d, out, entry)
}

function siteRow(m: Model, d: Data, i: number, out: number, entry: number): number {
  const { actuator_gear: gear } = m
  const { site_xpos, site_xmat } = d
  const site = m.actuator_trnid[2 * i]
  const reference = m.actuator_trnid[2 * i + 1]
  const g = 6 * out
  const frame = reference < 0 ? site : reference
  rotate(wrench, 0, site_xmat, 9 * frame, gear, g)
  rotate(wrench, 3, site_xmat, 9 * frame, gear, g + 3)
  startRow(d)
  applyWrench(m, d, wrench, 0, site_xpos, 3 * site, m.site_bodyid[site], d.scratch.transmission_row)
  d.actuator_length[out] = 0
  if (reference < 0) return storeRow(m, d, out, entry)

  // translation and rotation in the reference frame, each where the gear is not zero
  let length = 0
  if (gear[g] !== 0 || gear[g + 1] !== 0 || gear[g + 2] !== 0) {
    sub3(vector, 0, site_xpos, 3 * site, site_xpos, 3 * reference)
    rotateBack(vector, 0, site_xmat, 9 * reference, vector, 0)
    for (let k = 0; k < 3; k++) length += vector[k] * gear[g + k]
  }
  if (gear[g + 3] !== 0 || gear[g + 4] !== 0 || gear[g + 5] !== 0) {
    relativeRotation(m, d, site, reference)
    for (let k = 0; k < 3; k++) length += vector[k] * gear[g + 3 + k]
  }
  d.actuator_length[out] = length
  for (let k = 0; k < 6; k++) opposite[k] = -wrench[k]
  applyWrench(m, d, opposite, 0, site_xpos, 3 * reference, m.site_bodyid[reference], d.scratch.transmission_row)
  clearCommon(m, d, m.site_bodyid[site], m.site_bodyid[reference])
  return storeRow(m, d, out, entry)
}

/**
 * Adhesion: a body pulls at the geoms that it touches. The row is minus the mean of the normals' Jacobians over its
 * contacts, including those in the gap.
 */
function bodyRow(m: Model, d: Data, i: number, out: number, entry: number): number {
  const { geom_bodyid } = m
  const { ncon, contact_geom1, contact_geom2, contact_exclude, contact_efc_address, contact_dim } = d
  const { efc_J, efc_J_colind, efc_J_rowadr, efc_J_rownnz } = d
  const { transmission_row: row } = d.scratch
  const body = m.actuator_trnid[2 * i]
  const pyramidal = m.opt.cone === Cone.pyramidal
  let count = 0
  startRow(d)
  for (let c = 0; c < ncon; c++) {
    const body1 = geom_bodyid[contact_geom1[c]]
    const body2 = geom_bodyid[contact_geom2[c]]
    if ((body1 !== body && body2 !== body) || contact_exclude[c] > IN_GAP) continue
    const first = contact_efc_address[c]
    if (contact_exclude[c] === IN_GAP) {
      count++
      addNormal(m, d, c, body1, body2)
      continue
    }
    if (first < 0) continue
    count++
    // pyramid edges come in pairs whose mean is the normal
    const edges = pyramidal && contact_dim[c] > 1 ? 2 * (contact_dim[c] - 1) : 1
    for (let r = first; r < first + edges; r++) {
      const end = efc_J_rowadr[r] + efc_J_rownnz[r]
      for (let k = efc_J_rowadr[r]; k < end; k++) row[efc_J_colind[k]] += efc_J[k] / edges
    }
  }
  if (count > 0) for (let k = 0; k < m.nv; k++) row[k] /= -count
  d.actuator_length[out] = 0
  return storeRow(m, d, out, entry)
}

/** Adds the normal of a contact without constraint rows to the dense row. */
function addNormal(m: Model, d: Data, contact: number, body1: number, body2: number): void {
  wrench.fill(0)
  opposite.fill(0)
  for (let k = 0; k < 3; k++) {
    wrench[k] = d.contact_frame[9 * contact + k]
    opposite[k] = -wrench[k]
  }
  applyWrench(m, d, wrench, 0, d.contact_pos, 3 * contact, body2, d.scratch.transmission_row)
  applyWrench(m, d, opposite, 0, d.contact_pos, 3 * contact, body1, d.scratch.transmission_row)
}

/** Three lengths: the rotation vector of a ball joint, or between two sites. The gear is ignored. */
function rotationRows(m: Model, d: Data, i: number, out: number, entry: number): number {
  const { actuator_length, actuator_moment, moment_colind, moment_rowadr, moment_rownnz, site_xpos, site_xmat } = d
  const target = m.actuator_trnid[2 * i]
  const reference = m.actuator_trnid[2 * i + 1]
  if (reference < 0) {
    copy4(unit, 0, d.qpos, m.jnt_qposadr[target])
    normalize4(unit, 0)
    quatToVel(actuator_length, out, unit, 0)
    for (let k = 0; k < 3; k++) {
      moment_rowadr[out + k] = entry
      moment_rownnz[out + k] = 1
      moment_colind[entry] = m.jnt_dofadr[target] + k
      actuator_moment[entry++] = 1
    }
    return entry
  }

  relativeRotation(m, d, target, reference)
  for (let k = 0; k < 3; k++) {
    actuator_length[out + k] = vector[k]
    for (let j = 0; j < 3; j++) {
      wrench[j] = 0
      opposite[j] = 0
      wrench[3 + j] = site_xmat[9 * target + 3 * j + k]
      opposite[3 + j] = -wrench[3 + j]
    }
    startRow(d)
    applyWrench(m, d, wrench, 0, site_xpos, 3 * target, m.site_bodyid[target], d.scratch.transmission_row)
    applyWrench(m, d, opposite, 0, site_xpos, 3 * reference, m.site_bodyid[reference], d.scratch.transmission_row)
    clearCommon(m, d, m.site_bodyid[target], m.site_bodyid[reference])
    entry = storeRow(m, d, out + k, entry)
  }
  return entry
}

/**
 * Writes the rotation vector from one site to another to `vector`. As in MuJoCo, the quaternion of a site in its body
 * multiplies that of the body from the left. This differs from the site's orientation unless one of them is the
 * identity.
 */
function relativeRotation(m: Model, d: Data, site: number, reference: number): void {
  mulQuat(unit, 0, m.site_quat, 4 * site, d.xquat, 4 * m.site_bodyid[site])
  mulQuat(other, 0, m.site_quat, 4 * reference, d.xquat, 4 * m.site_bodyid[reference])
  subQuat(vector, 0, unit, 0, other, 0)
}

/** Rows are assembled in a dense vector first. */
function startRow(d: Data): void {
  d.scratch.transmission_row.fill(0)
}

/** Dofs that move both bodies cancel. */
function clearCommon(m: Model, d: Data, a: number, b: number): void {
  const { dof_parentid } = m
  const { transmission_row: row } = d.scratch
  let i = lastDof(m, a)
  let j = lastDof(m, b)
  while (i !== j) {
    if (i > j) i = dof_parentid[i]
    else j = dof_parentid[j]
  }
  for (; i >= 0; i = dof_parentid[i]) row[i] = 0
}

/** Moves the nonzeros of the dense row to the sparse row. */
function storeRow(m: Model, d: Data, out: number, entry: number): number {
  const { nv } = m
  const { actuator_moment, moment_colind } = d
  const { transmission_row: row } = d.scratch
  let next = entry
  for (let i = 0; i < nv; i++) {
    if (row[i] === 0) continue
    moment_colind[next] = i
    actuator_moment[next++] = row[i]
  }
  d.moment_rowadr[out] = entry
  d.moment_rownnz[out] = next - entry
  return next
}
