import { MINVAL } from '../math/vec3.ts'
import { ConstraintState } from '../model/enums.ts'
import { Pattern, updatePattern } from './pattern.ts'
import type { Problem } from './problem.ts'
import { coneHessian } from './rows.ts'

const none: Float64Array = new Float64Array(0)

/**
 * Factor of the Hessian, H = M + Σ D_i J_iᵀ J_i over the quadratic rows (+ blocks of sliding elliptic contacts) = Lᵀ D L,
 * with L unit lower triangular in the pattern of `Pattern`.
 */
export class Factor {
  readonly pattern: Pattern = new Pattern()
  L: Float64Array = none
  /** The diagonal. */
  D: Float64Array = none
  // the factor with the blocks of sliding contacts, where there are any
  coneL: Float64Array = none
  coneD: Float64Array = none
  cones = 0
  /** Rank-one changes since the last solve of the problem began; a factorisation counts as many as there are rows. */
  updates = 0

  /** A row of H, or the vector of a rank-one change: zero between uses. */
  row: Float64Array = none
  /** Quadratic rows of each group, from the group's first row on. */
  active: Int32Array = new Int32Array(0)
  activeNumber: Int32Array = new Int32Array(0)
}

/** Prepares for a problem: pattern and room. */
export function prepareFactor(f: Factor, p: Problem): void {
  updatePattern(f.pattern, p)
  const { entries } = f.pattern
  if (f.L.length < entries) {
    const n = Math.max(64, entries, 2 * f.L.length)
    f.L = new Float64Array(n)
    f.coneL = new Float64Array(n)
  }
  if (f.D.length < p.nv) {
    const n = Math.max(p.nv, 2 * f.D.length)
    f.D = new Float64Array(n)
    f.coneD = new Float64Array(n)
    f.row = new Float64Array(n)
  }
  if (f.active.length < p.nefc) {
    const n = Math.max(16, p.nefc, 2 * f.active.length)
    f.active = new Int32Array(n)
    f.activeNumber = new Int32Array(n)
  }
}

/**
 * Factors H from scratch, row by row from the last: row k of H is gathered in a dense vector, the rows of L below that
 * have column k are taken out of it, and what is left is D_k and row k of L.
 */
export function factorHessian(f: Factor, p: Problem): void {
  const { nv, M, M_rowadr, M_rownnz, M_colind } = p
  const { rowadr, rownnz, colind } = f.pattern
  const { L, D, row } = f
  listActive(f, p)
  for (let k = nv - 1; k >= 0; k--) {
    const first = M_rowadr[k]
    const diagonal = first + M_rownnz[k] - 1
    for (let e = first; e <= diagonal; e++) row[M_colind[e]] = M[e]
    addRows(f, p, k)
    eliminate(f, k)

    let pivot = row[k]
    row[k] = 0
    if (!(pivot >= MINVAL)) pivot = MINVAL
    D[k] = pivot
    const inverse = 1 / pivot
    const start = rowadr[k]
    const end = start + rownnz[k]
    for (let e = start; e < end; e++) {
      const c = colind[e]
      L[e] = row[c] * inverse
      row[c] = 0
    }
  }
  f.updates += p.nefc
}

/** Lists the quadratic rows of each group. */
function listActive(f: Factor, p: Problem): void {
  const { groups, groupRow, groupSize } = f.pattern
  const { active, activeNumber } = f
  const { state } = p
  for (let g = 0; g < groups; g++) {
    const first = groupRow[g]
    const end = first + groupSize[g]
    let out = first
    for (let i = first; i < end; i++) if (state[i] === ConstraintState.quadratic) active[out++] = i
    activeNumber[g] = out - first
  }
}

