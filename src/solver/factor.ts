import { factorTree, solveRows } from '../dynamics/ldl.ts'
import { MINVAL } from '../math/vec3.ts'
import { ConstraintState } from '../model/enums.ts'
import { Pattern, updatePattern } from './pattern.ts'
import type { Problem } from './problem.ts'

const none: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

/**
 * Factor of the Hessian, H = M + Σ D_i J_iᵀ J_i over the quadratic rows (+ blocks of sliding elliptic contacts) = Lᵀ D L,
 * with L unit lower triangular: sparse rows, D in place of the diagonal, which stands last. Where no row joins branches
 * of the kinematic tree the rows are those of M; otherwise `pattern` has them.
 */
export class Factor {
  readonly pattern: Pattern = new Pattern()
  nv = 0
  rowadr: Int32Array = noIndices
  rownnz: Int32Array = noIndices
  colind: Int32Array = noIndices
  /** k − 1 where rows k and k − 1 can be taken together. */
  chain: Int32Array = noIndices
  LD: Float64Array = none
  diagInv: Float64Array = none
  // the factor with the blocks of sliding contacts, where there are any
  coneLD: Float64Array = none
  coneDiagInv: Float64Array = none
  cones = 0
  /** Rank-one changes since they were last counted; a factorisation counts as many as there are rows. */
  updates = 0
  /** Factorisations in which rounding left a pivot that was not positive, since they were last counted. */
  lost = 0

  /** Entries on the way from each dof to the root of the elimination tree: what a rank-one change costs. */
  pathCost: Float64Array = none
  /** [0]: what a factorisation costs in the same unit. */
  readonly factorCost: Float64Array = new Float64Array(1)

  /** A row of H, or the vector of a rank-one change: zero between uses. */
  row: Float64Array = none
  /** Where the dofs of a group stand in rows of M. */
  place: Int32Array = noIndices
  /** Quadratic rows of each group, from the group's first row on. */
  active: Int32Array = noIndices
  activeNumber: Int32Array = noIndices
}

/** Prepares for a problem: pattern and room. */
export function prepareFactor(f: Factor, p: Problem): void {
  const { pattern } = f
  updatePattern(pattern, p)
  const tree = pattern.treeLike
  f.nv = p.nv
  f.rowadr = tree ? p.M_rowadr : pattern.rowadr
  f.rownnz = tree ? p.M_rownnz : pattern.rownnz
  f.colind = tree ? p.M_colind : pattern.colind
  f.chain = tree ? p.parent : pattern.chain
  const entries = tree ? p.M.length : pattern.entries
  if (f.LD.length < entries) {
    const n = Math.max(64, entries, 2 * f.LD.length)
    f.LD = new Float64Array(n)
    f.coneLD = new Float64Array(n)
  }
  if (f.diagInv.length < p.nv) {
    const n = Math.max(p.nv, 2 * f.diagInv.length)
    f.diagInv = new Float64Array(n)
    f.coneDiagInv = new Float64Array(n)
    f.row = new Float64Array(n)
    f.pathCost = new Float64Array(n)
    f.place = new Int32Array(n)
  }
  if (f.active.length < p.nefc) {
    const n = Math.max(16, p.nefc, 2 * f.active.length)
    f.active = new Int32Array(n)
    f.activeNumber = new Int32Array(n)
  }
  estimateCosts(f, p)
}

/**
 * What changes cost: a rank-one change touches all rows on the way to the root twice an entry; a factorisation takes half
 * the square of each row of L, and of each row of J.
 */
function estimateCosts(f: Factor, p: Problem): void {
  const { nv, rowadr, rownnz, colind, pathCost } = f
  const { groups, groupRow, groupSize } = f.pattern
  let sum = 0
  for (let k = 0; k < nv; k++) {
    const nnz = rownnz[k]
    sum += 0.5 * nnz * nnz
    pathCost[k] = 2 * nnz + (nnz > 1 ? pathCost[colind[rowadr[k] + nnz - 2]] : 0)
  }
  for (let g = 0; g < groups; g++) {
    const nnz = p.J_rownnz[groupRow[g]]
    sum += 0.5 * nnz * nnz * groupSize[g]
  }
  f.factorCost[0] = sum
}

