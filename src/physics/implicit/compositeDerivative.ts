import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { transposedOf } from '../../core/model/transposeIndex.ts'

/**
 * Forces on bodies that depend on the velocities of the same bodies. With W_b the derivative of the wrench on body b
 * by its velocity, both about c: D_ij = S_iᵀ (Σ W_b) S_j, summed over the bodies that the deeper of the dofs i and j
 * moves.
 */

/** D += Sᵀ W S, with six rows of six per body. Sums W from the leaves in place. */
export function addBodyDerivatives(m: Model, d: Data, W: Float64Array, D: Float64Array): void {
  const { nbody, nv, body_parentid } = m
  for (let b = nbody - 1; b > 0; b--) {
    const parent = 36 * body_parentid[b]
    if (parent === 0) continue
    const own = 36 * b
    for (let k = 0; k < 36; k++) W[parent + k] += W[own + k]
  }
  for (let i = 0; i < nv; i++) addPairs(m, d, W, D, i)
}

/** Entries of D for dof i and each of its ancestors j: (i, j) and (j, i). */
function addPairs(m: Model, d: Data, W: Float64Array, D: Float64Array, i: number): void {
  const { dof_bodyid, D_rowadr, D_diag, D_colind } = m
  const { cdof } = d
  const transposed = transposedOf(m)
  const S = 6 * i
  const w = 36 * dof_bodyid[i]
  // S_iᵀ W and W S_i; nothing to do if both are zero
  let any = 0
  for (let k = 0; k < 6; k++) {
    let row = 0
    let column = 0
    for (let l = 0; l < 6; l++) {
      row += W[w + 6 * l + k] * cdof[S + l]
      column += W[w + 6 * k + l] * cdof[S + l]
    }
    forRow[k] = row
    forColumn[k] = column
    any += Math.abs(row) + Math.abs(column)
  }
  if (any === 0) return
  const y0 = forRow[0]
  const y1 = forRow[1]
  const y2 = forRow[2]
  const y3 = forRow[3]
  const y4 = forRow[4]
  const y5 = forRow[5]
  const z0 = forColumn[0]
  const z1 = forColumn[1]
  const z2 = forColumn[2]
  const z3 = forColumn[3]
  const z4 = forColumn[4]
  const z5 = forColumn[5]
  // (i, j) and, off the diagonal, (j, i)
  const diagonal = D_rowadr[i] + D_diag[i]
  for (let k = D_rowadr[i]; k <= diagonal; k++) {
    const j = 6 * D_colind[k]
    const ax = cdof[j]
    const ay = cdof[j + 1]
    const az = cdof[j + 2]
    const bx = cdof[j + 3]
    const by = cdof[j + 4]
    const bz = cdof[j + 5]
    D[k] += ax * y0 + ay * y1 + az * y2 + bx * y3 + by * y4 + bz * y5
    if (k < diagonal) D[transposed[k]] += ax * z0 + ay * z1 + az * z2 + bx * z3 + by * z4 + bz * z5
  }
}

/** S_iᵀ W and W S_i. */
const forRow = new Float64Array(6)
const forColumn = new Float64Array(6)