/** Adds row k of Jᵀ D J, up to the diagonal: rows with the same columns together, so that each column is looked up once. */
function addRows(f: Factor, p: Problem, k: number): void {
  const { J, J_rowadr, J_colind, D } = p
  const { firstLink, nextLink, linkGroup, linkPosition, groupRow } = f.pattern
  const { row, active, activeNumber } = f
  for (let link = firstLink[k]; link >= 0; link = nextLink[link]) {
    const group = linkGroup[link]
    const position = linkPosition[link]
    const first = groupRow[group]
    const columns = J_rowadr[first]
    let a = first
    const end = first + activeNumber[group]
    for (; a + 4 <= end; a += 4) {
      const i0 = active[a]
      const i1 = active[a + 1]
      const i2 = active[a + 2]
      const i3 = active[a + 3]
      const r0 = J_rowadr[i0]
      const r1 = J_rowadr[i1]
      const r2 = J_rowadr[i2]
      const r3 = J_rowadr[i3]
      const f0 = D[i0] * J[r0 + position]
      const f1 = D[i1] * J[r1 + position]
      const f2 = D[i2] * J[r2 + position]
      const f3 = D[i3] * J[r3 + position]
      for (let e = 0; e <= position; e++)
        row[J_colind[columns + e]] += f0 * J[r0 + e] + f1 * J[r1 + e] + f2 * J[r2 + e] + f3 * J[r3 + e]
    }
    for (; a + 2 <= end; a += 2) {
      const i0 = active[a]
      const i1 = active[a + 1]
      const r0 = J_rowadr[i0]
      const r1 = J_rowadr[i1]
      const f0 = D[i0] * J[r0 + position]
      const f1 = D[i1] * J[r1 + position]
      for (let e = 0; e <= position; e++) row[J_colind[columns + e]] += f0 * J[r0 + e] + f1 * J[r1 + e]
    }
    if (a < end) {
      const i0 = active[a]
      const r0 = J_rowadr[i0]
      const f0 = D[i0] * J[r0 + position]
      for (let e = 0; e <= position; e++) row[J_colind[columns + e]] += f0 * J[r0 + e]
    }
  }
}

/** row −= Σ_j L_jk D_j · (row j of L up to column k), over the rows j that have column k. Chained rows go together. */
function eliminate(f: Factor, k: number): void {
  const { rowadr, colind, chained, coladr, colrow, colentry } = f.pattern
  const { L, D, row } = f
  const end = coladr[k + 1]
  let at = coladr[k]
  while (at < end) {
    const j = colrow[at]
    const entry = colentry[at]
    let r0 = rowadr[j]
    const count = entry - r0
    const f0 = L[entry] * D[j]
    const paired = at + 1 < end && chained[j] === 1 && colrow[at + 1] === j - 1
    if (!paired) {
      for (let e = 0; e < count; e++, r0++) row[colind[r0]] -= f0 * L[r0]
      row[k] -= f0 * L[entry]
      at++
      continue
    }
    let r1 = rowadr[j - 1]
    const entry1 = colentry[at + 1]
    const f1 = L[entry1] * D[j - 1]
    if (at + 2 < end && chained[j - 1] === 1 && colrow[at + 2] === j - 2) {
      let r2 = rowadr[j - 2]
      const entry2 = colentry[at + 2]
      const f2 = L[entry2] * D[j - 2]
      for (let e = 0; e < count; e++, r0++, r1++, r2++) row[colind[r0]] -= f0 * L[r0] + f1 * L[r1] + f2 * L[r2]
      row[k] -= f0 * L[entry] + f1 * L[entry1] + f2 * L[entry2]
      at += 3
      continue
    }
    for (let e = 0; e < count; e++, r0++, r1++) row[colind[r0]] -= f0 * L[r0] + f1 * L[r1]
    row[k] -= f0 * L[entry] + f1 * L[entry1]
    at += 2
  }
}

/**
 * Brings the factor up to date after the rows changed their states: a rank-one change for each row that became quadratic
 * or ceased to be, a fresh factorisation where one of them fails; then the blocks of sliding contacts.
 */
export function updateFactor(f: Factor, p: Problem): void {
  if (!changeRows(f, p)) factorHessian(f, p)
  addCones(f, p)
}

function changeRows(f: Factor, p: Problem): boolean {
  const { nefc, state, previousState, D, J, J_rowadr, J_rownnz, J_colind } = p
  const { row } = f
  for (let i = 0; i < nefc; i++) {
    const now = state[i] === ConstraintState.quadratic
    if (now === (previousState[i] === ConstraintState.quadratic)) continue
    const nnz = J_rownnz[i]
    if (nnz === 0) continue
    const from = J_rowadr[i]
    const root = Math.sqrt(D[i])
    for (let e = from; e < from + nnz; e++) row[J_colind[e]] = root * J[e]
    f.updates++
    if (!changeRank(f, f.L, f.D, J_colind[from + nnz - 1], now ? 1 : -1)) return false
  }
  return true
}

