import { orientation } from './exactOrientation.ts'
import { planeThrough } from './hullPlane.ts'

/**
 * Convex hulls by quickhull (Barber, Dobkin, Huhdanpaa 1996, https://doi.org/10.1145/235815.235821): start from a
 * tetrahedron, and while some point is outside of a face, replace all faces that see the point by a cone from the point
 * to their horizon. Each face keeps a list of points outside of it.
 *
 * Faces are triangles in flat arrays: corners, neighbors across the side from corner k to the next, and the plane
 * n·x = d with the unit normal n pointing outward. A height above the plane decides where it exceeds its rounding
 * error; else `orientation` does. So no decision contradicts another one, the horizon is always one loop, and no point
 * is lost.
 */

/** A closed surface of triangles. */
export interface Surface {
  /** Three points for each face, counter-clockwise from outside. */
  readonly corner: Int32Array
  /** The face across the side from each corner to the next. */
  readonly neighbor: Int32Array
}

/**
 * @param points whole numbers up to 2⁵⁰, around the origin
 * @param start four points, the last one behind the triangle of the others
 */
export function quickhull(
  points: Float64Array,
  start: readonly number[],
  maxVertices = Number.POSITIVE_INFINITY,
): Surface {
  const hull = new Quickhull(points, start)
  hull.run(maxVertices)
  return hull.surface()
}

const UNSEEN = 0
const VISIBLE = 1
const DEAD = 2

/** Rounding error of a height, relative to the size of the points, for a triangle with a right angle. */
const ROUNDING = 2 ** -49

class Quickhull {
  readonly #points: Float64Array
  /** Largest distance of two points, at most. */
  readonly #size: number
  /** Lists of points outside of faces: the next one, -1 at the end. */
  readonly #nextPoint: Int32Array
  /** For a corner of the horizon: the new face whose side starts there. */
  readonly #faceFrom: Int32Array

  #capacity = 256
  #count = 0
  #corner = new Int32Array(3 * this.#capacity)
  #neighbor = new Int32Array(3 * this.#capacity)
  #plane = new Float64Array(4 * this.#capacity)
  /** Heights up to this size are in doubt. */
  #doubt = new Float64Array(this.#capacity)
  #outside = new Int32Array(this.#capacity)
  #farthest = new Int32Array(this.#capacity)
  #distance = new Float64Array(this.#capacity)
  #state = new Uint8Array(this.#capacity)
  readonly #free: number[] = []
  /** Faces that have points outside: all of them, and others that have been replaced. */
  readonly #pending: number[] = []

