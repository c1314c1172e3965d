import { triangleNormal } from '../../../core/math/triangle.ts'
import { dot3 } from '../../../core/math/vec3.ts'
/**
 * Convex hulls by quickhull (Barber, Dobkin, Huhdanpaa 1996, https://doi.org/10.1145/235815.235821): start from a
 * tetrahedron, and while some point is outside of a face, replace all faces that see the point by a cone from the point
 * to their horizon. Each face keeps a list of points outside of it.
 *
 * Faces are triangles in flat arrays: corners, neighbors across the side from corner k to the next, and the plane
 * n·x = d with the unit normal n pointing outward.
 */

/** Why a set of points has no hull with a volume. */
export type FlatPoints = 'colocated' | 'collinear' | 'coplanar'

/** Distances within this multiple of the coordinates' size are rounding. */
const ROUNDING = 3 * 2 ** -52
/** Relative extent below which points count as one point, one line or one plane. */
const FLAT = 1e-15

/** @returns corners of triangles, as indices of points, counter-clockwise from outside; or what is wrong */
export function quickhull(points: Float64Array, maxVertices = Number.POSITIVE_INFINITY): Int32Array | FlatPoints {
  const start = simplex(points)
  if (typeof start === 'string') return start
  const hull = new Quickhull(points, start)
  hull.run(maxVertices)
  return hull.faces()
}

/** How far a point may be from a plane and still count as being in it. */
export function planeTolerance(points: Float64Array): number {
  let size = 0
  for (let axis = 0; axis < 3; axis++) {
    let largest = 0
    for (let i = axis; i < points.length; i += 3) largest = Math.max(largest, Math.abs(points[i]))
    size += largest
  }
  return ROUNDING * size
}

const UNSEEN = 0
const VISIBLE = 1
const DEAD = 2

class Quickhull {
  readonly #points: Float64Array
  readonly #tolerance: number
  /** Lists of points outside of faces: the next one, -1 at the end. */
  readonly #nextPoint: Int32Array
  /** For a corner of the horizon: the new face whose side starts there, in the round of `stamp`. */
  readonly #faceFrom: Int32Array
  readonly #stamp: Int32Array
  #round = 0

  #capacity = 256
  #count = 0
  #corner = new Int32Array(3 * this.#capacity)
  #neighbor = new Int32Array(3 * this.#capacity)
  #plane = new Float64Array(4 * this.#capacity)
  #outside = new Int32Array(this.#capacity)
  #farthest = new Int32Array(this.#capacity)
  #distance = new Float64Array(this.#capacity)
  #state = new Uint8Array(this.#capacity)
  readonly #free: number[] = []
  readonly #pending: number[] = []

