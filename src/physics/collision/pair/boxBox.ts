import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { touchFace } from './boxFace.ts'

/**
 * Two boxes. Two convex polyhedra are apart exactly if the normal of a face of one of them, or the cross product of an
 * edge of each, separates them; if none does, the direction of least overlap tells how they contacts. Where it is the
 * normal of a face, the face of the other box that is turned towards it is clipped to its outline, and what remains
 * below the face are the contacts; where it is across two edges, there is one contact between them.
 *
 * M has the axes of box 2 in the frame of box 1 as its columns, a is the center of box 2 in that frame, b the center of
 * box 1 in the frame of box 2; h1 and h2 are the half sizes.
 */
const M = new Float64Array(9)
const a = new Float64Array(3)
const b = new Float64Array(3)
const h1 = new Float64Array(3)
const h2 = new Float64Array(3)

/** An edge axis is preferred over a face only if it is better by this share. */
const EDGE_PREFERENCE = 1e-6
/** Cross products of edges with a smaller square are of parallel edges. */
const PARALLEL_EDGES = 1e-16
/** An edge axis this close to the best face (cosine of the angle) and not better by `FACE_SHARE` gives way to the face. */
const FACE_COSINE = 0.99
const FACE_SHARE = 0.05
/** Where a component of the normal is below this, either of two edges may be the supporting one. */
const EITHER_EDGE = 1e-9
/** Boxes may be apart by this share of the sum of their half sizes and still count as touching. */
const ROUNDING = 1e-13

/** One, and more than rounding can take away from it. */
const NEARLY_ONE = 1 + 1e-12

/** Separation along the best axis so far, and along the best face. */
const separation = new Float64Array(2)
const BEST = 0
const FACE = 1

const NEXT = new Uint8Array([1, 2, 0])
const AFTER = new Uint8Array([2, 0, 1])

