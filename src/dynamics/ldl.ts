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

    eliminate(LD, row, diagonal, inverse, M_rowadr, M_colind)
  }
}

/**
 * Takes row k, from `row` to `diagonal`, out of the rows of its ancestors i, nearest first: row_i −= L_ki · row_k,
 * where row_i has the pattern of the first entries of row_k. Four ancestors at a time, so that each entry of row k is
 * loaded once for four of them.
 */
function eliminate(
  LD: Float64Array,
  row: number,
  diagonal: number,
  inverse: number,
  M_rowadr: Int32Array,
  M_colind: Int32Array,
): void {
  let e = diagonal - 1
  for (; e >= row + 3; e -= 4) {
    const x0 = LD[e]
    const x1 = LD[e - 1]
    const x2 = LD[e - 2]
    const f0 = x0 * inverse
    const f1 = x1 * inverse
    const f2 = x2 * inverse
    const f3 = LD[e - 3] * inverse
    let i0 = M_rowadr[M_colind[e]]
    let i1 = M_rowadr[M_colind[e - 1]]
    let i2 = M_rowadr[M_colind[e - 2]]
    let i3 = M_rowadr[M_colind[e - 3]]
    for (let j = row; j <= e - 3; j++) {
      const x = LD[j]
      LD[i0++] -= f0 * x
      LD[i1++] -= f1 * x
      LD[i2++] -= f2 * x
      LD[i3++] -= f3 * x
    }
    // the three nearer rows are one, two and three entries longer
    LD[i2] -= f2 * x2
    LD[i1] -= f1 * x2
    LD[i1 + 1] -= f1 * x1
    LD[i0] -= f0 * x2
    LD[i0 + 1] -= f0 * x1
    LD[i0 + 2] -= f0 * x0
    LD[e] = f0
    LD[e - 1] = f1
    LD[e - 2] = f2
    LD[e - 3] = f3
  }
  for (; e >= row; e--) {
    const f = LD[e] * inverse
    let i = M_rowadr[M_colind[e]]
    for (let j = row; j <= e; j++) LD[i++] -= f * LD[j]
    LD[e] = f
  }
}

/** x ← M⁻¹ x, with the factor of M. */
export function solveM(m: Model, d: Data, x: Float64Array): void {
  solveInPlace(m, d.qLD, d.qLDiagInv, x)
}

/**
 * x ← (Lᵀ D L)⁻¹ x. A dof and its parent have all other ancestors in common, so where they are neighbours their rows
 * are taken together.
 */
export function solveInPlace(m: Model, LD: Float64Array, diagInv: Float64Array, x: Float64Array): void {
  const { nv, dof_parentid, M_rowadr, M_rownnz, M_colind } = m

  // Lᵀ y = x, from the leaves
  for (let i = nv - 1; i >= 0; i--) {
    let k = M_rowadr[i]
    const diagonal = k + M_rownnz[i] - 1
    const xi = x[i]
    if (k < diagonal && dof_parentid[i] === i - 1) {
      let above = M_rowadr[i - 1]
      const xp = x[i - 1] - LD[diagonal - 1] * xi
      x[i - 1] = xp
      for (; k < diagonal - 1; k++) x[M_colind[k]] -= LD[k] * xi + LD[above++] * xp
      i--
    } else {
      for (; k < diagonal; k++) x[M_colind[k]] -= LD[k] * xi
    }
  }
  // D z = y, then L w = z, from the root
  for (let i = 0; i < nv; i++) {
    let k = M_rowadr[i]
    const diagonal = k + M_rownnz[i] - 1
    let sum = x[i] * diagInv[i]
    if (i + 1 < nv && dof_parentid[i + 1] === i) {
      let below = M_rowadr[i + 1]
      let sumBelow = x[i + 1] * diagInv[i + 1]
      for (; k < diagonal; k++) {
        const xk = x[M_colind[k]]
        sum -= LD[k] * xk
        sumBelow -= LD[below++] * xk
      }
      x[i] = sum
      x[i + 1] = sumBelow - LD[below] * sum
      i++
    } else {
      for (; k < diagonal; k++) sum -= LD[k] * x[M_colind[k]]
      x[i] = sum
    }
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
