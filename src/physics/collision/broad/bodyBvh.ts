import type { Model } from '../../../core/model/model.ts'
import type { BodyPairs } from './collisionCache.ts'
import { bodiesMayTouch } from './pairFilter.ts'

/** Bodies in a leaf. */
const LEAF = 4
/** The order of the bodies is renewed when finding pairs visits so many times the leaves that it did at first, … */
const MAX_WORK = 1.3
/** … but not more often than every so many searches. */
const MIN_AGE = 8
/** Larger than all coordinates, as integers. */
const NOWHERE = 2 ** 30

/**
 * A bounding volume hierarchy over bodies, to find the pairs whose bounding boxes overlap in O(n log n). The shape of
 * the tree follows from the number of bodies alone; what it holds is the order of the bodies, made by splitting space
 * at medians. Bodies that move keep their place in the order, and only the boxes are computed in every step
 * (refitting); when bodies have moved so far that this costs time, the order is made anew. The order has no influence
 * on which pairs are found.
 *
 * Nodes are stored in depth-first order, parents before children and left before right, so that a traversal is a loop:
 * go on to the next node, or skip the subtree. The nodes behind a leaf hold exactly the bodies behind it, and so each
 * pair of leaves is met once.
 *
 * Boxes are compared as integers that are ordered as the coordinates are (the bits of a number in single precision, the
 * boxes rounded outward): two boxes overlap when none of six differences is negative, which is one branch instead of
 * six that are hard to predict.
 */
export class BodyBvh {
  readonly count: number
  /** The body in each place, as a row in a list of bodies. */
  readonly order: Int32Array
  /** Bounding box of each place: lower corner, upper corner. */
  readonly box: Float64Array

  /** The boxes in integers. */
  readonly #place: Int32Array
  /** Leaves that overlap a leaf, and room for one that is not counted. */
  readonly #near: Int32Array
  readonly #nodes: number
  readonly #node: Int32Array
  /** The node to go on with when a node is not overlapped. */
  readonly #skip: Int32Array
  /** First place of a leaf; -1: not a leaf. */
  readonly #first: Int32Array
  /** Twice the centers along the axis of a split. */
  readonly #key: Float64Array
  #age = Infinity
  #work = Infinity
  #bestWork = 0

