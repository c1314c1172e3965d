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
    const row = rowadr[k]
    const diagonal = row + rownnz[k] - 1
    if (!invertPivot(LD, diagonal, diagInv, k)) bad = k
    if (row === diagonal) continue
    if (parent[k] !== k - 1) {
      eliminateRow(A, k)
      continue
    }

    // complete the parent's row first
    const rowAbove = rowadr[k - 1]
    const factor = LD[diagonal - 1] * diagInv[k]
    let i = rowAbove
    for (let j = row; j < diagonal; j++) LD[i++] -= factor * LD[j]
    LD[diagonal - 1] = factor
    if (!invertPivot(LD, i - 1, diagInv, k - 1)) bad = k - 1
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
  const row = rowadr[k]
  const inverse = A.diagInv[k]
  let e = row + A.rownnz[k] - 2
  for (; e > row; e -= 2) {
    const f0 = LD[e] * inverse
    const f1 = LD[e - 1] * inverse
    let i0 = rowadr[colind[e]]
    let i1 = rowadr[colind[e - 1]]
    for (let j = row; j < e; j++) {
      const x = LD[j]
      LD[i0++] -= f0 * x
      LD[i1++] -= f1 * x
    }
    LD[i0] -= f0 * LD[e]
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
  const rowA = rowadr[k]
  const rowB = rowadr[k - 1]
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
    let i0 = rowadr[colind[a]]
    let i1 = rowadr[colind[a - 1]]
    let i2 = rowadr[colind[a - 2]]
    let i3 = rowadr[colind[a - 3]]
    for (let j = rowA, l = rowB; j <= a - 3; j++, l++) {
      const x = LD[j]
      const y = LD[l]
      LD[i0] = LD[i0] - f0 * x - g0 * y
      i0++
      LD[i1] = LD[i1] - f1 * x - g1 * y
      i1++
      LD[i2] = LD[i2] - f2 * x - g2 * y
      i2++
      LD[i3] = LD[i3] - f3 * x - g3 * y
      i3++
    }
    // the three nearer rows are one, two and three entries longer
    LD[i2] = LD[i2] - f2 * x2 - g2 * y2
    LD[i1] = LD[i1] - f1 * x2 - g1 * y2
    LD[i1 + 1] = LD[i1 + 1] - f1 * x1 - g1 * y1
    LD[i0] = LD[i0] - f0 * x2 - g0 * y2
    LD[i0 + 1] = LD[i0 + 1] - f0 * x1 - g0 * y1
    LD[i0 + 2] = LD[i0 + 2] - f0 * x0 - g0 * y0
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
    let i = rowadr[colind[a]]
    for (let j = rowA, l = rowB; j <= a; i++, j++, l++) LD[i] = LD[i] - f * LD[j] - g * LD[l]
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
    let k = rowadr[i]
    const diagonal = k + rownnz[i] - 1
    const xi = x[i]
    if (k < diagonal && parent[i] === i - 1) {
      let above = rowadr[i - 1]
      const xp = x[i - 1] - LD[diagonal - 1] * xi
      x[i - 1] = xp
      for (; k < diagonal - 2; k += 2, above += 2) {
        const c0 = colind[k]
        const c1 = colind[k + 1]
        x[c0] = x[c0] - LD[k] * xi - LD[above] * xp
        x[c1] = x[c1] - LD[k + 1] * xi - LD[above + 1] * xp
      }
      if (k < diagonal - 1) x[colind[k]] = x[colind[k]] - LD[k] * xi - LD[above] * xp
      i--
    } else {
      for (; k < diagonal; k++) x[colind[k]] -= LD[k] * xi
    }
  }
  // D z = y, then L w = z, from the root: x_i −= L_i · x. Sums have the order of MuJoCo's mju_dotSparse: four in turn,
  // then the rest one by one. Row i + 1 is row i and one more column, i.
  for (let i = first; i < end; i++) {
    let k = rowadr[i]
    const diagonal = k + rownnz[i] - 1
    x[i] *= diagInv[i]
    let s0 = 0
    let s1 = 0
    let s2 = 0
    let s3 = 0
    if (i + 1 < end && parent[i + 1] === i && rownnz[i + 1] > 1) {
      let below = rowadr[i + 1]
      let t0 = 0
      let t1 = 0
      let t2 = 0
      let t3 = 0
      for (; k <= diagonal - 4; k += 4, below += 4) {
        const x0 = x[colind[k]]
        const x1 = x[colind[k + 1]]
        const x2 = x[colind[k + 2]]
        const x3 = x[colind[k + 3]]
        s0 += LD[k] * x0
        s1 += LD[k + 1] * x1
        s2 += LD[k + 2] * x2
        s3 += LD[k + 3] * x3
        t0 += LD[below] * x0
        t1 += LD[below + 1] * x1
        t2 += LD[below + 2] * x2
        t3 += LD[below + 3] * x3
      }
      let sum = s0 + s2 + (s1 + s3)
      for (let e = k; e < diagonal; e++) sum += LD[e] * x[colind[e]]
      x[i] -= sum
      let sumBelow: number
      if (diagonal - k === 3) {
        t0 += LD[below] * x[colind[k]]
        t1 += LD[below + 1] * x[colind[k + 1]]
        t2 += LD[below + 2] * x[colind[k + 2]]
        t3 += LD[below + 3] * x[i]
        sumBelow = t0 + t2 + (t1 + t3)
      } else {
        sumBelow = t0 + t2 + (t1 + t3)
        for (; k < diagonal; k++, below++) sumBelow += LD[below] * x[colind[k]]
        sumBelow += LD[below] * x[i]
      }
      x[i + 1] = x[i + 1] * diagInv[i + 1] - sumBelow
      i++
    } else {
      for (; k <= diagonal - 4; k += 4) {
        s0 += LD[k] * x[colind[k]]
        s1 += LD[k + 1] * x[colind[k + 1]]
        s2 += LD[k + 2] * x[colind[k + 2]]
        s3 += LD[k + 3] * x[colind[k + 3]]
      }
      let sum = s0 + s2 + (s1 + s3)
      for (; k < diagonal; k++) sum += LD[k] * x[colind[k]]
      x[i] -= sum
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
