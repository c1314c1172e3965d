import { ConstraintState } from '../../../core/model/enums.ts'
import { coneHessian } from '../problem/frictionCone.ts'
import type { Problem } from '../problem/primalProblem.ts'
import type { Factor } from './hessianFactor.ts'

const QUADRATIC = ConstraintState.quadratic
const SLIDING = ConstraintState.cone

/**
 * The entries of H = M + Σ D_i J_iᵀ J_i, over the quadratic rows i, where the factor will have them. Rows of J come in
 * groups with the same columns: four of them are added at a time.
 */

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
  const { spot, activeNumber, slidingNumber } = f
  const { rowadr, rownnz, values: LD } = f.ldl
  for (let k = 0; k < nv; k++) {
    const row = rowadr[k]
    const start = M_rowadr[k]
    const end = start + M_rownnz[k]
    if (treeLike) {
      for (let e = start; e < end; e++) LD[e] = M[e]
    } else {
      for (let e = row; e < row + rownnz[k]; e++) LD[e] = 0
      for (let e = start; e < end; e++) LD[row + rownnz[M_colind[e]] - 1] = M[e]
    }
  }
  for (let g = 0; g < groups; g++) {
    if (activeNumber[g] === 0 && slidingNumber[g] === 0) continue
    const columns = J_rowadr[groupRow[g]]
    const nnz = J_rownnz[groupRow[g]]
    for (let e = 0; e < nnz; e++) spot[e] = rownnz[J_colind[columns + e]] - 1
    addGroup(f, p, g, 0, nnz)
  }
}

/**
 * Adds what the quadratic rows of a group make of H to the rows of its dofs from position `start` to `end`; `spot` says
 * where in these rows its dofs stand.
 */
export function addGroup(f: Factor, p: Problem, group: number, start: number, end: number): void {
  const { active } = f
  let a = f.pattern.groupRow[group]
  const last = a + f.activeNumber[group]
  for (; a + 3 < last; a += 4) addFour(f, p, active[a], active[a + 1], active[a + 2], active[a + 3], start, end)
  if (a + 3 === last) addThree(f, p, active[a], active[a + 1], active[a + 2], start, end)
  else if (a + 2 === last) addTwo(f, p, active[a], active[a + 1], start, end)
  else if (a < last) addOne(f, p, active[a], start, end)
  if (f.slidingNumber[group] > 0) addSliding(f, p, group, start, end)
}

/**
 * Adds Σ D_i J_i,t J_i,e over four rows i to the entries spot[e], e = 0 … t, of the row of each dof t. Two dofs are taken at
 * a time: an entry of J that is loaded serves two products, a place that is looked up eight.
 */
function addFour(
  f: Factor,
  p: Problem,
  i0: number,
  i1: number,
  i2: number,
  i3: number,
  start: number,
  end: number,
): void {
  const { J, J_rowadr, J_colind, D } = p
  const { spot } = f
  const { rowadr, values: LD } = f.ldl
  const r0 = J_rowadr[i0]
  const r1 = J_rowadr[i1]
  const r2 = J_rowadr[i2]
  const r3 = J_rowadr[i3]
  const d0 = D[i0]
  const d1 = D[i1]
  const d2 = D[i2]
  const d3 = D[i3]
  let t = start
  for (; t + 1 < end; t += 2) {
    const u = t + 1
    const toT = rowadr[J_colind[r0 + t]]
    const toU = rowadr[J_colind[r0 + u]]
    const f0 = d0 * J[r0 + t]
    const f1 = d1 * J[r1 + t]
    const f2 = d2 * J[r2 + t]
    const f3 = d3 * J[r3 + t]
    const g0 = d0 * J[r0 + u]
    const g1 = d1 * J[r1 + u]
    const g2 = d2 * J[r2 + u]
    const g3 = d3 * J[r3 + u]
    for (let e = 0; e <= t; e++) {
      const x0 = J[r0 + e]
      const x1 = J[r1 + e]
      const x2 = J[r2 + e]
      const x3 = J[r3 + e]
      const at = spot[e]
      LD[toT + at] += f0 * x0 + f1 * x1 + f2 * x2 + f3 * x3
      LD[toU + at] += g0 * x0 + g1 * x1 + g2 * x2 + g3 * x3
    }
    LD[toU + spot[u]] += g0 * J[r0 + u] + g1 * J[r1 + u] + g2 * J[r2 + u] + g3 * J[r3 + u]
  }
  if (t >= end) return
  const to = rowadr[J_colind[r0 + t]]
  const f0 = d0 * J[r0 + t]
  const f1 = d1 * J[r1 + t]
  const f2 = d2 * J[r2 + t]
  const f3 = d3 * J[r3 + t]
  for (let e = 0; e <= t; e++) LD[to + spot[e]] += f0 * J[r0 + e] + f1 * J[r1 + e] + f2 * J[r2 + e] + f3 * J[r3 + e]
}