  constructor(rows: Int32Array) {
    this.count = rows.length
    this.order = rows.slice()
    this.box = new Float64Array(6 * this.count)
    this.#key = new Float64Array(this.count)
    const leaves = Math.ceil(this.count / LEAF)
    this.#place = new Int32Array(6 * LEAF * leaves)
    this.#near = new Int32Array(leaves + 1)
    // unused places of the last leaf overlap nothing
    for (let i = 6 * this.count; i < this.#place.length; i++) this.#place[i] = i % 6 < 3 ? NOWHERE : -NOWHERE
    this.#nodes = Math.max(0, 2 * leaves - 1)
    this.#node = new Int32Array(6 * this.#nodes)
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
   * Takes boxes, and renews the order if it is time.
   * @param boxes of all rows: lower corner, upper corner
   */
  place(boxes: Float64Array): void {
    const { order, box, count } = this
    for (let i = 0; i < count; i++) for (let c = 0; c < 6; c++) box[6 * i + c] = boxes[6 * order[i] + c]
    if (this.#age < MIN_AGE || this.#work <= MAX_WORK * this.#bestWork) return
    this.#split(0, Math.ceil(count / LEAF))
    this.#age = 0
    this.#bestWork = Infinity
  }

  /** Halves the leaves [from, to) at the median of the centers, along the longest side of the box around them. */
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
        const center = box[6 * i + k] + box[6 * i + 3 + k]
        if (center < low) low = center
        if (center > high) high = center
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

  /**
   * Reorders the places [low, high] so that no key before `rank` is greater than any from there on: quickselect
   * (C. A. R. Hoare, https://doi.org/10.1145/366622.366647).
   */
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

  /** Boxes of places in integers; of leaves around those of their places, of the other nodes around their children. */
  #fit(): void {
    const { box, count } = this
    const place = this.#place
    for (let i = 0; i < 6 * count; i += 6) {
      for (let c = 0; c < 3; c++) {
        place[i + c] = sortable(box[i + c]) - 1
        place[i + 3 + c] = sortable(box[i + 3 + c]) + 1
      }
    }
    for (let node = this.#nodes - 1; node >= 0; node--) this.#fitNode(node)
  }

  #fitNode(node: number): void {
    const { count } = this
    const place = this.#place
    const nodes = this.#node
    const o = 6 * node
    const start = this.#first[node]
    if (start < 0) {
      const left = 6 * (node + 1)
      const right = 6 * this.#skip[node + 1]
      for (let c = 0; c < 3; c++) {
        nodes[o + c] = Math.min(nodes[left + c], nodes[right + c])
        nodes[o + 3 + c] = Math.max(nodes[left + 3 + c], nodes[right + 3 + c])
      }
      return
    }
    const end = Math.min(start + LEAF, count)
    for (let c = 0; c < 6; c++) nodes[o + c] = place[6 * start + c]
    for (let i = 6 * (start + 1); i < 6 * end; i += 6) {
      for (let c = 0; c < 3; c++) {
        nodes[o + c] = Math.min(nodes[o + c], place[i + c])
        nodes[o + 3 + c] = Math.max(nodes[o + 3 + c], place[i + 3 + c])
      }
    }
  }

  /** Appends the pairs whose boxes overlap and that the rules of the model let touch. */
  findPairs(m: Model, bodies: Int32Array, pairs: BodyPairs): void {
    const nodes = this.#nodes
    const first = this.#first
    this.#fit()
    let work = 0
    for (let leaf = 0; leaf < nodes; leaf++) {
      if (first[leaf] < 0) continue
      const near = this.#leavesNear(leaf)
      work += near
      for (let k = 0; k < near; k++) this.#pairsBetween(m, bodies, first[leaf], this.#near[k], pairs)
    }
    this.#age++
    this.#work = work
    if (work < this.#bestWork) this.#bestWork = work
  }

  /** Place of each row, for `replace`; as long as the order holds. */
  #placeOf: Int32Array | undefined = undefined

  /** Takes all boxes and fits the tree to them; after this single boxes may change by `replace`. */
  fit(boxes: Float64Array): void {
    const { order, count } = this
    this.place(boxes)
    this.#fit()
    this.#age++
    let most = 0
    for (let i = 0; i < count; i++) most = Math.max(most, order[i])
    this.#placeOf ??= new Int32Array(most + 1)
    for (let i = 0; i < count; i++) this.#placeOf[order[i]] = i
  }

  /** Takes the box of one row, and fits the nodes above it. */
  replace(boxes: Float64Array, row: number): void {
    const { box } = this
    const place = this.#place
    const at = this.#placeOf![row]
    for (let c = 0; c < 6; c++) box[6 * at + c] = boxes[6 * row + c]
    for (let c = 0; c < 3; c++) {
      place[6 * at + c] = sortable(box[6 * at + c]) - 1
      place[6 * at + 3 + c] = sortable(box[6 * at + 3 + c]) + 1
    }
    // down to the leaf, then up again: a node on the left holds the places before the first one on the right
    let depth = 0
    let node = 0
    while (this.#first[node] < 0) {
      registers.path[depth++] = node
      const right = this.#skip[node + 1]
      node = at < this.#firstPlace(right) ? node + 1 : right
    }
    this.#fitNode(node)
    while (depth > 0) this.#fitNode(registers.path[--depth])
  }

  /** The first place below a node. */
  #firstPlace(node: number): number {
    const first = this.#first
    let leaf = node
    while (first[leaf] < 0) leaf++
    return first[leaf]
  }

  /**
   * Appends pairs of one row with rows whose boxes overlap its own, and that the rules of the model let it touch; but
   * not with rows before it that are marked, whose own search finds the pair.
   */
  findPairsOf(m: Model, bodies: Int32Array, row: number, marked: Uint8Array, pairs: BodyPairs): void {
    const { order } = this
    const place = this.#place
    const nodes = this.#node
    const first = this.#first
    const skip = this.#skip
    const count = this.#nodes
    const o = 6 * this.#placeOf![row]
    const x0 = place[o]
    const y0 = place[o + 1]
    const z0 = place[o + 2]
    const x1 = place[o + 3]
    const y1 = place[o + 4]
    const z1 = place[o + 5]
    let node = 0
    while (node < count) {
      const n = 6 * node
      if (
        x1 < nodes[n] ||
        y1 < nodes[n + 1] ||
        z1 < nodes[n + 2] ||
        nodes[n + 3] < x0 ||
        nodes[n + 4] < y0 ||
        nodes[n + 5] < z0
      ) {
        node = skip[node]
        continue
      }
      const start = first[node]
      if (start >= 0) {
        for (let i = start; i < start + LEAF; i++) {
          const p = 6 * i
          if (
            x1 < place[p] ||
            y1 < place[p + 1] ||
            z1 < place[p + 2] ||
            place[p + 3] < x0 ||
            place[p + 4] < y0 ||
            place[p + 5] < z0
          )
            continue
          const other = order[i]
          if (p !== o && (other > row || marked[other] === 0)) appendPair(m, bodies, row, other, pairs)
        }
      }
      node++
    }
  }

  /** Lists the first places of the leaves whose boxes overlap that of a leaf, among itself and those behind it. */
  #leavesNear(leaf: number): number {
    const count = this.#nodes
    const nodes = this.#node
    const first = this.#first
    const skip = this.#skip
    const near = this.#near
    const x0 = nodes[6 * leaf]
    const y0 = nodes[6 * leaf + 1]
    const z0 = nodes[6 * leaf + 2]
    const x1 = nodes[6 * leaf + 3]
    const y1 = nodes[6 * leaf + 4]
    const z1 = nodes[6 * leaf + 5]
    let found = 0
    let node = leaf
    while (node < count) {
      const o = 6 * node
      const apart =
        (x1 - nodes[o]) |
        (y1 - nodes[o + 1]) |
        (z1 - nodes[o + 2]) |
        (nodes[o + 3] - x0) |
        (nodes[o + 4] - y0) |
        (nodes[o + 5] - z0)
      // noted in any case, and kept if it is a leaf that overlaps: counting is cheaper than branching
      near[found] = first[node]
      found += (~apart & ~first[node]) >>> 31
      node += 1 + ((skip[node] - node - 1) & (apart >> 31))
    }
    return found
  }

  /** Pairs between two leaves, or inside one, given by their first places. */
  #pairsBetween(m: Model, bodies: Int32Array, start: number, other: number, pairs: BodyPairs): void {
    const { order } = this
    const place = this.#place
    const { places1, places2 } = registers
    let found = 0
    for (let i = start; i < start + LEAF; i++) {
      const x0 = place[6 * i]
      const y0 = place[6 * i + 1]
      const z0 = place[6 * i + 2]
      const x1 = place[6 * i + 3]
      const y1 = place[6 * i + 4]
      const z1 = place[6 * i + 5]
      for (let j = start === other ? i + 1 : other; j < other + LEAF; j++) {
        const o = 6 * j
        const apart =
          (x1 - place[o]) |
          (y1 - place[o + 1]) |
          (z1 - place[o + 2]) |
          (place[o + 3] - x0) |
          (place[o + 4] - y0) |
          (place[o + 5] - z0)
        places1[found] = i
        places2[found] = j
        found += ~apart >>> 31
      }
    }
    for (let k = 0; k < found; k++) appendPair(m, bodies, order[places1[k]], order[places2[k]], pairs)
  }
}

