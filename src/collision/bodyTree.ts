import type { Model } from '../model/model.ts'
import { bodiesMayTouch } from './filter.ts'
import type { BodyPairs } from './plan.ts'

/** Bodies in a leaf. */
const LEAF = 4
/** The order of the bodies is renewed when finding pairs has become so much dearer than it was, ... */
const DEARER = 1.3
/** ... but not more often than every so many steps. */
const PATIENCE = 8

/**
 * Finds the pairs of bodies whose bounding boxes overlap, in a time that grows like n log n: a binary tree over groups of
 * bodies that lie near each other. The shape of the tree follows from the number of bodies alone; what it holds is the
 * order of the bodies, made by splitting space at medians. Bodies that move keep their place in the order, and only
 * the boxes are computed in every step; when bodies have moved so far that this costs time, the order is
 * made anew. The order has no influence on which pairs are found.
 *
 * Nodes stand in the order in which a walk meets them, parents before children and left before right, so a walk is a
 * loop: go on to the next node, or skip the subtree. The nodes behind a leaf hold exactly the bodies behind it, and so
 * each pair of leaves is met once.
 */
export class BodyTree {
  readonly count: number
  /** The body in each place. */
  readonly order: Int32Array
  /** Bounding box of each place: lower corner, upper corner, world frame. Filled from outside before pairs are sought. */
  readonly box: Float64Array

  readonly #nodes: number
  readonly #nodeBox: Float64Array
  /** The node to go on with when a node is not overlapped. */
  readonly #skip: Int32Array
  /** First place of a leaf; -1: not a leaf. */
  readonly #first: Int32Array
  /** Twice the centres along the axis of a split. */
  readonly #key: Float64Array
  #age = Infinity
  #work = Infinity
  #bestWork = 0

  constructor(bodies: Int32Array) {
    this.count = bodies.length
    this.order = bodies.slice()
    this.box = new Float64Array(6 * this.count)
    this.#key = new Float64Array(this.count)
    const leaves = Math.ceil(this.count / LEAF)
    this.#nodes = Math.max(0, 2 * leaves - 1)
    this.#nodeBox = new Float64Array(6 * this.#nodes)
    this.#skip = new Int32Array(this.#nodes)
    this.#first = new Int32Array(this.#nodes).fill(-1)
    if (leaves > 0) this.#layOut(0, 0, leaves)
  }

