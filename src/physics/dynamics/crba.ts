import type { Data } from '../../core/data/data.ts'
import { mulSymmetric } from '../../core/math/sparseSymmetric.ts'
import { mulInertia } from '../../core/math/spatial.ts'
import { checkRoom } from '../../core/model/argumentChecks.ts'
import type { Model } from '../../core/model/model.ts'

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/**
 * Composite rigid body algorithm (CRBA; Featherstone, https://doi.org/10.1007/978-1-4899-7560-7): (cinert, cdof) →
 * crb and the joint-space inertia M, in sparse rows (see Model.M_rowadr). Rows of sleeping trees keep their values.
 * MuJoCo: mj_crb.
 */
export function massMatrix(m: Model, d: Data): void {
  const { nspan, span_body, span_dof } = d
  for (let s = 2 * nspan - 2; s >= 0; s -= 2) {
    compositeInertia(m, d, span_body[s], span_body[s + 1])
    inertiaRows(m, d, span_dof[s], span_dof[s + 1])
  }
}

/** The rows [first, end) of M. */
function inertiaRows(m: Model, d: Data, first: number, end: number): void {
  const { dof_bodyid, dof_parentid, dof_simplenum, dof_M0, dof_armature, M_rowadr, M_rownnz, M_colind } = m
  const { crb, cdof, M } = d

  // M[i, j] = cdof[j] · momentum(i), for dof i and each of its ancestors j. A dof and its parent share all other
  // ancestors, so neighbors are computed together.
  for (let i = end - 1; i >= first; i--) {
    const row = M_rowadr[i] & INDEX
    if (dof_simplenum[i] > 0) {
      // constant inertia without coupling
      M[row] = dof_M0[i]
      continue
    }
    const n = (M_rownnz[i] - 1) & INDEX
    mulInertia(momentum, 0, crb, (10 * dof_bodyid[i]) & INDEX, cdof, (6 * i) & INDEX)
    const tx = momentum[0]
    const ty = momentum[1]
    const tz = momentum[2]
    const fx = momentum[3]
    const fy = momentum[4]
    const fz = momentum[5]
    let t = 0
    if (i > 0 && dof_parentid[i] === i - 1) {
      const above = M_rowadr[i - 1] & INDEX
      mulInertia(momentum, 0, crb, (10 * dof_bodyid[i - 1]) & INDEX, cdof, (6 * i - 6) & INDEX)
      const ux = momentum[0]
      const uy = momentum[1]
      const uz = momentum[2]
      const gx = momentum[3]
      const gy = momentum[4]
      const gz = momentum[5]
      for (; t < n; t++) {
        const j = (6 * M_colind[row + t]) & INDEX
        const wx = cdof[j]
        const wy = cdof[j + 1]
        const wz = cdof[j + 2]
        const vx = cdof[j + 3]
        const vy = cdof[j + 4]
        const vz = cdof[j + 5]
        M[row + t] = wx * tx + wz * tz + (wy * ty + vx * fx) + (vy * fy + vz * fz)
        M[above + t] = wx * ux + wz * uz + (wy * uy + vx * gx) + (vy * gy + vz * gz)
      }
      M[above + n - 1] += dof_armature[i - 1]
    }
    for (; t <= n; t++) {
      const j = (6 * M_colind[row + t]) & INDEX
      M[row + t] =
        cdof[j] * tx + cdof[j + 2] * tz + (cdof[j + 1] * ty + cdof[j + 3] * fx) + (cdof[j + 4] * fy + cdof[j + 5] * fz)
    }
    M[row + n] += dof_armature[i]
    if (i > 0 && dof_parentid[i] === i - 1) i--
  }
}

const momentum = new Float64Array(6)

/** Composite inertia about c of each of the bodies [first, end). Bodies without dofs need only part of it. */
function compositeInertia(m: Model, d: Data, first: number, end: number): void {
  const { body_parentid } = m
  const { crb, cinert } = d

  for (let i = 10 * first; i < 10 * end; i++) crb[i] = cinert[i]
  for (let b = end - 1; b >= first; b--) {
    const parent = body_parentid[b]
    if (parent === 0) continue
    const p = (10 * parent) & INDEX
    const c = (10 * b) & INDEX
    crb[p] += crb[c]
    crb[p + 1] += crb[c + 1]
    crb[p + 2] += crb[c + 2]
    crb[p + 3] += crb[c + 3]
    crb[p + 4] += crb[c + 4]
    crb[p + 5] += crb[c + 5]
    crb[p + 6] += crb[c + 6]
    crb[p + 7] += crb[c + 7]
    crb[p + 8] += crb[c + 8]
    crb[p + 9] += crb[c + 9]
  }
}

/** out = M v. MuJoCo: mj_mulM. */
export function mulM(m: Model, d: Data, out: Float64Array, v: Float64Array): void {
  checkRoom(out, m.nv, 'out')
  checkRoom(v, m.nv, 'v')
  mulSymmetric(d.inertia, out, v, 0, m.nv)
}

/** Writes M, or any array with its sparsity, as a dense symmetric nv × nv matrix. MuJoCo: mj_fullM. */
export function fullM(m: Model, out: Float64Array, M: Float64Array): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  checkRoom(out, nv * nv, 'out')
  checkRoom(M, m.nC, 'M')
  out.fill(0, 0, nv * nv)
  for (let i = 0; i < nv; i++) {
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) {
      const j = M_colind[k]
      out[i * nv + j] = M[k]
      out[j * nv + i] = M[k]
    }
  }
}
