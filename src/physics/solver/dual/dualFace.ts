import { grow } from '../../../core/memory/grow.ts'
import type { ScaledDual } from './scaledDual.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noFlags: Uint8Array = new Uint8Array(0)

/** States of an elliptic contact: no force, sticking inside its cone, and sliding on it. */
const SEPARATED = 0
const STICKING = 1
export const SLIDING = 2

/** Friction this close to its cone counts as on the cone, relative to the normal force. */
const ON_CONE = 1e-12

/**
 * The face of the feasible set on which a point lies. Rows strictly between their bounds are free, and so are contacts
 * inside their cone. A contact on its cone may move along the tangent plane, orthogonal to the normal ν. The cone is
 * curved: along it the Hessian of the cost gains κ (I − t tᵀ) with κ = λ/|x_t|, where λ is the multiplier of the cone
 * and t the direction of friction.
 *
 *   free       (rows)    1: the row may change
 *   state      (blocks)  a constant above for a cone, `STICKING` for other blocks
 *   held       (blocks)  1: the contact stays on its cone, whatever the sign of λ
 *   curvature  (blocks)  κ ≥ 0 of sliding contacts
 *   normal     (rows)    ν of sliding contacts, a unit vector
 */
export class DualFace {
  free: Uint8Array = noFlags
  state: Uint8Array = noFlags
  held: Uint8Array = noFlags
  curvature: Float64Array = noNumbers
  normal: Float64Array = noNumbers
  /** Number of free rows. */
  size = 0
}

export function reserveFace(f: DualFace, s: ScaledDual): void {
  const n = s.row.length
  f.free = grow(f.free, n)
  f.state = grow(f.state, n)
  f.held = grow(f.held, n)
  f.curvature = grow(f.curvature, n)
  f.normal = grow(f.normal, n)
}

/** Finds the face of x, given the gradient g there. */
export function findFace(f: DualFace, s: ScaledDual, x: Float64Array, g: Float64Array): void {
  const { free, state } = f
  f.size = 0
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    if (s.isCone[block]) {
      findConeState(f, s, block, x, g)
    } else {
      state[block] = STICKING
      for (let k = start; k < end; k++) free[k] = x[k] > s.lower[k] && x[k] < s.upper[k] ? 1 : 0
    }
    for (let k = start; k < end; k++) f.size += free[k]
  }
}

function findConeState(f: DualFace, s: ScaledDual, block: number, x: Float64Array, g: Float64Array): void {
  const { free, state, held, curvature, normal } = f
  const start = s.blockStart[block]
  const end = s.blockStart[block + 1]
  let square = 0
  let along = 0
  for (let k = start + 1; k < end; k++) {
    square += x[k] * x[k]
    along += x[k] * g[k]
  }
  const length = Math.sqrt(square)
  state[block] = x[start] > 0 ? STICKING : SEPARATED
  if (x[start] > 0 && length >= (1 - ON_CONE) * x[start]) {
    // g = −λ (−1, t)
    const lambda = 0.5 * (g[start] - along / length)
    if (lambda > 0 || held[block]) {
      state[block] = SLIDING
      curvature[block] = Math.max(0, lambda) / length
      normal[start] = -Math.SQRT1_2
      for (let k = start + 1; k < end; k++) normal[k] = (Math.SQRT1_2 * x[k]) / length
    }
  }
  for (let k = start; k < end; k++) free[k] = state[block] === SEPARATED ? 0 : 1
}

/** Projects x onto the directions along the face. */
export function projectOntoFace(f: DualFace, s: ScaledDual, x: Float64Array): void {
  const { free, state, normal } = f
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    if (state[block] !== SLIDING) {
      for (let k = start; k < end; k++) if (!free[k]) x[k] = 0
      continue
    }
    let product = 0
    for (let k = start; k < end; k++) product += normal[k] * x[k]
    for (let k = start; k < end; k++) x[k] -= product * normal[k]
  }
}

/** out += the curvature of the cones, times p. */
export function addCurvature(f: DualFace, s: ScaledDual, out: Float64Array, p: Float64Array): void {
  const { state, curvature, normal } = f
  for (let block = 0; block < s.blockCount; block++) {
    if (state[block] !== SLIDING) continue
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    // t = √2 · the tangential part of ν
    let product = 0
    for (let k = start + 1; k < end; k++) product += normal[k] * p[k]
    for (let k = start + 1; k < end; k++) out[k] += curvature[block] * (p[k] - 2 * product * normal[k])
  }
}
