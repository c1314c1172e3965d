import type { Data } from '../../core/data/data.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** Velocities about the center of mass: (cdof, qvel) → cvel, cdof_dot. MuJoCo: mj_comVel. */
export function comVel(m: Model, d: Data): void {
  const { cvel, nspan, span_body } = d
  for (let k = 0; k < 6; k++) cvel[k] = 0
  for (let s = 0; s < 2 * nspan; s += 2) bodyVelocities(m, d, Math.max(1, span_body[s]), span_body[s + 1])
}

/** `comVel` of the bodies [first, last). */
function bodyVelocities(m: Model, d: Data, first: number, last: number): void {
  const { body_parentid, body_dofnum, body_dofadr, dof_jntid, jnt_type } = m
  const { qvel, cdof, cdof_dot, cvel } = d

  for (let b = first; b < last; b++) {
    const p = (6 * body_parentid[b]) & INDEX
    let wx = cvel[p]
    let wy = cvel[p + 1]
    let wz = cvel[p + 2]
    let vx = cvel[p + 3]
    let vy = cvel[p + 4]
    let vz = cvel[p + 5]

    let i = body_dofadr[b]
    const end = i + body_dofnum[b]
    while (i < end) {
      const type = jnt_type[dof_jntid[i]]
      if (type === JointType.free) {
        // translations: constant axes, so their rate is zero
        for (let k = 6 * i; k < 6 * i + 18; k++) cdof_dot[k] = 0
        vx += qvel[i]
        vy += qvel[i + 1]
        vz += qvel[i + 2]
        i += 3
      }
      // the axes of a joint move with the velocity of the body before the joint adds its own
      const count = type === JointType.free || type === JointType.ball ? 3 : 1
      let dwx = 0
      let dwy = 0
      let dwz = 0
      let dvx = 0
      let dvy = 0
      let dvz = 0
      for (let k = i; k < i + count; k++) {
        const o = (6 * k) & INDEX
        const ax = cdof[o]
        const ay = cdof[o + 1]
        const az = cdof[o + 2]
        const bx = cdof[o + 3]
        const by = cdof[o + 4]
        const bz = cdof[o + 5]
        // (ω, v) × (a, b) = (ω × a, ω × b + v × a)
        cdof_dot[o] = wy * az - wz * ay
        cdof_dot[o + 1] = wz * ax - wx * az
        cdof_dot[o + 2] = wx * ay - wy * ax
        cdof_dot[o + 3] = wy * bz - wz * by + (vy * az - vz * ay)
        cdof_dot[o + 4] = wz * bx - wx * bz + (vz * ax - vx * az)
        cdof_dot[o + 5] = wx * by - wy * bx + (vx * ay - vy * ax)
        const rate = qvel[k]
        dwx += ax * rate
        dwy += ay * rate
        dwz += az * rate
        dvx += bx * rate
        dvy += by * rate
        dvz += bz * rate
      }
      wx += dwx
      wy += dwy
      wz += dwz
      vx += dvx
      vy += dvy
      vz += dvz
      i += count
    }

    const o = (6 * b) & INDEX
    cvel[o] = wx
    cvel[o + 1] = wy
    cvel[o + 2] = wz
    cvel[o + 3] = vx
    cvel[o + 4] = vy
    cvel[o + 5] = vz
  }
}
