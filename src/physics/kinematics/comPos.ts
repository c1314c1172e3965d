import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/**
 * Quantities about the center of mass: poses → subtree_com, cinert, cdof. The reference point of all 6-vectors and
 * spatial inertias of a tree is its center of mass c, `subtree_com` of the root; axes are the world's.
 * MuJoCo: mj_comPos.
 */
export function comPos(m: Model, d: Data): void {
  const { nspan, span_body, span_jnt } = d
  subtreeCom(m, d)
  for (let k = 0; k < 10; k++) d.cinert[k] = 0
  for (let s = 0; s < 2 * nspan; s += 2) {
    bodyInertias(m, d, Math.max(1, span_body[s]), span_body[s + 1])
    motionAxes(m, d, span_jnt[s], span_jnt[s + 1])
  }
}

/** Center of mass of each subtree. Sleeping trees contribute their last values. */
function subtreeCom(m: Model, d: Data): void {
  const { body_mass } = m
  const { xipos, subtree_com, nspan, span_body } = d

  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_body[s + 1]
    for (let b = span_body[s]; b < end; b++) {
      const mass = body_mass[b]
      const i = (3 * b) & INDEX
      subtree_com[i] = mass * xipos[i]
      subtree_com[i + 1] = mass * xipos[i + 1]
      subtree_com[i + 2] = mass * xipos[i + 2]
    }
  }
  if (d.ntree_awake < m.ntree) addSleeping(m, d)
  for (let s = 2 * nspan - 2; s >= 0; s -= 2) sumSubtrees(m, d, span_body[s], span_body[s + 1])
}

/** Adds mass · center of mass of sleeping trees to their parents. */
function addSleeping(m: Model, d: Data): void {
  const { body_parentid, body_subtreemass } = m
  const { subtree_com, sleep_com, sleep_root, nsleep_root } = d
  for (let k = 0; k < 3; k++) subtree_com[k] += sleep_com[k]
  for (let i = 0; i < nsleep_root; i++) {
    const root = sleep_root[i]
    const parent = body_parentid[root]
    const mass = body_subtreemass[root]
    for (let k = 0; k < 3; k++) subtree_com[3 * parent + k] += mass * subtree_com[3 * root + k]
  }
}

/** Sums mass · position of the bodies [first, end) from the leaves to the roots, then divides by mass. */
function sumSubtrees(m: Model, d: Data, first: number, end: number): void {
  const { body_parentid, body_subtreemass } = m
  const { xipos, subtree_com } = d
  for (let b = end - 1; b >= first; b--) {
    const i = (3 * b) & INDEX
    if (b > 0) {
      const p = (3 * body_parentid[b]) & INDEX
      subtree_com[p] += subtree_com[i]
      subtree_com[p + 1] += subtree_com[i + 1]
      subtree_com[p + 2] += subtree_com[i + 2]
    }
    const mass = body_subtreemass[b]
    if (mass < MINVAL) {
      subtree_com[i] = xipos[i]
      subtree_com[i + 1] = xipos[i + 1]
      subtree_com[i + 2] = xipos[i + 2]
    } else {
      const s = 1 / mass
      subtree_com[i] *= s
      subtree_com[i + 1] *= s
      subtree_com[i + 2] *= s
    }
  }
}

