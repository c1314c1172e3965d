import type { Data } from '../core/data/data.ts'
import { Solver } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'

/**
 * Order in which islands are solved, and how many threads are worth it. Time estimates are rough: they affect the
 * schedule, never the results.
 */
export class IslandSchedule {
  /** [0]: all islands, [1]: the longest, [2]: a row, in µs. */
  readonly time: Float64Array = new Float64Array(3)
  readonly #place: Int32Array = new Int32Array(BUCKETS)

  /** Sorts the islands by estimated time, longest first, and estimates the total time. */
  list(m: Model, d: Data, list: Int32Array): void {
    const { nisland, island_nefc, island_nv } = d
    const place = this.#place
    this.#timeRows(m, d)
    const rowTime = this.time[2]
    place.fill(0)
    let total = 0
    let longest = 0
    for (let k = 0; k < nisland; k++) {
      const time = ISLAND_TIME + DOF_TIME * island_nv[k] + rowTime * island_nefc[k]
      total += time
      if (time > longest) longest = time
      place[bucketOf((8 * time) | 0)]++
    }
    // the longest first: places from the last bucket down
    let at = 0
    for (let b = BUCKETS - 1; b >= 0; b--) {
      const number = place[b]
      place[b] = at
      at += number
    }
    for (let k = 0; k < nisland; k++) {
      const time = ISLAND_TIME + DOF_TIME * island_nv[k] + rowTime * island_nefc[k]
      list[place[bucketOf((8 * time) | 0)]++] = k
    }
    this.time[0] = total
    this.time[1] = longest
  }

  /** Time of a row, by the mean number of its entries and by solver. */
  #timeRows(m: Model, d: Data): void {
    let time = ROW_TIME + (ENTRY_TIME * d.nJ) / Math.max(1, d.nefc)
    const { solver } = m.opt
    if (solver === Solver.CG || solver === Solver.CGStrict) time *= 2
    else if (solver !== Solver.Newton) time *= 10
    this.time[2] = time
  }

  /** Number of workers worth waking: the work beside the longest island must keep each of them busy. */
  helpers(most: number): number {
    return Math.min(most, Math.floor((this.time[0] - this.time[1]) / LEAST_SHARE))
  }
}

/** Four sizes for each power of two. */
const BUCKETS = 128

/** Bucket of a time in eighths of a µs. */
function bucketOf(time: number): number {
  const exponent = 31 - Math.clz32(time)
  return exponent < 2 ? time : 4 * exponent + ((time >> (exponent - 2)) & 3)
}

// µs, measured on a core of a server
const ISLAND_TIME = 2
const DOF_TIME = 0.3
const ROW_TIME = 0.1
const ENTRY_TIME = 0.015

/** Less than this, µs, is not worth waking a worker for. */
const LEAST_SHARE = 100
