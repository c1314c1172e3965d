// Generated from boxAxes.loops.ts by scripts/unroll.ts: change that, then run the script.
import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { APART, BEST_FACE, boxPair, ROUNDING, TOLERANCE } from './boxPair.ts'

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
  const s0 = geom_size[c1]
  const t0 = geom_size[c2]
  const s1 = geom_size[c1 + 1]
  const t1 = geom_size[c2 + 1]
  const s2 = geom_size[c1 + 2]
  const t2 = geom_size[c2 + 2]
  const R0 = geom_xmat[r2]
  const R1 = geom_xmat[r2 + 1]
  const R2 = geom_xmat[r2 + 2]
  const R3 = geom_xmat[r2 + 3]
  const R4 = geom_xmat[r2 + 4]
  const R5 = geom_xmat[r2 + 5]
  const R6 = geom_xmat[r2 + 6]
  const R7 = geom_xmat[r2 + 7]
  const R8 = geom_xmat[r2 + 8]
  const slack = ROUNDING * (s0 + s1 + s2 + t0 + t1 + t2)
  const tolerance = contacts.margin[0] + slack
  const dx = geom_xpos[c2] - geom_xpos[c1]
  const dy = geom_xpos[c2 + 1] - geom_xpos[c1 + 1]
  const dz = geom_xpos[c2 + 2] - geom_xpos[c1 + 2]

  // M = R₁ᵀ R₂, its absolute values N, the center of each box in the frame of the other
  // normals of box 1
  const x0 = geom_xmat[r1]
  const y0 = geom_xmat[r1 + 3]
  const z0 = geom_xmat[r1 + 6]
  const a0 = x0 * dx + y0 * dy + z0 * dz
  const M0 = x0 * R0 + y0 * R3 + z0 * R6
  const N0 = Math.abs(M0)
  const M1 = x0 * R1 + y0 * R4 + z0 * R7
  const N1 = Math.abs(M1)
  const M2 = x0 * R2 + y0 * R5 + z0 * R8
  const N2 = Math.abs(M2)
  const face0 = Math.abs(a0) - s0 - (N0 * t0 + N1 * t1 + N2 * t2)
  if (face0 > tolerance) return APART
  const x1 = geom_xmat[r1 + 1]
  const y1 = geom_xmat[r1 + 3 + 1]
  const z1 = geom_xmat[r1 + 6 + 1]
  const a1 = x1 * dx + y1 * dy + z1 * dz
  const M3 = x1 * R0 + y1 * R3 + z1 * R6
  const N3 = Math.abs(M3)
  const M4 = x1 * R1 + y1 * R4 + z1 * R7
  const N4 = Math.abs(M4)
  const M5 = x1 * R2 + y1 * R5 + z1 * R8
  const N5 = Math.abs(M5)
  const face1 = Math.abs(a1) - s1 - (N3 * t0 + N4 * t1 + N5 * t2)
  if (face1 > tolerance) return APART
  const x2 = geom_xmat[r1 + 2]
  const y2 = geom_xmat[r1 + 3 + 2]
  const z2 = geom_xmat[r1 + 6 + 2]
  const a2 = x2 * dx + y2 * dy + z2 * dz
  const M6 = x2 * R0 + y2 * R3 + z2 * R6
  const N6 = Math.abs(M6)
  const M7 = x2 * R1 + y2 * R4 + z2 * R7
  const N7 = Math.abs(M7)
  const M8 = x2 * R2 + y2 * R5 + z2 * R8
  const N8 = Math.abs(M8)
  const face2 = Math.abs(a2) - s2 - (N6 * t0 + N7 * t1 + N8 * t2)
  if (face2 > tolerance) return APART

  // normals of box 2
  const b0 = -(R0 * dx + R3 * dy + R6 * dz)
  const face3 = Math.abs(b0) - t0 - (N0 * s0 + N3 * s1 + N6 * s2)
  if (face3 > tolerance) return APART
  const b1 = -(R1 * dx + R4 * dy + R7 * dz)
  const face4 = Math.abs(b1) - t1 - (N1 * s0 + N4 * s1 + N7 * s2)
  if (face4 > tolerance) return APART
  const b2 = -(R2 * dx + R5 * dy + R8 * dz)
  const face5 = Math.abs(b2) - t2 - (N2 * s0 + N5 * s1 + N8 * s2)
  if (face5 > tolerance) return APART

  let best = 0
  let bestFace = face0
  if (face0 > bestFace) {
    bestFace = face0
    best = 0
  }
  if (face1 > bestFace) {
    bestFace = face1
    best = 1
  }
  if (face2 > bestFace) {
    bestFace = face2
    best = 2
  }
  if (face3 > bestFace) {
    bestFace = face3
    best = 3
  }
  if (face4 > bestFace) {
    bestFace = face4
    best = 4
  }
  if (face5 > bestFace) {
    bestFace = face5
    best = 5
  }

  // Across an edge of each: v = e_i × M_j, not of unit length here but |v|² = 1 − M_ij². Since M is a rotation, the
  // components of v in the frame of box 2 are entries of M. What is found only says which axes deserve a closer look:
  // those that separate, and those that overlap less than the best face, |q| < |v| |bestFace|.
  const outer = tolerance + 2 * slack
  const overlap = bestFace < 0 ? bestFace * bestFace : 0
  let edges = 0
  let q = 0
  q = Math.abs(a2 * M3 - a1 * M6) - (s1 * N6 + s2 * N3) - (t1 * N2 + t2 * N1) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M0 * M0)) edges |= 1 << (3 * 0 + 0)
  q = Math.abs(a2 * M4 - a1 * M7) - (s1 * N7 + s2 * N4) - (t2 * N0 + t0 * N2) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M1 * M1)) edges |= 1 << (3 * 0 + 1)
  q = Math.abs(a2 * M5 - a1 * M8) - (s1 * N8 + s2 * N5) - (t0 * N1 + t1 * N0) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M2 * M2)) edges |= 1 << (3 * 0 + 2)
  q = Math.abs(a0 * M6 - a2 * M0) - (s2 * N0 + s0 * N6) - (t1 * N5 + t2 * N4) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M3 * M3)) edges |= 1 << (3 * 1 + 0)
  q = Math.abs(a0 * M7 - a2 * M1) - (s2 * N1 + s0 * N7) - (t2 * N3 + t0 * N5) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M4 * M4)) edges |= 1 << (3 * 1 + 1)
  q = Math.abs(a0 * M8 - a2 * M2) - (s2 * N2 + s0 * N8) - (t0 * N4 + t1 * N3) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M5 * M5)) edges |= 1 << (3 * 1 + 2)
  q = Math.abs(a1 * M0 - a0 * M3) - (s0 * N3 + s1 * N0) - (t1 * N8 + t2 * N7) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M6 * M6)) edges |= 1 << (3 * 2 + 0)
  q = Math.abs(a1 * M1 - a0 * M4) - (s0 * N4 + s1 * N1) - (t2 * N6 + t0 * N8) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M7 * M7)) edges |= 1 << (3 * 2 + 1)
  q = Math.abs(a1 * M2 - a0 * M5) - (s0 * N5 + s1 * N2) - (t0 * N7 + t1 * N6) + slack
  if (q > outer) return APART
  if (q > 0 || q * q < overlap * (NEARLY_ONE - M8 * M8)) edges |= 1 << (3 * 2 + 2)

  const { number } = boxPair
  number[TOLERANCE] = tolerance
  number[BEST_FACE] = bestFace
  boxPair.M[0] = M0
  boxPair.M[1] = M1
  boxPair.M[2] = M2
  boxPair.M[3] = M3
  boxPair.M[4] = M4
  boxPair.M[5] = M5
  boxPair.M[6] = M6
  boxPair.M[7] = M7
  boxPair.M[8] = M8
  boxPair.a[0] = a0
  boxPair.b[0] = b0
  boxPair.h1[0] = s0
  boxPair.h2[0] = t0
  boxPair.a[1] = a1
  boxPair.b[1] = b1
  boxPair.h1[1] = s1
  boxPair.h2[1] = t1
  boxPair.a[2] = a2
  boxPair.b[2] = b2
  boxPair.h1[2] = s2
  boxPair.h2[2] = t2
  return best + 8 * edges
}