/** Up to eight contacts with a face, or one between two edges. */
export function boxBox(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const c1 = 3 * g1
  const c2 = 3 * g2
  const r1 = 9 * g1
  const r2 = 9 * g2
  const h1x = geom_size[c1]
  const h1y = geom_size[c1 + 1]
  const h1z = geom_size[c1 + 2]
  const h2x = geom_size[c2]
  const h2y = geom_size[c2 + 1]
  const h2z = geom_size[c2 + 2]
  const slack = ROUNDING * (h1x + h1y + h1z + h2x + h2y + h2z)
  const tolerance = contacts.margin[0] + slack
  const dx = geom_xpos[c2] - geom_xpos[c1]
  const dy = geom_xpos[c2 + 1] - geom_xpos[c1 + 1]
  const dz = geom_xpos[c2 + 2] - geom_xpos[c1 + 2]
  const bxx = geom_xmat[r2]
  const byx = geom_xmat[r2 + 1]
  const bzx = geom_xmat[r2 + 2]
  const bxy = geom_xmat[r2 + 3]
  const byy = geom_xmat[r2 + 4]
  const bzy = geom_xmat[r2 + 5]
  const bxz = geom_xmat[r2 + 6]
  const byz = geom_xmat[r2 + 7]
  const bzz = geom_xmat[r2 + 8]

  // normals of box 1
  const x0 = geom_xmat[r1]
  const y0 = geom_xmat[r1 + 3]
  const z0 = geom_xmat[r1 + 6]
  const a0 = x0 * dx + y0 * dy + z0 * dz
  const m00 = x0 * bxx + y0 * bxy + z0 * bxz
  const m01 = x0 * byx + y0 * byy + z0 * byz
  const m02 = x0 * bzx + y0 * bzy + z0 * bzz
  const n00 = Math.abs(m00)
  const n01 = Math.abs(m01)
  const n02 = Math.abs(m02)
  const face0 = Math.abs(a0) - h1x - (n00 * h2x + n01 * h2y + n02 * h2z)
  if (face0 > tolerance) return
  const x1 = geom_xmat[r1 + 1]
  const y1 = geom_xmat[r1 + 4]
  const z1 = geom_xmat[r1 + 7]
  const a1 = x1 * dx + y1 * dy + z1 * dz
  const m10 = x1 * bxx + y1 * bxy + z1 * bxz
  const m11 = x1 * byx + y1 * byy + z1 * byz
  const m12 = x1 * bzx + y1 * bzy + z1 * bzz
  const n10 = Math.abs(m10)
  const n11 = Math.abs(m11)
  const n12 = Math.abs(m12)
  const face1 = Math.abs(a1) - h1y - (n10 * h2x + n11 * h2y + n12 * h2z)
  if (face1 > tolerance) return
  const x2 = geom_xmat[r1 + 2]
  const y2 = geom_xmat[r1 + 5]
  const z2 = geom_xmat[r1 + 8]
  const a2 = x2 * dx + y2 * dy + z2 * dz
  const m20 = x2 * bxx + y2 * bxy + z2 * bxz
  const m21 = x2 * byx + y2 * byy + z2 * byz
  const m22 = x2 * bzx + y2 * bzy + z2 * bzz
  const n20 = Math.abs(m20)
  const n21 = Math.abs(m21)
  const n22 = Math.abs(m22)
  const face2 = Math.abs(a2) - h1z - (n20 * h2x + n21 * h2y + n22 * h2z)
  if (face2 > tolerance) return

  // normals of box 2
  const b0 = -(bxx * dx + bxy * dy + bxz * dz)
  const face3 = Math.abs(b0) - h2x - (n00 * h1x + n10 * h1y + n20 * h1z)
  if (face3 > tolerance) return
  const b1 = -(byx * dx + byy * dy + byz * dz)
  const face4 = Math.abs(b1) - h2y - (n01 * h1x + n11 * h1y + n21 * h1z)
  if (face4 > tolerance) return
  const b2 = -(bzx * dx + bzy * dy + bzz * dz)
  const face5 = Math.abs(b2) - h2z - (n02 * h1x + n12 * h1y + n22 * h1z)
  if (face5 > tolerance) return

  let face = 0
  let bestFace = face0
  if (face1 > bestFace) {
    bestFace = face1
    face = 1
  }
  if (face2 > bestFace) {
    bestFace = face2
    face = 2
  }
  if (face3 > bestFace) {
    bestFace = face3
    face = 3
  }
  if (face4 > bestFace) {
    bestFace = face4
    face = 4
  }
  if (face5 > bestFace) {
    bestFace = face5
    face = 5
  }

  // Across an edge of each: v = e_i × M_j, not of unit length here but |v|² = 1 - M_ij². Since M is a rotation, the
  // components of v in the frame of box 2 are entries of M. What is found only says which axes deserve a closer look: those
  // that separate, and those that overlap less than the best face, |q| < |v| |bestFace|.
  const outer = tolerance + 2 * slack
  const overlap = bestFace < 0 ? bestFace * bestFace : 0
  let edges = 0
  let q = 0
  q = Math.abs(a2 * m10 - a1 * m20) - (h1y * n20 + h1z * n10) - (h2y * n02 + h2z * n01) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m00 * m00)) edges |= 1
  q = Math.abs(a2 * m11 - a1 * m21) - (h1y * n21 + h1z * n11) - (h2x * n02 + h2z * n00) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m01 * m01)) edges |= 2
  q = Math.abs(a2 * m12 - a1 * m22) - (h1y * n22 + h1z * n12) - (h2x * n01 + h2y * n00) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m02 * m02)) edges |= 4
  q = Math.abs(a0 * m20 - a2 * m00) - (h1x * n20 + h1z * n00) - (h2y * n12 + h2z * n11) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m10 * m10)) edges |= 8
  q = Math.abs(a0 * m21 - a2 * m01) - (h1x * n21 + h1z * n01) - (h2x * n12 + h2z * n10) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m11 * m11)) edges |= 16
  q = Math.abs(a0 * m22 - a2 * m02) - (h1x * n22 + h1z * n02) - (h2x * n11 + h2y * n10) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m12 * m12)) edges |= 32
  q = Math.abs(a1 * m00 - a0 * m10) - (h1x * n10 + h1y * n00) - (h2y * n22 + h2z * n21) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m20 * m20)) edges |= 64
  q = Math.abs(a1 * m01 - a0 * m11) - (h1x * n11 + h1y * n01) - (h2x * n22 + h2z * n20) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m21 * m21)) edges |= 128
  q = Math.abs(a1 * m02 - a0 * m12) - (h1x * n12 + h1y * n02) - (h2x * n21 + h2y * n20) + slack
  if (q > outer) return
  if (q > 0 || q * q < overlap * (NEARLY_ONE - m22 * m22)) edges |= 256

  M[0] = m00
  M[1] = m01
  M[2] = m02
  M[3] = m10
  M[4] = m11
  M[5] = m12
  M[6] = m20
  M[7] = m21
  M[8] = m22
  a[0] = a0
  b[0] = b0
  h1[0] = h1x
  h2[0] = h2x
  a[1] = a1
  b[1] = b1
  h1[1] = h1y
  h2[1] = h2y
  a[2] = a2
  b[2] = b2
  h1[2] = h1z
  h2[2] = h2z

  let edge = -1
  if (edges !== 0) {
    separation[BEST] = bestFace
    separation[FACE] = bestFace
    limit[0] = tolerance
    edge = bestEdge(edges)
    if (edge === APART) return
    if (edge >= 0 && faceInstead(edge, face)) edge = -1
  }
  if (edge >= 0) touchEdges(edge, d, g1, contacts)
  else if (face < 3) touchFace(face, d, g1, 1, M, 3, a, h1, h2, contacts)
  else touchFace(face - 3, d, g2, -1, M, 1, b, h2, h1, contacts)
}

