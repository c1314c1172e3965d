import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'
import { appendPair, BodyTree } from './bodyTree.ts'
import { BodyPairs, type CollisionPlan } from './plan.ts'

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

/**
 * The pairs of bodies that may touch in the next steps, in the order of contacts: those whose boxes overlap when each is
 * enlarged a little. As long as every box stays inside its enlarged one the list holds, and there is nothing to search
 * and nothing to sort. What a list was made from has no influence on the contacts, only on the time to find them.
 *
 * Bodies go by their rows in `plan.bodies`.
 */
class NearList {
  readonly plan: CollisionPlan
  readonly pairs: BodyPairs = new BodyPairs()

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

  constructor(plan: CollisionPlan) {
    const { bodies, isBounded } = plan
    this.plan = plan
    this.#tree = new BodyTree(Int32Array.from(bodies.keys()).filter((row) => isBounded[bodies[row]] === 1))
    this.#bucket = new Int32Array(bodies.length)
    this.#made = new Float64Array(6 * bodies.length)
    // nothing is inside of nothing, so that the first call makes the list
    this.#large = new Float64Array(6 * bodies.length).fill(NaN)
  }

  /** Makes the list anew if a body has left its enlarged box, or if an old list has many pairs too many. */
  update(m: Model): void {
    this.#age++
    const wasteful = this.#age > OLD && this.pairs.count > WASTE * this.plan.found.count
    if (wasteful || !this.#holds()) this.#make(m)
  }

  #holds(): boolean {
    const { box } = this.plan
    const large = this.#large
    const length = box.length
    for (let o = 0; o < length; o += 6) {
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

  #make(m: Model): void {
    const tree = this.#tree
    const found = this.#found
    this.#failures = this.#age < WORTHWHILE ? this.#failures + 1 : 0
    if (this.#failures % RETRY < GIVE_UP) this.#enlarge()
    else this.#copy()
    tree.place(this.#large)
    found.count = 0
    this.#pairsWithoutBounds(m)
    tree.findPairs(m, this.plan.bodies, found)
    this.#putInOrder()
    this.#age = 0
  }

  /** Enlarges the boxes on all sides, and towards where they are going, but not by more than their size. */
  #enlarge(): void {
    const { box } = this.plan
    const made = this.#made
    const large = this.#large
    const length = box.length
    const ahead = STEPS_AHEAD / Math.max(1, this.#age)
    for (let o = 0; o < length; o += 6) {
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
    this.#made.set(this.plan.box)
    this.#large.set(this.plan.box)
  }

  /** Pairs with bodies that no box bounds, each once. */
  #pairsWithoutBounds(m: Model): void {
    const { bodies, unbounded, isBounded } = this.plan
    for (let i = 0; i < unbounded.length; i++) {
      const row = unbounded[i]
      for (let other = 0; other < bodies.length; other++) {
        if (other > row || (other < row && isBounded[bodies[other]] === 1))
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
