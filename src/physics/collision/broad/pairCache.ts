import type { Data } from '../../../core/data/data.ts'
import { EnableBit, SleepState } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { bodyBoxes } from './bodyBoxes.ts'
import { appendPair, BodyTree } from './bodyBvh.ts'
import { BodyPairs, type CollisionPlan } from './collisionCache.ts'

const AWAKE = SleepState.awake

/** [0] numbers the states that have been looked at; the fraction keeps threads apart. It has no influence on what is found. */
const serial = new Float64Array([Math.random()])

/** Boxes are enlarged by this part of their size, ... */
const SPARE = 0.05
/** ... and by the way that the body has gone in a step, on average, this many times. */
const STEPS_AHEAD = 10
/** A list that is older than this, in steps, and has this many times the pairs that overlap, is made anew. */
const OLD = 50
const WASTE = 1.5
/** A list that does not last this long, in steps, was not worth enlarging the boxes. */
const WORTHWHILE = 3
/** After so many of these boxes are taken as they are; out of every `RETRY` lists some are tried with large boxes. */
const GIVE_UP = 3
const RETRY = 32
/** Fewer pairs than this are sorted by insertion. */
const FEW = 100

/**
 * The pairs of bodies that may touch in the next steps, in the order of contacts: those whose boxes overlap when each is
 * enlarged a little. As long as every box stays inside its enlarged one the list holds, and there is nothing to search
 * and nothing to sort. Where things sleep, only the boxes of the others are computed, and only their pairs are searched for. What a list was made from has no influence on the contacts, only on the time to find them.
 *
 * Bodies go by their rows in `plan.bodies`.
 */
class NearList {
  readonly plan: CollisionPlan
  readonly pairs: BodyPairs = new BodyPairs()

  /** Bounding boxes of `plan.bodies`: lower corner, upper corner, world frame. */
  readonly box: Float64Array

  readonly #tree: BodyTree
  readonly #found: BodyPairs = new BodyPairs()
  /** Where the pairs of each row start, while they are put in order. */
  readonly #bucket: Int32Array
  /** The boxes when the list was made, and enlarged. */
  readonly #made: Float64Array
  readonly #large: Float64Array
  /** Calls since the list was made. */
  #age = 0
  /** Lists in a row that did not last. */
  #failures = 0
  /** 1 for rows all of whose pairs are in the list; the pairs of what sleeps with each other need not be. */
  readonly #listed: Uint8Array
  /** Rows of what is awake, while the list is made. */
  readonly #active: Int32Array
  /** Whether the tree holds the present boxes of all that sleeps. */
  #fitted = false
  /** The state whose boxes these are, by `boxStamp`, and the margin that overrides others in them; -1: none. */
  readonly #boxesOf = new Float64Array([-1, -1])

  constructor(plan: CollisionPlan) {
    const { bodies, isBounded } = plan
    this.plan = plan
    this.#tree = new BodyTree(Int32Array.from(bodies.keys()).filter((row) => isBounded[bodies[row]] === 1))
    this.#bucket = new Int32Array(bodies.length)
    this.#listed = new Uint8Array(bodies.length)
    this.#active = new Int32Array(bodies.length)
    this.box = new Float64Array(6 * bodies.length)
    this.#made = new Float64Array(6 * bodies.length)
    // nothing is inside of nothing, so that the first call makes the list
    this.#large = new Float64Array(6 * bodies.length).fill(NaN)
  }

