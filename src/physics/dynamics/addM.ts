import type { Data } from '../../core/data/data.ts'
import type { SparseRows } from '../../core/math/sparse.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Adds the inertia matrix M to a matrix of the caller. A dense nv × nv matrix gets both triangles. Sparse rows get
 * the lower triangle, and must contain its columns.
 * MuJoCo: mj_addM.
 */
export function addM(m: Model, d: Data, target: Float64Array | SparseRows): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  const { M } = d
  for (let i = 0; i < nv; i++) {
    const end = M_rowadr[i] + M_rownnz[i]
    let place = target instanceof Float64Array ? 0 : target.rowadr[i]
    for (let k = M_rowadr[i]; k < end; k++) {
      const j = M_colind[k]
      if (target instanceof Float64Array) {
        target[i * nv + j] += M[k]
        if (j !== i) target[j * nv + i] += M[k]
        continue
      }
      const last = target.rowadr[i] + target.rownnz[i]
      while (place < last && target.colind[place] < j) place++
      if (place === last || target.colind[place] !== j) throw new RangeError(`row ${i} has no entry in column ${j}`)
      target.values[place] += M[k]
    }
  }
}
