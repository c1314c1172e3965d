import { MINVAL } from '../../../core/math/constants.ts'

/**
 * Friction of one elliptic contact for a given normal force: min ½ xᵀ A x + xᵀ b subject to Σ (x_i / d_i)² ≤ r².
 *
 * Scaled by d the bound is a ball. If the free minimum lies outside, the solution is x = −(A + λ I)⁻¹ b with the
 * multiplier λ > 0 for which |x| = r, found by Newton's method from λ = 0. This is a trust-region step (Moré, Sorensen
 * 1983, https://doi.org/10.1137/0904038).
 */
export class FrictionProblem {
  n = 0
  /** n × n. */
  readonly A: Float64Array = new Float64Array(25)
  readonly b: Float64Array = new Float64Array(5)
  /** Semi-axes of the ellipsoid for r = 1: friction coefficients. */
  readonly d: Float64Array = new Float64Array(5)
  /** [0]: r, the normal force. */
  readonly r: Float64Array = new Float64Array(1)
  readonly x: Float64Array = new Float64Array(5)
  /** Whether the bound is active. */
  bound = false

  readonly scaledA: Float64Array = new Float64Array(25)
  readonly L: Float64Array = new Float64Array(25)
  readonly y: Float64Array = new Float64Array(5)
}

const TOLERANCE = 1e-10

/** Solves for x. A singular matrix gives x = 0. */
export function solveFriction(s: FrictionProblem): void {
  const { n, A, b, d, x, scaledA, y } = s
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) scaledA[i * n + j] = A[i * n + j] * d[i] * d[j]
  const rr = s.r[0] * s.r[0]
  let lambda = 0
  for (let iteration = 0; iteration < 20; iteration++) {
    if (!factorShifted(s, lambda)) {
      for (let i = 0; i < n; i++) x[i] = 0
      s.bound = false
      return
    }
    for (let i = 0; i < n; i++) x[i] = -b[i] * d[i]
    backSolve(s, x)
    let excess = -rr
    for (let i = 0; i < n; i++) excess += x[i] * x[i]
    if (excess < TOLERANCE) break
    // d|x|²/dλ = −2 xᵀ (A + λ I)⁻¹ x
    for (let i = 0; i < n; i++) y[i] = x[i]
    backSolve(s, y)
    let slope = 0
    for (let i = 0; i < n; i++) slope += 2 * x[i] * y[i]
    const increment = excess / slope
    if (!(increment >= TOLERANCE)) break
    lambda += increment
  }
  for (let i = 0; i < n; i++) x[i] *= d[i]
  s.bound = lambda !== 0
}

/** Scales x so that Σ (x_i / d_i)² is r² exactly. */
export function ontoEllipsoid(s: FrictionProblem): void {
  const { n, x, d, r } = s
  let sum = 0
  for (let j = 0; j < n; j++) sum += (x[j] / d[j]) * (x[j] / d[j])
  const stretch = Math.sqrt((r[0] * r[0]) / Math.max(MINVAL, sum))
  for (let j = 0; j < n; j++) x[j] *= stretch
}

/** Cholesky factor of A + λ I; false if it is close to singular: a determinant (n ≤ 3) or pivot below the tolerance. */
function factorShifted(s: FrictionProblem, lambda: number): boolean {
  const { n, scaledA, L } = s
  let determinant = 1
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      let sum = scaledA[i * n + j]
      for (let k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k]
      L[i * n + j] = sum / L[j * n + j]
    }
    let pivot = scaledA[i * n + i] + lambda
    for (let k = 0; k < i; k++) pivot -= L[i * n + k] * L[i * n + k]
    determinant *= pivot
    if (!(pivot > 0) || (n > 3 && pivot < TOLERANCE)) return false
    L[i * n + i] = Math.sqrt(pivot)
  }
  return n > 3 || determinant >= TOLERANCE
}

function backSolve(s: FrictionProblem, x: Float64Array): void {
  const { n, L } = s
  for (let i = 0; i < n; i++) {
    let sum = x[i]
    for (let k = 0; k < i; k++) sum -= L[i * n + k] * x[k]
    x[i] = sum / L[i * n + i]
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i]
    for (let k = i + 1; k < n; k++) sum -= L[k * n + i] * x[k]
    x[i] = sum / L[i * n + i]
  }
}
