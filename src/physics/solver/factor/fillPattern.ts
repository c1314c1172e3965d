import { ConstraintType } from '../../../core/model/enums.ts'
import type { Problem } from '../problem/primalProblem.ts'

const none: Int32Array = new Int32Array(0)

/**
 * Where the factor Lᵀ D L of the Hessian H = M + Jᵀ D J has entries (symbolic factorization). Dofs are eliminated from
 * the last to the first, so that branches of the kinematic tree do not fill each other: without rows that join branches
 * the factor has M's pattern.
 *
 * Row k of L holds the columns of row k of M, those of every Jacobian row whose last dof is k, and those of the rows of
 * L whose nearest column is k: its children in the elimination tree. All these are ancestors of k in that tree. Where
 * they are most of the ancestors, rows are given the others too (`onPaths`): they then are like those of M with another
 * tree. Elsewhere neighboring rows with the same columns are gathered in supernodes, which are eliminated together.
 * Liu, The role of elimination trees in sparse factorization, 1990, https://doi.org/10.1137/0611010
 *
 * The pattern counts all rows, active or not, and is kept while the pattern of J stays the same. Where no row joins
 * branches nothing of this is needed.
 *
 *   rows of L
 *     entries                            number of entries
 *     treeLike                           no row of J joins branches of the kinematic tree: the pattern is that of M
 *     onPaths                            each row holds all ancestors of its dof in the elimination tree
 *     rowadr, rownnz       (nv)          first entry and length of row k
 *     colind               (entries)     columns of row k, ascending, the last of them k itself
 *     parent               (nv)          nearest column of row k before k, its parent in the elimination tree; -1: none
 *     chain                (nv)          k − 1 where row k has the columns of row k − 1, and k; -1 elsewhere
 *   supernodes, the last rows first
 *     superFirst, superLast (supernodes) first and last row
 *     superOf              (nv)          supernode of a row
 *   groups: rows of J that follow each other with the same columns
 *     groupRow, groupSize  (groups)      first row, number of rows
 *     firstGroup, nextGroup (nv, groups) groups whose last dof is k, as linked lists
 *   runs: dofs of a group that are in the same supernode
 *     firstRun, nextRun    (supernodes, runs) runs of a supernode, as linked lists
 *     runGroup             (runs)        group
 *     runStart, runEnd     (runs)        positions [start, end) in the columns of the group
 *   what the pattern was found for
 *     knownParent, knownLength (nv)      forest and row lengths of M
 *     knownGroups                        number of groups; -1: no pattern yet
 *     knownNumber          (groups)      number of columns of each group
 *     knownColumn          (runs)        these columns
 *   work space
 *     mark, firstChild, nextSibling (nv)
 */
export class Pattern {
  nv = 0
  entries = 0
  treeLike = false
  onPaths = false
  rowadr: Int32Array = none
  rownnz: Int32Array = none
  colind: Int32Array = none
  parent: Int32Array = none
  chain: Int32Array = none

  supernodes = 0
  superFirst: Int32Array = none
  superLast: Int32Array = none
  superOf: Int32Array = none

  groups = 0
  groupRow: Int32Array = none
  groupSize: Int32Array = none
  firstGroup: Int32Array = none
  nextGroup: Int32Array = none

  firstRun: Int32Array = none
  nextRun: Int32Array = none
  runGroup: Int32Array = none
  runStart: Int32Array = none
  runEnd: Int32Array = none

  knownParent: Int32Array = none
  knownLength: Int32Array = none
  knownGroups = -1
  knownNumber: Int32Array = none
  knownColumn: Int32Array = none

  mark: Int32Array = none
  firstChild: Int32Array = none
  nextSibling: Int32Array = none
}