/** The boxes are apart if they are farther from each other than this along some axis. */
const limit = new Float64Array(1)
/** Answer of `bestEdge`: the boxes are apart. */
const APART = -2

/** The best among the edge axes whose bits are set, in `separation` too; -1: none is better than the best face. */
function bestEdge(edges: number): number {
  const bestFace = separation[FACE]
  const tolerance = limit[0]
  let best = bestFace
  let edge = -1
  for (let i = 0; i < 3; i++) {
    const k = NEXT[i]
    const l = AFTER[i]
    for (let j = 0; j < 3; j++) {
      if ((edges & (1 << (3 * i + j))) === 0) continue
      let vk = -M[3 * l + j]
      let vl = M[3 * k + j]
      const squared = vk * vk + vl * vl
      if (squared < PARALLEL_EDGES) continue
      const inverse = 1 / Math.sqrt(squared)
      vk *= inverse
      vl *= inverse
      const p = NEXT[j]
      const q = AFTER[j]
      const wp = vk * M[3 * k + p] + vl * M[3 * l + p]
      const wq = vk * M[3 * k + q] + vl * M[3 * l + q]
      const apart =
        Math.abs(vk * a[k] + vl * a[l]) -
        (Math.abs(vk) * h1[k] + Math.abs(vl) * h1[l]) -
        (Math.abs(wp) * h2[p] + Math.abs(wq) * h2[q])
      if (apart > tolerance) return APART
      if (apart - EDGE_PREFERENCE * Math.abs(apart) > best && apart > bestFace) {
        best = apart
        edge = 3 * i + j
      }
    }
  }
  separation[BEST] = best
  return edge
}

/** The normal of an edge contact, in the frame of box 1 and of box 2, pointing from box 1 to box 2. */
const v = new Float64Array(3)
const w = new Float64Array(3)

/** Fills v and w for an edge axis, 3 i + j. */
function edgeNormal(edge: number): void {
  const i = Math.trunc(edge / 3)
  const j = edge - 3 * i
  const k = NEXT[i]
  const l = AFTER[i]
  let vk = -M[3 * l + j]
  let vl = M[3 * k + j]
  const inverse = 1 / Math.sqrt(vk * vk + vl * vl)
  vk *= inverse
  vl *= inverse
  if (vk * a[k] + vl * a[l] < 0) {
    vk = -vk
    vl = -vl
  }
  v[i] = 0
  v[k] = vk
  v[l] = vl
  for (let c = 0; c < 3; c++) w[c] = vk * M[3 * k + c] + vl * M[3 * l + c]
}

/** Whether the best face is to be taken in place of an edge axis: it points nearly the same way and is not much worse. */
function faceInstead(edge: number, face: number): boolean {
  edgeNormal(edge)
  const cosine = Math.abs(face < 3 ? v[face] : w[face - 3])
  const limit = separation[FACE] + FACE_SHARE * Math.abs(separation[FACE]) + MINVAL
  return cosine > FACE_COSINE && separation[BEST] < limit
}

/** Middle of the supporting edge of each box, in the frame of box 1. */
const k1 = new Float64Array(3)
const k2 = new Float64Array(3)
/** The witnesses: the points of the two edges that are closest to each other. */
const w1 = new Float64Array(3)
const w2 = new Float64Array(3)