  /** Numbers the nodes over leaves [from, to), starting at `node`; returns the node behind them. */
  #layOut(node: number, from: number, to: number): number {
    let next = node + 1
    if (to - from === 1) {
      this.#first[node] = LEAF * from
    } else {
      const middle = (from + to) >> 1
      next = this.#layOut(next, from, middle)
      next = this.#layOut(next, middle, to)
    }
    this.#skip[node] = next
    return next
  }

  /**
   * Whether it is time for a new order. Then call `arrange` when `box` is filled, and fill it again: places have
   * changed hands.
   */
  get isStale(): boolean {
    return this.#age >= PATIENCE && this.#work > DEARER * this.#bestWork
  }

  /** Puts bodies that are near each other into places that are near each other, going by the boxes. */
  arrange(): void {
    const leaves = Math.ceil(this.count / LEAF)
    this.#split(0, leaves)
    this.#age = 0
    this.#bestWork = Infinity
  }

  /** Halves the leaves [from, to) at the median of the centres, along the longest side of the box around them. */
  #split(from: number, to: number): void {
    if (to - from < 2) return
    const { box, count } = this
    const key = this.#key
    const start = LEAF * from
    const end = Math.min(count, LEAF * to)
    const middle = (from + to) >> 1
    let axis = 0
    let longest = -1
    for (let k = 0; k < 3; k++) {
      let low = Infinity
      let high = -Infinity
      for (let i = start; i < end; i++) {
        const centre = box[6 * i + k] + box[6 * i + 3 + k]
        if (centre < low) low = centre
        if (centre > high) high = centre
      }
      if (high - low > longest) {
        longest = high - low
        axis = k
      }
    }
    for (let i = start; i < end; i++) key[i] = box[6 * i + axis] + box[6 * i + 3 + axis]
    this.#select(start, end - 1, LEAF * middle)
    this.#split(from, middle)
    this.#split(middle, to)
  }

  /** Moves the places [low, high] so that nothing before `rank` has a greater key than anything from there on. */
  #select(low: number, high: number, rank: number): void {
    const key = this.#key
    while (low < high) {
      const pivot = key[(low + high) >> 1]
      let i = low
      let j = high
      while (i <= j) {
        while (key[i] < pivot) i++
        while (pivot < key[j]) j--
        if (i <= j) this.#swap(i++, j--)
      }
      if (rank <= j) high = j
      else if (rank >= i) low = i
      else return
    }
  }

  #swap(i: number, j: number): void {
    const { order, box } = this
    const key = this.#key
    const body = order[i]
    order[i] = order[j]
    order[j] = body
    const k = key[i]
    key[i] = key[j]
    key[j] = k
    for (let c = 0; c < 6; c++) {
      const x = box[6 * i + c]
      box[6 * i + c] = box[6 * j + c]
      box[6 * j + c] = x
    }
  }

  /** Boxes of leaves around those of their bodies, of the other nodes around those of their children. */
  #fit(): void {
    const { box, count } = this
    const nodes = this.#nodes
    const nodeBox = this.#nodeBox
    const first = this.#first
    const skip = this.#skip
    for (let node = nodes - 1; node >= 0; node--) {
      const o = 6 * node
      if (first[node] < 0) {
        const left = 6 * (node + 1)
        const right = 6 * skip[node + 1]
        for (let c = 0; c < 3; c++) {
          const a = nodeBox[left + c]
          const b = nodeBox[right + c]
          nodeBox[o + c] = Math.min(a, b)
        }
        for (let c = 3; c < 6; c++) {
          const a = nodeBox[left + c]
          const b = nodeBox[right + c]
          nodeBox[o + c] = Math.max(a, b)
        }
      } else {
        const start = first[node]
        const end = Math.min(start + LEAF, count)
        for (let c = 0; c < 6; c++) nodeBox[o + c] = box[6 * start + c]
        for (let i = 6 * (start + 1); i < 6 * end; i += 6) {
          for (let c = 0; c < 3; c++) if (box[i + c] < nodeBox[o + c]) nodeBox[o + c] = box[i + c]
          for (let c = 3; c < 6; c++) if (box[i + c] > nodeBox[o + c]) nodeBox[o + c] = box[i + c]
        }
      }
    }
  }

  /** Appends the pairs whose boxes overlap and that the rules of the model let touch. */
  findPairs(m: Model, pairs: BodyPairs): void {
    const nodes = this.#nodes
    const nodeBox = this.#nodeBox
    const first = this.#first
    const skip = this.#skip
    this.#fit()
    let work = 0
    for (let leaf = 0; leaf < nodes; leaf++) {
      if (first[leaf] < 0) continue
      this.#pairsWithin(m, first[leaf], pairs)
      const x0 = nodeBox[6 * leaf]
      const y0 = nodeBox[6 * leaf + 1]
      const z0 = nodeBox[6 * leaf + 2]
      const x1 = nodeBox[6 * leaf + 3]
      const y1 = nodeBox[6 * leaf + 4]
      const z1 = nodeBox[6 * leaf + 5]
      let node = leaf + 1
      while (node < nodes) {
        const o = 6 * node
        work++
        if (
          nodeBox[o] > x1 ||
          nodeBox[o + 3] < x0 ||
          nodeBox[o + 1] > y1 ||
          nodeBox[o + 4] < y0 ||
          nodeBox[o + 2] > z1 ||
          nodeBox[o + 5] < z0
        ) {
          node = skip[node]
        } else {
          if (first[node] >= 0) {
            work += LEAF
            this.#pairsBetween(m, first[leaf], node, pairs)
          }
          node++
        }
      }
    }
    this.#age++
    this.#work = work
    if (work < this.#bestWork) this.#bestWork = work
  }

  /** Pairs inside a leaf. */
  #pairsWithin(m: Model, start: number, pairs: BodyPairs): void {
    const { box, count, order } = this
    const end = Math.min(start + LEAF, count)
    for (let i = start; i < end; i++) {
      for (let j = i + 1; j < end; j++) if (overlap(box, i, j)) append(m, order[i], order[j], pairs)
    }
  }

  /** Pairs between a leaf and another one. */
  #pairsBetween(m: Model, start: number, other: number, pairs: BodyPairs): void {
    const { box, count, order } = this
    const nodeBox = this.#nodeBox
    const end = Math.min(start + LEAF, count)
    const otherStart = this.#first[other]
    const otherEnd = Math.min(otherStart + LEAF, count)
    const lowX = nodeBox[6 * other]
    const lowY = nodeBox[6 * other + 1]
    const lowZ = nodeBox[6 * other + 2]
    const highX = nodeBox[6 * other + 3]
    const highY = nodeBox[6 * other + 4]
    const highZ = nodeBox[6 * other + 5]
    for (let i = start; i < end; i++) {
      const x0 = box[6 * i]
      const y0 = box[6 * i + 1]
      const z0 = box[6 * i + 2]
      const x1 = box[6 * i + 3]
      const y1 = box[6 * i + 4]
      const z1 = box[6 * i + 5]
      if (x0 > highX || x1 < lowX || y0 > highY || y1 < lowY || z0 > highZ || z1 < lowZ) continue
      for (let j = otherStart; j < otherEnd; j++) {
        const o = 6 * j
        if (
          box[o] <= x1 &&
          box[o + 3] >= x0 &&
          box[o + 1] <= y1 &&
          box[o + 4] >= y0 &&
          box[o + 2] <= z1 &&
          box[o + 5] >= z0
        )
          append(m, order[i], order[j], pairs)
      }
    }
  }
}

/** Whether two boxes of a list have a point in common. */
export function overlap(box: Float64Array, i: number, j: number): boolean {
  const a = 6 * i
  const b = 6 * j
  return (
    box[a] <= box[b + 3] &&
    box[a + 3] >= box[b] &&
    box[a + 1] <= box[b + 4] &&
    box[a + 4] >= box[b + 1] &&
    box[a + 2] <= box[b + 5] &&
    box[a + 5] >= box[b + 2]
  )
}

/** Appends two bodies, in whatever order they come, if they may touch. */
export function append(m: Model, a: number, b: number, pairs: BodyPairs): void {
  const low = Math.min(a, b)
  const high = Math.max(a, b)
  if (!bodiesMayTouch(m, low, high)) return
  const at = pairs.count
  if (at === pairs.body1.length) pairs.grow()
  pairs.body1[at] = low
  pairs.body2[at] = high
  pairs.count = at + 1
}