  constructor(points: Float64Array, start: readonly number[]) {
    const n = points.length / 3
    this.#points = points
    this.#size = diagonal(points)
    this.#nextPoint = new Int32Array(n).fill(-1)
    this.#faceFrom = new Int32Array(n)

    const [a, b, c, d] = start
    const faces = [this.#add(a, b, c), this.#add(b, d, c), this.#add(d, a, c), this.#add(a, d, b)]
    // across the side from each corner to the next
    const neighbors = [3, 1, 2, 3, 2, 0, 3, 0, 1, 2, 1, 0]
    for (let i = 0; i < 12; i++) this.#neighbor[i] = faces[neighbors[i]]
    for (let p = 0; p < n; p++) if (!start.includes(p)) this.#assign(p, faces)
    for (const face of faces) if (this.#outside[face] >= 0) this.#pending.push(face)
  }

  /** Adds points until none is outside; with a limit, the farthest of all first, until there are enough vertices. */
  run(maxVertices: number): void {
    if (!Number.isFinite(maxVertices)) {
      for (let at = 0; at < this.#pending.length; at++) this.#addFarthest(this.#pending[at])
      return
    }
    for (let vertices = 4; vertices < maxVertices; vertices++) {
      const face = this.#farthestFace()
      if (face < 0) return
      this.#addFarthest(face)
    }
  }

  surface(): Surface {
    const number = new Int32Array(this.#count)
    let count = 0
    for (let f = 0; f < this.#count; f++) if (this.#state[f] !== DEAD) number[f] = count++
    const corner = new Int32Array(3 * count)
    const neighbor = new Int32Array(3 * count)
    for (let f = 0; f < this.#count; f++) {
      if (this.#state[f] === DEAD) continue
      for (let k = 0; k < 3; k++) {
        corner[3 * number[f] + k] = this.#corner[3 * f + k]
        neighbor[3 * number[f] + k] = number[this.#neighbor[3 * f + k]]
      }
    }
    return { corner, neighbor }
  }

  /** The face with the point that is farthest outside of all. */
  #farthestFace(): number {
    const pending = this.#pending
    let kept = 0
    let best = -1
    for (const f of pending) {
      if (this.#state[f] === DEAD || this.#outside[f] < 0) continue
      pending[kept++] = f
      if (best < 0 || this.#distance[f] > this.#distance[best]) best = f
    }
    pending.length = kept
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

  /** Whether a point is outside of a face. */
  #sees(f: number, p: number): boolean {
    const height = this.#height(f, p)
    return Math.abs(height) > this.#doubt[f] ? height > 0 : this.#seesExactly(f, p)
  }

  #seesExactly(f: number, p: number): boolean {
    const corner = this.#corner
    return orientation(this.#points, corner[3 * f], corner[3 * f + 1], corner[3 * f + 2], p) > 0
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
    this.#doubt[f] = ROUNDING * this.#size * planeThrough(this.#plane, 4 * f, this.#points, a, b, c)
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
    this.#doubt = larger(this.#doubt, new Float64Array(this.#capacity))
    this.#outside = larger(this.#outside, new Int32Array(this.#capacity))
    this.#farthest = larger(this.#farthest, new Int32Array(this.#capacity))
    this.#distance = larger(this.#distance, new Float64Array(this.#capacity))
    this.#state = larger(this.#state, new Uint8Array(this.#capacity))
  }

  /** Puts a point on the list of the face that it is farthest outside of; points inside are done with. */
  #assign(p: number, faces: readonly number[]): void {
    let best = -1
    let bestHeight = 0
    let doubtful = false
    for (let i = 0; i < faces.length; i++) {
      const f = faces[i]
      const height = this.#height(f, p)
      if (height > bestHeight && height > this.#doubt[f]) {
        bestHeight = height
        best = f
      } else if (height >= -this.#doubt[f]) doubtful = true
    }
    for (let i = 0; doubtful && best < 0 && i < faces.length; i++) {
      const f = faces[i]
      if (Math.abs(this.#height(f, p)) <= this.#doubt[f] && this.#seesExactly(f, p)) best = f
    }
    if (best < 0) return
    this.#nextPoint[p] = this.#outside[best]
    this.#outside[best] = p
    if (this.#farthest[best] < 0 || bestHeight > this.#distance[best]) {
      this.#distance[best] = bestHeight
      this.#farthest[best] = p
    }
  }

  /** Makes the point that is farthest outside of a face a vertex, if there is one. */
  #addFarthest(from: number): void {
    if (this.#state[from] === DEAD || this.#outside[from] < 0) return
    const eye = this.#farthest[from]
    const visible = this.#visibleFaces(eye, from)
    const fresh = this.#cone(eye, visible)
    for (const f of visible) {
      for (let p = this.#outside[f]; p >= 0; ) {
        const next = this.#nextPoint[p]
        // what is outside of a face seen and of no new one is inside of the new hull
        if (p !== eye) this.#assign(p, fresh)
        p = next
      }
      this.#state[f] = DEAD
    }
    for (const f of visible) this.#free.push(f)
    for (const f of fresh) if (this.#outside[f] >= 0) this.#pending.push(f)
  }

  /** Faces that see a point, connected to the one it starts from. */
  #visibleFaces(eye: number, from: number): number[] {
    const visible = [from]
    this.#state[from] = VISIBLE
    for (let i = 0; i < visible.length; i++) {
      for (let k = 0; k < 3; k++) {
        const other = this.#neighbor[3 * visible[i] + k]
        if (this.#state[other] === VISIBLE || !this.#sees(other, eye)) continue
        this.#state[other] = VISIBLE
        visible.push(other)
      }
    }
    return visible
  }

  /** New faces from the horizon of the visible ones to the point. */
  #cone(eye: number, visible: readonly number[]): number[] {
    const fresh: number[] = []
    for (const f of visible)
      for (let k = 0; k < 3; k++) {
        const beyond = this.#neighbor[3 * f + k]
        if (this.#state[beyond] === VISIBLE) continue
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
}

/** Length of the diagonal of the box around points. */
function diagonal(x: Float64Array): number {
  let square = 0
  for (let axis = 0; axis < 3; axis++) {
    let least = x[axis]
    let most = x[axis]
    for (let i = axis; i < x.length; i += 3) {
      if (x[i] < least) least = x[i]
      if (x[i] > most) most = x[i]
    }
    square += (most - least) * (most - least)
  }
  return Math.sqrt(square)
}
