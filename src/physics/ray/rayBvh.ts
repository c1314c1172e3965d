import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { HIT_SIZE, localRay, X } from './localRay.ts'
import { intersectGeom } from './rayGeom.ts'

/** Bounds are widened by this fraction, so that rounding never hides a geom; meshes are in single precision. */
const SLACK = 1e-6
/** Geoms in a leaf. */
const LEAF = 2

/**
 * A tree of boxes over some geoms where they are now, world frame, for many rays. It is built by splitting at the
 * median of centers along the axis on which they are spread most. Planes have no box and are kept apart.
 */
export class RayBvh {
  /** Geoms with a box, in the order of the leaves; geoms without. */
  readonly order: Int32Array
  readonly endless: Int32Array
  count = 0
  endlessCount = 0
  /** By geom: least corner, greatest corner. */
  readonly box: Float64Array
  /** By node: least corner, greatest corner. Depth-first order: parent, left, right. */
  readonly node: Float64Array
  /** By node: its geoms order[from..to), and its right child; the left one is the next node; -1: a leaf. */
  readonly from: Int32Array
  readonly to: Int32Array
  readonly right: Int32Array
  nodes = 0

  /** @param capacity most geoms */
  constructor(capacity: number) {
    this.order = new Int32Array(capacity)
    this.endless = new Int32Array(capacity)
    this.box = new Float64Array(6 * capacity)
    const nodes = Math.max(1, 2 * capacity)
    this.node = new Float64Array(6 * nodes)
    this.from = new Int32Array(nodes)
    this.to = new Int32Array(nodes)
    this.right = new Int32Array(nodes)
  }

  clear(): void {
    this.count = 0
    this.endlessCount = 0
  }

  add(m: Model, d: Data, geom: number): void {
    if (m.geom_rbound[geom] === 0) {
      this.endless[this.endlessCount++] = geom
      return
    }
    this.order[this.count++] = geom
    const { geom_aabb } = m
    const { geom_xpos, geom_xmat } = d
    const { box } = this
    const a = 6 * geom
    for (let k = 0; k < 3; k++) {
      const R = 9 * geom + 3 * k
      const x = geom_xmat[R]
      const y = geom_xmat[R + 1]
      const z = geom_xmat[R + 2]
      const center = geom_xpos[3 * geom + k] + x * geom_aabb[a] + y * geom_aabb[a + 1] + z * geom_aabb[a + 2]
      const half = Math.abs(x) * geom_aabb[a + 3] + Math.abs(y) * geom_aabb[a + 4] + Math.abs(z) * geom_aabb[a + 5]
      const slack = SLACK * (Math.abs(center) + half)
      box[a + k] = center - half - slack
      box[a + 3 + k] = center + half + slack
    }
  }

  build(): void {
    this.nodes = 0
    if (this.count > 0) this.#split(0, this.count)
  }

  #split(from: number, to: number): void {
    const node = this.nodes++
    this.from[node] = from
    this.to[node] = to
    this.right[node] = -1
    const axis = this.#enclose(node, from, to)
    if (to - from <= LEAF) return
    const middle = (from + to) >> 1
    this.#selectMedian(from, to - 1, middle, axis)
    this.#split(from, middle)
    this.right[node] = this.nodes
    this.#split(middle, to)
  }

  /** The box of a node. @returns the axis along which centers are spread most */
  #enclose(node: number, from: number, to: number): number {
    const { box, order, node: out } = this
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

  /** Reorders so that centers before `middle` are not greater than those after it. */
  #selectMedian(from: number, to: number, middle: number, axis: number): void {
    const { order, box } = this
    let first = from
    let last = to
    while (first < last) {
      const center = 6 * order[(first + last) >> 1] + axis
      const pivot = box[center] + box[center + 3]
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
}

/** Registers of this file. */
class CastRegisters {
  /** Nodes that wait, and where the ray enters their boxes; trees of n geoms are about log₂ n deep. */
  readonly stack: Int32Array = new Int32Array(64)
  readonly entry: Float64Array = new Float64Array(64)
  /** The nearest hit, as `LocalRay.hit`. */
  readonly best: Float64Array = new Float64Array(HIT_SIZE)
}

const registers = new CastRegisters()
const { stack, entry, best } = registers
const { point, vector, hit } = localRay

/** The nearest hit of the last `castRay`. */
export const nearestHit: Float64Array = best

