import type { Data } from '../../core/data/data.ts'
import { crossMotion, mulInertia } from '../../core/math/spatial.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { transposedOf } from '../../core/model/transposeIndex.ts'

/**
 * Velocity derivative of the bias force: D −= ∂qfrc_bias/∂qvel, without tendon inertia.
 *
 * With S the axes of the dofs, v and a the velocity and acceleration of body k at qacc = 0, and I its inertia, the
 * force on body k is I a + v ×* I v, and
 *
 *     ∂v/∂q̇_j = S_j      ∂a/∂q̇_j = e_j − v × S_j      e_j = Ṡ_j + u_j × S_j
 *
 * for all bodies k that dof j moves, where u_j is the velocity after the joint has added its own. The rest, −I (v ×
 * S) + S ×* I v + v ×* I S, is linear in the rotation r of S only. With momentum p, first moment h, and ω, u of v:
 *
 *     force 2 r × p      torque T r      T = 2[ω]I − tr(I)[ω] − 2[h][u]
 *
 * Both are sums over bodies. With sums over the bodies that the deeper of the dofs i and j moves, ∂bias_i/∂q̇_j = S_i
 * · (I e_j + (T r_j, 2 r_j × p)).
 */
export function subtractBiasDerivative(m: Model, d: Data, D: Float64Array): void {
  const w = work.of(m)
  const { nspan, span_body, span_jnt, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) bodySums(w.sums, d, Math.max(1, span_body[s]), span_body[s + 1])
  for (let s = 2 * nspan - 2; s >= 0; s -= 2)
    for (let b = span_body[s + 1] - 1; b >= Math.max(1, span_body[s]); b--)
      addToParent(w.sums, 12 * m.body_parentid[b], 12 * b)
  for (let s = 0; s < 2 * nspan; s += 2) {
    axisRates(w.rates, m, d, span_jnt[s], span_jnt[s + 1])
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) subtractPairs(w, m, d, D, i)
  }
}

/** `subtractBiasDerivative` of one kinematic tree whose dofs all belong to its first body. */
export function subtractTreeBiasDerivative(m: Model, d: Data, tree: number, D: Float64Array): void {
  const w = work.of(m)
  const body = m.tree_bodyadr[tree]
  const end = body + m.tree_bodynum[tree]
  bodySums(w.sums, d, body, end)
  for (let b = end - 1; b > body; b--) addToParent(w.sums, 12 * m.body_parentid[b], 12 * b)
  const joint = m.body_jntadr[body]
  axisRates(w.rates, m, d, joint, joint + m.body_jntnum[body])
  const first = m.tree_dofadr[tree]
  for (let i = first; i < first + m.tree_dofnum[tree]; i++) subtractPairs(w, m, d, D, i)
}

/** Sums over subtrees, and rates of axes. */
class BiasSums {
  /** T (row-major) and p of each body, then of its subtree; nbody × 12. */
  readonly sums: Float64Array
  /** e of each dof; nv × 6. */
  readonly rates: Float64Array

  constructor(m: Model) {
    this.sums = new Float64Array(12 * m.nbody)
    this.rates = new Float64Array(6 * m.nv)
  }
}

const work = perModel((m) => new BiasSums(m))

/** T and p of the bodies [first, end). */
function bodySums(out: Float64Array, d: Data, first: number, end: number): void {
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
    const v = 6 * b
    const wx = cvel[v]
    const wy = cvel[v + 1]
    const wz = cvel[v + 2]
    const ux = cvel[v + 3]
    const uy = cvel[v + 4]
    const uz = cvel[v + 5]
    const trace = xx + yy + zz
    // [h][u] = u hᵀ − (h·u) 1
    const hu = hx * ux + hy * uy + hz * uz
    const o = 12 * b
    out[o] = 2 * (wy * xz - wz * xy - ux * hx + hu)
    out[o + 1] = 2 * (wy * yz - wz * yy - ux * hy) + trace * wz
    out[o + 2] = 2 * (wy * zz - wz * yz - ux * hz) - trace * wy
    out[o + 3] = 2 * (wz * xx - wx * xz - uy * hx) - trace * wz
    out[o + 4] = 2 * (wz * xy - wx * yz - uy * hy + hu)
    out[o + 5] = 2 * (wz * xz - wx * zz - uy * hz) + trace * wx
    out[o + 6] = 2 * (wx * xy - wy * xx - uz * hx) + trace * wy
    out[o + 7] = 2 * (wx * yy - wy * xy - uz * hy) - trace * wx
    out[o + 8] = 2 * (wx * yz - wy * xz - uz * hz + hu)
    out[o + 9] = mass * ux + (wy * hz - wz * hy)
    out[o + 10] = mass * uy + (wz * hx - wx * hz)
    out[o + 11] = mass * uz + (wx * hy - wy * hx)
  }
}

