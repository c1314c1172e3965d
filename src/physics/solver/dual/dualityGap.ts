import type { DualProblem } from './dualProblem.ts'
import type { ScaledDual } from './scaledDual.ts'

/** Registers: the duality gap, and the primal forces of one elliptic contact. */
export class GapRegisters {
  /** [0]: the duality gap. */
  readonly gap: Float64Array = new Float64Array(1)
  readonly contactForce: Float64Array = new Float64Array(6)
}

/**
 * The duality gap: the primal cost at the acceleration that forces f cause, plus the dual cost. It is zero at the
 * solution and positive elsewhere. For each row, or each elliptic contact, it is
 *
 *   ½ (f − f*)ᵀ R (f − f*) + (f − f*)ᵀ (R f* + y) ≥ 0,   y = A f + b
 *
 * with f* the primal force at y: −y / R, projected onto the bounds or the cone in the norm of R. No large numbers are
 * subtracted, so that small gaps are accurate. Result in `r.gap[0]`.
 */
export function dualityGap(r: GapRegisters, s: ScaledDual, q: DualProblem, x: Float64Array, g: Float64Array): void {
  const { row, stretch, blockStart, blockCount, isCone } = s
  const { ne, nf, R, frictionloss } = q
  const { contactForce } = r
  let gap = 0
  for (let block = 0; block < blockCount; block++) {
    const start = blockStart[block]
    const end = blockStart[block + 1]
    if (isCone[block]) findContactForce(contactForce, s, q, start, end, x, g)
    for (let k = start; k < end; k++) {
      const i = row[k]
      const f = stretch[k] * x[k]
      const y = g[k] / stretch[k] - R[i] * f
      let primal = -y / R[i]
      if (isCone[block]) primal = contactForce[k - start]
      else if (i >= ne + nf) primal = Math.max(0, primal)
      else if (i >= ne) primal = Math.min(frictionloss[i], Math.max(-frictionloss[i], primal))
      const off = f - primal
      gap += off * (0.5 * R[i] * off + R[i] * primal + y)
    }
  }
  r.gap[0] = gap
}

/**
 * Primal forces of an elliptic contact. In w = √R f its cone is circular, |w_t| ≤ μ w_0 with μ² = R_1 φ_1² / R_0,
 * because R_j φ_j² is the same for all directions of friction.
 */
function findContactForce(
  out: Float64Array,
  s: ScaledDual,
  q: DualProblem,
  start: number,
  end: number,
  x: Float64Array,
  g: Float64Array,
): void {
  const { row, stretch } = s
  const { R } = q
  const first = row[start]
  const friction = q.contact_friction[5 * q.id[first]]
  const mu = friction * Math.sqrt(R[first + 1] / R[first])
  let square = 0
  for (let k = start; k < end; k++) {
    const i = row[k]
    const y = g[k] / stretch[k] - R[i] * stretch[k] * x[k]
    const w = -y / Math.sqrt(R[i])
    out[k - start] = w
    if (k > start) square += w * w
  }
  const length = Math.sqrt(square)
  const w0 = out[0]
  let shrink = 1
  if (length > mu * w0) {
    const middle = mu * length <= -w0 ? 0 : (w0 + mu * length) / (1 + mu * mu)
    out[0] = middle
    shrink = length > 0 ? (mu * middle) / length : 0
  }
  for (let k = start; k < end; k++) {
    if (k > start) out[k - start] *= shrink
    out[k - start] /= Math.sqrt(R[row[k]])
  }
}