/** The same for three rows. */
function addThree(f: Factor, p: Problem, i0: number, i1: number, i2: number, start: number, end: number): void {
  const { J, J_rowadr, J_colind, D } = p
  const { spot } = f
  const { rowadr, values: LD } = f.ldl
  const r0 = J_rowadr[i0]
  const r1 = J_rowadr[i1]
  const r2 = J_rowadr[i2]
  const d0 = D[i0]
  const d1 = D[i1]
  const d2 = D[i2]
  let t = start
  for (; t + 1 < end; t += 2) {
    const u = t + 1
    const toT = rowadr[J_colind[r0 + t]]
    const toU = rowadr[J_colind[r0 + u]]
    const f0 = d0 * J[r0 + t]
    const f1 = d1 * J[r1 + t]
    const f2 = d2 * J[r2 + t]
    const g0 = d0 * J[r0 + u]
    const g1 = d1 * J[r1 + u]
    const g2 = d2 * J[r2 + u]
    for (let e = 0; e <= t; e++) {
      const x0 = J[r0 + e]
      const x1 = J[r1 + e]
      const x2 = J[r2 + e]
      const at = spot[e]
      LD[toT + at] += f0 * x0 + f1 * x1 + f2 * x2
      LD[toU + at] += g0 * x0 + g1 * x1 + g2 * x2
    }
    LD[toU + spot[u]] += g0 * J[r0 + u] + g1 * J[r1 + u] + g2 * J[r2 + u]
  }
  if (t >= end) return
  const to = rowadr[J_colind[r0 + t]]
  const f0 = d0 * J[r0 + t]
  const f1 = d1 * J[r1 + t]
  const f2 = d2 * J[r2 + t]
  for (let e = 0; e <= t; e++) LD[to + spot[e]] += f0 * J[r0 + e] + f1 * J[r1 + e] + f2 * J[r2 + e]
}

/** The same for two rows. */
function addTwo(f: Factor, p: Problem, i0: number, i1: number, start: number, end: number): void {
  const { J, J_rowadr, J_colind, D } = p
  const { spot } = f
  const { rowadr, values: LD } = f.ldl
  const r0 = J_rowadr[i0]
  const r1 = J_rowadr[i1]
  const d0 = D[i0]
  const d1 = D[i1]
  for (let t = start; t < end; t++) {
    const to = rowadr[J_colind[r0 + t]]
    const f0 = d0 * J[r0 + t]
    const f1 = d1 * J[r1 + t]
    for (let e = 0; e <= t; e++) LD[to + spot[e]] = LD[to + spot[e]] + f0 * J[r0 + e] + f1 * J[r1 + e]
  }
}

/** The same for one row. */
function addOne(f: Factor, p: Problem, i: number, start: number, end: number): void {
  const { J, J_rowadr, J_colind, D } = p
  const { spot } = f
  const { rowadr, values: LD } = f.ldl
  const row = J_rowadr[i]
  const weight = D[i]
  for (let t = start; t < end; t++) {
    const to = rowadr[J_colind[row + t]]
    const factor = weight * J[row + t]
    for (let e = 0; e <= t; e++) LD[to + spot[e]] += factor * J[row + e]
  }
}