  /** Computes boxes, and makes the list anew if a body has left its enlarged one, or if an old list has many pairs too many. */
  update(m: Model, d: Data): void {
    const resting = d.ntree_awake < m.ntree
    const boxesRest = resting && this.#boxesRest(m, d)
    if (boxesRest) this.#updateBoxes(m, d)
    else bodyBoxes(m, d, this.plan, this.box, 0, this.plan.bodies.length)
    if (!boxesRest) this.#fitted = false
    this.#age++
    const wasteful = this.#age > OLD && this.pairs.count > WASTE * this.plan.found.count
    if (!resting) {
      if (wasteful || !this.#holds(0, this.plan.bodies.length)) this.#make(m)
    } else if (
      wasteful ||
      !(boxesRest ? this.#activeHold(d) : this.#holds(0, this.plan.bodies.length) && this.#activeHold(d))
    ) {
      this.#makeActive(m, d)
    }
    serial[0]++
    this.#boxesOf[0] = serial[0]
    d.boxStamp = serial[0]
  }

  /** Whether boxes of what sleeps are those of this state: the last to be looked at was an earlier one of the same. */
  #boxesRest(m: Model, d: Data): boolean {
    const margin = (m.opt.enableflags & EnableBit.override) !== 0 ? m.opt.o_margin : -1
    const boxesOf = this.#boxesOf
    const known = d.boxStamp === boxesOf[0] && margin === boxesOf[1]
    boxesOf[1] = margin
    return known
  }

  #updateBoxes(m: Model, d: Data): void {
    const { plan } = this
    const { rowStart } = plan
    const { nspan, span_body } = d
    for (let s = 0; s < 2 * nspan; s += 2)
      bodyBoxes(m, d, plan, this.box, rowStart[span_body[s]], rowStart[span_body[s + 1]])
  }

  /** Whether what does not sleep stays inside of its enlarged boxes, and the list has the pairs of all that is awake. */
  #activeHold(d: Data): boolean {
    const { bodies, rowStart } = this.plan
    const { nspan, span_body, body_awake } = d
    const listed = this.#listed
    for (let s = 0; s < 2 * nspan; s += 2) {
      const first = rowStart[span_body[s]]
      const end = rowStart[span_body[s + 1]]
      if (!this.#holds(first, end)) return false
      for (let row = first; row < end; row++) if (listed[row] === 0 && body_awake[bodies[row]] === AWAKE) return false
    }
    return true
  }

