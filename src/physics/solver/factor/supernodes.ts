import { MINVAL } from '../../../core/math/constants.ts'
import type { Problem } from '../problem/primalProblem.ts'
import { addGroup } from './hessian.ts'
import type { Factor } from './hessianFactor.ts'
import { addRank1, addRank3, addRank6 } from './rankKernels.ts'

/**
 * Left-looking supernodal factorization of H. A supernode is a set of neighboring rows with the same columns before
 * them, such as the six dofs of a box. The rows of a supernode are assembled, the rows of all supernodes below that
 * have columns there are taken out of them, and the rest is factored. Returns whether all pivots were positive; others
 * are replaced. Ng and Peyton, Block sparse Cholesky algorithms on advanced uniprocessor computers, 1993,
 * https://doi.org/10.1137/0914063
 */
export function factorSupernodes(f: Factor, p: Problem): boolean {
  const { supernodes, superFirst, superLast } = f.pattern
  const { firstBelow, nextBelow, nextEntry } = f
  const { rownnz } = f.ldl
  let positive = true
  for (let node = 0; node < supernodes; node++) firstBelow[node] = -1
  for (let node = 0; node < supernodes; node++) {
    const first = superFirst[node]
    assemble(f, p, node)
    let below = firstBelow[node]
    while (below >= 0) {
      const next = nextBelow[below]
      takeOutSupernode(f, below, first)
      enlist(f, below)
      below = next
    }
    if (!factorOwn(f, first, superLast[node])) positive = false
    nextEntry[node] = rownnz[first] - 2
    enlist(f, node)
  }
  return positive
}

/** Lists a supernode with the one in which its next column is. */
function enlist(f: Factor, node: number): void {
  const { superFirst, superOf } = f.pattern
  const { firstBelow, nextBelow, nextEntry } = f
  const { rowadr, colind } = f.ldl
  const entry = nextEntry[node]
  if (entry < 0) return
  const above = superOf[colind[rowadr[superFirst[node]] + entry]]
  nextBelow[node] = firstBelow[above]
  firstBelow[above] = node
}

/** Puts the entries of H into the rows of a supernode, and where its columns stand in them into `place`. */
function assemble(f: Factor, p: Problem, node: number): void {
  const { J_rowadr, J_colind } = p
  const { rowadr: M_rowadr, rownnz: M_rownnz, colind: M_colind, values: M } = p.M
  const { superFirst, superLast, groupRow, firstRun, nextRun, runGroup, runStart, runEnd } = f.pattern
  const { place, activeNumber, slidingNumber } = f
  const { spot } = f.update
  const { rowadr, rownnz, colind, values: LD } = f.ldl
  const first = superFirst[node]
  const last = superLast[node]
  const columns = rowadr[last]
  const width = rownnz[last]
  for (let e = 0; e < width; e++) place[colind[columns + e]] = e
  for (let k = last; k >= first; k--) {
    const row = rowadr[k]
    const end = row + rownnz[k]
    for (let e = row; e < end; e++) LD[e] = 0
    const lastM = M_rowadr[k] + M_rownnz[k]
    for (let e = M_rowadr[k]; e < lastM; e++) LD[row + place[M_colind[e]]] = M[e]
  }
  for (let run = firstRun[node]; run >= 0; run = nextRun[run]) {
    const group = runGroup[run]
    if (activeNumber[group] === 0 && slidingNumber[group] === 0) continue
    const start = J_rowadr[groupRow[group]]
    const end = runEnd[run]
    for (let e = 0; e < end; e++) spot[e] = place[J_colind[start + e]]
    addGroup(f, p, group, runStart[run], end)
  }
}

/**
 * Takes the rows of a supernode below out of those rows of the present one, from `first` on, that are columns of it.
 */
