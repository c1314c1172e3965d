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

/** out = J x, or out = J x − minus where that is given. */
export function mulJacobian(p: Problem, out: Float64Array, x: Float64Array, minus?: Float64Array): void {
  const { nefc, type, id, J, J_rowadr, J_rownnz, J_colind } = p
  for (let i = 0; i < nefc; i++) {
    let k = J_rowadr[i]
    const nnz = J_rownnz[i]
    const end = k + nnz
    const rows = countRows(type, id, nefc, i)
    if (rows === 3) {
      let k1 = k + nnz
      let k2 = k1 + nnz
      let s0 = 0
      let s1 = 0
      let s2 = 0
      for (; k < end; k++) {
        const xk = x[J_colind[k]]
        s0 += J[k] * xk
        s1 += J[k1++] * xk
        s2 += J[k2++] * xk
      }
      out[i] = s0
      out[i + 1] = s1
      out[i + 2] = s2
      i += 2
    } else if (rows === 4) {
      let k1 = k + nnz
      let k2 = k1 + nnz
      let k3 = k2 + nnz
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      for (; k < end; k++) {
        const xk = x[J_colind[k]]
        s0 += J[k] * xk
        s1 += J[k1++] * xk
        s2 += J[k2++] * xk
        s3 += J[k3++] * xk
      }
      out[i] = s0
      out[i + 1] = s1
      out[i + 2] = s2
      out[i + 3] = s3
      i += 3
    } else {
      let sum = 0
      for (; k < end; k++) sum += J[k] * x[J_colind[k]]
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
    let k = J_rowadr[i]
    const nnz = J_rownnz[i]
    const end = k + nnz
    const f0 = f[i]
    const rows = countRows(type, id, nefc, i)
    if (rows === 3) {
      const f1 = f[i + 1]
      const f2 = f[i + 2]
      i += 2
      if (f0 === 0 && f1 === 0 && f2 === 0) continue
      let k1 = k + nnz
      let k2 = k1 + nnz
      for (; k < end; k++) {
        const c = J_colind[k]
        out[c] = out[c] + J[k] * f0 + J[k1++] * f1 + J[k2++] * f2
      }
    } else if (rows === 4) {
      const f1 = f[i + 1]
      const f2 = f[i + 2]
      const f3 = f[i + 3]
      i += 3
      if (f0 === 0 && f1 === 0 && f2 === 0 && f3 === 0) continue
      let k1 = k + nnz
      let k2 = k1 + nnz
      let k3 = k2 + nnz
      for (; k < end; k++) out[J_colind[k]] += J[k] * f0 + J[k1++] * f1 + J[k2++] * f2 + J[k3++] * f3
    } else if (f0 !== 0) {
      for (; k < end; k++) out[J_colind[k]] += J[k] * f0
    }
  }
}
