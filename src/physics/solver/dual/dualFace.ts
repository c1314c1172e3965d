import type { ScaledDual } from './scaledDual.ts'

const noNumbers: Float64Array = new Float64Array(0)

/** An elliptic contact that carries nothing, one that sticks, and one that slides on its cone. */
const APART = 0
const STICKS = 1
const SLIDES = 2

/** Friction so close to its cone is on it, as a share of the normal force. */
const ON_CONE = 1e-12

/**
 * The face of the feasible forces on which a point lies: rows between their bounds are free, contacts inside their cone
 * too, and those on the cone may move along it, at right angles to its normal ν. A cone is bent: along it the cost
 * gains λ/|x_t| (I − t tᵀ), with λ the force that holds the contact on the cone and t the direction of its friction.
 *
 * The blocks of Q, with this and without the rows that are fixed, are the preconditioner.
 */
export class DualFace {
  /** 1: a row that may change. */
  free: Uint8Array = new Uint8Array(0)
  /** The same for the last face. */
  before: Uint8Array = new Uint8Array(0)
  /** Number of rows that may change. */
  size = 0
  /** Rows that were free and are not, or the other way round, since the last face. */
  changes = 0
  /** One of the constants above for each block that is a cone; STICKS for others. */
  state: Uint8Array = new Uint8Array(0)
  /** λ/|x_t| for each block. */
  curvature: Float64Array = noNumbers
  /** ν of rows that slide, of length 1. */
  normal: Float64Array = noNumbers
  /** The preconditioner applied to ν, divided by ν · it. */
  lifted: Float64Array = noNumbers
  /** Cholesky factors of the blocks. */
  L: Float64Array = noNumbers
}

/** Finds the face of x, given the gradient g there, and factors its preconditioner. */
export function findFace(f: DualFace, s: ScaledDual, x: Float64Array, g: Float64Array): void {
  if (f.free.length < s.row.length) {
    const n = s.row.length
    f.free = new Uint8Array(n)
    f.before = new Uint8Array(n)
    f.state = new Uint8Array(n)
    f.curvature = new Float64Array(n)
    f.normal = new Float64Array(n)
    f.lifted = new Float64Array(n)
    f.L = new Float64Array(s.blockQ.length)
  }
  f.size = 0
  f.changes = 0
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    if (s.isCone[block]) {
      findZone(f, s, block, x, g)
    } else {
      f.state[block] = STICKS
      for (let k = start; k < end; k++) f.free[k] = x[k] > s.lower[k] && x[k] < s.upper[k] ? 1 : 0
    }
    for (let k = start; k < end; k++) {
      if (f.free[k] !== f.before[k]) f.changes++
      f.before[k] = f.free[k]
      f.size += f.free[k]
    }
    factorBlock(f, s, block, x)
    if (f.state[block] === SLIDES) liftNormal(f, s, block)
  }
}

function findZone(f: DualFace, s: ScaledDual, block: number, x: Float64Array, g: Float64Array): void {
  const { free, state, curvature, normal } = f
  const start = s.blockStart[block]
  const end = s.blockStart[block + 1]
  let square = 0
  let along = 0
  for (let k = start + 1; k < end; k++) {
    square += x[k] * x[k]
    along += x[k] * g[k]
  }
  const length = Math.sqrt(square)
  state[block] = x[start] > 0 ? STICKS : APART
  if (x[start] > 0 && length >= (1 - ON_CONE) * x[start]) {
    // g = −λ (−1, t)
    const lambda = 0.5 * (g[start] - along / length)
    if (lambda > 0) {
      state[block] = SLIDES
      curvature[block] = lambda / length
      normal[start] = -Math.SQRT1_2
      for (let k = start + 1; k < end; k++) normal[k] = (Math.SQRT1_2 * x[k]) / length
    }
  }
  for (let k = start; k < end; k++) free[k] = state[block] === APART ? 0 : 1
}

/** Cholesky factor of a block, with ones on the diagonal for rows that are fixed. */
function factorBlock(f: DualFace, s: ScaledDual, block: number, x: Float64Array): void {
  const { free, L } = f
  const { blockQ } = s
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  const at = s.blockAt[block]
  const slides = f.state[block] === SLIDES
  let square = 0
  for (let i = 1; i < size; i++) square += x[start + i] * x[start + i]
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = blockQ[at + i * size + j]
      if (slides && j > 0) sum += f.curvature[block] * ((i === j ? 1 : 0) - (x[start + i] * x[start + j]) / square)
      if (!free[start + i] || !free[start + j]) sum = i === j ? 1 : 0
      for (let k = 0; k < j; k++) sum -= L[at + i * size + k] * L[at + j * size + k]
      // a pivot that rounding has eaten up: the row follows from the others
      if (i === j) L[at + i * size + i] = Math.sqrt(Math.max(sum, 1e-14))
      else L[at + i * size + j] = sum / L[at + j * size + j]
    }
  }
}

function liftNormal(f: DualFace, s: ScaledDual, block: number): void {
  const { normal, lifted } = f
  const start = s.blockStart[block]
  const end = s.blockStart[block + 1]
  for (let k = start; k < end; k++) lifted[k] = normal[k]
  solveBlock(f, s, block, lifted)
  let product = 0
  for (let k = start; k < end; k++) product += lifted[k] * normal[k]
  for (let k = start; k < end; k++) lifted[k] /= product
}

function solveBlock(f: DualFace, s: ScaledDual, block: number, x: Float64Array): void {
  const { L } = f
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  const at = s.blockAt[block]
  for (let i = 0; i < size; i++) {
    let sum = x[start + i]
    for (let k = 0; k < i; k++) sum -= L[at + i * size + k] * x[start + k]
    x[start + i] = sum / L[at + i * (size + 1)]
  }
  for (let i = size - 1; i >= 0; i--) {
    const xi = x[start + i] / L[at + i * (size + 1)]
    x[start + i] = xi
    for (let k = 0; k < i; k++) x[start + k] -= L[at + i * size + k] * xi
  }
}

/** The part of x along the face. */
export function alongFace(f: DualFace, s: ScaledDual, x: Float64Array): void {
  const { free, state, normal } = f
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    if (state[block] !== SLIDES) {
      for (let k = start; k < end; k++) if (!free[k]) x[k] = 0
      continue
    }
    let product = 0
    for (let k = start; k < end; k++) product += normal[k] * x[k]
    for (let k = start; k < end; k++) x[k] -= product * normal[k]
  }
}

/** z: the direction along the face that the preconditioner makes of r, which is along the face. */
export function preconditionFace(f: DualFace, s: ScaledDual, z: Float64Array, r: Float64Array): void {
  const { state, normal, lifted } = f
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    for (let k = start; k < end; k++) z[k] = r[k]
    if (state[block] === APART) continue
    solveBlock(f, s, block, z)
    if (state[block] !== SLIDES) continue
    let product = 0
    for (let k = start; k < end; k++) product += normal[k] * z[k]
    for (let k = start; k < end; k++) z[k] -= product * lifted[k]
  }
}

/** out += what the bend of the cones adds to Q p. */
export function addCurvature(f: DualFace, s: ScaledDual, out: Float64Array, p: Float64Array): void {
  const { state, curvature, normal } = f
  for (let block = 0; block < s.blockCount; block++) {
    if (state[block] !== SLIDES) continue
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    // t = √2 · the tangential part of ν
    let product = 0
    for (let k = start + 1; k < end; k++) product += normal[k] * p[k]
    for (let k = start + 1; k < end; k++) out[k] += curvature[block] * (p[k] - 2 * product * normal[k])
  }
}