/** Brings groups and pattern up to date with the problem. */
export function updatePattern(s: Pattern, p: Problem): void {
  reserve(s, p)
  groupRows(s, p)
  s.treeLike = areOnChains(s, p)
  if (s.treeLike || isCurrent(s, p)) return
  remember(s, p)
  linkGroups(s, p)
  findRows(s, p)
  s.onPaths = arePathsFull(s)
  if (s.onPaths) {
    fillPaths(s)
  } else {
    findSupernodes(s)
    findRuns(s, p)
  }
}

/** Whether the pattern that was found last is that of the present groups. */
function isCurrent(s: Pattern, p: Problem): boolean {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { parent, rownnz: M_rownnz } = p.M
  const { groups, groupRow, knownParent, knownLength, knownNumber, knownColumn } = s
  if (s.nv !== p.nv || s.knownGroups !== groups) return false
  for (let i = 0; i < p.nv; i++) if (knownParent[i] !== parent[i] || knownLength[i] !== M_rownnz[i]) return false
  let k = 0
  for (let g = 0; g < groups; g++) {
    const row = groupRow[g]
    const nnz = J_rownnz[row]
    if (knownNumber[g] !== nnz) return false
    const from = J_rowadr[row]
    for (let e = 0; e < nnz; e++) if (knownColumn[k++] !== J_colind[from + e]) return false
  }
  return true
}

function remember(s: Pattern, p: Problem): void {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { groups, groupRow, knownNumber } = s
  let entries = 0
  for (let g = 0; g < groups; g++) entries += J_rownnz[groupRow[g]]
  reserveEntries(s, entries)
  const { knownColumn } = s
  s.nv = p.nv
  s.knownGroups = groups
  for (let i = 0; i < p.nv; i++) {
    s.knownParent[i] = p.M.parent[i]
    s.knownLength[i] = p.M.rownnz[i]
  }
  let k = 0
  for (let g = 0; g < groups; g++) {
    const row = groupRow[g]
    knownNumber[g] = J_rownnz[row]
    for (let e = J_rowadr[row]; e < J_rowadr[row] + J_rownnz[row]; e++) knownColumn[k++] = J_colind[e]
  }
}

function reserve(s: Pattern, p: Problem): void {
  const { nv, nefc } = p
  if (s.mark.length < nv) {
    const n = Math.max(nv, 2 * s.mark.length)
    s.rowadr = new Int32Array(n)
    s.rownnz = new Int32Array(n)
    s.parent = new Int32Array(n)
    s.chain = new Int32Array(n)
    s.superFirst = new Int32Array(n)
    s.superLast = new Int32Array(n)
    s.superOf = new Int32Array(n)
    s.firstGroup = new Int32Array(n)
    s.firstRun = new Int32Array(n)
    s.mark = new Int32Array(n)
    s.knownGroups = -1
    s.knownParent = new Int32Array(n)
    s.knownLength = new Int32Array(n)
    s.firstChild = new Int32Array(n)
    s.nextSibling = new Int32Array(n)
  }
  if (s.groupRow.length < nefc) {
    const n = Math.max(16, nefc, 2 * s.groupRow.length)
    s.groupRow = new Int32Array(n)
    s.groupSize = new Int32Array(n)
    s.nextGroup = new Int32Array(n)
    s.knownNumber = new Int32Array(n)
    s.knownGroups = -1
  }
}

/** Makes room for the entries of one row of each group. */
function reserveEntries(s: Pattern, entries: number): void {
  if (s.knownColumn.length >= entries) return
  const n = Math.max(64, entries, 2 * s.knownColumn.length)
  s.knownColumn = new Int32Array(n)
  s.nextRun = new Int32Array(n)
  s.runGroup = new Int32Array(n)
  s.runStart = new Int32Array(n)
  s.runEnd = new Int32Array(n)
}

