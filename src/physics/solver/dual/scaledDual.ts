import { ConstraintType } from '../../../core/model/enums.ts'
import type { DualProblem } from './dualProblem.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

/** Most rows that are preconditioned together: the edges of a pyramid of a contact with spin and roll. */
const MOST_ROWS = 10

/**
 * The dual problem (`dual.ts`) of some rows in unknowns x that compare: f = stretch · x. Rows with bounds are stretched so
 * that the diagonal of Q = A + R becomes 1. Rows of an elliptic contact are stretched by one factor, and friction by its
 * coefficients besides, so that every cone is the round one |x_t| ≤ x_0, to which the nearest point is known.
 *
 * Rows of one contact, and of one equality, are a block: elliptic contacts are projected together, and all blocks are
 * preconditioned together.
 */
export class ScaledDual {
  /** Number of rows, and which they are in the whole problem. */
  n = 0
  row: Int32Array = noIndices
  stretch: Float64Array = noNumbers
  lower: Float64Array = noNumbers
  upper: Float64Array = noNumbers
  /** stretch · b. */
  c: Float64Array = noNumbers

  blockCount = 0
  /** First row of each block; one more at the end. */
  blockStart: Int32Array = noIndices
  /** 1: an elliptic contact. */
  isCone: Uint8Array = new Uint8Array(0)
  /** Where the matrix of a block is in `blockQ`. */
  blockAt: Int32Array = noIndices
  /** Blocks of Q on the diagonal, stretched. */
  blockQ: Float64Array = noNumbers

  /** Dofs that the rows move. */
  dofs: Int32Array = noIndices
  dofCount = 0
  /** Work space, a dof each. */
  u: Float64Array = noNumbers
}

/** Makes the problem that of the present rows. */
export function poseScaled(s: ScaledDual, q: DualProblem): void {
  const { rows, first, end } = q
  reserve(s, q, end - first)
  s.n = end - first
  for (let k = 0; k < s.n; k++) s.row[k] = rows[first + k]
  listDofs(s, q)
  listBlocks(s, q)
  for (let block = 0; block < s.blockCount; block++) {
    formBlock(s, q, block)
    if (s.isCone[block]) stretchCone(s, q, block)
    else stretchRows(s, block)
    stretchBlock(s, block)
  }
  setBounds(s, q)
}

function reserve(s: ScaledDual, q: DualProblem, rows: number): void {
  if (s.u.length < q.nv) {
    s.u = new Float64Array(q.nv)
    s.dofs = new Int32Array(q.nv)
  }
  if (s.row.length >= rows) return
  const n = Math.max(16, rows, 2 * s.row.length)
  s.row = new Int32Array(n)
  s.stretch = new Float64Array(n)
  s.lower = new Float64Array(n)
  s.upper = new Float64Array(n)
  s.c = new Float64Array(n)
  s.blockStart = new Int32Array(n + 1)
  s.isCone = new Uint8Array(n)
  s.blockAt = new Int32Array(n)
  s.blockQ = new Float64Array(MOST_ROWS * n)
}

function listDofs(s: ScaledDual, q: DualProblem): void {
  const { n, row, u, dofs } = s
  const { Y_rowadr, Y_rownnz, Y_colind } = q
  u.fill(0)
  s.dofCount = 0
  for (let k = 0; k < n; k++) {
    const end = Y_rowadr[row[k]] + Y_rownnz[row[k]]
    for (let e = Y_rowadr[row[k]]; e < end; e++) {
      const dof = Y_colind[e]
      if (u[dof] !== 0) continue
      u[dof] = 1
      dofs[s.dofCount++] = dof
    }
  }
  for (let k = 0; k < s.dofCount; k++) u[dofs[k]] = 0
}

function listBlocks(s: ScaledDual, q: DualProblem): void {
  const { n, row, blockStart, blockAt, isCone } = s
  const { type, id } = q
  let at = 0
  s.blockCount = 0
  for (let k = 0; k < n; ) {
    let end = k + 1
    while (end < n && end - k < MOST_ROWS && type[row[end]] === type[row[k]] && id[row[end]] === id[row[k]]) end++
    blockStart[s.blockCount] = k
    blockAt[s.blockCount] = at
    isCone[s.blockCount] = type[row[k]] === ConstraintType.contactElliptic ? 1 : 0
    s.blockCount++
    at += (end - k) * (end - k)
    k = end
  }
  blockStart[s.blockCount] = n
}

