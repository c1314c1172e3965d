import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { transposedOf } from '../../core/model/transposeIndex.ts'

/**
 * Sparse factorization A = U L of a matrix that need not be symmetric, with the pattern D: each dof with its
 * ancestors and descendants. U is unit upper, L lower triangular. Elimination from the leaves to the root creates no
 * fill-in. There is no pivoting: M − h·D does not need it while damping dominates. Entries above the diagonal of the
 * result hold U, the others L. Rows of sleeping trees keep their values.
 */
export function factorLU(m: Model, d: Data, LU: Float64Array): void {
  const { nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    const bad = factorRows(m, LU, span_dof[s], span_dof[s + 1])
    if (bad >= 0) warn(d, Warning.inertia, bad)
  }
}

/** `factorLU` of the trees of the dofs [first, end). Returns a dof whose pivot was replaced; -1: none. */
function factorRows(m: Model, LU: Float64Array, first: number, end: number): number {
  const { D_rowadr, D_diag, D_colind } = m
  const transposed = transposedOf(m)
  let bad = -1
  for (let k = end - 1; k >= first; k--) {
    const row = D_rowadr[k]
    const depth = D_diag[k]
    const pivot = LU[row + depth]
    if (!(Math.abs(pivot) >= MINVAL)) {
      LU[row + depth] = MINVAL
      bad = k
    }
    const inverse = 1 / LU[row + depth]
    // ancestor i of k: row_i −= (A_ik / A_kk) row_k. All columns of row k are ancestors of k. Those above i have the
    // same position in row i. Those between i and k are the transposes of (j, i).
    for (let a = 0; a < depth; a++) {
      const upper = transposed[row + a]
      const factor = LU[upper] * inverse
      LU[upper] = factor
      if (factor === 0) continue
      const above = D_rowadr[D_colind[row + a]]
      for (let b = 0; b <= a; b++) LU[above + b] -= factor * LU[row + b]
      for (let b = a + 1; b < depth; b++) LU[transposed[D_rowadr[D_colind[row + b]] + a]] -= factor * LU[row + b]
    }
  }
  return bad
}

/** x ← A⁻¹ x, for awake dofs. */
export function solveLU(m: Model, d: Data, LU: Float64Array, x: Float64Array): void {
  const { nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) solveLURows(m, LU, x, span_dof[s], span_dof[s + 1])
}

function solveLURows(m: Model, LU: Float64Array, x: Float64Array, first: number, end: number): void {
  const { D_rowadr, D_diag, D_colind } = m
  const transposed = transposedOf(m)
  for (let k = end - 1; k >= first; k--) {
    const value = x[k]
    const row = D_rowadr[k]
    const diagonal = row + D_diag[k]
    for (let e = row; e < diagonal; e++) x[D_colind[e]] -= LU[transposed[e]] * value
  }
  for (let k = first; k < end; k++) {
    const row = D_rowadr[k]
    const diagonal = row + D_diag[k]
    let sum = x[k]
    for (let e = row; e < diagonal; e++) sum -= LU[e] * x[D_colind[e]]
    x[k] = sum / LU[diagonal]
  }
}