/** Registers of this file. */
class BvhRegisters {
  /** Nodes on the way to a leaf. */
  readonly path: Int32Array = new Int32Array(64)
  /** Pairs of places between two leaves, and room for one that is not counted. */
  readonly places1: Int32Array = new Int32Array(LEAF * LEAF + 1)
  readonly places2: Int32Array = new Int32Array(LEAF * LEAF + 1)
  /** A number in single precision, and its bits. */
  readonly single: Float32Array = new Float32Array(1)
  readonly bits: Int32Array = new Int32Array(this.single.buffer)
}

const registers = new BvhRegisters()

/** An integer of 31 bits that is larger for a larger number, up to rounding to the nearest or next one. */
function sortable(x: number): number {
  const { single, bits } = registers
  single[0] = x
  const b = bits[0]
  return (b ^ ((b >> 31) & 0x7fffffff)) >> 1
}

/** Appends two rows of a list of bodies, the smaller one first, if the rules of the model let the bodies touch. */
export function appendPair(m: Model, bodies: Int32Array, row1: number, row2: number, pairs: BodyPairs): void {
  const low = Math.min(row1, row2)
  const high = Math.max(row1, row2)
  if (!bodiesMayTouch(m, bodies[low], bodies[high])) return
  const at = pairs.count
  if (at === pairs.body1.length) pairs.reserve(at + 1)
  pairs.body1[at] = low
  pairs.body2[at] = high
  pairs.count = at + 1
}