/**
 * Lᵀ D L ± v vᵀ, with v in `row` and its last entry at `last`; v is used up. It touches the rows on the way from there to the root of the
 * elimination tree. Returns false if a pivot is lost; the factor is then of no use.
 */
function changeRank(f: Factor, L: Float64Array, D: Float64Array, last: number, sign: number): boolean {
  const { rowadr, rownnz, colind, parent } = f.pattern
  const { row } = f
  let weight = sign
  let intact = true
  for (let k = last; k >= 0; k = parent[k]) {
    const v = row[k]
    row[k] = 0
    if (v === 0 || !intact) continue
    const old = D[k]
    const pivot = old + weight * v * v
    if (!(pivot >= MINVAL)) {
      intact = false
      continue
    }
    D[k] = pivot
    const factor = (weight * v) / pivot
    weight *= old / pivot
    const end = rowadr[k] + rownnz[k]
    for (let e = rowadr[k]; e < end; e++) {
      const c = colind[e]
      const rest = row[c] - v * L[e]
      row[c] = rest
      L[e] += factor * rest
    }
  }
  return intact
}

const block = new Float64Array(36)

/** Copies the factor and adds Jᵀ H_c J for each sliding contact c: with H_c = C Cᵀ, one rank-one change for each column of C. */
export function addCones(f: Factor, p: Problem): void {
  const { ne, nf, nefc, state, id, contact_dim } = p
  f.cones = 0
  for (let i = ne + nf; i < nefc; i++) {
    if (state[i] !== ConstraintState.cone) continue
    if (f.cones++ === 0) {
      const { entries, nv } = f.pattern
      const { L, D, coneL, coneD } = f
      for (let e = 0; e < entries; e++) coneL[e] = L[e]
      for (let k = 0; k < nv; k++) coneD[k] = D[k]
    }
    const dim = contact_dim[id[i]]
    coneHessian(p, i, block)
    factorBlock(block, dim)
    addCone(f, p, i, dim)
    f.updates += dim
    i += dim - 1
  }
}

/** Lower Cholesky factor in place; pivots are kept away from zero. */
function factorBlock(A: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i * n + j]
      for (let k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k]
      if (i === j) A[i * n + i] = Math.sqrt(Math.max(MINVAL, sum))
      else A[i * n + j] = sum / A[j * n + j]
    }
  }
}

function addCone(f: Factor, p: Problem, first: number, dim: number): void {
  const { J, J_rowadr, J_rownnz, J_colind } = p
  const { row } = f
  const nnz = J_rownnz[first]
  if (nnz === 0) return
  const columns = J_rowadr[first]
  for (let q = 0; q < dim; q++) {
    for (let e = 0; e < nnz; e++) {
      let sum = 0
      for (let a = q; a < dim; a++) sum += block[a * dim + q] * J[J_rowadr[first + a] + e]
      row[J_colind[columns + e]] = sum
    }
    changeRank(f, f.coneL, f.coneD, J_colind[columns + nnz - 1], 1)
  }
}

/** x ← H⁻¹ x. */
export function solveHessian(f: Factor, x: Float64Array): void {
  const { nv, rowadr, rownnz, colind } = f.pattern
  const L = f.cones > 0 ? f.coneL : f.L
  const D = f.cones > 0 ? f.coneD : f.D
  for (let k = nv - 1; k >= 0; k--) {
    const xk = x[k]
    const end = rowadr[k] + rownnz[k]
    for (let e = rowadr[k]; e < end; e++) x[colind[e]] -= L[e] * xk
  }
  for (let k = 0; k < nv; k++) {
    let sum = x[k] / D[k]
    const end = rowadr[k] + rownnz[k]
    for (let e = rowadr[k]; e < end; e++) sum -= L[e] * x[colind[e]]
    x[k] = sum
  }
}
