import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'

/** Bounds are widened by this share, so that rounding never hides a geom; vertices of meshes are in single precision. */
const SLACK = 1e-6
/** Geoms in a leaf. */
const LEAF = 2

/**
 * A tree of boxes over some geoms where they are now, world frame, for many rays. It is built by splitting at the median of
 * centres along the longest side of the box of the centres, and walked from near to far: the caller asks for the `next`
 * geom and `offer`s what the ray met, which cuts off everything behind. Planes have no box and come first.
 */
export class RayTree {
  /** Distance and normal of the nearest hit so far, as `RAY_X` lays them out; distance -1: none. */
  readonly best: Float64Array = new Float64Array(4)
  /** The geom of the nearest hit so far; -1: none. */
  nearest = -1

  /** Geoms with a box, in the order of the leaves, and geoms without. */
  readonly #order: Int32Array
  readonly #endless: Int32Array
  #count = 0
  #endlessCount = 0
  /** By geom: least corner, greatest corner. */
  readonly #box: Float64Array
  /** By node: least corner, greatest corner; what it holds; nodes stand parent, left, right. */
  readonly #node: Float64Array
  readonly #from: Int32Array
  readonly #to: Int32Array
  /** The right child; the left one is the next node; -1: a leaf. */
  readonly #right: Int32Array
  #nodes = 0

  // a walk in progress
  readonly #p: Float64Array = new Float64Array(3)
  readonly #inverse: Float64Array = new Float64Array(3)
  readonly #stack: Int32Array = new Int32Array(64)
  readonly #entry: Float64Array = new Float64Array(64)
  readonly #near: Float64Array = new Float64Array(1)
  #waiting = 0
  #place = 0
  #end = 0
  #endlessPlace = 0

  /** @param capacity most geoms */
  constructor(capacity: number) {
    this.#order = new Int32Array(capacity)
    this.#endless = new Int32Array(capacity)
    this.#box = new Float64Array(6 * capacity)
    const nodes = Math.max(1, 2 * capacity)
    this.#node = new Float64Array(6 * nodes)
    this.#from = new Int32Array(nodes)
    this.#to = new Int32Array(nodes)
    this.#right = new Int32Array(nodes)
  }

  clear(): void {
    this.#count = 0
    this.#endlessCount = 0
  }

  add(m: Model, d: Data, geom: number): void {
    if (m.geom_rbound[geom] === 0) {
      this.#endless[this.#endlessCount++] = geom
      return
    }
    this.#order[this.#count++] = geom
    const { geom_aabb } = m
    const { geom_xpos, geom_xmat } = d
    const box = this.#box
    const a = 6 * geom
    for (let k = 0; k < 3; k++) {
      const R = 9 * geom + 3 * k
      const x = geom_xmat[R]
      const y = geom_xmat[R + 1]
      const z = geom_xmat[R + 2]
      const centre = geom_xpos[3 * geom + k] + x * geom_aabb[a] + y * geom_aabb[a + 1] + z * geom_aabb[a + 2]
      const half = Math.abs(x) * geom_aabb[a + 3] + Math.abs(y) * geom_aabb[a + 4] + Math.abs(z) * geom_aabb[a + 5]
      const slack = SLACK * (Math.abs(centre) + half)
      box[a + k] = centre - half - slack
      box[a + 3 + k] = centre + half + slack
    }
  }

  build(): void {
    this.#nodes = 0
    if (this.#count > 0) this.#split(0, this.#count)
  }

  #split(from: number, to: number): void {
    const node = this.#nodes++
    this.#from[node] = from
    this.#to[node] = to
    this.#right[node] = -1
    const axis = this.#enclose(node, from, to)
    if (to - from <= LEAF) return
    const middle = (from + to) >> 1
    this.#selectMedian(from, to - 1, middle, axis)
    this.#split(from, middle)
    this.#right[node] = this.#nodes
    this.#split(middle, to)
  }

