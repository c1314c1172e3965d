import { grow } from '../../../core/memory/grow.ts'
import { ConstraintType } from '../../../core/model/enums.ts'
import type { DualProblem } from './dualProblem.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

/** Most rows of a block: the edges of a pyramid of a contact with rolling friction. */
export const MAX_BLOCK = 10

/**
 * The dual problem (`dualProblem.ts`) of some rows in scaled unknowns x with f = stretch · x, and Q = A + R scaled
 * alike. Rows with bounds are scaled so that Q has a unit diagonal. Rows of an elliptic contact are scaled by one
 * factor, and friction also by its coefficients: every cone is then the circular one |x_t| ≤ x_0, onto which projection
 * is explicit.
 *
 * Rows of one contact, or of one equality, form a block. For n rows:
 *
 *   row         (n)           row of the whole problem
 *   stretch     (n)           force per unit of x
 *   lower       (n)           bounds of rows outside cones
 *   upper       (n)
 *   c           (n)           stretch · b; the gradient of the cost is Q x + c
 *   blockStart  (blocks + 1)  first row of each block
 *   isCone      (blocks)      1: an elliptic contact
 *   blockAt     (blocks)      where the matrix of a block starts in `blockQ`
 *   blockQ      (Σ size²)     diagonal blocks of Q
 *   blockNorm   (blocks)      bound on the largest eigenvalue of the block
 *   dofs        (dofCount)    dofs that the rows move
 *   u           (nv)          Yᵀ f
 */
export class ScaledDual {
  n = 0
  row: Int32Array = noIndices
  stretch: Float64Array = noNumbers
  lower: Float64Array = noNumbers
  upper: Float64Array = noNumbers
  c: Float64Array = noNumbers

  blockCount = 0
  blockStart: Int32Array = noIndices
  isCone: Uint8Array = new Uint8Array(0)
  blockAt: Int32Array = noIndices
  blockQ: Float64Array = noNumbers
  blockNorm: Float64Array = noNumbers

  dofs: Int32Array = noIndices
  dofCount = 0
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
  s.u = grow(s.u, q.nv)
  s.dofs = grow(s.dofs, q.nv)
  s.row = grow(s.row, rows)
  s.stretch = grow(s.stretch, rows)
  s.lower = grow(s.lower, rows)
  s.upper = grow(s.upper, rows)
  s.c = grow(s.c, rows)
  s.blockStart = grow(s.blockStart, rows + 1)
  s.isCone = grow(s.isCone, rows)
  s.blockAt = grow(s.blockAt, rows)
  s.blockQ = grow(s.blockQ, MAX_BLOCK * rows)
  s.blockNorm = grow(s.blockNorm, rows)
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
    while (end < n && end - k < MAX_BLOCK && type[row[end]] === type[row[k]] && id[row[end]] === id[row[k]]) end++
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
  let norm = 0
  for (let i = 0; i < size; i++) {
    let sum = 0
    for (let j = 0; j < size; j++) {
      blockQ[at + i * size + j] *= stretch[start + i] * stretch[start + j]
      sum += Math.abs(blockQ[at + i * size + j])
    }
    norm = Math.max(norm, sum)
  }
  s.blockNorm[block] = norm
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

/** u = Yᵀ f at the forces of x. */
export function gatherScaled(s: ScaledDual, q: DualProblem, x: Float64Array): void {
  const { n, row, stretch, dofs, dofCount, u } = s
  const { Y, Y_rowadr, Y_rownnz, Y_colind } = q
  for (let k = 0; k < dofCount; k++) u[dofs[k]] = 0
  for (let k = 0; k < n; k++) {
    if (x[k] === 0) continue
    const f = stretch[k] * x[k]
    const end = Y_rowadr[row[k]] + Y_rownnz[row[k]]
    for (let e = Y_rowadr[row[k]]; e < end; e++) u[Y_colind[e]] += f * Y[e]
  }
}

/** out = Q x. */
export function mulScaled(s: ScaledDual, q: DualProblem, out: Float64Array, x: Float64Array): void {
  const { n, row, stretch, u } = s
  const { Y, Y_rowadr, Y_rownnz, Y_colind, R } = q
  gatherScaled(s, q, x)
  for (let k = 0; k < n; k++) {
    const i = row[k]
    const end = Y_rowadr[i] + Y_rownnz[i]
    let sum = R[i] * stretch[k] * x[k]
    for (let e = Y_rowadr[i]; e < end; e++) sum += Y[e] * u[Y_colind[e]]
    out[k] = stretch[k] * sum
  }
}

/** Projects x onto bounds and cones. */
export function projectScaled(s: ScaledDual, x: Float64Array): void {
  const { blockCount, blockStart, isCone } = s
  for (let block = 0; block < blockCount; block++) {
    const start = blockStart[block]
    const end = blockStart[block + 1]
    if (!isCone[block]) {
      clampRows(s, x, start, end)
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

/** Makes x feasible without a change of positive normal forces: friction is scaled onto its cone. */
export function retractScaled(s: ScaledDual, x: Float64Array): void {
  const { blockCount, blockStart, isCone } = s
  for (let block = 0; block < blockCount; block++) {
    const start = blockStart[block]
    const end = blockStart[block + 1]
    if (!isCone[block]) {
      clampRows(s, x, start, end)
      continue
    }
    let square = 0
    for (let k = start + 1; k < end; k++) square += x[k] * x[k]
    const length = Math.sqrt(square)
    if (x[start] < 0) x[start] = 0
    if (length <= x[start]) continue
    for (let k = start + 1; k < end; k++) x[k] *= x[start] / length
  }
}

function clampRows({ lower, upper }: ScaledDual, x: Float64Array, start: number, end: number): void {
  for (let k = start; k < end; k++) {
    if (x[k] < lower[k]) x[k] = lower[k]
    else if (x[k] > upper[k]) x[k] = upper[k]
  }
}
