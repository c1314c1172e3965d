import { ConstraintType } from '../../../core/model/enums.ts'
import type { Problem } from './primalProblem.ts'

/**
 * Products with the sparse constraint Jacobian J. Rows of a contact have the same columns and stand one behind the
 * other, so four of them are taken at a time, or the three of an elliptic contact: a column that is looked up serves as
 * many products. Without the case of three, steps of a wall with elliptic contacts take 5 % longer (Node 20).
 */

/** Types of rows from here on are contacts of several rows. */
const SEVERAL_ROWS = ConstraintType.contactPyramidal

/**
 * How many rows from i on are of one contact, at most 4: they then have the same columns, one row behind the other.
 * Pairs are counted as single rows.
 */
function countRows(type: Int32Array, id: Int32Array, nefc: number, i: number): number {
  if (type[i] < SEVERAL_ROWS || i + 2 >= nefc || id[i] !== id[i + 2]) return 1
  return i + 3 < nefc && id[i] === id[i + 3] ? 4 : 3
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** out = J x, or out = J x − minus where that is given. */
export function mulJacobian(p: Problem, out: Float64Array, x: Float64Array, minus?: Float64Array): void {
  const { nefc, type, id, J, J_rowadr, J_rownnz, J_colind } = p
  for (let i = 0; i < nefc; i++) {
    const row = J_rowadr[i] & INDEX
    const nnz = J_rownnz[i] & INDEX
    const rows = countRows(type, id, nefc, i)
    if (rows === 3) {
      const row1 = (row + nnz) & INDEX
      const row2 = (row1 + nnz) & INDEX
      let s0 = 0
      let s1 = 0
      let s2 = 0
      for (let t = 0; t < nnz; t++) {
        const xt = x[J_colind[row + t]]
        s0 += J[row + t] * xt
        s1 += J[row1 + t] * xt
        s2 += J[row2 + t] * xt
      }
      out[i] = s0
      out[i + 1] = s1
      out[i + 2] = s2
      i += 2
    } else if (rows === 4) {
      const row1 = (row + nnz) & INDEX
      const row2 = (row1 + nnz) & INDEX
      const row3 = (row2 + nnz) & INDEX
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      for (let t = 0; t < nnz; t++) {
        const xt = x[J_colind[row + t]]
        s0 += J[row + t] * xt
        s1 += J[row1 + t] * xt
        s2 += J[row2 + t] * xt
        s3 += J[row3 + t] * xt
      }
      out[i] = s0
      out[i + 1] = s1
      out[i + 2] = s2
      out[i + 3] = s3
      i += 3
    } else {
      let sum = 0
      for (let t = 0; t < nnz; t++) sum += J[row + t] * x[J_colind[row + t]]
      out[i] = sum
    }
  }
  if (minus) for (let i = 0; i < nefc; i++) out[i] -= minus[i]
}

/** out = Jᵀ f. */
export function mulJacobianTransposed(p: Problem, out: Float64Array, f: Float64Array): void {
  const { nv } = p
  for (let i = 0; i < nv; i++) out[i] = 0
  addJacobianTransposed(p, out, f)
}

/** out += Jᵀ f. */
export function addJacobianTransposed(p: Problem, out: Float64Array, f: Float64Array): void {
  const { nefc, type, id, J, J_rowadr, J_rownnz, J_colind } = p
  for (let i = 0; i < nefc; i++) {
    const row = J_rowadr[i] & INDEX
    const nnz = J_rownnz[i] & INDEX
    const f0 = f[i]
    const rows = countRows(type, id, nefc, i)
    if (rows === 3) {
      const f1 = f[i + 1]
      const f2 = f[i + 2]
      i += 2
      if (f0 === 0 && f1 === 0 && f2 === 0) continue
      const row1 = (row + nnz) & INDEX
      const row2 = (row1 + nnz) & INDEX
      for (let t = 0; t < nnz; t++) {
        const c = J_colind[row + t]
        out[c] = out[c] + J[row + t] * f0 + J[row1 + t] * f1 + J[row2 + t] * f2
      }
    } else if (rows === 4) {
      const f1 = f[i + 1]
      const f2 = f[i + 2]
      const f3 = f[i + 3]
      i += 3
      if (f0 === 0 && f1 === 0 && f2 === 0 && f3 === 0) continue
      const row1 = (row + nnz) & INDEX
      const row2 = (row1 + nnz) & INDEX
      const row3 = (row2 + nnz) & INDEX
      for (let t = 0; t < nnz; t++)
        out[J_colind[row + t]] += J[row + t] * f0 + J[row1 + t] * f1 + J[row2 + t] * f2 + J[row3 + t] * f3
    } else if (f0 !== 0) {
      for (let t = 0; t < nnz; t++) out[J_colind[row + t]] += J[row + t] * f0
    }
  }
}
