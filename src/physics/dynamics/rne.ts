import type { Data } from '../../core/data/data.ts'
import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Recursive Newton–Euler: (cvel, cdof_dot, qvel[, qacc]) → forces in joint space. Without acceleration
 * the result is the bias force, Coriolis, centrifugal and gravitational; with it, M qacc is added (armature aside). What
 * sleeps keeps its forces.
 */
export function rne(m: Model, d: Data, out: Float64Array, withAcceleration: boolean): void {
  const { nspan, span_body, span_dof } = d
  const { rne_cacc: cacc, rne_cfrc: force } = d.scratch

  bodyAccelerations(m, d, withAcceleration, cacc)
  bodyForces(d, cacc, force)
  for (let s = 2 * nspan - 2; s >= 0; s -= 2) accumulateToRoots(m, force, Math.max(1, span_body[s]), span_body[s + 1])
  for (let s = 0; s < 2 * nspan; s += 2) projectOnDofs(m, d, force, out, span_dof[s], span_dof[s + 1])
}

/** out = cdof · force, for the dofs [first, end). */
function projectOnDofs(m: Model, d: Data, force: Float64Array, out: Float64Array, first: number, end: number): void {
  const { dof_bodyid } = m
  const { cdof } = d
  for (let i = first; i < end; i++) {
    const a = 6 * i
    const f = 6 * dof_bodyid[i]
    out[i] =
      cdof[a] * force[f] +
      cdof[a + 1] * force[f + 1] +
      cdof[a + 2] * force[f + 2] +
      cdof[a + 3] * force[f + 3] +
      cdof[a + 4] * force[f + 4] +
      cdof[a + 5] * force[f + 5]
  }
}

/**
 * Acceleration of each body about c: cacc = cacc_parent + Σ cdof_dot·qvel (+ Σ cdof·qacc). Gravity enters as
 * an acceleration of the world upwards, so a body at rest reads +g.
 */
export function bodyAccelerations(m: Model, d: Data, withAcceleration: boolean, cacc: Float64Array): void {
  const { opt } = m
  const { nspan, span_body } = d
  const gravity = opt.disableflags & DisableBit.gravity ? 0 : -1
  cacc[0] = 0
  cacc[1] = 0
  cacc[2] = 0
  cacc[3] = gravity * opt.gravity[0]
  cacc[4] = gravity * opt.gravity[1]
  cacc[5] = gravity * opt.gravity[2]
  for (let s = 0; s < 2 * nspan; s += 2)
    accelerate(m, d, withAcceleration, cacc, Math.max(1, span_body[s]), span_body[s + 1])
}

/** The same for the bodies [first, last). */
function accelerate(
  m: Model,
  d: Data,
  withAcceleration: boolean,
  cacc: Float64Array,
  first: number,
  last: number,
): void {
  const { body_parentid, body_dofadr, body_dofnum } = m
  const { cdof, cdof_dot, qvel, qacc } = d
  for (let b = first; b < last; b++) {
    const p = 6 * body_parentid[b]
    let a0 = cacc[p]
    let a1 = cacc[p + 1]
    let a2 = cacc[p + 2]
    let a3 = cacc[p + 3]
    let a4 = cacc[p + 4]
    let a5 = cacc[p + 5]
    const start = body_dofadr[b]
    const end = start + body_dofnum[b]
    for (let i = start; i < end; i++) {
      const o = 6 * i
      const v = qvel[i]
      a0 += cdof_dot[o] * v
      a1 += cdof_dot[o + 1] * v
      a2 += cdof_dot[o + 2] * v
      a3 += cdof_dot[o + 3] * v
      a4 += cdof_dot[o + 4] * v
      a5 += cdof_dot[o + 5] * v
    }
    if (withAcceleration) {
      for (let i = start; i < end; i++) {
        const o = 6 * i
        const a = qacc[i]
        a0 += cdof[o] * a
        a1 += cdof[o + 1] * a
        a2 += cdof[o + 2] * a
        a3 += cdof[o + 3] * a
        a4 += cdof[o + 4] * a
        a5 += cdof[o + 5] * a
      }
    }
    const o = 6 * b
    cacc[o] = a0
    cacc[o + 1] = a1
    cacc[o + 2] = a2
    cacc[o + 3] = a3
    cacc[o + 4] = a4
    cacc[o + 5] = a5
  }
}

