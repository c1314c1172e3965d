import type { Data } from '../../core/data/data.ts'
import { add6, dot6, netForce } from '../../core/math/spatial.ts'
import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/**
 * Recursive Newton–Euler algorithm (RNE; Featherstone, https://doi.org/10.1007/978-1-4899-7560-7): (cvel, cdof_dot,
 * qvel[, qacc]) → joint-space forces. Without acceleration the result is the bias force: Coriolis, centrifugal and
 * gravitational. With it, M qacc is added, without armature. Forces on sleeping trees keep their values.
 * MuJoCo: mj_rne.
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
    out[i] = dot6(cdof, (6 * i) & INDEX, force, (6 * dof_bodyid[i]) & INDEX)
  }
}

/**
 * Acceleration of each body about c: cacc = cacc_parent + Σ cdof_dot·qvel (+ Σ cdof·qacc). Gravity is an upward
 * acceleration of the world, so a body at rest has +g.
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

/** `bodyAccelerations` of the bodies [first, last). */
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
    const start = body_dofadr[b]
    const end = start + body_dofnum[b]
    // moving axes
    let a0 = 0
    let a1 = 0
    let a2 = 0
    let a3 = 0
    let a4 = 0
    let a5 = 0
    for (let i = start; i < end; i++) {
      const o = (6 * i) & INDEX
      const v = qvel[i]
      a0 += cdof_dot[o] * v
      a1 += cdof_dot[o + 1] * v
      a2 += cdof_dot[o + 2] * v
      a3 += cdof_dot[o + 3] * v
      a4 += cdof_dot[o + 4] * v
      a5 += cdof_dot[o + 5] * v
    }
    // added to the parent, then joint accelerations
    const p = (6 * body_parentid[b]) & INDEX
    a0 = cacc[p] + a0
    a1 = cacc[p + 1] + a1
    a2 = cacc[p + 2] + a2
    a3 = cacc[p + 3] + a3
    a4 = cacc[p + 4] + a4
    a5 = cacc[p + 5] + a5
    if (withAcceleration) {
      let b0 = 0
      let b1 = 0
      let b2 = 0
      let b3 = 0
      let b4 = 0
      let b5 = 0
      for (let i = start; i < end; i++) {
        const o = (6 * i) & INDEX
        const a = qacc[i]
        b0 += cdof[o] * a
        b1 += cdof[o + 1] * a
        b2 += cdof[o + 2] * a
        b3 += cdof[o + 3] * a
        b4 += cdof[o + 4] * a
        b5 += cdof[o + 5] * a
      }
      a0 += b0
      a1 += b1
      a2 += b2
      a3 += b3
      a4 += b4
      a5 += b5
    }
    const o = (6 * b) & INDEX
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
  const { cinert, cvel, nspan, span_body } = d
  for (let k = 0; k < 6; k++) out[k] = 0
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_body[s + 1]
    for (let b = Math.max(1, span_body[s]); b < end; b++) netForce(out, 6 * b, cinert, 10 * b, cvel, 6 * b, cacc, 6 * b)
  }
}

/** Adds the force of each of the bodies [first, end) to its parent's, from the leaves to the roots. */
function accumulateToRoots(m: Model, force: Float64Array, first: number, end: number): void {
  const { body_parentid } = m
  for (let b = end - 1; b >= first; b--) {
    const parent = body_parentid[b]
    if (parent === 0) continue
    add6(force, (6 * parent) & INDEX, force, (6 * b) & INDEX)
  }
}