  /** Whether the boxes of the rows [first, end) are inside of their enlarged ones. */
  #holds(first: number, end: number): boolean {
    const { box } = this
    const large = this.#large
    for (let o = 6 * first; o < 6 * end; o += 6) {
      const inside =
        box[o] >= large[o] &&
        box[o + 1] >= large[o + 1] &&
        box[o + 2] >= large[o + 2] &&
        box[o + 3] <= large[o + 3] &&
        box[o + 4] <= large[o + 4] &&
        box[o + 5] <= large[o + 5]
      if (!inside) return false
    }
    return true
  }

  /** The pairs of what is awake, with each other and with everything else: the others stay in the tree as they are. */
  #makeActive(m: Model, d: Data): void {
    const { bodies, isBounded } = this.plan
    const tree = this.#tree
    const found = this.#found
    const active = this.#listActive(d)
    if (2 * active > bodies.length) {
      this.#make(m)
      return
    }
    this.#failures = this.#age < WORTHWHILE ? this.#failures + 1 : 0
    const enlarged = this.#failures % RETRY < GIVE_UP
    if (!this.#fitted) this.#copy()
    for (let i = 0; i < active; i++) {
      const row = this.#active[i]
      if (enlarged) this.#enlarge(row, row + 1)
      else if (this.#fitted) this.#copyRow(row)
      if (this.#fitted && isBounded[bodies[row]] === 1) tree.replace(this.#large, row)
    }
    if (!this.#fitted) tree.fit(this.#large)
    this.#fitted = true
    found.count = 0
    this.#pairsWithoutBounds(m, active)
    for (let i = 0; i < active; i++) {
      const row = this.#active[i]
      if (isBounded[bodies[row]] === 1) tree.findPairsOf(m, bodies, row, this.#listed, found)
    }
    this.#putInOrder()
    this.#age = 0
  }

  /** Lists and marks the rows of what is awake. */
  #listActive(d: Data): number {
    const { bodies, rowStart } = this.plan
    const { nspan, span_body, body_awake } = d
    const listed = this.#listed
    listed.fill(0)
    let active = 0
    for (let s = 0; s < 2 * nspan; s += 2) {
      for (let row = rowStart[span_body[s]]; row < rowStart[span_body[s + 1]]; row++) {
        if (body_awake[bodies[row]] !== AWAKE) continue
        listed[row] = 1
        this.#active[active++] = row
      }
    }
    return active
  }

  #make(m: Model): void {
    const tree = this.#tree
    const found = this.#found
    this.#failures = this.#age < WORTHWHILE ? this.#failures + 1 : 0
    if (this.#failures % RETRY < GIVE_UP) this.#enlarge(0, this.plan.bodies.length)
    else this.#copy()
    this.#listed.fill(1)
    this.#fitted = false
    tree.place(this.#large)
    found.count = 0
    this.#pairsWithoutBounds(m, -1)
    tree.findPairs(m, this.plan.bodies, found)
    this.#putInOrder()
    this.#age = 0
  }

  /** Enlarges boxes on all sides, and towards where they are going, but not by more than their size: rows [first, end). */
  #enlarge(first: number, end: number): void {
    const { box } = this
    const made = this.#made
    const large = this.#large
    const ahead = STEPS_AHEAD / Math.max(1, this.#age)
    for (let o = 6 * first; o < 6 * end; o += 6) {
      const size = (box[o + 3] - box[o] + (box[o + 4] - box[o + 1]) + (box[o + 5] - box[o + 2])) / 3
      for (let c = o; c < o + 3; c++) {
        const low = ahead * (box[c] - made[c])
        const high = ahead * (box[c + 3] - made[c + 3])
        made[c] = box[c]
        made[c + 3] = box[c + 3]
        large[c] = box[c] - SPARE * size
        large[c + 3] = box[c + 3] + SPARE * size
        // not a number where there are no bounds
        if (low < 0) large[c] += Math.max(low, -size)
        if (high > 0) large[c + 3] += Math.min(high, size)
      }
    }
  }

  /** Where bodies jump about no list lasts, and enlarged boxes are wasted. */
  #copy(): void {
    this.#made.set(this.box)
    this.#large.set(this.box)
  }

  #copyRow(row: number): void {
    for (let c = 6 * row; c < 6 * row + 6; c++) this.#made[c] = this.#large[c] = this.box[c]
  }

  /** Pairs with bodies that no box bounds, each once; with the first rows of #active only, unless they are -1. */
  #pairsWithoutBounds(m: Model, active: number): void {
    const { bodies, unbounded, isBounded } = this.plan
    for (let i = 0; i < unbounded.length; i++) {
      const row = unbounded[i]
      if (active >= 0 && this.#listed[row] === 0) {
        for (let k = 0; k < active; k++) appendPair(m, bodies, row, this.#active[k], this.#found)
        continue
      }
      for (let other = 0; other < bodies.length; other++) {
        const isNew = other > row || (other < row && isBounded[bodies[other]] === 1)
        if (isNew && (active < 0 || isBounded[bodies[other]] === 1 || this.#listed[other] === 1))
          appendPair(m, bodies, row, other, this.#found)
      }
    }
  }

  /** Sorts the pairs: by the first row in buckets, and inside a bucket, which is short or nearly sorted, by insertion. */
  #putInOrder(): void {
    const { pairs } = this
    const bucket = this.#bucket
    const { count, body1, body2 } = this.#found
    pairs.reserve(count)
    pairs.count = count
    const first = pairs.body1
    const second = pairs.body2
    if (count < FEW && count < bucket.length) {
      for (let k = 0; k < count; k++) {
        const a = body1[k]
        const b = body2[k]
        let at = k
        for (; at > 0 && (first[at - 1] > a || (first[at - 1] === a && second[at - 1] > b)); at--) {
          first[at] = first[at - 1]
          second[at] = second[at - 1]
        }
        first[at] = a
        second[at] = b
      }
      return
    }
    bucket.fill(0)
    for (let k = 0; k < count; k++) bucket[body1[k]]++
    let start = 0
    for (let row = 0; row < bucket.length; row++) {
      const size = bucket[row]
      bucket[row] = start
      start += size
    }
    for (let k = 0; k < count; k++) {
      const at = bucket[body1[k]]++
      first[at] = body1[k]
      second[at] = body2[k]
    }
    for (let k = 1; k < count; k++) {
      const row = first[k]
      const other = second[k]
      let at = k
      while (at > 0 && first[at - 1] === row && second[at - 1] > other) {
        second[at] = second[at - 1]
        at--
      }
      second[at] = other
    }
  }
}

const lists = new WeakMap<Data, NearList>()

/** The list of a state, for a plan. */
export function nearListOf(d: Data, plan: CollisionPlan): NearList {
  const known = lists.get(d)
  if (known?.plan === plan) return known
  const list = new NearList(plan)
  lists.set(d, list)
  return list
}
