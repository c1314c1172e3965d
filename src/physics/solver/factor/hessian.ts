import { ConstraintState } from '../../../core/model/enums.ts'
import { coneHessian } from '../problem/frictionCone.ts'
import type { Problem } from '../problem/primalProblem.ts'
import type { Factor } from './hessianFactor.ts'
import { addBlock3, addRank1, addRank2, addRank3, addRank4 } from './rankKernels.ts'

const QUADRATIC = ConstraintState.quadratic
const SLIDING = ConstraintState.cone

/**
 * The entries of H = M + Σ D_i J_iᵀ J_i + Σ J_cᵀ B_c J_c, over the quadratic rows i and the sliding elliptic contacts
 * c, at the places that the factor has for them. Rows of J come in groups with the same columns.
 */

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** Lists the quadratic rows of each group, and counts its sliding contacts if these are to be part of the factor. */
export function listActive(f: Factor, p: Problem): void {
  const { groups, groupRow, groupSize } = f.pattern
  const { active, activeNumber, slidingNumber, withCones } = f
  const { state, id, contact_dim } = p
  for (let g = 0; g < groups; g++) {
    const first = groupRow[g]
    const end = first + groupSize[g]
    let out = first
    for (let i = first; i < end; i++) if (state[i] === QUADRATIC) active[out++] = i
    activeNumber[g] = out - first
    slidingNumber[g] = 0
    for (let i = first; withCones && i < end; i++) {
      if (state[i] !== SLIDING) continue
      slidingNumber[g]++
      i += contact_dim[id[i]] - 1
    }
  }
}

/**
 * H in rows that hold a dof and all its ancestors in a tree: a dof stands in the rows of its descendants where its own
 * row ends, and the dofs of a group before another one are among the ancestors of that.
 */
export function formOnPaths(f: Factor, p: Problem): void {
  const { nv, J_rowadr, J_rownnz, J_colind } = p
  const { rowadr: M_rowadr, rownnz: M_rownnz, colind: M_colind, values: M } = p.M
  const { groups, groupRow, treeLike } = f.pattern
  const { activeNumber, slidingNumber } = f
  const { spot } = f.update
  const { rowadr, rownnz, values: LD } = f.ldl
  for (let k = 0; k < nv; k++) {
    const row = rowadr[k] & INDEX
    const start = M_rowadr[k] & INDEX
    const nnz = M_rownnz[k]
    if (treeLike) {
      for (let t = 0; t < nnz; t++) LD[start + t] = M[start + t]
    } else {
      const room = rownnz[k]
      for (let t = 0; t < room; t++) LD[row + t] = 0
      for (let t = 0; t < nnz; t++) LD[row + rownnz[M_colind[start + t]] - 1] = M[start + t]
    }
  }
  for (let g = 0; g < groups; g++) {
    if (activeNumber[g] === 0 && slidingNumber[g] === 0) continue
    const columns = J_rowadr[groupRow[g]] & INDEX
    const nnz = J_rownnz[groupRow[g]] & INDEX
    for (let e = 0; e < nnz; e++) spot[e] = rownnz[J_colind[columns + e]] - 1
    addGroup(f, p, g, 0, nnz)
  }
}

/**
 * Adds what a group of rows contributes to H to the rows of its dofs from position `start` to `end`. `f.update.spot`
 * says where its dofs stand in these rows.
 */
export function addGroup(f: Factor, p: Problem, group: number, start: number, end: number): void {
  let a = f.pattern.groupRow[group]
  const last = a + f.activeNumber[group]
  for (; a + 3 < last; a += 4) addActive(f, p, a, 4, start, end)
  if (a + 3 === last) addActive(f, p, a, 3, start, end)
  else if (a + 2 === last) addActive(f, p, a, 2, start, end)
  else if (a < last) addActive(f, p, a, 1, start, end)
  if (f.slidingNumber[group] > 0) addSliding(f, p, group, start, end)
}

/** Adds Σ D_i J_iᵀ J_i over R quadratic rows, from number `a` of the list on. */
function addActive(f: Factor, p: Problem, a: number, R: number, start: number, end: number): void {
  const { J, J_rowadr, J_colind, D } = p
  const { ldl, active, update } = f
  const { rows, weights } = update
  for (let i = 0; i < R; i++) {
    rows[i] = J_rowadr[active[a + i]]
    weights[i] = D[active[a + i]]
  }
  if (R === 4) addRank4(ldl, update, J, J_colind, start, end)
  else if (R === 2) addRank2(ldl, update, J, J_colind, start, end)
  else if (R === 3) addRank3(ldl, update, J, J_colind, start, end)
  else addRank1(ldl, update, J, J_colind, start, end)
}

/** Adds Jᵀ B J for each sliding contact of a group, with B the second derivative of its cost. */
function addSliding(f: Factor, p: Problem, group: number, start: number, end: number): void {
  const { state, id, contact_dim, J, J_rowadr, J_rownnz, J_colind } = p
  const { groupRow, groupSize } = f.pattern
  const { ldl, update } = f
  const { rows, block } = update
  const last = groupRow[group] + groupSize[group]
  for (let i = groupRow[group]; i < last; i++) {
    if (state[i] !== SLIDING) continue
    const dim = contact_dim[id[i]]
    coneHessian(p, i, block)
    if (dim === 3) {
      for (let a = 0; a < 3; a++) rows[a] = J_rowadr[i] + a * J_rownnz[i]
      addBlock3(ldl, update, J, J_colind, start, end)
    } else {
      addBlock(f, p, i, dim, start, end)
    }
    i += dim - 1
  }
}

/** B times a column of J. */
const weight = new Float64Array(6)

/** The same for a contact of more than three rows. */
function addBlock(f: Factor, p: Problem, row: number, dim: number, start: number, end: number): void {
  const { J, J_rowadr, J_rownnz, J_colind } = p
  const { block, spot } = f.update
  const { rowadr, values: LD } = f.ldl
  const nnz = J_rownnz[row]
  const r0 = J_rowadr[row]
  const r1 = r0 + nnz
  const r2 = r1 + nnz
  for (let t = start; t < end; t++) {
    const to = rowadr[J_colind[r0 + t]]
    for (let a = 0; a < dim; a++) {
      let sum = 0
      for (let b = 0; b < dim; b++) sum += block[dim * a + b] * J[r0 + b * nnz + t]
      weight[a] = sum
    }
    const w0 = weight[0]
    const w1 = weight[1]
    const w2 = weight[2]
    for (let e = 0; e <= t; e++) LD[to + spot[e]] += w0 * J[r0 + e] + w1 * J[r1 + e] + w2 * J[r2 + e]
    for (let a = 3; a < dim; a++) {
      const w = weight[a]
      const r = r0 + a * nnz
      for (let e = 0; e <= t; e++) LD[to + spot[e]] += w * J[r + e]
    }
  }
}