/** Second derivative of the cost of a contact. */
const block = new Float64Array(36)
/** The block times a column of J. */
const weight = new Float64Array(6)

/** Adds Jᵀ H_c J for each sliding contact c of a group. */
function addSliding(f: Factor, p: Problem, group: number, start: number, end: number): void {
  const { state, id, contact_dim } = p
  const { groupRow, groupSize } = f.pattern
  const last = groupRow[group] + groupSize[group]
  for (let i = groupRow[group]; i < last; i++) {
    if (state[i] !== SLIDING) continue
    const dim = contact_dim[id[i]]
    coneHessian(p, i, block)
    if (dim === 3) addBlockOfThree(f, p, i, start, end)
    else addBlock(f, p, i, dim, start, end)
    i += dim - 1
  }
}

/** For a contact of three rows, two dofs at a time. */
function addBlockOfThree(f: Factor, p: Problem, row: number, start: number, end: number): void {
  const { J, J_rowadr, J_rownnz, J_colind } = p
  const { spot } = f
  const { rowadr, values: LD } = f.ldl
  const nnz = J_rownnz[row]
  const r0 = J_rowadr[row]
  const r1 = r0 + nnz
  const r2 = r1 + nnz
  const b00 = block[0]
  const b01 = block[1]
  const b02 = block[2]
  const b11 = block[4]
  const b12 = block[5]
  const b22 = block[8]
  let t = start
  for (; t + 1 < end; t += 2) {
    const u = t + 1
    const toT = rowadr[J_colind[r0 + t]]
    const toU = rowadr[J_colind[r0 + u]]
    const t0 = J[r0 + t]
    const t1 = J[r1 + t]
    const t2 = J[r2 + t]
    const u0 = J[r0 + u]
    const u1 = J[r1 + u]
    const u2 = J[r2 + u]
    const v0 = b00 * t0 + b01 * t1 + b02 * t2
    const v1 = b01 * t0 + b11 * t1 + b12 * t2
    const v2 = b02 * t0 + b12 * t1 + b22 * t2
    const w0 = b00 * u0 + b01 * u1 + b02 * u2
    const w1 = b01 * u0 + b11 * u1 + b12 * u2
    const w2 = b02 * u0 + b12 * u1 + b22 * u2
    for (let e = 0; e <= t; e++) {
      const x0 = J[r0 + e]
      const x1 = J[r1 + e]
      const x2 = J[r2 + e]
      const at = spot[e]
      LD[toT + at] += v0 * x0 + v1 * x1 + v2 * x2
      LD[toU + at] += w0 * x0 + w1 * x1 + w2 * x2
    }
    LD[toU + spot[u]] += w0 * u0 + w1 * u1 + w2 * u2
  }
  if (t >= end) return
  const to = rowadr[J_colind[r0 + t]]
  const t0 = J[r0 + t]
  const t1 = J[r1 + t]
  const t2 = J[r2 + t]
  const v0 = b00 * t0 + b01 * t1 + b02 * t2
  const v1 = b01 * t0 + b11 * t1 + b12 * t2
  const v2 = b02 * t0 + b12 * t1 + b22 * t2
  for (let e = 0; e <= t; e++) LD[to + spot[e]] += v0 * J[r0 + e] + v1 * J[r1 + e] + v2 * J[r2 + e]
}

function addBlock(f: Factor, p: Problem, row: number, dim: number, start: number, end: number): void {
  const { J, J_rowadr, J_rownnz, J_colind } = p
  const { spot } = f
  const { rowadr, values: LD } = f.ldl
  const nnz = J_rownnz[row]
  const r0 = J_rowadr[row]
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
    const r1 = r0 + nnz
    const r2 = r1 + nnz
    for (let e = 0; e <= t; e++) LD[to + spot[e]] += w0 * J[r0 + e] + w1 * J[r1 + e] + w2 * J[r2 + e]
    for (let a = 3; a < dim; a++) {
      const w = weight[a]
      const r = r0 + a * nnz
      for (let e = 0; e <= t; e++) LD[to + spot[e]] += w * J[r + e]
    }
  }
}
