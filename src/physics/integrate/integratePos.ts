import { integrateQuat, normalize4, subQuat } from '../../core/math/quat.ts'
import { checkRoom } from '../../core/model/argumentChecks.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Positions are on a manifold: qpos holds unit quaternions where qvel holds angular velocities. Addition and
 * difference are therefore per joint.
 */

/** qpos ← qpos ⊕ h·vel, in place. MuJoCo: mj_integratePos. */
export function integratePos(m: Model, qpos: Float64Array, vel: Float64Array, h: number): void {
  checkRoom(qpos, m.nq, 'qpos')
  checkRoom(vel, m.nv, 'vel')
  duration[0] = h
  integrateJoints(m, qpos, vel, 0, duration)
}

const duration = new Float64Array(1) // V8: boxed otherwise

/** `integratePos` of the joints [first, end), with the velocity from vel[at] on. */
export function integrateJoints(
  m: Model,
  qpos: Float64Array,
  vel: Float64Array,
  at: number,
  duration: Float64Array,
  first = 0,
  end: number = m.njnt,
): void {
  const h = duration[0]
  const { jnt_type, jnt_qposadr, jnt_dofadr } = m
  for (let j = first; j < end; j++) {
    const type = jnt_type[j]
    let q = jnt_qposadr[j]
    let v = at + jnt_dofadr[j]
    if (type === JointType.hinge || type === JointType.slide) {
      qpos[q] += h * vel[v]
      continue
    }
    if (type === JointType.free) {
      qpos[q] += h * vel[v]
      qpos[q + 1] += h * vel[v + 1]
      qpos[q + 2] += h * vel[v + 2]
      q += 3
      v += 3
    }
    integrateQuat(qpos, q, vel, v, duration)
  }
}

/**
 * The velocity that takes position q1 to q2 in the time h: out = (q2 ⊖ q1)/h.
 * MuJoCo: mj_differentiatePos.
 */
export function differentiatePos(m: Model, out: Float64Array, h: number, q1: Float64Array, q2: Float64Array): void {
  checkRoom(out, m.nv, 'out')
  checkRoom(q1, m.nq, 'q1')
  checkRoom(q2, m.nq, 'q2')
  const { njnt, jnt_type, jnt_qposadr, jnt_dofadr } = m
  for (let j = 0; j < njnt; j++) {
    const type = jnt_type[j]
    let q = jnt_qposadr[j]
    let v = jnt_dofadr[j]
    if (type === JointType.hinge || type === JointType.slide) {
      out[v] = (q2[q] - q1[q]) / h
      continue
    }
    if (type === JointType.free) {
      for (let k = 0; k < 3; k++) out[v + k] = (q2[q + k] - q1[q + k]) / h
      q += 3
      v += 3
    }
    subQuat(out, v, q2, q, q1, q)
    for (let k = 0; k < 3; k++) out[v + k] /= h
  }
}

/** Normalizes the quaternions of a position vector in place. MuJoCo: mj_normalizeQuat. */
export function normalizeQuat(m: Model, qpos: Float64Array): void {
  checkRoom(qpos, m.nq, 'qpos')
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j]
    if (type === JointType.ball) normalize4(qpos, m.jnt_qposadr[j])
    else if (type === JointType.free) normalize4(qpos, m.jnt_qposadr[j] + 3)
  }
}