/** Q of the rows of a block. */
function formBlock(s: ScaledDual, q: DualProblem, block: number): void {
  const { row, u, blockQ } = s
  const { Y, Y_rowadr, Y_rownnz, Y_colind, R } = q
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  const at = s.blockAt[block]
  for (let i = 0; i < size; i++) {
    const a = row[start + i]
    const endA = Y_rowadr[a] + Y_rownnz[a]
    for (let e = Y_rowadr[a]; e < endA; e++) u[Y_colind[e]] = Y[e]
    for (let j = 0; j <= i; j++) {
      const b = row[start + j]
      const endB = Y_rowadr[b] + Y_rownnz[b]
      let sum = i === j ? R[a] : 0
      for (let e = Y_rowadr[b]; e < endB; e++) sum += u[Y_colind[e]] * Y[e]
      blockQ[at + i * size + j] = sum
      blockQ[at + j * size + i] = sum
    }
    for (let e = Y_rowadr[a]; e < endA; e++) u[Y_colind[e]] = 0
  }
}

function stretchRows(s: ScaledDual, block: number): void {
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  for (let i = 0; i < size; i++) s.stretch[start + i] = 1 / Math.sqrt(s.blockQ[s.blockAt[block] + i * (size + 1)])
}

/** The mean of the diagonal becomes 1. */
function stretchCone(s: ScaledDual, q: DualProblem, block: number): void {
  const { stretch, blockQ } = s
  const { contact_friction } = q
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  const at = s.blockAt[block]
  const friction = 5 * q.id[s.row[start]] - 1
  let trace = blockQ[at]
  for (let i = 1; i < size; i++) {
    const mu = contact_friction[friction + i]
    trace += mu * mu * blockQ[at + i * (size + 1)]
  }
  const factor = Math.sqrt(size / trace)
  stretch[start] = factor
  for (let i = 1; i < size; i++) stretch[start + i] = factor * contact_friction[friction + i]
}

function stretchBlock(s: ScaledDual, block: number): void {
  const { stretch, blockQ } = s
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  const at = s.blockAt[block]
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) blockQ[at + i * size + j] *= stretch[start + i] * stretch[start + j]
}

function setBounds(s: ScaledDual, q: DualProblem): void {
  const { n, row, stretch, lower, upper, c } = s
  const { ne, nf, b, frictionloss } = q
  for (let k = 0; k < n; k++) {
    const i = row[k]
    c[k] = stretch[k] * b[i]
    upper[k] = Number.POSITIVE_INFINITY
    lower[k] = i < ne ? Number.NEGATIVE_INFINITY : 0
    if (i < ne || i >= ne + nf) continue
    upper[k] = frictionloss[i] / stretch[k]
    lower[k] = -upper[k]
  }
}

/** out = Q x, stretched. */
export function mulScaled(s: ScaledDual, q: DualProblem, out: Float64Array, x: Float64Array): void {
  const { n, row, stretch, dofs, dofCount, u } = s
  const { Y, Y_rowadr, Y_rownnz, Y_colind, R } = q
  for (let k = 0; k < dofCount; k++) u[dofs[k]] = 0
  for (let k = 0; k < n; k++) {
    if (x[k] === 0) continue
    const f = stretch[k] * x[k]
    const end = Y_rowadr[row[k]] + Y_rownnz[row[k]]
    for (let e = Y_rowadr[row[k]]; e < end; e++) u[Y_colind[e]] += f * Y[e]
  }
  for (let k = 0; k < n; k++) {
    const i = row[k]
    const end = Y_rowadr[i] + Y_rownnz[i]
    let sum = R[i] * stretch[k] * x[k]
    for (let e = Y_rowadr[i]; e < end; e++) sum += Y[e] * u[Y_colind[e]]
    out[k] = stretch[k] * sum
  }
}

/** x becomes the nearest point within bounds and cones. */
export function projectScaled(s: ScaledDual, x: Float64Array): void {
  const { blockCount, blockStart, isCone, lower, upper } = s
  for (let block = 0; block < blockCount; block++) {
    const start = blockStart[block]
    const end = blockStart[block + 1]
    if (!isCone[block]) {
      for (let k = start; k < end; k++) {
        if (x[k] < lower[k]) x[k] = lower[k]
        else if (x[k] > upper[k]) x[k] = upper[k]
      }
      continue
    }
    let square = 0
    for (let k = start + 1; k < end; k++) square += x[k] * x[k]
    const length = Math.sqrt(square)
    const normal = x[start]
    if (length <= normal) continue
    const middle = length <= -normal ? 0 : 0.5 * (normal + length)
    x[start] = middle
    const shrink = length > 0 ? middle / length : 0
    for (let k = start + 1; k < end; k++) x[k] *= shrink
  }
}