function takeOutSupernode(f: Factor, below: number, first: number): void {
  const { superFirst, superLast } = f.pattern
  const { place, nextEntry } = f
  const { spot } = f.update
  const { rowadr, colind } = f.ldl
  const last = superLast[below]
  const columns = rowadr[last]
  const end = nextEntry[below]
  let start = end
  while (start > 0 && colind[columns + start - 1] >= first) start--
  for (let e = 0; e <= end; e++) spot[e] = place[colind[columns + e]]
  takeOut(f, last, superFirst[below], start, end)
  nextEntry[below] = start - 1
}

/** Rows that are factored together before they are taken out of the others of their supernode. */
const PANEL = 6

/** Factors the rows of a supernode, out of which the rows below have been taken. */
function factorOwn(f: Factor, first: number, last: number): boolean {
  const { spot } = f.update
  const { rownnz } = f.ldl
  const before = rownnz[first] - 1
  let positive = true
  if (last - first >= PANEL) for (let e = 0; e < rownnz[last]; e++) spot[e] = e
  for (let end = last; end >= first; end -= PANEL) {
    const start = Math.max(first, end - PANEL + 1)
    if (end < last) takeOut(f, last, end + 1, before + start - first, before + end - first)
    for (let k = end; k >= start; k--) if (!finishRow(f, k, end)) positive = false
  }
  return positive
}

/**
 * Takes rows end, end − 1, …, k + 1, at most five, out of row k, which has the first of their columns at the same
 * places, and makes a row of L of what is left of it. Returns whether its pivot was positive; if not, it is replaced.
 */
function finishRow(f: Factor, k: number, end: number): boolean {
  const { rowadr, rownnz, values: LD, diagInv } = f.ldl
  const row = rowadr[k]
  const width = rownnz[k]
  const diagonal = row + width - 1
  let j = end
  if (j - 2 > k) {
    const r0 = rowadr[j]
    const r1 = rowadr[j - 1]
    const r2 = rowadr[j - 2]
    const f0 = LD[r0 + rownnz[j] - 1] * LD[r0 + width - 1]
    const f1 = LD[r1 + rownnz[j - 1] - 1] * LD[r1 + width - 1]
    const f2 = LD[r2 + rownnz[j - 2] - 1] * LD[r2 + width - 1]
    for (let e = 0; e < width; e++) LD[row + e] -= f0 * LD[r0 + e] + f1 * LD[r1 + e] + f2 * LD[r2 + e]
    j -= 3
  }
  for (; j > k; j--) {
    const r0 = rowadr[j]
    const f0 = LD[r0 + rownnz[j] - 1] * LD[r0 + width - 1]
    for (let e = 0; e < width; e++) LD[row + e] -= f0 * LD[r0 + e]
  }
  const positive = LD[diagonal] >= MINVAL
  if (!positive) LD[diagonal] = MINVAL
  const inverse = 1 / LD[diagonal]
  diagInv[k] = inverse
  for (let e = row; e < diagonal; e++) LD[e] *= inverse
  return positive
}

/**
 * Takes rows j = last, last − 1, …, first, which have the same columns, out of the rows k of their columns from entry
 * `start` to `end`: row k −= L_jk D_j · (row j up to column k). `f.update.spot` says where the columns stand in rows k.
 */
function takeOut(f: Factor, last: number, first: number, start: number, end: number): void {
  let j = last
  for (; j - 5 >= first; j -= 6) takeOutRows(f, j, 6, start, end)
  for (; j - 2 >= first; j -= 3) takeOutRows(f, j, 3, start, end)
  for (; j >= first; j--) takeOutRows(f, j, 1, start, end)
}

/** Takes out R rows, the last of them j. */
function takeOutRows(f: Factor, j: number, R: number, start: number, end: number): void {
  const { ldl, update } = f
  const { rows, weights } = update
  const { rowadr, rownnz, colind, values: LD } = ldl
  for (let i = 0; i < R; i++) {
    const row = rowadr[j - i]
    rows[i] = row
    weights[i] = -LD[row + rownnz[j - i] - 1]
  }
  if (R === 6) addRank6(ldl, update, LD, colind, start, end + 1)
  else if (R === 3) addRank3(ldl, update, LD, colind, start, end + 1)
  else addRank1(ldl, update, LD, colind, start, end + 1)
}