  constructor(points: Float64Array, start: readonly number[]) {
    const n = points.length / 3
    this.#points = points
    this.#tolerance = planeTolerance(points)
    this.#nextPoint = new Int32Array(n).fill(-1)
    this.#faceFrom = new Int32Array(n)
    this.#stamp = new Int32Array(n)

    const [a, b, c, d] = start
    const faces = [this.#add(a, b, c), this.#add(b, d, c), this.#add(d, a, c), this.#add(a, d, b)]
    // across the side from each corner to the next
    const neighbors = [3, 1, 2, 3, 2, 0, 3, 0, 1, 2, 1, 0]
    for (let i = 0; i < 12; i++) this.#neighbor[i] = faces[neighbors[i]]
    for (let p = 0; p < n; p++) if (!start.includes(p)) this.#assign(p, faces)
    for (const face of faces) if (this.#outside[face] >= 0) this.#pending.push(face)
  }

  /** Adds points until none is outside, or there are enough vertices. */
  run(maxVertices: number): void {
    const limited = Number.isFinite(maxVertices)
    for (let vertices = 4, at = 0; at < this.#pending.length && vertices < maxVertices; ) {
      const face = limited ? this.#farthestFace() : this.#pending[at++]
      if (face < 0) return
      if (this.#state[face] === DEAD || this.#outside[face] < 0) continue
      if (this.#addPoint(this.#farthest[face], face)) vertices++
    }
  }

  faces(): Int32Array {
    const out: number[] = []
    for (let f = 0; f < this.#count; f++)
      if (this.#state[f] !== DEAD) out.push(this.#corner[3 * f], this.#corner[3 * f + 1], this.#corner[3 * f + 2])
    return Int32Array.from(out)
  }

  /** The face with the point that is farthest outside of all. */
  #farthestFace(): number {
    let best = -1
    for (let f = 0; f < this.#count; f++)
      if (this.#state[f] !== DEAD && this.#outside[f] >= 0 && (best < 0 || this.#distance[f] > this.#distance[best]))
        best = f
    return best
  }

  /** Distance of a point from the plane of a face, positive outside. */
  #height(f: number, p: number): number {
    const plane = this.#plane
    const x = this.#points
    return (
      plane[4 * f] * x[3 * p] + plane[4 * f + 1] * x[3 * p + 1] + plane[4 * f + 2] * x[3 * p + 2] - plane[4 * f + 3]
    )
  }

  #add(a: number, b: number, c: number): number {
    const f = this.#free.pop() ?? this.#count++
    if (f >= this.#capacity) this.#grow()
    this.#corner[3 * f] = a
    this.#corner[3 * f + 1] = b
    this.#corner[3 * f + 2] = c
    this.#outside[f] = -1
    this.#state[f] = UNSEEN
    this.#distance[f] = 0
    this.#farthest[f] = -1
    planeThrough(this.#plane, 4 * f, this.#points, a, b, c)
    return f
  }

  #grow(): void {
    const larger = <T extends Int32Array | Float64Array | Uint8Array>(old: T, fresh: T): T => {
      fresh.set(old)
      return fresh
    }
    this.#capacity *= 2
    this.#corner = larger(this.#corner, new Int32Array(3 * this.#capacity))
    this.#neighbor = larger(this.#neighbor, new Int32Array(3 * this.#capacity))
    this.#plane = larger(this.#plane, new Float64Array(4 * this.#capacity))
    this.#outside = larger(this.#outside, new Int32Array(this.#capacity))
    this.#farthest = larger(this.#farthest, new Int32Array(this.#capacity))
    this.#distance = larger(this.#distance, new Float64Array(this.#capacity))
    this.#state = larger(this.#state, new Uint8Array(this.#capacity))
  }

  /** Puts a point on the list of the face that it is farthest outside of; points inside are forgotten. */
  #assign(p: number, faces: readonly number[]): void {
    let best = -1
    let bestHeight = this.#tolerance
    for (let i = 0; i < faces.length; i++) {
      const height = this.#height(faces[i], p)
      if (height > bestHeight) {
        bestHeight = height
        best = faces[i]
      }
    }
    if (best < 0) return
    this.#nextPoint[p] = this.#outside[best]
    this.#outside[best] = p
    if (bestHeight > this.#distance[best]) {
      this.#distance[best] = bestHeight
      this.#farthest[best] = p
    }
  }

  /** Makes a point a vertex; false, and the point forgotten, when rounding leaves no proper horizon around it. */
  #addPoint(eye: number, from: number): boolean {
    let visible = this.#visibleFaces(eye, from, this.#tolerance)
    let fresh = this.#cone(eye, visible)
    if (!fresh) {
      // faces that see the point from the side make the horizon simple
      for (const f of visible) this.#state[f] = UNSEEN
      visible = this.#visibleFaces(eye, from, -this.#tolerance)
      fresh = this.#cone(eye, visible)
    }
    if (!fresh) {
      for (const f of visible) this.#state[f] = UNSEEN
      this.#forget(eye, from)
      return false
    }

    for (const f of visible) {
      for (let p = this.#outside[f]; p >= 0; ) {
        const next = this.#nextPoint[p]
        if (p !== eye) this.#assign(p, fresh)
        p = next
      }
      this.#state[f] = DEAD
    }
    this.#free.push(...visible)
    for (const f of fresh) if (this.#outside[f] >= 0) this.#pending.push(f)
    return true
  }

  /** Faces that see a point from farther than `above`, connected to the one it starts from. */
  #visibleFaces(eye: number, from: number, above: number): number[] {
    const visible = [from]
    this.#state[from] = VISIBLE
    for (let i = 0; i < visible.length; i++) {
      for (let k = 0; k < 3; k++) {
        const other = this.#neighbor[3 * visible[i] + k]
        if (this.#state[other] === VISIBLE || !(this.#height(other, eye) > above)) continue
        this.#state[other] = VISIBLE
        visible.push(other)
      }
    }
    return visible
  }

  /** New faces from the horizon of the visible ones to the point; undefined when the horizon touches itself. */
  #cone(eye: number, visible: readonly number[]): number[] | undefined {
    const round = ++this.#round
    const horizon: number[] = []
    for (const f of visible)
      for (let k = 0; k < 3; k++) {
        if (this.#state[this.#neighbor[3 * f + k]] === VISIBLE) continue
        const start = this.#corner[3 * f + k]
        if (this.#stamp[start] === round) return undefined
        this.#stamp[start] = round
        horizon.push(f, k)
      }
    if (horizon.length < 6) return undefined

    const fresh: number[] = []
    for (let i = 0; i < horizon.length; i += 2) {
      const f = horizon[i]
      const k = horizon[i + 1]
      const beyond = this.#neighbor[3 * f + k]
      const a = this.#corner[3 * f + k]
      const b = this.#corner[3 * f + ((k + 1) % 3)]
      const face = this.#add(a, b, eye)
      this.#faceFrom[a] = face
      this.#neighbor[3 * face] = beyond
      // the side of the face beyond that runs from b to a
      const side = this.#corner[3 * beyond] === b ? 0 : this.#corner[3 * beyond + 1] === b ? 1 : 2
      this.#neighbor[3 * beyond + side] = face
      fresh.push(face)
    }
    for (const face of fresh) {
      const next = this.#faceFrom[this.#corner[3 * face + 1]]
      this.#neighbor[3 * face + 1] = next
      this.#neighbor[3 * next + 2] = face
    }
    return fresh
  }

  /** Takes a point off the list of a face. */
  #forget(point: number, f: number): void {
    let kept = -1
    this.#distance[f] = 0
    for (let p = this.#outside[f]; p >= 0; ) {
      const next = this.#nextPoint[p]
      if (p !== point) {
        this.#nextPoint[p] = kept
        kept = p
        const height = this.#height(f, p)
        if (height > this.#distance[f]) {
          this.#distance[f] = height
          this.#farthest[f] = p
        }
      }
      p = next
    }
    this.#outside[f] = this.#distance[f] > 0 ? kept : -1
    if (this.#outside[f] >= 0) this.#pending.push(f)
  }
}

/** Unit normal and offset of the plane through three points, counter-clockwise from outside. */
function planeThrough(out: Float64Array, o: number, x: Float64Array, a: number, b: number, c: number): void {
  triangleNormal(out, o, x, 3 * a, 3 * b, 3 * c)
  const length = Math.sqrt(dot3(out, o, out, o))
  const scale = length > 0 ? 1 / length : 0
  out[o] *= scale
  out[o + 1] *= scale
  out[o + 2] *= scale
  out[o + 3] = out[o] * x[3 * a] + out[o + 1] * x[3 * a + 1] + out[o + 2] * x[3 * a + 2]
}

/** An outermost point along an axis is good enough for the start if it spans this part of what it could at best. */
const WIDE = 0.2

/**
 * Four points that span a large volume: the outermost two along x, then one that spans a large area with them, then one
 * that spans a large volume with these three, which is the last and behind their triangle. Taken from the outermost
 * points along the axes where these are good enough.
 */
function simplex(x: Float64Array): readonly number[] | FlatPoints {
  const extremes: number[] = []
  const widths: number[] = []
  let size = 0
  for (let axis = 0; axis < 3; axis++) {
    const [least, most] = extremesAlong(x, axis)
    extremes.push(least, most)
    widths.push(x[3 * most + axis] - x[3 * least + axis])
    size = Math.max(size, Math.abs(x[3 * least + axis]), Math.abs(x[3 * most + axis]))
  }
  const width = Math.max(...widths)
  if (!(width > FLAT * size)) return 'colocated'
  const axis = widths[0] >= WIDE * width ? 0 : widths.indexOf(width)
  const [a, b] = extremes.slice(2 * axis)

  const c = farthest(x, extremes, WIDE * width * width, (p) => crossLength(x, a, b, p))
  if (!(crossLength(x, a, b, c) > FLAT * width * size)) return 'collinear'
  const plane = new Float64Array(4)
  planeThrough(plane, 0, x, c, b, a)
  const height = (p: number): number =>
    plane[0] * x[3 * p] + plane[1] * x[3 * p + 1] + plane[2] * x[3 * p + 2] - plane[3]
  const d = farthest(x, extremes, WIDE * width, (p) => Math.abs(height(p)))
  if (!(Math.abs(height(d)) > planeTolerance(x))) return 'coplanar'
  return height(d) < 0 ? [c, b, a, d] : [b, c, a, d]
}

/** First of the points with the least and of those with the greatest coordinate. */
function extremesAlong(x: Float64Array, axis: number): readonly [number, number] {
  let least = 0
  let most = 0
  for (let p = 1; p < x.length / 3; p++) {
    if (x[3 * p + axis] < x[3 * least + axis]) least = p
    if (x[3 * p + axis] > x[3 * most + axis]) most = p
  }
  return [least, most]
}

/** The candidate with the greatest measure if that is enough, else the point with the greatest measure of all. */
function farthest(
  x: Float64Array,
  candidates: readonly number[],
  enough: number,
  measure: (p: number) => number,
): number {
  let best = candidates[0]
  for (const p of candidates) if (measure(p) > measure(best)) best = p
  if (measure(best) >= enough) return best
  let most = measure(best)
  for (let p = 0; p < x.length / 3; p++) {
    const value = measure(p)
    if (value > most) {
      most = value
      best = p
    }
  }
  return best
}

/** |(b − a) × (p − a)| */
function crossLength(x: Float64Array, a: number, b: number, p: number): number {
  const ux = x[3 * b] - x[3 * a]
  const uy = x[3 * b + 1] - x[3 * a + 1]
  const uz = x[3 * b + 2] - x[3 * a + 2]
  const vx = x[3 * p] - x[3 * a]
  const vy = x[3 * p + 1] - x[3 * a + 1]
  const vz = x[3 * p + 2] - x[3 * a + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  return Math.sqrt(nx * nx + ny * ny + nz * nz)
}
