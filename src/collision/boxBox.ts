import type { Data } from '../data/data.ts'
import { MINVAL } from '../math/vec3.ts'
import type { Model } from '../model/model.ts'
import type { Touch } from './touch.ts'

/**
 * Two boxes. Two convex polyhedra are apart exactly if the normal of a face of one of them, or the cross product of an
 * edge of each, separates them; if none does, the direction of least overlap tells how they touch. Where it is the
 * normal of a face, the face of the other box that is turned towards it is clipped to its outline, and what remains
 * below the face are the contacts; where it is across two edges, there is one contact between them.
 *
 * M has the axes of box 2 in the frame of box 1 as its columns, a is the centre of box 2 in that frame, b the centre of
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
/** Corners of a clipped face are one if their squared distance is below this share of the face's squared half diagonal. */
const SAME_CORNER = 1e-14

/** Separation along the best axis so far, and along the best face. */
const separation = new Float64Array(2)
const BEST = 0
const FACE = 1

const NEXT = new Uint8Array([1, 2, 0])
const AFTER = new Uint8Array([2, 0, 1])

/** Up to eight contacts, or one between two edges. */
export function boxBox(m: Model, d: Data, g1: number, g2: number, touch: Touch): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const c1 = 3 * g1
  const c2 = 3 * g2
  const r1 = 9 * g1
  const r2 = 9 * g2
  const dx = geom_xpos[c2] - geom_xpos[c1]
  const dy = geom_xpos[c2 + 1] - geom_xpos[c1 + 1]
  const dz = geom_xpos[c2 + 2] - geom_xpos[c1 + 2]
  let total = 0
  for (let k = 0; k < 3; k++) {
    h1[k] = geom_size[c1 + k]
    h2[k] = geom_size[c2 + k]
    total += h1[k] + h2[k]
  }
  const tolerance = touch.margin[0] + ROUNDING * total

  // faces of box 1
  let best = -Infinity
  let face = -1
  for (let i = 0; i < 3; i++) {
    const x = geom_xmat[r1 + i]
    const y = geom_xmat[r1 + i + 3]
    const z = geom_xmat[r1 + i + 6]
    const mx = x * geom_xmat[r2] + y * geom_xmat[r2 + 3] + z * geom_xmat[r2 + 6]
    const my = x * geom_xmat[r2 + 1] + y * geom_xmat[r2 + 4] + z * geom_xmat[r2 + 7]
    const mz = x * geom_xmat[r2 + 2] + y * geom_xmat[r2 + 5] + z * geom_xmat[r2 + 8]
    const along = x * dx + y * dy + z * dz
    const apart = Math.abs(along) - h1[i] - (Math.abs(mx) * h2[0] + Math.abs(my) * h2[1] + Math.abs(mz) * h2[2])
    if (apart > tolerance) return
    if (apart > best) {
      best = apart
      face = i
    }
    M[3 * i] = mx
    M[3 * i + 1] = my
    M[3 * i + 2] = mz
    a[i] = along
  }

  // faces of box 2
  for (let j = 0; j < 3; j++) {
    const x = geom_xmat[r2 + j]
    const y = geom_xmat[r2 + j + 3]
    const z = geom_xmat[r2 + j + 6]
    const along = -(x * dx + y * dy + z * dz)
    const apart =
      Math.abs(along) - h2[j] - (Math.abs(M[j]) * h1[0] + Math.abs(M[3 + j]) * h1[1] + Math.abs(M[6 + j]) * h1[2])
    if (apart > tolerance) return
    if (apart > best) {
      best = apart
      face = 3 + j
    }
    b[j] = along
  }
  if (face < 0) return

  // across an edge of each
  const bestFace = best
  let edge = -1
  for (let i = 0; i < 3; i++) {
    const k = NEXT[i]
    const l = AFTER[i]
    for (let j = 0; j < 3; j++) {
      // v = e_i × M_j, of which component i is 0
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
      if (apart > tolerance) return
      if (apart - EDGE_PREFERENCE * Math.abs(apart) > best && apart > bestFace) {
        best = apart
        edge = 3 * i + j
      }
    }
  }
  separation[BEST] = best
  separation[FACE] = bestFace

  if (edge >= 0 && !faceInstead(edge, face)) touchEdges(edge, d, g1, touch)
  else if (face < 3) touchFace(face, d, g1, touch, true)
  else touchFace(face - 3, d, g2, touch, false)
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
function touchEdges(edge: number, d: Data, g1: number, touch: Touch): void {
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
  if (apart > touch.margin[0] + ROUNDING * total) return
  const x = 0.5 * (w1[0] + w2[0])
  const y = 0.5 * (w1[1] + w2[1])
  const z = 0.5 * (w1[2] + w2[2])

  const { geom_xpos, geom_xmat } = d
  const { dist, pos, normal, tangent } = touch
  const n = touch.count
  dist[n] = apart
  for (let c = 0; c < 3; c++) {
    const r = 9 * g1 + 3 * c
    pos[3 * n + c] = geom_xpos[3 * g1 + c] + (geom_xmat[r] * x + geom_xmat[r + 1] * y + geom_xmat[r + 2] * z)
    normal[3 * n + c] = geom_xmat[r] * v[0] + geom_xmat[r + 1] * v[1] + geom_xmat[r + 2] * v[2]
    tangent[3 * n + c] = 0
  }
  touch.count = n + 1
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

// a polygon of at most eight corners, before and after a side has been cut off: in the plane of the face, and the height
// above it
let X = new Float64Array(8)
let Y = new Float64Array(8)
let Z = new Float64Array(8)
let X2 = new Float64Array(8)
let Y2 = new Float64Array(8)
let Z2 = new Float64Array(8)
let corners = 0
/** A point in the frame of the box that owns the face. */
const local = new Float64Array(3)

/** Contacts with the face along axis k of one box, `owner`, which is the first one or not. */
function touchFace(k: number, d: Data, owner: number, touch: Touch, first: boolean): void {
  const x = NEXT[k]
  const y = AFTER[k]
  const h = first ? h1 : h2
  const hi = first ? h2 : h1
  const o = first ? a : b
  const up = o[k] >= 0 ? 1 : -1
  // element (row, column) of the matrix that has the axes of the other box as columns is at row * rs + column * cs
  const rs = first ? 3 : 1
  const cs = first ? 1 : 3

  // the face of the other box that is turned towards this one
  let f = 0
  if (Math.abs(M[k * rs + cs]) > Math.abs(M[k * rs])) f = 1
  if (Math.abs(M[k * rs + 2 * cs]) > Math.abs(M[k * rs + f * cs])) f = 2
  const f1 = NEXT[f]
  const f2 = AFTER[f]
  const towards = up * M[k * rs + f * cs] > 0 ? -hi[f] : hi[f]

  const Xc = o[x] + M[x * rs + f * cs] * towards
  const Yc = o[y] + M[y * rs + f * cs] * towards
  const Zc = up * (o[k] + M[k * rs + f * cs] * towards) - h[k]
  const ux = M[x * rs + f1 * cs] * hi[f1]
  const uy = M[y * rs + f1 * cs] * hi[f1]
  const uz = up * (M[k * rs + f1 * cs] * hi[f1])
  const wx = M[x * rs + f2 * cs] * hi[f2]
  const wy = M[y * rs + f2 * cs] * hi[f2]
  const wz = up * (M[k * rs + f2 * cs] * hi[f2])
  for (let n = 0; n < 4; n++) {
    const s1 = n === 0 || n === 3 ? 1 : -1
    const s2 = n < 2 ? 1 : -1
    X[n] = Xc + ux * s1 + wx * s2
    Y[n] = Yc + uy * s1 + wy * s2
    Z[n] = Zc + uz * s1 + wz * s2
  }
  corners = 4
  const hx = h[x]
  const hy = h[y]
  cut(0, 1, h, x)
  cut(0, -1, h, x)
  cut(1, 1, h, y)
  cut(1, -1, h, y)

  const margin = touch.margin[0]
  const near = SAME_CORNER * (hx * hx + hy * hy)
  const { geom_xpos, geom_xmat } = d
  const { dist, pos, normal, tangent } = touch
  const r = 9 * owner
  const c = 3 * owner
  const sign = first ? up : -up
  const nx = sign * geom_xmat[r + k]
  const ny = sign * geom_xmat[r + 3 + k]
  const nz = sign * geom_xmat[r + 6 + k]
  let kept = 0
  for (let n = 0; n < corners; n++) {
    if (!(Z[n] <= margin)) continue
    let repeated = false
    for (let q = 0; q < kept && !repeated; q++) {
      const ex = X[n] - X[q]
      const ey = Y[n] - Y[q]
      repeated = ex * ex + ey * ey < near
    }
    if (repeated) continue
    X[kept] = X[n]
    Y[kept] = Y[n]
    kept++
    const height = up * (h[k] + 0.5 * Z[n])
    const i = touch.count
    const i3 = 3 * i
    dist[i] = Z[n]
    local[x] = X[n]
    local[y] = Y[n]
    local[k] = height
    pos[i3] = geom_xpos[c] + (geom_xmat[r] * local[0] + geom_xmat[r + 1] * local[1] + geom_xmat[r + 2] * local[2])
    pos[i3 + 1] =
      geom_xpos[c + 1] + (geom_xmat[r + 3] * local[0] + geom_xmat[r + 4] * local[1] + geom_xmat[r + 5] * local[2])
    pos[i3 + 2] =
      geom_xpos[c + 2] + (geom_xmat[r + 6] * local[0] + geom_xmat[r + 7] * local[1] + geom_xmat[r + 8] * local[2])
    normal[i3] = nx
    normal[i3 + 1] = ny
    normal[i3 + 2] = nz
    tangent[i3] = 0
    tangent[i3 + 1] = 0
    tangent[i3 + 2] = 0
    touch.count = i + 1
  }
}

/** Cuts off of the polygon what is beyond sign · coordinate = h[axis], where the coordinate is X (0) or Y (1). */
function cut(coordinate: number, sign: number, h: Float64Array, axis: number): void {
  const U = coordinate === 0 ? X : Y
  const limit = h[axis]
  const n = corners
  let inside = 0
  for (let i = 0; i < n; i++) if (sign * U[i] - limit <= 0) inside++
  if (inside === n) return
  let out = 0
  for (let i = 0; i < n; i++) {
    const next = i + 1 < n ? i + 1 : 0
    const d0 = sign * U[i] - limit
    const d1 = sign * U[next] - limit
    if (d0 <= 0) {
      X2[out] = X[i]
      Y2[out] = Y[i]
      Z2[out] = Z[i]
      out++
    }
    if ((d0 < 0 && d1 > 0) || (d0 > 0 && d1 < 0)) {
      const t = d0 / (d0 - d1)
      X2[out] = X[i] + t * (X[next] - X[i])
      Y2[out] = Y[i] + t * (Y[next] - Y[i])
      Z2[out] = Z[i] + t * (Z[next] - Z[i])
      out++
    }
  }
  corners = out
  let swap = X
  X = X2
  X2 = swap
  swap = Y
  Y = Y2
  Y2 = swap
  swap = Z
  Z = Z2
  Z2 = swap
}