  /** The box of a node. @returns the axis along which centres are spread most */
  #enclose(node: number, from: number, to: number): number {
    const box = this.#box
    const out = this.#node
    const order = this.#order
    let axis = 0
    let widest = -1
    for (let k = 0; k < 3; k++) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      let first = Number.POSITIVE_INFINITY
      let last = Number.NEGATIVE_INFINITY
      for (let i = from; i < to; i++) {
        const a = 6 * order[i] + k
        const l = box[a]
        const h = box[a + 3]
        if (l < low) low = l
        if (h > high) high = h
        if (l + h < first) first = l + h
        if (l + h > last) last = l + h
      }
      out[6 * node + k] = low
      out[6 * node + 3 + k] = high
      if (last - first > widest) {
        widest = last - first
        axis = k
      }
    }
    return axis
  }

  #selectMedian(from: number, to: number, middle: number, axis: number): void {
    const order = this.#order
    const box = this.#box
    let first = from
    let last = to
    while (first < last) {
      const centre = 6 * order[(first + last) >> 1] + axis
      const pivot = box[centre] + box[centre + 3]
      let i = first
      let j = last
      while (i <= j) {
        while (box[6 * order[i] + axis] + box[6 * order[i] + axis + 3] < pivot) i++
        while (box[6 * order[j] + axis] + box[6 * order[j] + axis + 3] > pivot) j--
        if (i > j) break
        const swapped = order[i]
        order[i++] = order[j]
        order[j--] = swapped
      }
      if (middle <= j) last = j
      else if (middle >= i) first = i
      else return
    }
  }

  /** Begins the walk of a ray p + x v. */
  start(p: Float64Array, v: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      this.#p[k] = p[k]
      this.#inverse[k] = 1 / v[k]
    }
    this.nearest = -1
    this.best[0] = -1
    this.#waiting = 0
    this.#place = 0
    this.#end = 0
    this.#endlessPlace = 0
    if (this.#nodes > 0 && this.#enters(0)) {
      this.#entry[0] = this.#near[0]
      this.#stack[0] = 0
      this.#waiting = 1
    }
  }

  /** The next geom that the ray may meet before the nearest hit; -1: there is none. */
  next(): number {
    if (this.#endlessPlace < this.#endlessCount) return this.#endless[this.#endlessPlace++]
    const stack = this.#stack
    const entry = this.#entry
    while (this.#place >= this.#end) {
      const { best } = this
      if (this.#waiting === 0) return -1
      let node = stack[--this.#waiting]
      if (best[0] >= 0 && entry[this.#waiting] > best[0]) continue
      // down to the leaf that is nearest, leaving the others to wait
      while (node >= 0 && this.#right[node] >= 0) {
        const left = node + 1
        const right = this.#right[node]
        const atLeft = this.#enters(left)
        const leftEntry = this.#near[0]
        const atRight = this.#enters(right)
        const rightEntry = this.#near[0]
        if (atLeft && atRight) {
          const leftFirst = leftEntry <= rightEntry
          entry[this.#waiting] = leftFirst ? rightEntry : leftEntry
          stack[this.#waiting++] = leftFirst ? right : left
          node = leftFirst ? left : right
        } else node = atLeft ? left : atRight ? right : -1
      }
      if (node < 0) continue
      this.#place = this.#from[node]
      this.#end = this.#to[node]
    }
    return this.#order[this.#place++]
  }

  /** What the ray met at a geom. Of geoms at the same distance the one of the lowest number counts. */
  offer(geom: number, found: Float64Array): void {
    const { best, nearest } = this
    if (nearest >= 0 && (found[0] > best[0] || (found[0] === best[0] && geom > nearest))) return
    this.nearest = geom
    for (let k = 0; k < 4; k++) best[k] = found[k]
  }

  /** Whether the ray passes through the box of a node before the nearest hit; #near[0]: where it gets in. */
  #enters(node: number): boolean {
    const box = this.#node
    const p = this.#p
    const inverse = this.#inverse
    const a = 6 * node
    let start = 0
    let end = this.best[0] < 0 ? Number.POSITIVE_INFINITY : this.best[0]
    for (let k = 0; k < 3; k++) {
      const one = (box[a + k] - p[k]) * inverse[k]
      const other = (box[a + 3 + k] - p[k]) * inverse[k]
      if (one < other) {
        if (one > start) start = one
        if (other < end) end = other
      } else {
        if (other > start) start = other
        if (one < end) end = one
      }
    }
    this.#near[0] = start
    return start <= end
  }
}
