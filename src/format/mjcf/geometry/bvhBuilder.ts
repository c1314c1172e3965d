import { EPS } from './partPose.ts'

/**
 * Bounding volume hierarchies: binary trees of boxes. A node holds a set of elements and the box around them; its
 * children hold one half of the elements each, split at the median along the longest side of the box. Nodes stand in
 * the order parent, left subtree, right subtree, so that the left child of node i is node i + 1.
 *
 * Ties follow the reference: positions closer than `EPS` are equal, and then the element of the lower
 * number comes first; a side is split instead of an earlier one if it is longer by `EPS`, or, where they are so long
 * that `EPS` is nothing to them, if it is as long.
 */
export class VolumeTree {
  readonly depth: Int32Array
  /** Both children of each node, counted within the tree; -1: none. */
  readonly child: Int32Array
  /** The element of a leaf; -1: not a leaf. */
  readonly element: Int32Array
  /** Center and half sides of each node. */
  readonly aabb: Float64Array

  /**
   * @param bounds of each element: least and greatest coordinates
   * @param position of each element, by which it is sorted
   */
  constructor(bounds: Float64Array, position: Float64Array) {
    const count = bounds.length / 6
    const nodes = treeSize(count)
    this.depth = new Int32Array(nodes)
    this.child = new Int32Array(2 * nodes).fill(-1)
    this.element = new Int32Array(nodes).fill(-1)
    this.aabb = new Float64Array(6 * nodes)
    const order = new Int32Array(count)
    for (let i = 0; i < count; i++) order[i] = i
    if (count > 0) this.#build(0, 0, order, 0, count, bounds, position)
  }

  /** Fills the subtree of `node` over the elements order[from..to), and sorts these into halves. */
  #build(
    node: number,
    depth: number,
    order: Int32Array,
    from: number,
    to: number,
    bounds: Float64Array,
    position: Float64Array,
  ): void {
    this.depth[node] = depth
    const axis = enclose(this.aabb, 6 * node, order, from, to, bounds)
    const count = to - from
    if (count === 1) {
      this.element[node] = order[from]
      return
    }
    const middle = from + (count >> 1)
    splitAtMedian(order, from, to, middle, position, axis)
    const left = node + 1
    const right = left + treeSize(middle - from)
    this.child[2 * node] = left
    this.child[2 * node + 1] = right
    this.#build(left, depth + 1, order, from, middle, bounds, position)
    this.#build(right, depth + 1, order, middle, to, bounds, position)
  }
}

/** Nodes of a tree over that many elements, each in a leaf of its own. */
export function treeSize(elements: number): number {
  return Math.max(0, 2 * elements - 1)
}

const low = new Float64Array(3)
const high = new Float64Array(3)

/** Box around some elements, as center and half sides; flat ones get some thickness. @returns its longest side */
function enclose(
  aabb: Float64Array,
  at: number,
  order: Int32Array,
  from: number,
  to: number,
  bounds: Float64Array,
): number {
  let x0 = Number.POSITIVE_INFINITY
  let y0 = x0
  let z0 = x0
  let x1 = Number.NEGATIVE_INFINITY
  let y1 = x1
  let z1 = x1
  for (let i = from; i < to; i++) {
    const b = 6 * order[i]
    if (bounds[b] < x0) x0 = bounds[b]
    if (bounds[b + 1] < y0) y0 = bounds[b + 1]
    if (bounds[b + 2] < z0) z0 = bounds[b + 2]
    if (bounds[b + 3] > x1) x1 = bounds[b + 3]
    if (bounds[b + 4] > y1) y1 = bounds[b + 4]
    if (bounds[b + 5] > z1) z1 = bounds[b + 5]
  }
  low[0] = x0
  low[1] = y0
  low[2] = z0
  high[0] = x1
  high[1] = y1
  high[2] = z1
  let longest = 0
  for (let k = 0; k < 3; k++) {
    if (Math.abs(high[k] - low[k]) < EPS) {
      low[k] -= EPS
      high[k] += EPS
    }
    aabb[at + k] = (high[k] + low[k]) / 2
    aabb[at + 3 + k] = (high[k] - low[k]) / 2
    if (!(high[longest] - low[longest] > high[k] - low[k] - EPS)) longest = k
  }
  return longest
}

/**
 * Reorders order[from..to) so that what is before `middle` comes before what is after it (quickselect, Hoare
 * 1961, https://doi.org/10.1145/366622.366647).
 */
function splitAtMedian(
  order: Int32Array,
  from: number,
  to: number,
  middle: number,
  position: Float64Array,
  axis: number,
): void {
  let first = from
  let last = to - 1
  while (first < last) {
    const pivot = order[(first + last) >> 1]
    let i = first
    let j = last
    while (i <= j) {
      while (precedes(order[i], pivot, position, axis)) i++
      while (precedes(pivot, order[j], position, axis)) j--
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

function precedes(a: number, b: number, position: Float64Array, axis: number): boolean {
  const difference = position[3 * a + axis] - position[3 * b + axis]
  return Math.abs(difference) > EPS ? difference < 0 : a < b
}
