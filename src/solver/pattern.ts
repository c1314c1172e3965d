import type { Problem } from './problem.ts'

const none: Int32Array = new Int32Array(0)

/**
 * Where the factor H = Lᵀ D L of H = M + Jᵀ D J has entries. Dofs are eliminated from the last to the first, so that
 * branches of the kinematic tree do not fill each other: without rows that join branches the factor has M's pattern.
 *
 * Row k of L holds the columns of row k of M, those of every Jacobian row whose last dof is k, and those of the rows of
 * L whose nearest column is k: its children in the elimination tree. The pattern counts all rows, whether they act or
 * not, and is kept while the pattern of J stands.
 */
export class Pattern {
  nv = 0
  /** Entries of L, the diagonal not among them. */
  entries = 0
  /** Row k: columns below k, ascending. */
  rowadr: Int32Array = none
  rownnz: Int32Array = none
  colind: Int32Array = none
  /** Nearest column of a row, its parent in the elimination tree; -1: none. */
  parent: Int32Array = none
  /** 1: the row has the columns of the row before it, and that row itself. */
  chained: Uint8Array = new Uint8Array(0)

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

  // the patterns of M and J that this is for
  dofs: Int32Array = none
  whole = false
  nefc = -1
  nJ = -1
  J_rownnz: Int32Array = none
  J_colind: Int32Array = none

  // work space, one a dof
  mark: Int32Array = none
  firstChild: Int32Array = none
  nextSibling: Int32Array = none
}

/** Brings the pattern up to date with the problem. Returns whether it had to change. */
export function updatePattern(s: Pattern, p: Problem): boolean {
  if (isCurrent(s, p)) return false
  reserve(s, p)
  remember(s, p)
  groupRows(s, p)
  findRows(s, p)
  findColumns(s)
  return true
}

function isCurrent(s: Pattern, p: Problem): boolean {
  const { nefc, J_rowadr, J_rownnz, J_colind } = p
  if (s.nv !== p.nv || s.nefc !== nefc || s.whole !== (p.dofs.length === 0)) return false
  if (!s.whole) for (let i = 0; i < p.nv; i++) if (s.dofs[i] !== p.dofs[i]) return false
  let k = 0
  for (let i = 0; i < nefc; i++) {
    const nnz = J_rownnz[i]
    if (s.J_rownnz[i] !== nnz) return false
    const from = J_rowadr[i]
    for (let e = 0; e < nnz; e++) if (s.J_colind[k++] !== J_colind[from + e]) return false
  }
  return true
}

function remember(s: Pattern, p: Problem): void {
  const { nefc, J_rowadr, J_rownnz, J_colind } = p
  s.nv = p.nv
  s.nefc = nefc
  s.whole = p.dofs.length === 0
  if (!s.whole) for (let i = 0; i < p.nv; i++) s.dofs[i] = p.dofs[i]
  let k = 0
  for (let i = 0; i < nefc; i++) {
    const nnz = J_rownnz[i]
    const from = J_rowadr[i]
    s.J_rownnz[i] = nnz
    for (let e = 0; e < nnz; e++) s.J_colind[k++] = J_colind[from + e]
  }
  s.nJ = k
}

function reserve(s: Pattern, p: Problem): void {
  const { nv, nefc } = p
  if (s.mark.length < nv) {
    const n = Math.max(nv, 2 * s.mark.length)
    s.rowadr = new Int32Array(n)
    s.rownnz = new Int32Array(n)
    s.parent = new Int32Array(n)
    s.chained = new Uint8Array(n)
    s.coladr = new Int32Array(n + 1)
    s.firstLink = new Int32Array(n)
    s.mark = new Int32Array(n)
    s.dofs = new Int32Array(n)
    s.firstChild = new Int32Array(n)
    s.nextSibling = new Int32Array(n)
  }
  if (s.J_rownnz.length < nefc) {
    const n = Math.max(16, nefc, 2 * s.J_rownnz.length)
    s.J_rownnz = new Int32Array(n)
    s.groupRow = new Int32Array(n)
    s.groupSize = new Int32Array(n)
  }
  let nJ = 0
  for (let i = 0; i < nefc; i++) nJ += p.J_rownnz[i]
  if (s.J_colind.length < nJ) {
    const n = Math.max(64, nJ, 2 * s.J_colind.length)
    s.J_colind = new Int32Array(n)
    s.nextLink = new Int32Array(n)
    s.linkGroup = new Int32Array(n)
    s.linkPosition = new Int32Array(n)
  }
}

/** Gathers neighbouring rows of J with the same columns, and lists the groups of each dof. */
function groupRows(s: Pattern, p: Problem): void {
  const { nefc, J_rowadr, J_rownnz, J_colind } = p
  const { groupRow, groupSize, firstLink, nextLink, linkGroup, linkPosition } = s
  firstLink.fill(-1, 0, p.nv)
  let groups = 0
  let links = 0
  for (let i = 0; i < nefc; i++) {
    const nnz = J_rownnz[i]
    const from = J_rowadr[i]
    if (groups > 0 && sameColumns(p, groupRow[groups - 1], i)) {
      groupSize[groups - 1]++
      continue
    }
    for (let e = 0; e < nnz; e++) {
      const dof = J_colind[from + e]
      linkGroup[links] = groups
      linkPosition[links] = e
      nextLink[links] = firstLink[dof]
      firstLink[dof] = links++
    }
    groupRow[groups] = i
    groupSize[groups++] = 1
  }
  s.groups = groups
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
  const { rowadr, rownnz, parent, chained, mark, firstChild, nextSibling, firstLink, nextLink, linkGroup } = s
  const { groupRow, linkPosition } = s
  mark.fill(-1, 0, nv)
  firstChild.fill(-1, 0, nv)
  let end = 0
  for (let k = nv - 1; k >= 0; k--) {
    if (s.colind.length < end + k) s.colind = grown(s.colind, end + k)
    const { colind } = s
    const start = end
    for (let e = M_rowadr[k]; e < M_rowadr[k] + M_rownnz[k] - 1; e++) {
      const c = M_colind[e]
      mark[c] = k
      colind[end++] = c
    }
    for (let child = firstChild[k]; child >= 0; child = nextSibling[child]) {
      for (let e = rowadr[child]; e < rowadr[child] + rownnz[child] - 1; e++) {
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
    rowadr[k] = start
    rownnz[k] = end - start
    const nearest = end > start ? colind[end - 1] : -1
    parent[k] = nearest
    if (nearest >= 0) {
      nextSibling[k] = firstChild[nearest]
      firstChild[nearest] = k
    }
  }
  s.entries = end
  for (let k = 0; k < nv; k++) chained[k] = k > 0 && parent[k] === k - 1 && rownnz[k] === rownnz[k - 1] + 1 ? 1 : 0
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
  for (let e = 0; e < entries; e++) coladr[colind[e] + 1]++
  for (let k = 0; k < nv; k++) {
    coladr[k + 1] += coladr[k]
    next[k] = coladr[k]
  }
  for (let j = nv - 1; j >= 0; j--) {
    for (let e = rowadr[j]; e < rowadr[j] + rownnz[j]; e++) {
      const at = next[colind[e]]++
      colrow[at] = j
      colentry[at] = e
    }
  }
}