/** Spatial inertia of the bodies [first, end) about c: I = R diag(inertia) Rᵀ + m(|o|²1 − o oᵀ), with o = xipos − c. */
function bodyInertias(m: Model, d: Data, first: number, end: number): void {
  const { body_rootid, body_mass, body_inertia } = m
  const { xipos, ximat, subtree_com, cinert } = d

  for (let b = first; b < end; b++) {
    const c = (3 * body_rootid[b]) & INDEX
    const i = (3 * b) & INDEX
    const mass = body_mass[b]
    const ox = xipos[i] - subtree_com[c]
    const oy = xipos[i + 1] - subtree_com[c + 1]
    const oz = xipos[i + 2] - subtree_com[c + 2]
    const i0 = body_inertia[i]
    const i1 = body_inertia[i + 1]
    const i2 = body_inertia[i + 2]
    const r = (9 * b) & INDEX
    const r0 = ximat[r]
    const r1 = ximat[r + 1]
    const r2 = ximat[r + 2]
    const r3 = ximat[r + 3]
    const r4 = ximat[r + 4]
    const r5 = ximat[r + 5]
    const r6 = ximat[r + 6]
    const r7 = ximat[r + 7]
    const r8 = ximat[r + 8]
    // rows of R diag(inertia)
    const t3 = r3 * i0
    const t4 = r4 * i1
    const t5 = r5 * i2
    const t6 = r6 * i0
    const t7 = r7 * i1
    const t8 = r8 * i2
    const mx = mass * ox
    const my = mass * oy
    const mz = mass * oz
    const o = (10 * b) & INDEX
    cinert[o] = r0 * (r0 * i0) + r1 * (r1 * i1) + r2 * (r2 * i2) + mass * (oy * oy + oz * oz)
    cinert[o + 1] = r3 * t3 + r4 * t4 + r5 * t5 + mass * (ox * ox + oz * oz)
    cinert[o + 2] = r6 * t6 + r7 * t7 + r8 * t8 + mass * (ox * ox + oy * oy)
    cinert[o + 3] = r0 * t3 + r1 * t4 + r2 * t5 - mx * oy
    cinert[o + 4] = r0 * t6 + r1 * t7 + r2 * t8 - mx * oz
    cinert[o + 5] = r3 * t6 + r4 * t7 + r5 * t8 - my * oz
    cinert[o + 6] = mx
    cinert[o + 7] = my
    cinert[o + 8] = mz
    cinert[o + 9] = mass
  }
}

/**
 * Motion axis (ω, v at c) of each dof of the joints [first, end), per unit velocity. A rotation about the anchor
 * moves c by axis × (c − anchor).
 */
function motionAxes(m: Model, d: Data, first: number, end: number): void {
  const { jnt_type, jnt_dofadr, jnt_bodyid, body_rootid } = m
  const { xaxis, xanchor, xmat, subtree_com, cdof } = d

  for (let j = first; j < end; j++) {
    const b = jnt_bodyid[j]
    const type = jnt_type[j]
    let o = (6 * jnt_dofadr[j]) & INDEX
    const j3 = (3 * j) & INDEX

    if (type === JointType.slide) {
      cdof[o] = 0
      cdof[o + 1] = 0
      cdof[o + 2] = 0
      cdof[o + 3] = xaxis[j3]
      cdof[o + 4] = xaxis[j3 + 1]
      cdof[o + 5] = xaxis[j3 + 2]
      continue
    }

    const c = (3 * body_rootid[b]) & INDEX
    if (type === JointType.hinge) {
      turnAxis(cdof, o, xaxis, j3, 1, xanchor, j3, subtree_com, c)
      continue
    }
    if (type === JointType.free) {
      // translations along world axes
      for (let k = o; k < o + 18; k++) cdof[k] = 0
      cdof[o + 3] = 1
      cdof[o + 10] = 1
      cdof[o + 17] = 1
      o += 18
    }
    // rotations about body axes
    turnAxis(cdof, o, xmat, 9 * b, 3, xanchor, j3, subtree_com, c)
    turnAxis(cdof, o + 6, xmat, 9 * b + 1, 3, xanchor, j3, subtree_com, c)
    turnAxis(cdof, o + 12, xmat, 9 * b + 2, 3, xanchor, j3, subtree_com, c)
  }
}

/**
 * Writes (axis, axis × (c − anchor)), with the components of the axis at axes[a], axes[a + stride], axes[a + 2·stride].
 */
function turnAxis(
  out: Float64Array,
  o: number,
  axes: Float64Array,
  a: number,
  stride: number,
  anchor: Float64Array,
  i: number,
  com: Float64Array,
  c: number,
): void {
  const ax = axes[a]
  const ay = axes[a + stride]
  const az = axes[a + 2 * stride]
  const rx = com[c] - anchor[i]
  const ry = com[c + 1] - anchor[i + 1]
  const rz = com[c + 2] - anchor[i + 2]
  out[o] = ax
  out[o + 1] = ay
  out[o + 2] = az
  out[o + 3] = ay * rz - az * ry
  out[o + 4] = az * rx - ax * rz
  out[o + 5] = ax * ry - ay * rx
}
