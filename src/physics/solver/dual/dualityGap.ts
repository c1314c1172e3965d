import type { DualProblem } from './dualProblem.ts'
import type { ScaledDual } from './scaledDual.ts'

/** The force that rows of a contact would have at the acceleration that results. */
const wished = new Float64Array(6)

/**
 * The duality gap: the primal cost at the acceleration that results from forces f, and the dual cost, add up to zero at
 * the solution and to more elsewhere. Row by row, or elliptic contact by contact, it is
 *
 *   ½ (f − f*)ᵀ R (f − f*) + (f − f*)ᵀ (R f* + x) ≥ 0,   x = A f + b
 *
 * with f* the force of the row at x: −x / R, moved to the nearest point within its bounds or its cone, distances
 * measured with R. Nothing large is subtracted, so that it is right down to the last digits. Answers in `out[1]`.
 */
export function dualityGap(s: ScaledDual, q: DualProblem, x: Float64Array, g: Float64Array, out: Float64Array): void {
  const { row, stretch, blockStart, blockCount, isCone } = s
  const { ne, nf, R, frictionloss } = q
  let gap = 0
  for (let block = 0; block < blockCount; block++) {
    const start = blockStart[block]
    const end = blockStart[block + 1]
    if (isCone[block]) wishCone(s, q, start, end, x, g)
    for (let k = start; k < end; k++) {
      const i = row[k]
      const f = stretch[k] * x[k]
      const jar = g[k] / stretch[k] - R[i] * f
      let wish = -jar / R[i]
      if (isCone[block]) wish = wished[k - start]
      else if (i >= ne + nf) wish = Math.max(0, wish)
      else if (i >= ne) wish = Math.min(frictionloss[i], Math.max(-frictionloss[i], wish))
      const off = f - wish
      gap += off * (0.5 * R[i] * off + R[i] * wish + jar)
    }
  }
  out[1] = gap
}

/**
 * Forces of an elliptic contact at x. In y = √R f its cone is round, |y_t| ≤ μ y_0 with μ² = R_1 φ_1² / R_0, because R_j φ_j²
 * is the same for all directions of friction.
 */
function wishCone(s: ScaledDual, q: DualProblem, start: number, end: number, x: Float64Array, g: Float64Array): void {
  const { row, stretch } = s
  const { R } = q
  const first = row[start]
  const friction = q.contact_friction[5 * q.id[first]]
  const mu = friction * Math.sqrt(R[first + 1] / R[first])
  let square = 0
  for (let k = start; k < end; k++) {
    const i = row[k]
    const jar = g[k] / stretch[k] - R[i] * stretch[k] * x[k]
    const y = -jar / Math.sqrt(R[i])
    wished[k - start] = y
    if (k > start) square += y * y
  }
  const length = Math.sqrt(square)
  const y0 = wished[0]
  let shrink = 1
  if (length > mu * y0) {
    const middle = mu * length <= -y0 ? 0 : (y0 + mu * length) / (1 + mu * mu)
    wished[0] = middle
    shrink = length > 0 ? (mu * middle) / length : 0
  }
  for (let k = start; k < end; k++) {
    if (k > start) wished[k - start] *= shrink
    wished[k - start] /= Math.sqrt(R[row[k]])
  }
}