/** Gathers neighboring rows of J with the same columns. All rows of a contact have them. */
function groupRows(s: Pattern, p: Problem): void {
  const { nefc, type, id } = p
  const { groupRow, groupSize } = s
  let groups = 0
  for (let i = 0; i < nefc; i++) {
    const row = i
    if (type[i] >= ConstraintType.contactPyramidal) while (i + 1 < nefc && id[i + 1] === id[row]) i++
    if (groups > 0 && sameColumns(p, groupRow[groups - 1], row)) {
      groupSize[groups - 1] += i + 1 - row
    } else {
      groupRow[groups] = row
      groupSize[groups++] = i + 1 - row
    }
  }
  s.groups = groups
}

/** Whether the dofs of each group are all ancestors of its last one. */
function areOnChains(s: Pattern, p: Problem): boolean {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { rowadr: M_rowadr, rownnz: M_rownnz, colind: M_colind } = p.M
  const { groups, groupRow } = s
  for (let g = 0; g < groups; g++) {
    const from = J_rowadr[groupRow[g]]
    const last = from + J_rownnz[groupRow[g]] - 1
    if (last < from) continue
    // an ancestor stands in a row of M where its own row ends
    const chain = M_rowadr[J_colind[last]]
    for (let e = from; e < last; e++) {
      const dof = J_colind[e]
      if (M_rownnz[dof] > M_rownnz[J_colind[last]] || M_colind[chain + M_rownnz[dof] - 1] !== dof) return false
    }
  }
  return true
}

/** Lists the groups by their last dof. */
function linkGroups(s: Pattern, p: Problem): void {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { groups, groupRow, firstGroup, nextGroup } = s
  firstGroup.fill(-1, 0, p.nv)
  for (let g = 0; g < groups; g++) {
    const nnz = J_rownnz[groupRow[g]]
    if (nnz === 0) continue
    const dof = J_colind[J_rowadr[groupRow[g]] + nnz - 1]
    nextGroup[g] = firstGroup[dof]
    firstGroup[dof] = g
  }
}

function sameColumns(p: Problem, i: number, j: number): boolean {
  const { J_rowadr, J_rownnz, J_colind } = p
  const nnz = J_rownnz[i]
  if (J_rownnz[j] !== nnz) return false
  const a = J_rowadr[i]
  const b = J_rowadr[j]
  for (let e = 0; e < nnz; e++) if (J_colind[a + e] !== J_colind[b + e]) return false
  return true
}

function findRows(s: Pattern, p: Problem): void {
  const { nv, J_rowadr, J_rownnz, J_colind } = p
  const { rowadr: M_rowadr, rownnz: M_rownnz, colind: M_colind } = p.M
  const { rowadr, rownnz, parent, chain, mark, firstChild, nextSibling, groupRow, firstGroup, nextGroup } = s
  mark.fill(-1, 0, nv)
  firstChild.fill(-1, 0, nv)
  let end = 0
  for (let k = nv - 1; k >= 0; k--) {
    if (s.colind.length < end + k + 1) s.colind = grown(s.colind, end + k + 1)
    const { colind } = s
    const start = end
    for (let e = M_rowadr[k]; e < M_rowadr[k] + M_rownnz[k] - 1; e++) {
      const c = M_colind[e]
      mark[c] = k
      colind[end++] = c
    }
    for (let child = firstChild[k]; child >= 0; child = nextSibling[child]) {
      for (let e = rowadr[child]; e < rowadr[child] + rownnz[child] - 2; e++) {
        const c = colind[e]
        if (mark[c] === k) continue
        mark[c] = k
        colind[end++] = c
      }
    }
    for (let g = firstGroup[k]; g >= 0; g = nextGroup[g]) {
      const row = groupRow[g]
      for (let e = J_rowadr[row]; e < J_rowadr[row] + J_rownnz[row] - 1; e++) {
        const c = J_colind[e]
        if (mark[c] === k) continue
        mark[c] = k
        colind[end++] = c
      }
    }
    sort(colind, start, end, mark, k)
    const nearest = end > start ? colind[end - 1] : -1
    colind[end++] = k
    rowadr[k] = start
    rownnz[k] = end - start
    parent[k] = nearest
    if (nearest >= 0) {
      nextSibling[k] = firstChild[nearest]
      firstChild[nearest] = k
    }
  }
  s.entries = end
  for (let k = 0; k < nv; k++) chain[k] = k > 0 && parent[k] === k - 1 && rownnz[k] === rownnz[k - 1] + 1 ? k - 1 : -1
}