function addToParent(out: Float64Array, parent: number, own: number): void {
  if (parent === 0) return
  for (let k = 0; k < 12; k++) out[parent + k] += out[own + k]
}

/** e = 2Ṡ + g × S, with g the velocity that the rotations of a ball or free joint add; 0 for free translations. */
function axisRates(e: Float64Array, m: Model, d: Data, firstJoint: number, endJoint: number): void {
  const { jnt_type, jnt_dofadr } = m
  const { cdof, cdof_dot, qvel } = d
  for (let j = firstJoint; j < endJoint; j++) {
    const type = jnt_type[j]
    let i = jnt_dofadr[j]
    if (type === JointType.hinge || type === JointType.slide) {
      for (let k = 6 * i; k < 6 * i + 6; k++) e[k] = 2 * cdof_dot[k]
      continue
    }
    if (type === JointType.free) {
      for (let k = 6 * i; k < 6 * i + 18; k++) e[k] = 0
      i += 3
    }
    // velocity that the three rotations add
    const S = 6 * i
    const r0 = qvel[i]
    const r1 = qvel[i + 1]
    const r2 = qvel[i + 2]
    for (let n = 0; n < 6; n++) added[n] = 0 + cdof[S + n] * r0 + cdof[S + 6 + n] * r1 + cdof[S + 12 + n] * r2
    for (let k = S; k < S + 18; k += 6) {
      crossMotion(e, k, added, 0, cdof, k)
      for (let n = k; n < k + 6; n++) e[n] = 2 * cdof_dot[n] + e[n]
    }
  }
}

/** Velocity that a ball or free joint adds by its rotations. */
const added = new Float64Array(6)

/** I S and I e of the current dof. */
const momentum = new Float64Array(6)
const change = new Float64Array(6)

/** Entries of D for dof i and each of its ancestors j: (i, j) and (j, i). */
function subtractPairs({ sums: T, rates: e }: BiasSums, m: Model, d: Data, D: Float64Array, i: number): void {
  const { dof_bodyid, D_rowadr, D_diag, D_colind } = m
  const { cdof, crb } = d
  const transposed = transposedOf(m)
  const body = dof_bodyid[i]
  const S = 6 * i
  const o = 12 * body
  const rx = cdof[S]
  const ry = cdof[S + 1]
  const rz = cdof[S + 2]
  const fx = cdof[S + 3]
  const fy = cdof[S + 4]
  const fz = cdof[S + 5]
  const px = T[o + 9]
  const py = T[o + 10]
  const pz = T[o + 11]

  // column i: z = I e_i + (T r_i, 2 r_i × p)
  mulInertia(change, 0, crb, 10 * body, e, S)
  const z0 = change[0] + T[o] * rx + T[o + 1] * ry + T[o + 2] * rz
  const z1 = change[1] + T[o + 3] * rx + T[o + 4] * ry + T[o + 5] * rz
  const z2 = change[2] + T[o + 6] * rx + T[o + 7] * ry + T[o + 8] * rz
  const z3 = change[3] + 2 * (ry * pz - rz * py)
  const z4 = change[4] + 2 * (rz * px - rx * pz)
  const z5 = change[5] + 2 * (rx * py - ry * px)

  // row i: y = I S_i for e_j, t = Tᵀ r_i + 2 p × f_i for r_j
  mulInertia(momentum, 0, crb, 10 * body, cdof, S)
  const y0 = momentum[0]
  const y1 = momentum[1]
  const y2 = momentum[2]
  const y3 = momentum[3]
  const y4 = momentum[4]
  const y5 = momentum[5]
  const tx = T[o] * rx + T[o + 3] * ry + T[o + 6] * rz + 2 * (py * fz - pz * fy)
  const ty = T[o + 1] * rx + T[o + 4] * ry + T[o + 7] * rz + 2 * (pz * fx - px * fz)
  const tz = T[o + 2] * rx + T[o + 5] * ry + T[o + 8] * rz + 2 * (px * fy - py * fx)

  const diagonal = D_rowadr[i] + D_diag[i]
  for (let k = D_rowadr[i]; k < diagonal; k++) {
    const j = 6 * D_colind[k]
    const ax = cdof[j]
    const ay = cdof[j + 1]
    const az = cdof[j + 2]
    D[transposed[k]] -= ax * z0 + ay * z1 + az * z2 + cdof[j + 3] * z3 + cdof[j + 4] * z4 + cdof[j + 5] * z5
    D[k] -=
      e[j] * y0 +
      e[j + 1] * y1 +
      e[j + 2] * y2 +
      e[j + 3] * y3 +
      e[j + 4] * y4 +
      e[j + 5] * y5 +
      (ax * tx + ay * ty + az * tz)
  }
  D[diagonal] -= rx * z0 + ry * z1 + rz * z2 + fx * z3 + fy * z4 + fz * z5
}
