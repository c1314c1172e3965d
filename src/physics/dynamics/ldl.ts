import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { MINVAL } from '../../core/math/constants.ts'
import type { LdlFactor } from '../../core/math/sparseSymmetric.ts'
import { checkRoom } from '../../core/model/argumentChecks.ts'
import { Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Sparse factorization M = Lᵀ D L with L unit lower triangular (Featherstone,
 * https://doi.org/10.1007/978-1-4899-7560-7, chapter 8). Rows of M hold a dof and its ancestors, so elimination from
 * the leaves to the root creates no fill-in. In the result, off-diagonal entries hold L and diagonal entries D; the
 * inverses of D are separate.
 */

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** Factors M: (M) → qLD, qLDiagInv. MuJoCo: mj_factorM. */
export function factorM(m: Model, d: Data): void {
  copyAwakeRows(m, d, d.qLD, d.M)
  factorAwake(d, d.inertiaFactor)
}

/** Copies the rows of awake trees from M, or from a matrix with its sparsity. */
export function copyAwakeRows(m: Model, d: Data, out: Float64Array, M: Float64Array): void {
  const { nv, nC, M_rowadr } = m
  const { nspan, span_dof } = d
  if (nspan === 1 && d.nv_awake === nv) {
    out.set(M)
    return
  }
  for (let s = 0; s < 2 * nspan; s += 2) {
    if (span_dof[s] === span_dof[s + 1]) continue
    const end = span_dof[s + 1] < nv ? M_rowadr[span_dof[s + 1]] : nC
    for (let e = M_rowadr[span_dof[s]]; e < end; e++) out[e] = M[e]
  }
}

/** Factors the rows of awake trees in place. Replaces a pivot that is not positive, and counts a warning. */
export function factorAwake(d: Data, A: LdlFactor): void {
  const { nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    const bad = factorTree(A, span_dof[s], span_dof[s + 1])
    if (bad >= 0) warn(d, Warning.inertia, bad)
  }
}

/**
 * Factors a matrix whose rows hold a dof and all its ancestors in the forest `parent`, in place: the trees of the
 * dofs [first, end). Returns the first dof whose pivot was not positive and was replaced; -1: none.
 *
 * Eliminates row k from the rows of its ancestors i, nearest first: row_i −= L_ki · row_k, where row_i has the
 * pattern of the first entries of row_k. A dof and its parent share all other ancestors, so neighbors are eliminated
 * in one pass, several ancestors at a time.
 */
export function factorTree(A: LdlFactor, first: number, end: number): number {
  const { parent, rowadr, rownnz, values: LD, diagInv } = A
  let bad = -1
  for (let k = end - 1; k >= first; k--) {
    const row = rowadr[k] & INDEX
    const n = (rownnz[k] - 1) & INDEX
    const diagonal = row + n
    if (!invertPivot(LD, diagonal, diagInv, k)) bad = k
    if (n === 0) continue
    if (parent[k] !== k - 1) {
      eliminateRow(A, k)
      continue
    }

    // complete the parent's row first
    const rowAbove = rowadr[k - 1] & INDEX
    const factor = LD[diagonal - 1] * diagInv[k]
    for (let t = 0; t < n; t++) LD[rowAbove + t] -= factor * LD[row + t]
    LD[diagonal - 1] = factor
    if (!invertPivot(LD, rowAbove + n - 1, diagInv, k - 1)) bad = k - 1
    eliminatePair(A, k)
    k--
  }
  return bad
}

function invertPivot(LD: Float64Array, diagonal: number, diagInv: Float64Array, k: number): boolean {
  const positive = LD[diagonal] >= MINVAL
  if (!positive) LD[diagonal] = MINVAL
  diagInv[k] = 1 / LD[diagonal]
  return positive
}

/** Eliminates row k from the rows of all its ancestors. */
function eliminateRow(A: LdlFactor, k: number): void {
  const { rowadr, colind, values: LD } = A
  const row = rowadr[k] & INDEX
  const inverse = A.diagInv[k]
  let e = row + A.rownnz[k] - 2
  for (; e > row; e -= 2) {
    const f0 = LD[e] * inverse
    const f1 = LD[e - 1] * inverse
    const i0 = rowadr[colind[e]] & INDEX
    const i1 = rowadr[colind[e - 1]] & INDEX
    const n = (e - row) & INDEX
    for (let t = 0; t < n; t++) {
      const x = LD[row + t]
      LD[i0 + t] -= f0 * x
      LD[i1 + t] -= f1 * x
    }
    LD[i0 + n] -= f0 * LD[e]
    LD[e] = f0
    LD[e - 1] = f1
  }
  if (e === row) {
    const f = LD[row] * inverse
    LD[rowadr[colind[row]]] -= f * LD[row]
    LD[row] = f
  }
}

/**
 * Eliminates rows k and k − 1, which have the same ancestors, from the ancestors' rows. Takes four ancestors at a
 * time: each pair of loaded entries serves eight products.
 */
function eliminatePair(A: LdlFactor, k: number): void {
  const { rowadr, colind, values: LD, diagInv } = A
  const rowA = rowadr[k] & INDEX
  const rowB = rowadr[k - 1] & INDEX
  const inverseA = diagInv[k]
  const inverseB = diagInv[k - 1]
  // the nearest ancestor stands before k − 1 and the diagonal in row k
  let a = rowA + A.rownnz[k] - 3
  let b = a - rowA + rowB
  for (; a >= rowA + 3; a -= 4, b -= 4) {
    const x0 = LD[a]
    const x1 = LD[a - 1]
    const x2 = LD[a - 2]
    const y0 = LD[b]
    const y1 = LD[b - 1]
    const y2 = LD[b - 2]
    const f0 = x0 * inverseA
    const f1 = x1 * inverseA
    const f2 = x2 * inverseA
    const f3 = LD[a - 3] * inverseA
    const g0 = y0 * inverseB
    const g1 = y1 * inverseB
    const g2 = y2 * inverseB
    const g3 = LD[b - 3] * inverseB
    const i0 = rowadr[colind[a]] & INDEX
    const i1 = rowadr[colind[a - 1]] & INDEX
    const i2 = rowadr[colind[a - 2]] & INDEX
    const i3 = rowadr[colind[a - 3]] & INDEX
    const n = (a - 2 - rowA) & INDEX
    for (let t = 0; t < n; t++) {
      const x = LD[rowA + t]
      const y = LD[rowB + t]
      LD[i0 + t] = LD[i0 + t] - f0 * x - g0 * y
      LD[i1 + t] = LD[i1 + t] - f1 * x - g1 * y
      LD[i2 + t] = LD[i2 + t] - f2 * x - g2 * y
      LD[i3 + t] = LD[i3 + t] - f3 * x - g3 * y
    }
    // the three nearer rows are one, two and three entries longer
    LD[i2 + n] = LD[i2 + n] - f2 * x2 - g2 * y2
    LD[i1 + n] = LD[i1 + n] - f1 * x2 - g1 * y2
    LD[i1 + n + 1] = LD[i1 + n + 1] - f1 * x1 - g1 * y1
    LD[i0 + n] = LD[i0 + n] - f0 * x2 - g0 * y2
    LD[i0 + n + 1] = LD[i0 + n + 1] - f0 * x1 - g0 * y1
    LD[i0 + n + 2] = LD[i0 + n + 2] - f0 * x0 - g0 * y0
    LD[a] = f0
    LD[a - 1] = f1
    LD[a - 2] = f2
    LD[a - 3] = f3
    LD[b] = g0
    LD[b - 1] = g1
    LD[b - 2] = g2
    LD[b - 3] = g3
  }
  for (; a >= rowA; a--, b--) {
    const f = LD[a] * inverseA
    const g = LD[b] * inverseB
    const i = rowadr[colind[a]] & INDEX
    const n = (a + 1 - rowA) & INDEX
    for (let t = 0; t < n; t++) LD[i + t] = LD[i + t] - f * LD[rowA + t] - g * LD[rowB + t]
    LD[a] = f
    LD[b] = g
  }
}

/** x ← M⁻¹ x, with the factor of M. MuJoCo: mj_solveM. */
export function solveM(m: Model, d: Data, x: Float64Array): void {
  checkRoom(x, m.nv, 'x')
  solveLdl(d.inertiaFactor, x, 0, m.nv)
}

/** x ← (Lᵀ D L)⁻¹ x for the dofs of awake trees. */
export function solveAwake(d: Data, A: LdlFactor, x: Float64Array): void {
  const { nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) solveLdl(A, x, span_dof[s], span_dof[s + 1])
}

/**
 * x ← (Lᵀ D L)⁻¹ x for the trees of the dofs [first, end). Where `parent[k]` is k − 1, row k must hold k − 1 and the
 * columns of row k − 1: the two are solved together.
 */
export function solveLdl(A: LdlFactor, x: Float64Array, first: number, end: number): void {
  const { parent, rowadr, rownnz, colind, values: LD, diagInv } = A
  // Lᵀ y = x, from the leaves
  for (let i = end - 1; i >= first; i--) {
    const row = rowadr[i] & INDEX
    const n = (rownnz[i] - 1) & INDEX
    const xi = x[i]
    if (n > 0 && parent[i] === i - 1) {
      const above = rowadr[i - 1] & INDEX
      const last = n - 1
      const xp = x[i - 1] - LD[row + last] * xi
      x[i - 1] = xp
      let t = 0
      for (; t < last - 1; t += 2) {
        const c0 = colind[row + t]
        const c1 = colind[row + t + 1]
        x[c0] = x[c0] - LD[row + t] * xi - LD[above + t] * xp
        x[c1] = x[c1] - LD[row + t + 1] * xi - LD[above + t + 1] * xp
      }
      if (t < last) {
        const c = colind[row + t]
        x[c] = x[c] - LD[row + t] * xi - LD[above + t] * xp
      }
      i--
    } else {
      for (let t = 0; t < n; t++) x[colind[row + t]] -= LD[row + t] * xi
    }
  }
  // D z = y, then L w = z, from the root: x_i −= L_i · x. Sums have the order of MuJoCo's mju_dotSparse: four in turn,
  // then the rest one by one. Row i + 1 is row i and one more column, i.
  for (let i = first; i < end; i++) {
    const row = rowadr[i] & INDEX
    const n = (rownnz[i] - 1) & INDEX
    const z = x[i] * diagInv[i]
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    let t = 0
    if (i + 1 < end && parent[i + 1] === i && rownnz[i + 1] > 1) {
      const below = rowadr[i + 1] & INDEX
      let t0 = 0
      let t1 = 0
      let t2 = 0
      let t3 = 0
      for (; t < n - 3; t += 4) {
        const x0 = x[colind[row + t]]
        const x1 = x[colind[row + t + 1]]
        const x2 = x[colind[row + t + 2]]
        const x3 = x[colind[row + t + 3]]
        s0 += LD[row + t] * x0
        s1 += LD[row + t + 1] * x1
        s2 += LD[row + t + 2] * x2
        s3 += LD[row + t + 3] * x3
        t0 += LD[below + t] * x0
        t1 += LD[below + t + 1] * x1
        t2 += LD[below + t + 2] * x2
        t3 += LD[below + t + 3] * x3
      }
      let sum = s0 + s2 + (s1 + s3)
      let sumBelow: number
      if (n - t === 3) {
        const x0 = x[colind[row + t]]
        const x1 = x[colind[row + t + 1]]
        const x2 = x[colind[row + t + 2]]
        sum = sum + LD[row + t] * x0 + LD[row + t + 1] * x1 + LD[row + t + 2] * x2
        t0 += LD[below + t] * x0
        t1 += LD[below + t + 1] * x1
        t2 += LD[below + t + 2] * x2
        t3 += LD[below + t + 3] * (z - sum)
        sumBelow = t0 + t2 + (t1 + t3)
      } else {
        sumBelow = t0 + t2 + (t1 + t3)
        for (; t < n; t++) {
          const xt = x[colind[row + t]]
          sum += LD[row + t] * xt
          sumBelow += LD[below + t] * xt
        }
        sumBelow += LD[below + n] * (z - sum)
      }
      x[i] = z - sum
      x[i + 1] = x[i + 1] * diagInv[i + 1] - sumBelow
      i++
    } else {
      for (; t < n - 3; t += 4) {
        s0 += LD[row + t] * x[colind[row + t]]
        s1 += LD[row + t + 1] * x[colind[row + t + 1]]
        s2 += LD[row + t + 2] * x[colind[row + t + 2]]
        s3 += LD[row + t + 3] * x[colind[row + t + 3]]
      }
      let sum = s0 + s2 + (s1 + s3)
      for (; t < n; t++) sum += LD[row + t] * x[colind[row + t]]
      x[i] = z - sum
    }
  }
}

/** x ← D^(−½) L⁻ᵀ x, so that x·x becomes xᵀ M⁻¹ x. MuJoCo: mj_solveM2. */
export function solveM2(m: Model, d: Data, x: Float64Array, at = 0): void {
  checkRoom(x, at + m.nv, 'x')
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  const { qLD, qLDiagInv } = d
  for (let i = nv - 1; i >= 0; i--) {
    const row = M_rowadr[i]
    const diagonal = row + M_rownnz[i] - 1
    const xi = x[at + i]
    for (let k = row; k < diagonal; k++) x[at + M_colind[k]] -= qLD[k] * xi
  }
  for (let i = 0; i < nv; i++) x[at + i] *= Math.sqrt(qLDiagInv[i])
}

/** out = D^½ L x, so that out·out is xᵀ M x. MuJoCo: mj_mulM2. */
export function mulM2(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  checkRoom(out, m.nv, 'out')
  checkRoom(x, m.nv, 'x')
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  const { qLD } = d
  for (let i = 0; i < nv; i++) {
    const row = M_rowadr[i]
    const diagonal = row + M_rownnz[i] - 1
    let sum = x[i]
    for (let k = row; k < diagonal; k++) sum += qLD[k] * x[M_colind[k]]
    out[i] = sum * Math.sqrt(qLD[diagonal])
  }
}
