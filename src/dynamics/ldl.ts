import type { Data } from '../data/data.ts'
import { MINVAL } from '../math/vec3.ts'
import { Warning } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { warn } from '../data/warning.ts'

/**
 * M = Lᵀ D L with L unit lower triangular. Because each row of M holds a dof and its ancestors only, elimination
 * from the leaves to the root creates no new entries: the factor has M's own sparsity. Off-diagonal entries
 * of the result hold L, diagonal ones D; the inverses of D come separately.
 */

/** Factors M: (M) → qLD, qLDiagInv. */
export function factorM(m: Model, d: Data): void {
  d.qLD.set(d.M)
  factorInPlace(m, d, d.qLD, d.qLDiagInv)
}

/** Factors a matrix with M's sparsity in place. A pivot that is not positive is replaced and counted as a warning. */
export function factorInPlace(m: Model, d: Data, LD: Float64Array, diagInv: Float64Array): void {
  const { nv, dof_simplenum, M_rowadr, M_rownnz, M_colind } = m

  for (let k = nv - 1; k >= 0; k--) {
    const row = M_rowadr[k]
    const diagonal = row + M_rownnz[k] - 1
    if (LD[diagonal] < MINVAL) {
      warn(d, Warning.inertia, k)
      LD[diagonal] = MINVAL
    }
    const inverse = 1 / LD[diagonal]
    diagInv[k] = inverse
    if (dof_simplenum[k] > 0) continue

    // rows of the ancestors, nearest first: row_i −= L_ki · row_k, where row_i is a prefix of row_k
    for (let e = diagonal - 1; e >= row; e--) {
      const factor = LD[e] * inverse
      const ancestor = M_rowadr[M_colind[e]]
      const length = e - row + 1
      for (let j = 0; j < length; j++) LD[ancestor + j] -= factor * LD[row + j]
      LD[e] = factor
    }
  }
}

/** x ← M⁻¹ x, with the factor of M. */
export function solveM(m: Model, d: Data, x: Float64Array): void {
  solveInPlace(m, d.qLD, d.qLDiagInv, x)
}

/** x ← (Lᵀ D L)⁻¹ x, for the vector at an offset in x. */
export function solveInPlace(m: Model, LD: Float64Array, diagInv: Float64Array, x: Float64Array, at = 0): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m

  // Lᵀ y = x, from the leaves
  for (let i = nv - 1; i >= 0; i--) {
    const xi = x[at + i]
    if (xi === 0) continue
    const row = M_rowadr[i]
    const diagonal = row + M_rownnz[i] - 1
    for (let k = row; k < diagonal; k++) x[at + M_colind[k]] -= LD[k] * xi
  }
  // D z = y, then L w = z, from the root
  for (let i = 0; i < nv; i++) {
    const row = M_rowadr[i]
    const diagonal = row + M_rownnz[i] - 1
    let sum = x[at + i] * diagInv[i]
    for (let k = row; k < diagonal; k++) sum -= LD[k] * x[at + M_colind[k]]
    x[at + i] = sum
  }
}

/** x ← D^(−½) L⁻ᵀ x, so that x·x becomes xᵀ M⁻¹ x. */
export function solveM2(m: Model, d: Data, x: Float64Array, at = 0): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  const { qLD, qLDiagInv } = d
  for (let i = nv - 1; i >= 0; i--) {
    const row = M_rowadr[i]
    const diagonal = row + M_rownnz[i] - 1
    const xi = x[at + i]
    for (let k = row; k < diagonal; k++) x[at + M_colind[k]] -= qLD[k] * xi
  }
  for (let i = 0; i < nv; i++) x[at + i] *= Math.sqrt(qLDiagInv[i])
}

/** out = D^½ L x, so that out·out is xᵀ M x. */
export function mulM2(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  const { qLD } = d
  for (let i = 0; i < nv; i++) {
    const row = M_rowadr[i]
    const diagonal = row + M_rownnz[i] - 1
    let sum = x[i]
    for (let k = row; k < diagonal; k++) sum += qLD[k] * x[M_colind[k]]
    out[i] = sum * Math.sqrt(qLD[diagonal])
  }
}
