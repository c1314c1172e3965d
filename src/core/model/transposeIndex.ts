import type { Model } from './model.ts'

/**
 * For matrices with the pattern D, which is symmetric: the entry (j, i) of each entry (i, j) that is not above the
 * diagonal; -1 for those that are.
 */
export function transposedOf(m: Model): Int32Array {
  m.transposed ??= findTransposed(m)
  return m.transposed
}

function findTransposed(m: Model): Int32Array {
  const { nv, nD, D_rowadr, D_diag, D_colind } = m
  const transposed = new Int32Array(nD).fill(-1)
  // rows come in ascending order, so each row meets its columns beyond the diagonal one after the other
  const next = Int32Array.from({ length: nv }, (_, i) => D_rowadr[i] + D_diag[i])
  for (let i = 0; i < nv; i++) {
    const diagonal = D_rowadr[i] + D_diag[i]
    for (let e = D_rowadr[i]; e <= diagonal; e++) transposed[e] = next[D_colind[e]]++
  }
  return transposed
}