function grown(old: Int32Array, least: number): Int32Array {
  const larger = new Int32Array(Math.max(64, 2 * old.length, least))
  larger.set(old)
  return larger
}

/** Sorts columns. They are mostly in order; where many are not, the marks of the columns give the order. */
function sort(colind: Int32Array, start: number, end: number, mark: Int32Array, k: number): void {
  let budget = 8 * (end - start)
  for (let i = start + 1; i < end; i++) {
    const value = colind[i]
    let j = i - 1
    while (j >= start && colind[j] > value) {
      colind[j + 1] = colind[j]
      j--
      budget--
    }
    colind[j + 1] = value
    if (budget < 0) {
      let out = start
      for (let c = 0; c < k; c++) if (mark[c] === k) colind[out++] = c
      return
    }
  }
}

/**
 * Whether rows with all ancestors in the elimination tree would cost little more than rows with only those that they
 * need: they are simpler to work with.
 */
function arePathsFull(s: Pattern): boolean {
  const { nv, parent, rownnz, mark: depth } = s
  let needed = 0
  let full = 0
  for (let k = 0; k < nv; k++) {
    depth[k] = parent[k] < 0 ? 1 : depth[parent[k]] + 1
    full += depth[k] * depth[k]
    needed += rownnz[k] * rownnz[k]
  }
  return full < PATH_COST * needed + PATH_ROW_COST * nv
}

/** What a product and a row cost more in supernodes than on paths. */
const PATH_COST = 1.5
const PATH_ROW_COST = 40

/** Gives each row all ancestors of its dof: the row of its parent, and itself. */
function fillPaths(s: Pattern): void {
  const { nv, parent, rowadr, rownnz } = s
  let end = 0
  for (let k = 0; k < nv; k++) {
    const above = parent[k]
    rowadr[k] = end
    rownnz[k] = above < 0 ? 1 : rownnz[above] + 1
    end += rownnz[k]
  }
  if (s.colind.length < end) s.colind = new Int32Array(Math.max(2 * s.colind.length, end))
  const { colind } = s
  for (let k = 0; k < nv; k++) {
    const above = parent[k]
    const last = rowadr[k] + rownnz[k] - 1
    for (let e = rowadr[k], from = above < 0 ? 0 : rowadr[above]; e < last; e++) colind[e] = colind[from++]
    colind[last] = k
  }
  s.entries = end
}

/** Gathers chained rows. */
function findSupernodes(s: Pattern): void {
  const { nv, chain, superFirst, superLast, superOf } = s
  let count = 0
  for (let k = nv - 1; k >= 0; k--) {
    superLast[count] = k
    superOf[k] = count
    while (chain[k] >= 0) superOf[--k] = count
    superFirst[count++] = k
  }
  s.supernodes = count
}

/** Lists the runs of dofs of each supernode in the groups. */
function findRuns(s: Pattern, p: Problem): void {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { groups, groupRow, superOf, firstRun, nextRun, runGroup, runStart, runEnd } = s
  firstRun.fill(-1, 0, s.supernodes)
  let runs = 0
  for (let g = 0; g < groups; g++) {
    const from = J_rowadr[groupRow[g]]
    const nnz = J_rownnz[groupRow[g]]
    let e = 0
    while (e < nnz) {
      const node = superOf[J_colind[from + e]]
      runGroup[runs] = g
      runStart[runs] = e
      while (e < nnz && superOf[J_colind[from + e]] === node) e++
      runEnd[runs] = e
      nextRun[runs] = firstRun[node]
      firstRun[node] = runs++
    }
  }
}
