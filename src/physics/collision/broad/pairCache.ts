import type { Data } from '../../../core/data/data.ts'
import { perData } from '../../../core/data/perData.ts'
import { EnableBit, SleepState } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { bodyBoxes } from './bodyBoxes.ts'
import { appendPair, BodyBvh } from './bodyBvh.ts'
import { BodyPairs, type CollisionCache } from './collisionCache.ts'

const AWAKE = SleepState.awake

// Heuristics: they decide how often the list is made, and have no influence on the contacts.
/** Boxes are enlarged by this fraction of their size, … */
const SPARE = 0.05
/** … and by this many times the way that the body has moved in a step, on average. */
const STEPS_AHEAD = 10
/** A list that is older than this, in steps, and has this many times the pairs that overlap, is made anew. */
const MAX_AGE = 50
const MAX_WASTE = 1.5
/** A list that does not last this long, in steps, was not worth enlarging the boxes. */
const WORTHWHILE_AGE = 3
/** After so many of these in a row boxes are not enlarged; out of every `RETRY` lists that many are tried again. */
const MAX_FAILURES = 3
const RETRY = 32
/** Fewer pairs than this are sorted by insertion. */
const INSERTION_LIMIT = 100

/** What the boxes of a list belong to: the `boxStamp` of a state, and the margin that overrides that of geoms. */
const STAMP = 0
const MARGIN = 1
const NO_OVERRIDE = -1

/** 32-bit words of a box. */
const BOX_WORDS = 12

/**
 * The pairs of bodies that may touch in the next steps, in the order of contacts: those whose enlarged bounding boxes
 * overlap. As long as every box stays inside its enlarged one the list holds, and there is nothing to search or sort:
 * a Verlet list (L. Verlet, Physical Review 159, 1967, https://doi.org/10.1103/PhysRev.159.98). With trees asleep, only
 * the boxes of the others are computed, and only their pairs are searched for. The list has no influence on the
 * contacts, only on the time to find them.
 *
 * Boxes of bodies asleep are kept from step to step. A state may have been restored, copied, or stepped by another
 * thread in the meantime, with other bodies asleep elsewhere. So the state carries a stamp, a hash of all boxes: boxes
 * are kept only while the stamp of the state is that of the list. It follows from the boxes alone, and is the same in
 * every run.
 *
 * Bodies are given by their rows in `cache.bodies`.
 */
class PairCache {
  readonly cache: CollisionCache
  readonly pairs: BodyPairs = new BodyPairs()

  /** Bounding boxes of `cache.bodies`: lower corner, upper corner, world frame. */
  readonly box: Float64Array

  readonly #bvh: BodyBvh
  readonly #found: BodyPairs = new BodyPairs()
  /** Where the pairs of each row start, while they are sorted. */
  readonly #bucket: Int32Array
  /** The boxes when the list was made, and enlarged. */
  readonly #made: Float64Array
  readonly #large: Float64Array
  /** Steps since the list was made. */
  #age = 0
  /** Lists in a row that did not last. */
  #failures = 0
  /** 1 for rows all of whose pairs are in the list; pairs of two bodies asleep need not be. */
  readonly #listed: Uint8Array
  /** Rows of bodies that are awake, while the list is made. */
  readonly #active: Int32Array
  /** Whether the hierarchy holds the present boxes of all bodies asleep. */
  #fitted = false

  /** `STAMP` and `MARGIN` of the state whose boxes these are. */
  readonly #boxesOf = new Float64Array(2)
  /** The boxes as 32-bit words; hashes of each row, two of them; their sums. */
  readonly #words: Int32Array
  readonly #rowHash: Int32Array
  readonly #hash = new Int32Array(2)

  constructor(cache: CollisionCache) {
    const { bodies, isBounded } = cache
    this.cache = cache
    this.#bvh = new BodyBvh(Int32Array.from(bodies.keys()).filter((row) => isBounded[bodies[row]] === 1))
    this.#bucket = new Int32Array(bodies.length)
    this.#listed = new Uint8Array(bodies.length)
    this.#active = new Int32Array(bodies.length)
    this.box = new Float64Array(6 * bodies.length)
    this.#words = new Int32Array(this.box.buffer)
    this.#rowHash = new Int32Array(2 * bodies.length)
    this.#made = new Float64Array(6 * bodies.length)
    // no box is inside of these, so that the first call makes the list
    this.#large = new Float64Array(6 * bodies.length).fill(NaN)
  }

