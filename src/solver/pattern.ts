import { ConstraintType } from '../model/enums.ts'
import type { Problem } from './problem.ts'

const none: Int32Array = new Int32Array(0)

/**
 * Where the factor H = Lᵀ D L of H = M + Jᵀ D J has entries. Dofs are eliminated from the last to the first, so that
 * branches of the kinematic tree do not fill each other: without rows that join branches the factor has M's pattern.
 *
 * Row k of L holds the columns of row k of M, those of every Jacobian row whose last dof is k, and those of the rows of
 * L whose nearest column is k: its children in the elimination tree. The pattern counts all rows, whether they act or
 * not, and is kept while the pattern of J stands. Where no row joins branches nothing of this is needed.
 */
export class Pattern {
  nv = 0
  /** Entries of the factor. */
  entries = 0
  /** Whether no row joins branches of the kinematic tree, so that the factor has M's own pattern. */
  treeLike = false
  /** Row k: its columns, ascending, the last of them k itself. */
  rowadr: Int32Array = none
  rownnz: Int32Array = none
  colind: Int32Array = none
  /** Nearest column of a row below k, its parent in the elimination tree; -1: none. */
  parent: Int32Array = none
  /** k − 1 where row k has the columns of row k − 1 and k; -1 elsewhere. */
  chain: Int32Array = none

  /** Column k: the rows that have it, descending, and where their entry is. */
  coladr: Int32Array = none
  colrow: Int32Array = none
  colentry: Int32Array = none

  // rows of J that follow each other with the same columns
  groups = 0
  groupRow: Int32Array = none
  groupSize: Int32Array = none
  /** Groups that have a dof, as linked lists: first link of each dof, next link, group, position of the dof in its rows. */
  firstLink: Int32Array = none
  nextLink: Int32Array = none
  linkGroup: Int32Array = none
  linkPosition: Int32Array = none

  // what the pattern was found for: dofs, and first row, number of columns and columns of each group
  dofs: Int32Array = none
  whole = false
  knownGroups = -1
  knownRow: Int32Array = none
  knownNumber: Int32Array = none
  knownColumn: Int32Array = none

  // work space, one a dof
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
  findColumns(s)
}

/** Whether the pattern that was found last is that of the present groups. */
function isCurrent(s: Pattern, p: Problem): boolean {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { groups, groupRow, knownRow, knownNumber, knownColumn } = s
  if (s.nv !== p.nv || s.knownGroups !== groups || s.whole !== (p.dofs.length === 0)) return false
  if (!s.whole) for (let i = 0; i < p.nv; i++) if (s.dofs[i] !== p.dofs[i]) return false
  let k = 0
  for (let g = 0; g < groups; g++) {
    const row = groupRow[g]
    const nnz = J_rownnz[row]
    if (knownRow[g] !== row || knownNumber[g] !== nnz) return false
    const from = J_rowadr[row]
    for (let e = 0; e < nnz; e++) if (knownColumn[k++] !== J_colind[from + e]) return false
  }
  return true
}

function remember(s: Pattern, p: Problem): void {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { groups, groupRow, knownRow, knownNumber, knownColumn } = s
  s.nv = p.nv
  s.knownGroups = groups
  s.whole = p.dofs.length === 0
  if (!s.whole) for (let i = 0; i < p.nv; i++) s.dofs[i] = p.dofs[i]
  let k = 0
  for (let g = 0; g < groups; g++) {
    const row = groupRow[g]
    knownRow[g] = row
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
    s.coladr = new Int32Array(n + 1)
    s.firstLink = new Int32Array(n)
    s.mark = new Int32Array(n)
    s.knownGroups = -1
    s.dofs = new Int32Array(n)
    s.firstChild = new Int32Array(n)
    s.nextSibling = new Int32Array(n)
  }
  if (s.groupRow.length < nefc) {
    const n = Math.max(16, nefc, 2 * s.groupRow.length)
    s.groupRow = new Int32Array(n)
    s.groupSize = new Int32Array(n)
    s.knownRow = new Int32Array(n)
    s.knownNumber = new Int32Array(n)
    s.knownGroups = -1
  }
  if (s.knownColumn.length < p.J_colind.length) {
    const n = p.J_colind.length
    s.knownColumn = new Int32Array(n)
    s.nextLink = new Int32Array(n)
    s.linkGroup = new Int32Array(n)
    s.linkPosition = new Int32Array(n)
    s.knownGroups = -1
  }
}

/** Gathers neighbouring rows of J with the same columns. All rows of a contact have them. */
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
  const { M_rowadr, M_rownnz, M_colind, J_rowadr, J_rownnz, J_colind } = p
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

/** Lists the groups of each dof. */
function linkGroups(s: Pattern, p: Problem): void {
  const { J_rowadr, J_rownnz, J_colind } = p
  const { groups, groupRow, firstLink, nextLink, linkGroup, linkPosition } = s
  firstLink.fill(-1, 0, p.nv)
  let links = 0
  for (let g = 0; g < groups; g++) {
    const from = J_rowadr[groupRow[g]]
    const nnz = J_rownnz[groupRow[g]]
    for (let e = 0; e < nnz; e++) {
      const dof = J_colind[from + e]
      linkGroup[links] = g
      linkPosition[links] = e
      nextLink[links] = firstLink[dof]
      firstLink[dof] = links++
    }
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
  const { nv, M_rowadr, M_rownnz, M_colind, J_rowadr, J_rownnz, J_colind } = p
  const { rowadr, rownnz, parent, chain, mark, firstChild, nextSibling, firstLink, nextLink, linkGroup } = s
  const { groupRow, linkPosition } = s
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
    for (let link = firstLink[k]; link >= 0; link = nextLink[link]) {
      const row = groupRow[linkGroup[link]]
      if (linkPosition[link] !== J_rownnz[row] - 1) continue
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

/** Lists the rows of each column. */
function findColumns(s: Pattern): void {
  const { nv, entries, rowadr, rownnz, colind, coladr, mark: next } = s
  if (s.colrow.length < entries) {
    s.colrow = new Int32Array(s.colind.length)
    s.colentry = new Int32Array(s.colind.length)
  }
  const { colrow, colentry } = s
  coladr.fill(0, 0, nv + 1)
  for (let j = 0; j < nv; j++) for (let e = rowadr[j]; e < rowadr[j] + rownnz[j] - 1; e++) coladr[colind[e] + 1]++
  for (let k = 0; k < nv; k++) {
    coladr[k + 1] += coladr[k]
    next[k] = coladr[k]
  }
  for (let j = nv - 1; j >= 0; j--) {
    for (let e = rowadr[j]; e < rowadr[j] + rownnz[j] - 1; e++) {
      const at = next[colind[e]]++
      colrow[at] = j
      colentry[at] = e
    }
  }
}