/** Factors H from scratch. */
export function factorHessian(f: Factor, p: Problem): void {
  listActive(f, p)
  if (f.pattern.treeLike) {
    formTree(f, p)
    if (factorTree(f.nv, f.chain, f.rowadr, f.rownnz, f.colind, f.LD, f.diagInv) >= 0) f.lost++
  } else {
    factorRows(f, p)
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

/** H in the rows of M. The row of a dof holds its ancestors: the other dofs of a group that stand before it are among them. */
function formTree(f: Factor, p: Problem): void {
  const { nv, M, M_rowadr, M_rownnz, J_rowadr, J_rownnz, J_colind } = p
  const { groups, groupRow } = f.pattern
  const { LD, place, activeNumber } = f
  for (let k = 0; k < nv; k++) {
    const end = M_rowadr[k] + M_rownnz[k]
    for (let e = M_rowadr[k]; e < end; e++) LD[e] = M[e]
  }
  for (let g = 0; g < groups; g++) {
    if (activeNumber[g] === 0) continue
    const columns = J_rowadr[groupRow[g]]
    const nnz = J_rownnz[groupRow[g]]
    for (let e = 0; e < nnz; e++) place[e] = M_rownnz[J_colind[columns + e]] - 1
    let e = 0
    for (; e + 1 < nnz; e += 2)
      addPairs(f, p, g, e, M_rowadr[J_colind[columns + e]], M_rowadr[J_colind[columns + e + 1]])
    if (e < nnz) addProducts(f, p, g, e, LD, M_rowadr[J_colind[columns + e]], place, 0)
  }
}

/** The same as `addProducts` in the rows of two neighbouring dofs, at and at + 1, of a group: each entry that is loaded serves both. */
function addPairs(f: Factor, p: Problem, group: number, at: number, base0: number, base1: number): void {
  const { J, J_rowadr, D } = p
  const { active, LD, place } = f
  let a = f.pattern.groupRow[group]
  const end = a + f.activeNumber[group]
  for (; a + 4 <= end; a += 4) {
    const i0 = active[a]
    const i1 = active[a + 1]
    const i2 = active[a + 2]
    const i3 = active[a + 3]
    const r0 = J_rowadr[i0]
    const r1 = J_rowadr[i1]
    const r2 = J_rowadr[i2]
    const r3 = J_rowadr[i3]
    const f0 = D[i0] * J[r0 + at]
    const f1 = D[i1] * J[r1 + at]
    const f2 = D[i2] * J[r2 + at]
    const f3 = D[i3] * J[r3 + at]
    const g0 = D[i0] * J[r0 + at + 1]
    const g1 = D[i1] * J[r1 + at + 1]
    const g2 = D[i2] * J[r2 + at + 1]
    const g3 = D[i3] * J[r3 + at + 1]
    for (let e = 0; e <= at; e++) {
      const x0 = J[r0 + e]
      const x1 = J[r1 + e]
      const x2 = J[r2 + e]
      const x3 = J[r3 + e]
      const o = place[e]
      LD[base0 + o] += f0 * x0 + f1 * x1 + f2 * x2 + f3 * x3
      LD[base1 + o] += g0 * x0 + g1 * x1 + g2 * x2 + g3 * x3
    }
    const e = at + 1
    LD[base1 + place[e]] += g0 * J[r0 + e] + g1 * J[r1 + e] + g2 * J[r2 + e] + g3 * J[r3 + e]
  }
  for (; a < end; a++) {
    const r = J_rowadr[active[a]]
    const f0 = D[active[a]] * J[r + at]
    const g0 = D[active[a]] * J[r + at + 1]
    for (let e = 0; e <= at; e++) {
      LD[base0 + place[e]] += f0 * J[r + e]
      LD[base1 + place[e]] += g0 * J[r + e]
    }
    LD[base1 + place[at + 1]] += g0 * J[r + at + 1]
  }
}

/**
 * Adds Σ D_i J_i,at J_i,e over the quadratic rows i of a group to out[base + index[from + e]], for e = 0 … at: four rows
 * at a time, so that each place is looked up once for four products.
 */
function addProducts(
  f: Factor,
  p: Problem,
  group: number,
  at: number,
  out: Float64Array,
  base: number,
  index: Int32Array,
  from: number,
): void {
  const { J, J_rowadr, D } = p
  const { active } = f
  let a = f.pattern.groupRow[group]
  const end = a + f.activeNumber[group]
  for (; a + 4 <= end; a += 4) {
    const i0 = active[a]
    const i1 = active[a + 1]
    const i2 = active[a + 2]
    const i3 = active[a + 3]
    const r0 = J_rowadr[i0]
    const r1 = J_rowadr[i1]
    const r2 = J_rowadr[i2]
    const r3 = J_rowadr[i3]
    const f0 = D[i0] * J[r0 + at]
    const f1 = D[i1] * J[r1 + at]
    const f2 = D[i2] * J[r2 + at]
    const f3 = D[i3] * J[r3 + at]
    for (let e = 0; e <= at; e++)
      out[base + index[from + e]] += f0 * J[r0 + e] + f1 * J[r1 + e] + f2 * J[r2 + e] + f3 * J[r3 + e]
  }
  for (; a + 2 <= end; a += 2) {
    const i0 = active[a]
    const i1 = active[a + 1]
    const r0 = J_rowadr[i0]
    const r1 = J_rowadr[i1]
    const f0 = D[i0] * J[r0 + at]
    const f1 = D[i1] * J[r1 + at]
    for (let e = 0; e <= at; e++) out[base + index[from + e]] += f0 * J[r0 + e] + f1 * J[r1 + e]
  }
  if (a < end) {
    const r0 = J_rowadr[active[a]]
    const f0 = D[active[a]] * J[r0 + at]
    for (let e = 0; e <= at; e++) out[base + index[from + e]] += f0 * J[r0 + e]
  }
}

/**
 * H with rows that join branches, factored row by row from the last: row k of H is gathered in a dense vector, the rows
 * of L below that have column k are taken out of it, and what is left is D_k and row k of L.
 */
function factorRows(f: Factor, p: Problem): void {
  const { nv, M, M_rowadr, M_rownnz, M_colind, J_rowadr, J_colind } = p
  const { firstLink, nextLink, linkGroup, linkPosition, groupRow } = f.pattern
  const { rowadr, rownnz, colind, LD, diagInv, row, activeNumber } = f
  let lost = false
  for (let k = nv - 1; k >= 0; k--) {
    const first = M_rowadr[k]
    const last = first + M_rownnz[k]
    for (let e = first; e < last; e++) row[M_colind[e]] = M[e]
    for (let link = firstLink[k]; link >= 0; link = nextLink[link]) {
      const group = linkGroup[link]
      if (activeNumber[group] === 0) continue
      addProducts(f, p, group, linkPosition[link], row, 0, J_colind, J_rowadr[groupRow[group]])
    }
    eliminate(f, k)

    const positive = row[k] >= MINVAL
    if (!positive) lost = true
    const pivot = positive ? row[k] : MINVAL
    row[k] = 0
    const inverse = 1 / pivot
    diagInv[k] = inverse
    const diagonal = rowadr[k] + rownnz[k] - 1
    LD[diagonal] = pivot
    for (let e = rowadr[k]; e < diagonal; e++) {
      const c = colind[e]
      LD[e] = row[c] * inverse
      row[c] = 0
    }
  }
  if (lost) f.lost++
}

/** row −= Σ_j L_jk D_j · (row j of L up to column k), over the rows j that have column k. Chained rows go together. */
function eliminate(f: Factor, k: number): void {
  const { coladr, colrow, colentry } = f.pattern
  const { rowadr, rownnz, colind, chain, LD, row } = f
  const end = coladr[k + 1]
  let at = coladr[k]
  while (at < end) {
    const j = colrow[at]
    const entry = colentry[at]
    let r0 = rowadr[j]
    const f0 = LD[entry] * LD[r0 + rownnz[j] - 1]
    if (at + 1 === end || chain[j] < 0 || colrow[at + 1] !== j - 1) {
      for (; r0 <= entry; r0++) row[colind[r0]] -= f0 * LD[r0]
      at++
      continue
    }
    let r1 = rowadr[j - 1]
    const f1 = LD[colentry[at + 1]] * LD[r1 + rownnz[j - 1] - 1]
    if (at + 2 === end || chain[j - 1] < 0 || colrow[at + 2] !== j - 2) {
      for (; r0 <= entry; r0++, r1++) row[colind[r0]] -= f0 * LD[r0] + f1 * LD[r1]
      at += 2
      continue
    }
    let r2 = rowadr[j - 2]
    const f2 = LD[colentry[at + 2]] * LD[r2 + rownnz[j - 2] - 1]
    for (; r0 <= entry; r0++, r1++, r2++) row[colind[r0]] -= f0 * LD[r0] + f1 * LD[r1] + f2 * LD[r2]
    at += 3
  }
}

/** x ← H⁻¹ x. */
export function solveHessian(f: Factor, x: Float64Array): void {
  const LD = f.cones > 0 ? f.coneLD : f.LD
  const diagInv = f.cones > 0 ? f.coneDiagInv : f.diagInv
  solveRows(f.nv, f.chain, f.rowadr, f.rownnz, f.colind, LD, diagInv, x)
}