  /** Computes boxes, and makes the list anew if a body has left its enlarged box, or if it has many pairs too many. */
  update(m: Model, d: Data): void {
    const rows = this.cache.bodies.length
    const someSleep = d.ntree_awake < m.ntree
    const isCurrent = someSleep && this.#hasBoxesOf(m, d)
    if (isCurrent) this.#updateAwake(m, d)
    else {
      bodyBoxes(m, d, this.cache, this.box, 0, rows)
      if (someSleep) this.#hashRows(0, rows)
      this.#fitted = false
    }
    this.#age++
    const isWasteful = this.#age > MAX_AGE && this.pairs.count > MAX_WASTE * this.cache.found.count
    if (!someSleep) {
      if (isWasteful || !this.#holds(0, rows)) this.#make(m)
    } else if (isWasteful || !((isCurrent || this.#holds(0, rows)) && this.#activeHold(d))) this.#makeActive(m, d)
    this.#boxesOf[STAMP] = d.boxStamp = someSleep ? this.#stamp() : 0
  }

  /** Whether the boxes are those of this state. */
  #hasBoxesOf(m: Model, d: Data): boolean {
    const margin = (m.opt.enableflags & EnableBit.override) !== 0 ? m.opt.o_margin : NO_OVERRIDE
    const boxesOf = this.#boxesOf
    const known = d.boxStamp !== 0 && d.boxStamp === boxesOf[STAMP] && margin === boxesOf[MARGIN]
    boxesOf[MARGIN] = margin
    return known
  }

  /** Computes the boxes of bodies that are not asleep. */
  #updateAwake(m: Model, d: Data): void {
    const { rowStart } = this.cache
    const { nspan, span_body } = d
    for (let s = 0; s < 2 * nspan; s += 2) {
      const first = rowStart[span_body[s]]
      const end = rowStart[span_body[s + 1]]
      bodyBoxes(m, d, this.cache, this.box, first, end)
      this.#hashRows(first, end)
    }
  }

  /** Hashes the boxes of the rows [first, end), and brings the sums of all hashes up to date. */
  #hashRows(first: number, end: number): void {
    const words = this.#words
    const rowHash = this.#rowHash
    const hash = this.#hash
    for (let row = first; row < end; row++) {
      // multiplication by odd numbers (2³² over the golden ratio; the first of MurmurHash3's), then mixing of high bits
      let h1 = row + 1
      let h2 = ~row
      for (let i = BOX_WORDS * row; i < BOX_WORDS * (row + 1); i++) {
        h1 = Math.imul(h1 ^ words[i], 0x9e3779b1)
        h1 ^= h1 >>> 15
        h2 = Math.imul(h2 + words[i], 0xcc9e2d51)
        h2 ^= h2 >>> 13
      }
      hash[0] += h1 - rowHash[2 * row]
      hash[1] += h2 - rowHash[2 * row + 1]
      rowHash[2 * row] = h1
      rowHash[2 * row + 1] = h2
    }
  }

  /** Both sums in one number of 52 bits that is not 0. */
  #stamp(): number {
    return (this.#hash[0] >>> 0) * 2 ** 20 + (this.#hash[1] >>> 12) + 1
  }

  /** Whether boxes of bodies that are not asleep are inside of their enlarged ones, and the list has their pairs. */
  #activeHold(d: Data): boolean {
    const { bodies, rowStart } = this.cache
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

  /** Makes the list of pairs with a body that is awake; in the hierarchy only these are placed anew. */
  #makeActive(m: Model, d: Data): void {
    const { bodies, isBounded } = this.cache
    const bvh = this.#bvh
    const found = this.#found
    const active = this.#listActive(d)
    if (2 * active > bodies.length) {
      this.#make(m)
      return
    }
    this.#failures = this.#age < WORTHWHILE_AGE ? this.#failures + 1 : 0
    const enlarged = this.#failures % RETRY < MAX_FAILURES
    if (!this.#fitted) this.#copy()
    for (let i = 0; i < active; i++) {
      const row = this.#active[i]
      if (enlarged) this.#enlarge(row, row + 1)
      else if (this.#fitted) this.#copyRow(row)
      if (this.#fitted && isBounded[bodies[row]] === 1) bvh.replace(this.#large, row)
    }
    if (!this.#fitted) bvh.fit(this.#large)
    this.#fitted = true
    found.count = 0
    this.#pairsWithoutBounds(m, active)
    for (let i = 0; i < active; i++) {
      const row = this.#active[i]
      if (isBounded[bodies[row]] === 1) bvh.findPairsOf(m, bodies, row, this.#listed, found)
    }
    this.#sort()
    this.#age = 0
  }

  /** Lists and marks the rows of bodies that are awake; returns their number. */
  #listActive(d: Data): number {
    const { bodies, rowStart } = this.cache
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

  /** Makes the list of all pairs. */
  #make(m: Model): void {
    const bvh = this.#bvh
    const found = this.#found
    this.#failures = this.#age < WORTHWHILE_AGE ? this.#failures + 1 : 0
    if (this.#failures % RETRY < MAX_FAILURES) this.#enlarge(0, this.cache.bodies.length)
    else this.#copy()
    this.#listed.fill(1)
    this.#fitted = false
    bvh.place(this.#large)
    found.count = 0
    this.#pairsWithoutBounds(m, -1)
    bvh.findPairs(m, this.cache.bodies, found)
    this.#sort()
    this.#age = 0
  }

  /**
   * Enlarges boxes on all sides, and in the direction of motion, but not by more than their size: rows [first, end).
   */
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

  /** Takes boxes as they are: where bodies jump about no list lasts, and enlarged boxes cost time. */
  #copy(): void {
    this.#made.set(this.box)
    this.#large.set(this.box)
  }

  #copyRow(row: number): void {
    for (let c = 6 * row; c < 6 * row + 6; c++) this.#made[c] = this.#large[c] = this.box[c]
  }

  /**
   * Pairs with bodies that no box bounds, each once; of the first `active` rows of `#active` only, unless that is -1.
   */
  #pairsWithoutBounds(m: Model, active: number): void {
    const { bodies, unbounded, isBounded } = this.cache
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

  /**
   * Sorts the pairs: by the first row into buckets, and inside a bucket, which is short or nearly sorted, by
   * insertion.
   */
  #sort(): void {
    const { pairs } = this
    const bucket = this.#bucket
    const { count, body1, body2 } = this.#found
    pairs.reserve(count)
    pairs.count = count
    const first = pairs.body1
    const second = pairs.body2
    if (count < INSERTION_LIMIT && count < bucket.length) {
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

const caches = perData<{ list: PairCache | undefined }>(() => ({ list: undefined }))

/** The list of a state, for the present collision cache of its model. */
export function pairCacheOf(d: Data, cache: CollisionCache): PairCache {
  const entry = caches.of(d)
  if (entry.list?.cache !== cache) entry.list = new PairCache(cache)
  return entry.list
}
