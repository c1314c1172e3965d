import type { DualProblem } from './dualProblem.ts'
import { gatherScaled, MAX_BLOCK, type ScaledDual } from './scaledDual.ts'

/** Registers of one block: gradient, present values, values of a pass. */
export class SweepRegisters {
  readonly gradient: Float64Array = new Float64Array(MAX_BLOCK)
  readonly value: Float64Array = new Float64Array(MAX_BLOCK)
  readonly trial: Float64Array = new Float64Array(MAX_BLOCK)
}

/** Most passes over the rows of a block before the next block. */
const PASSES = 10

/**
 * Block Gauss–Seidel, forward and backward: each block descends while the others stand, within its bounds or its cone.
 * It lowers the cost unless x is the solution, and finds which rows are at their bounds. Changes x.
 */
export function sweepForces(r: SweepRegisters, s: ScaledDual, q: DualProblem, x: Float64Array): void {
  gatherScaled(s, q, x)
  for (let block = 0; block < s.blockCount; block++) sweepBlock(r, s, q, x, block)
  for (let block = s.blockCount - 1; block >= 0; block--) sweepBlock(r, s, q, x, block)
}

function sweepBlock(r: SweepRegisters, s: ScaledDual, q: DualProblem, x: Float64Array, block: number): void {
  const { gradient, value } = r
  const { row, stretch, u, c } = s
  const { Y, Y_rowadr, Y_rownnz, Y_colind, R } = q
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  for (let a = 0; a < size; a++) {
    const k = start + a
    const i = row[k]
    const end = Y_rowadr[i] + Y_rownnz[i]
    let sum = R[i] * stretch[k] * x[k]
    for (let e = Y_rowadr[i]; e < end; e++) sum += Y[e] * u[Y_colind[e]]
    gradient[a] = stretch[k] * sum + c[k]
    value[a] = x[k]
  }
  for (let pass = 0; pass < PASSES; pass++) {
    const moved = s.isCone[block] ? stepCone(r, s, x, block) : stepRows(r, s, x, block)
    if (!moved) break
  }
  for (let a = 0; a < size; a++) {
    const k = start + a
    const i = row[k]
    const step = stretch[k] * (value[a] - x[k])
    if (step === 0) continue
    x[k] = value[a]
    const end = Y_rowadr[i] + Y_rownnz[i]
    for (let e = Y_rowadr[i]; e < end; e++) u[Y_colind[e]] += step * Y[e]
  }
}

/** Brings each row to its optimum, while the others stand. Returns whether a row moved. */
function stepRows(r: SweepRegisters, s: ScaledDual, x: Float64Array, block: number): boolean {
  const { gradient, value } = r
  const { lower, upper, blockQ } = s
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  let moved = false
  for (let a = 0; a < size; a++) {
    const at = s.blockAt[block] + a * size
    let slope = gradient[a]
    for (let b = 0; b < size; b++) slope += blockQ[at + b] * (value[b] - x[start + b])
    const next = Math.min(upper[start + a], Math.max(lower[start + a], value[a] - slope / blockQ[at + a]))
    if (next === value[a]) continue
    value[a] = next
    moved = true
  }
  return moved
}

/** A projected gradient step of an elliptic contact; its length is safe for descent. Returns whether forces moved. */
function stepCone(r: SweepRegisters, s: ScaledDual, x: Float64Array, block: number): boolean {
  const { gradient, value, trial } = r
  const { blockQ, blockNorm } = s
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  let square = 0
  for (let a = 0; a < size; a++) {
    const at = s.blockAt[block] + a * size
    let slope = gradient[a]
    for (let b = 0; b < size; b++) slope += blockQ[at + b] * (value[b] - x[start + b])
    trial[a] = value[a] - slope / blockNorm[block]
    if (a > 0) square += trial[a] * trial[a]
  }
  const length = Math.sqrt(square)
  if (length > trial[0]) {
    const middle = length <= -trial[0] ? 0 : 0.5 * (trial[0] + length)
    trial[0] = middle
    for (let a = 1; a < size; a++) trial[a] = length > 0 ? (trial[a] * middle) / length : 0
  }
  let moved = false
  for (let a = 0; a < size; a++) {
    if (trial[a] === value[a]) continue
    value[a] = trial[a]
    moved = true
  }
  return moved
}