/** Net force on each body about c: cinert·cacc + cvel ×* (cinert·cvel). */
export function bodyForces(d: Data, cacc: Float64Array, out: Float64Array): void {
  const { nspan, span_body } = d
  for (let k = 0; k < 6; k++) out[k] = 0
  for (let s = 0; s < 2 * nspan; s += 2) netForces(d, cacc, out, Math.max(1, span_body[s]), span_body[s + 1])
}

/** The same for the bodies [first, end). */
function netForces(d: Data, cacc: Float64Array, out: Float64Array, first: number, end: number): void {
  const { cinert, cvel } = d
  for (let b = first; b < end; b++) {
    const c = 10 * b
    const xx = cinert[c]
    const yy = cinert[c + 1]
    const zz = cinert[c + 2]
    const xy = cinert[c + 3]
    const xz = cinert[c + 4]
    const yz = cinert[c + 5]
    const hx = cinert[c + 6]
    const hy = cinert[c + 7]
    const hz = cinert[c + 8]
    const mass = cinert[c + 9]
    const o = 6 * b

    // momentum (l, p) = cinert · cvel
    const wx = cvel[o]
    const wy = cvel[o + 1]
    const wz = cvel[o + 2]
    const vx = cvel[o + 3]
    const vy = cvel[o + 4]
    const vz = cvel[o + 5]
    const lx = xx * wx + xy * wy + xz * wz + (hy * vz - hz * vy)
    const ly = xy * wx + yy * wy + yz * wz + (hz * vx - hx * vz)
    const lz = xz * wx + yz * wy + zz * wz + (hx * vy - hy * vx)
    const px = mass * vx + (wy * hz - wz * hy)
    const py = mass * vy + (wz * hx - wx * hz)
    const pz = mass * vz + (wx * hy - wy * hx)

    // cinert · cacc + (ω × l + v × p, ω × p)
    const ax = cacc[o]
    const ay = cacc[o + 1]
    const az = cacc[o + 2]
    const bx = cacc[o + 3]
    const by = cacc[o + 4]
    const bz = cacc[o + 5]
    out[o] = xx * ax + xy * ay + xz * az + (hy * bz - hz * by) + (wy * lz - wz * ly + (vy * pz - vz * py))
    out[o + 1] = xy * ax + yy * ay + yz * az + (hz * bx - hx * bz) + (wz * lx - wx * lz + (vz * px - vx * pz))
    out[o + 2] = xz * ax + yz * ay + zz * az + (hx * by - hy * bx) + (wx * ly - wy * lx + (vx * py - vy * px))
    out[o + 3] = mass * bx + (ay * hz - az * hy) + (wy * pz - wz * py)
    out[o + 4] = mass * by + (az * hx - ax * hz) + (wz * px - wx * pz)
    out[o + 5] = mass * bz + (ax * hy - ay * hx) + (wx * py - wy * px)
  }
}

/** Adds the force of each of the bodies [first, end) to its parent's, from the leaves to the tree roots. */
function accumulateToRoots(m: Model, force: Float64Array, first: number, end: number): void {
  const { body_parentid } = m
  for (let b = end - 1; b >= first; b--) {
    const parent = body_parentid[b]
    if (parent === 0) continue
    const p = 6 * parent
    const o = 6 * b
    force[p] += force[o]
    force[p + 1] += force[o + 1]
    force[p + 2] += force[o + 2]
    force[p + 3] += force[o + 3]
    force[p + 4] += force[o + 4]
    force[p + 5] += force[o + 5]
  }
}
