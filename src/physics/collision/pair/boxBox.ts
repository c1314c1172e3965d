import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, commitContact } from '../contact/contactBuffer.ts'
import { boxAxes } from './boxAxes.ts'
import { collideFace } from './boxFace.ts'
import { AFTER, APART, BEST, BEST_FACE, boxPair, NEXT, ROUNDING, TOLERANCE } from './boxPair.ts'

/**
 * Two boxes, by the separating axis test: two convex polyhedra are apart exactly if the normal of a face of one of
 * them, or the cross product of an edge of each, separates them (S. Gottschalk, M. C. Lin, D. Manocha, "OBBTree: A
 * Hierarchical Structure for Rapid Interference Detection", SIGGRAPH 1996, https://doi.org/10.1145/237170.237244). If
 * none does, the axis of least overlap decides how they touch. Where it is the normal of a face, the face of the other
 * box that is turned toward it is clipped to its outline (`boxFace.ts`); where it is across two edges, there is one
 * contact between them.
 */

/** An edge axis is preferred over a face only if it is better by this fraction. */
export const EDGE_PREFERENCE = 1e-6
/** Cross products of edges with a smaller square are of parallel edges. */
export const PARALLEL_EDGES = 1e-16
/**
 * An edge axis this close to the best face (cosine of the angle), and not better by `FACE_SHARE`, yields to the face.
 */
export const FACE_COSINE = 0.99
export const FACE_SHARE = 0.05
/** Where a component of the normal is below this, either of two edges may be the supporting one. */
export const EITHER_EDGE = 1e-9

/** Registers of edge contacts. */
class EdgeRegisters {
  /** The normal from box 1 to box 2, in the frame of box 1 and of box 2. */
  readonly v: Float64Array = new Float64Array(3)
  readonly w: Float64Array = new Float64Array(3)
  /** A point of the supporting edge of each box, in the frame of box 1. */
  readonly k1: Float64Array = new Float64Array(3)
  readonly k2: Float64Array = new Float64Array(3)
  /** The witnesses: the points of the two edges that are closest to each other. [0] of `closest`: squared distance. */
  readonly w1: Float64Array = new Float64Array(3)
  readonly w2: Float64Array = new Float64Array(3)
  readonly closest: Float64Array = new Float64Array(1)
}

const registers = new EdgeRegisters()
const { v, w, k1, k2, w1, w2, closest } = registers
const { M, a, h1, h2, number } = boxPair

/** Up to eight contacts with a face, or one between two edges. */
export function boxBox(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const axes = boxAxes(m, d, g1, g2, contacts)
  if (axes === APART) return
  const face = axes & 7
  const edges = axes >> 3
  let edge = -1
  if (edges !== 0) {
    edge = bestEdge(edges)
    if (edge === APART) return
    if (edge >= 0 && faceInstead(edge, face)) edge = -1
  }
  if (edge >= 0) collideEdges(edge, d, g1, contacts)
  else collideFace(face, d, g1, g2, contacts)
}

/** The best among the edge axes whose bits are set, in `number[BEST]` too; -1: none is better than the best face. */
function bestEdge(edges: number): number {
  const bestFace = number[BEST_FACE]
  const tolerance = number[TOLERANCE]
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
  number[BEST] = best
  return edge
}

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

/**
 * Whether the best face is to be taken in place of an edge axis: it points nearly the same way and is not much worse.
 */
function faceInstead(edge: number, face: number): boolean {
  edgeNormal(edge)
  const cosine = Math.abs(face < 3 ? v[face] : w[face - 3])
  const limit = number[BEST_FACE] + FACE_SHARE * Math.abs(number[BEST_FACE]) + MINVAL
  return cosine > FACE_COSINE && number[BEST] < limit
}

/** One contact, between the points of the two supporting edges that are closest to each other. Reads v and w. */
function collideEdges(edge: number, d: Data, g1: number, contacts: ContactBuffer): void {
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
  const c = 3 * g1
  const r = 9 * g1
  const { dist, pos, normal } = contacts
  const at = contacts.count
  dist[at] = apart
  pos[3 * at] = geom_xpos[c] + (geom_xmat[r] * x + geom_xmat[r + 1] * y + geom_xmat[r + 2] * z)
  pos[3 * at + 1] = geom_xpos[c + 1] + (geom_xmat[r + 3] * x + geom_xmat[r + 4] * y + geom_xmat[r + 5] * z)
  pos[3 * at + 2] = geom_xpos[c + 2] + (geom_xmat[r + 6] * x + geom_xmat[r + 7] * y + geom_xmat[r + 8] * z)
  normal[3 * at] = geom_xmat[r] * v[0] + geom_xmat[r + 1] * v[1] + geom_xmat[r + 2] * v[2]
  normal[3 * at + 1] = geom_xmat[r + 3] * v[0] + geom_xmat[r + 4] * v[1] + geom_xmat[r + 5] * v[2]
  normal[3 * at + 2] = geom_xmat[r + 6] * v[0] + geom_xmat[r + 7] * v[1] + geom_xmat[r + 8] * v[2]
  commitContact(contacts)
}

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