/** One contact, between the points of the two supporting edges that are closest to each other. Reads v and w. */
function touchEdges(edge: number, d: Data, g1: number, contacts: ContactBuffer): void {
  const i = Math.trunc(edge / 3)
  const j = edge - 3 * i
  const k = NEXT[i]
  const l = AFTER[i]
  const p = NEXT[j]
  const q = AFTER[j]

  // bits: which of the four edges; a second choice where the normal is parallel to a face beside the edge
  const edge1 = (v[k] >= 0 ? 1 : 0) | (v[l] >= 0 ? 2 : 0)
  const edge2 = (w[p] <= 0 ? 1 : 0) | (w[q] <= 0 ? 2 : 0)
  const other1 = edge1 ^ (Math.abs(v[k]) < EITHER_EDGE ? 1 : Math.abs(v[l]) < EITHER_EDGE ? 2 : 0)
  const other2 = edge2 ^ (Math.abs(w[p]) < EITHER_EDGE ? 1 : Math.abs(w[q]) < EITHER_EDGE ? 2 : 0)
  closest[0] = Infinity
  tryEdges(i, j, edge1, edge2)
  if (other2 !== edge2) tryEdges(i, j, edge1, other2)
  if (other1 !== edge1) {
    tryEdges(i, j, other1, edge2)
    if (other2 !== edge2) tryEdges(i, j, other1, other2)
  }

  const apart = (w2[0] - w1[0]) * v[0] + (w2[1] - w1[1]) * v[1] + (w2[2] - w1[2]) * v[2]
  const total = h1[0] + h1[1] + h1[2] + h2[0] + h2[1] + h2[2]
  if (apart > contacts.margin[0] + ROUNDING * total) return
  const x = 0.5 * (w1[0] + w2[0])
  const y = 0.5 * (w1[1] + w2[1])
  const z = 0.5 * (w1[2] + w2[2])

  const { geom_xpos, geom_xmat } = d
  const { dist, pos, normal, tangent } = contacts
  const n = contacts.count
  dist[n] = apart
  for (let c = 0; c < 3; c++) {
    const r = 9 * g1 + 3 * c
    pos[3 * n + c] = geom_xpos[3 * g1 + c] + (geom_xmat[r] * x + geom_xmat[r + 1] * y + geom_xmat[r + 2] * z)
    normal[3 * n + c] = geom_xmat[r] * v[0] + geom_xmat[r + 1] * v[1] + geom_xmat[r + 2] * v[2]
    tangent[3 * n + c] = 0
  }
  contacts.count = n + 1
}

/** Squared distance of the witnesses. */
const closest = new Float64Array(1)

/** Finds the witnesses of two edges, and keeps them if they are closer than those so far. */
function tryEdges(i: number, j: number, edge1: number, edge2: number): void {
  const k = NEXT[i]
  const l = AFTER[i]
  const p = NEXT[j]
  const q = AFTER[j]
  k1[i] = 0
  k1[k] = edge1 & 1 ? h1[k] : -h1[k]
  k1[l] = edge1 & 2 ? h1[l] : -h1[l]
  const along2p = edge2 & 1 ? h2[p] : -h2[p]
  const along2q = edge2 & 2 ? h2[q] : -h2[q]
  for (let c = 0; c < 3; c++) k2[c] = a[c] + (along2p * M[3 * c + p] + along2q * M[3 * c + q])

  // k1 + s e_i and k2 + t M_j, with e = k2 - k1 and the cosine between them
  const e0 = k2[0] - k1[0]
  const e1 = k2[1] - k1[1]
  const e2 = k2[2] - k1[2]
  const ei = i === 0 ? e0 : i === 1 ? e1 : e2
  const cosine = M[3 * i + j]
  const ej = M[j] * e0 + M[3 + j] * e1 + M[6 + j] * e2
  const sine2 = 1 - cosine * cosine
  let s = sine2 < MINVAL ? 0 : (ei - cosine * ej) / sine2
  s = Math.max(-h1[i], Math.min(h1[i], s))
  const t = Math.max(-h2[j], Math.min(h2[j], cosine * s - ej))
  s = Math.max(-h1[i], Math.min(h1[i], ei + cosine * t))

  k1[i] += s
  let squared = 0
  for (let c = 0; c < 3; c++) {
    k2[c] += t * M[3 * c + j]
    squared += (k2[c] - k1[c]) * (k2[c] - k1[c])
  }
  if (!(squared < closest[0])) return
  closest[0] = squared
  for (let c = 0; c < 3; c++) {
    w1[c] = k1[c]
    w2[c] = k2[c]
  }
}
