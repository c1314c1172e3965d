// short form
import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { AFTER, APART, BEST_FACE, boxPair, NEXT, ROUNDING, TOLERANCE } from './boxPair.ts'

/**
 * The fifteen separating axes of two boxes: the normals of their faces, and the cross products of their edges. This is
 * straight-line code on local variables: loops over arrays made a heap of 1,000 boxes 11 to 19 % slower.
 */

/** One, and more than rounding can take away from it. */
export const NEARLY_ONE: number = 1 + 1e-12

/**
 * Tests the axes and fills `boxPair`. Returns `APART` where one of them separates the boxes; else the best face (0 to 2
 * along axes of box 1, 3 to 5 of box 2) + 8 × the edge axes, bit 3 i + j for edges i and j, that may be better.
 */
export function boxAxes(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): number {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const c1 = 3 * g1
  const c2 = 3 * g2
  const r1 = 9 * g1
  const r2 = 9 * g2
  // half sizes s of box 1 and t of box 2, rotation R of box 2
  const s = locals(3)
  const t = locals(3)
  const R = locals(9)
  // unroll
  for (let k = 0; k < 3; k++) {
    s[k] = geom_size[c1 + k]
    t[k] = geom_size[c2 + k]
  }
  // unroll
  for (let k = 0; k < 9; k++) {
    R[k] = geom_xmat[r2 + k]
  }
  const slack = ROUNDING * (s[0] + s[1] + s[2] + t[0] + t[1] + t[2])
  const tolerance = contacts.margin[0] + slack
  const dx = geom_xpos[c2] - geom_xpos[c1]
  const dy = geom_xpos[c2 + 1] - geom_xpos[c1 + 1]
  const dz = geom_xpos[c2 + 2] - geom_xpos[c1 + 2]

  // M = R₁ᵀ R₂, its absolute values N, the center of each box in the frame of the other
  const x = locals(3)
  const y = locals(3)
  const z = locals(3)
  const a = locals(3)
  const b = locals(3)
  const M = locals(9)
  const N = locals(9)
  const face = locals(6)
  // normals of box 1
  // unroll
  for (let i = 0; i < 3; i++) {
    x[i] = geom_xmat[r1 + i]
    y[i] = geom_xmat[r1 + 3 + i]
    z[i] = geom_xmat[r1 + 6 + i]
    a[i] = x[i] * dx + y[i] * dy + z[i] * dz
    // unroll
    for (let j = 0; j < 3; j++) {
      M[3 * i + j] = x[i] * R[j] + y[i] * R[3 + j] + z[i] * R[6 + j]
      N[3 * i + j] = Math.abs(M[3 * i + j])
    }
    face[i] = Math.abs(a[i]) - s[i] - (N[3 * i] * t[0] + N[3 * i + 1] * t[1] + N[3 * i + 2] * t[2])
    if (face[i] > tolerance) return APART
  }

  // normals of box 2
  // unroll
  for (let j = 0; j < 3; j++) {
    b[j] = -(R[j] * dx + R[3 + j] * dy + R[6 + j] * dz)
    face[3 + j] = Math.abs(b[j]) - t[j] - (N[j] * s[0] + N[3 + j] * s[1] + N[6 + j] * s[2])
    if (face[3 + j] > tolerance) return APART
  }

  let best = 0
  let bestFace = face[0]
  // unroll
  for (let k = 0; k < 6; k++) {
    if (face[k] > bestFace) {
      bestFace = face[k]
      best = k
    }
  }

  // Across an edge of each: v = e_i × M_j, not of unit length here but |v|² = 1 − M_ij². Since M is a rotation, the
  // components of v in the frame of box 2 are entries of M. What is found only says which axes deserve a closer look:
  // those that separate, and those that overlap less than the best face, |q| < |v| |bestFace|.
  const outer = tolerance + 2 * slack
  const overlap = bestFace < 0 ? bestFace * bestFace : 0
  let edges = 0
  let q = 0
  // unroll
  for (let i = 0; i < 3; i++) {
    const k = NEXT[i]
    const l = AFTER[i]
    // unroll
    for (let j = 0; j < 3; j++) {
      const o = NEXT[j]
      const p = AFTER[j]
      q =
        Math.abs(a[l] * M[3 * k + j] - a[k] * M[3 * l + j]) -
        (s[k] * N[3 * l + j] + s[l] * N[3 * k + j]) -
        (t[o] * N[3 * i + p] + t[p] * N[3 * i + o]) +
        slack
      if (q > outer) return APART
      if (q > 0 || q * q < overlap * (NEARLY_ONE - M[3 * i + j] * M[3 * i + j])) edges |= 1 << (3 * i + j)
    }
  }

  const { number } = boxPair
  number[TOLERANCE] = tolerance
  number[BEST_FACE] = bestFace
  // unroll
  for (let k = 0; k < 9; k++) {
    boxPair.M[k] = M[k]
  }
  // unroll
  for (let k = 0; k < 3; k++) {
    boxPair.a[k] = a[k]
    boxPair.b[k] = b[k]
    boxPair.h1[k] = s[k]
    boxPair.h2[k] = t[k]
  }
  return best + 8 * edges
}

/** Numbers that become local variables. */
function locals(count: number): Float64Array {
  return new Float64Array(count)
}
