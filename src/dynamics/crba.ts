import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'

/** Composite rigid body algorithm: (cinert, cdof) → crb and the joint-space inertia M (sparse rows, see Model.M_rowadr). */
export function massMatrix(m: Model, d: Data): void {
  const { nv, dof_bodyid, dof_simplenum, dof_M0, dof_armature, M_rowadr, M_rownnz, M_colind } = m
  const { crb, cdof, M } = d

  compositeInertia(m, d)

  for (let i = 0; i < nv; i++) {
    const row = M_rowadr[i]
    if (dof_simplenum[i] > 0) {
      // constant inertia, coupled to nothing
      M[row] = dof_M0[i]
      continue
    }
    // momentum (τ, f) of everything below dof i, per unit velocity of dof i
    const a = 6 * i
    const wx = cdof[a]
    const wy = cdof[a + 1]
    const wz = cdof[a + 2]
    const vx = cdof[a + 3]
    const vy = cdof[a + 4]
    const vz = cdof[a + 5]
    const c = 10 * dof_bodyid[i]
    const xy = crb[c + 3]
    const xz = crb[c + 4]
    const yz = crb[c + 5]
    const hx = crb[c + 6]
    const hy = crb[c + 7]
    const hz = crb[c + 8]
    const mass = crb[c + 9]
    const tx = crb[c] * wx + xy * wy + xz * wz + (hy * vz - hz * vy)
    const ty = xy * wx + crb[c + 1] * wy + yz * wz + (hz * vx - hx * vz)
    const tz = xz * wx + yz * wy + crb[c + 2] * wz + (hx * vy - hy * vx)
    const fx = mass * vx + (wy * hz - wz * hy)
    const fy = mass * vy + (wz * hx - wx * hz)
    const fz = mass * vz + (wx * hy - wy * hx)

    // M[i, j] = cdof[j] · momentum, for dof i and each of its ancestors
    const diagonal = row + M_rownnz[i] - 1
    for (let k = row; k <= diagonal; k++) {
      const j = 6 * M_colind[k]
      M[k] =
        cdof[j] * tx +
        cdof[j + 1] * ty +
        cdof[j + 2] * tz +
        cdof[j + 3] * fx +
        cdof[j + 4] * fy +
        cdof[j + 5] * fz
    }
    M[diagonal] += dof_armature[i]
  }
}

/** Inertia of each body with everything below it, about c. */
function compositeInertia(m: Model, d: Data): void {
  const { nbody, body_parentid } = m
  const { crb, cinert } = d

  crb.set(cinert)
  for (let b = nbody - 1; b > 0; b--) {
    const parent = body_parentid[b]
    if (parent === 0) continue
    const p = 10 * parent
    const c = 10 * b
    for (let k = 0; k < 10; k++) crb[p + k] += crb[c + k]
  }
}

/** out = M v. */
export function mulM(m: Model, d: Data, out: Float64Array, v: Float64Array): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  const { M } = d

  out.fill(0, 0, nv)
  for (let i = 0; i < nv; i++) {
    const row = M_rowadr[i]
    const diagonal = row + M_rownnz[i] - 1
    const vi = v[i]
    let sum = M[diagonal] * vi
    for (let k = row; k < diagonal; k++) {
      const j = M_colind[k]
      sum += M[k] * v[j]
      out[j] += M[k] * vi
    }
    out[i] += sum
  }
}

/** Writes M, or any array with its sparsity, as a dense symmetric nv × nv matrix. */
export function fullM(m: Model, out: Float64Array, M: Float64Array): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  out.fill(0, 0, nv * nv)
  for (let i = 0; i < nv; i++) {
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) {
      const j = M_colind[k]
      out[i * nv + j] = M[k]
      out[j * nv + i] = M[k]
    }
  }
}