/**
 * Follows the ray `localRay` through a tree, from near to far.
 * @returns the geom that it meets first, at `best`; of geoms at the same distance that of the lowest number; -1: none
 */
export function castRay(m: Model, d: Data, tree: RayBvh): number {
  const { endless, endlessCount, order, node: box, from, to, right } = tree
  let nearest = -1
  best[X] = -1
  for (let i = 0; i < endlessCount; i++) {
    const geom = endless[i]
    intersectGeom(m, d, geom)
    if (hit[X] >= 0 && (nearest < 0 || hit[X] < best[X])) {
      nearest = geom
      for (let k = 0; k < HIT_SIZE; k++) best[k] = hit[k]
    }
  }
  if (tree.nodes === 0) return nearest

  const x = point[0]
  const y = point[1]
  const z = point[2]
  // along an axis that the ray does not move on, bounds are infinite, or NaN on the very border, which nothing heeds
  const ix = 1 / vector[0]
  const iy = 1 / vector[1]
  const iz = 1 / vector[2]
  // the corners of boxes that the ray passes first and last
  const nx = ix >= 0 ? 0 : 3
  const ny = iy >= 0 ? 1 : 4
  const nz = iz >= 0 ? 2 : 5
  const fx = 3 - nx
  const fy = 5 - ny
  const fz = 7 - nz
  let waiting = 1
  stack[0] = 0
  entry[0] = 0
  while (waiting > 0) {
    let node = stack[--waiting]
    let limit = nearest < 0 ? Number.POSITIVE_INFINITY : best[X]
    if (entry[waiting] > limit) continue
    // down to the nearest leaf; the farther child waits
    while (right[node] >= 0) {
      // slab tests, written out: a loop over the children made many rays 3 to 11 % slower, a function 7 to 28 %
      const l = 6 * (node + 1)
      let leftAt = 0
      let end = limit
      let t = (box[l + nx] - x) * ix
      if (t > leftAt) leftAt = t
      t = (box[l + fx] - x) * ix
      if (t < end) end = t
      t = (box[l + ny] - y) * iy
      if (t > leftAt) leftAt = t
      t = (box[l + fy] - y) * iy
      if (t < end) end = t
      t = (box[l + nz] - z) * iz
      if (t > leftAt) leftAt = t
      t = (box[l + fz] - z) * iz
      if (t < end) end = t
      const meetsLeft = leftAt <= end

      const r = 6 * right[node]
      let rightAt = 0
      end = limit
      t = (box[r + nx] - x) * ix
      if (t > rightAt) rightAt = t
      t = (box[r + fx] - x) * ix
      if (t < end) end = t
      t = (box[r + ny] - y) * iy
      if (t > rightAt) rightAt = t
      t = (box[r + fy] - y) * iy
      if (t < end) end = t
      t = (box[r + nz] - z) * iz
      if (t > rightAt) rightAt = t
      t = (box[r + fz] - z) * iz
      if (t < end) end = t
      const meetsRight = rightAt <= end

      if (meetsLeft && meetsRight) {
        const leftFirst = leftAt <= rightAt
        entry[waiting] = leftFirst ? rightAt : leftAt
        stack[waiting++] = leftFirst ? right[node] : node + 1
        node = leftFirst ? node + 1 : right[node]
      } else if (meetsLeft) node++
      else if (meetsRight) node = right[node]
      else {
        node = -1
        break
      }
    }
    if (node < 0) continue
    for (let i = from[node]; i < to[node]; i++) {
      const geom = order[i]
      const b = 6 * geom
      let start = 0
      let end = limit
      let t = (tree.box[b + nx] - x) * ix
      if (t > start) start = t
      t = (tree.box[b + fx] - x) * ix
      if (t < end) end = t
      t = (tree.box[b + ny] - y) * iy
      if (t > start) start = t
      t = (tree.box[b + fy] - y) * iy
      if (t < end) end = t
      t = (tree.box[b + nz] - z) * iz
      if (t > start) start = t
      t = (tree.box[b + fz] - z) * iz
      if (t < end) end = t
      if (start > end) continue
      intersectGeom(m, d, geom)
      const distance = hit[X]
      if (!(distance >= 0) || distance > limit || (distance === limit && geom > nearest)) continue
      nearest = geom
      limit = distance
      for (let k = 0; k < HIT_SIZE; k++) best[k] = hit[k]
    }
  }
  return nearest
}
