import type { Data } from '../../core/data/data.ts'
import { fieldOf, numbersAt } from '../record/kernelLayout.ts'
import type { LaneMemory } from './laneFields.ts'

type LaneNumbers = Float64Array | Float32Array

/**
 * An environment of a batch, from rows of its tables straight into a lane and back. Rows are those of `StateRecord`: qpos
 * and qvel; time, activations, warm start, controls, and all other inputs, which are zero most of the time.
 */
export class LaneRecord {
  readonly #count: number
  readonly #times: Float64Array
  readonly #state: readonly LaneNumbers[]
  readonly #kept: readonly LaneNumbers[]
  readonly #controls: LaneNumbers
  readonly #applied: readonly LaneNumbers[]
  readonly #widthOfKept: number
  readonly #widthOfControls: number
  readonly #widthOfApplied: number
  /** Lanes whose other inputs are not all zero. */
  readonly #isPushed: Uint8Array

  constructor(d: Data, { layout, lanes, buffer, state }: LaneMemory, times: Float64Array) {
    const numbers = (name: string): LaneNumbers => {
      const at = state + lanes.scale * layout.field(name).byteOffset
      return numbersAt(buffer, at, lanes.count * fieldOf(d, name).length, lanes.bytes === 4)
    }
    const all = (names: readonly string[]) => names.map(numbers).filter(({ length }) => length > 0)
    const width = (fields: readonly LaneNumbers[]) => fields.reduce((sum, { length }) => sum + length, 0) / lanes.count
    this.#count = lanes.count
    this.#times = times
    this.#state = all(['qpos', 'qvel'])
    this.#kept = all(['act', 'qacc_warmstart'])
    this.#controls = numbers('ctrl')
    this.#applied = all(['qfrc_applied', 'xfrc_applied', 'mocap_pos', 'mocap_quat', 'userdata'])
    this.#widthOfKept = width(this.#kept)
    this.#widthOfControls = width([this.#controls])
    this.#widthOfApplied = width(this.#applied)
    this.#isPushed = new Uint8Array(lanes.count).fill(1)
  }

  /** The other inputs of a lane may have changed. */
  notePush(lane: number): void {
    this.#isPushed[lane] = 1
  }

  /**
   * Takes an environment with its state at `s`, the rest at `r`, and its controls at `c` into a lane. Its inputs also go
   * to the same place in `inputs`, the table to which `store` writes.
   */
  load(
    lane: number,
    states: Float64Array,
    s: number,
    rests: Float64Array,
    r: number,
    controls: Float64Array,
    c: number,
    inputs: Float64Array,
  ): void {
    this.#times[lane] = rests[r]
    this.#write(this.#state, lane, states, s)
    this.#write(this.#kept, lane, rests, r + 1)
    spread(this.#controls, lane, this.#count, controls, c)
    let at = r + 1 + this.#widthOfKept
    for (let i = 0; i < this.#widthOfControls; i++) inputs[at++] = controls[c + i]
    const applied = at
    const end = applied + this.#widthOfApplied
    let pushes = 0
    for (; at < end; at++) {
      const x = rests[at]
      inputs[at] = x
      if (x !== 0) pushes = 1
    }
    if (pushes === 0 && this.#isPushed[lane] === 0) return
    this.#write(this.#applied, lane, rests, applied)
    this.#isPushed[lane] = pushes
  }

  #write(fields: readonly LaneNumbers[], lane: number, from: Float64Array, at: number): void {
    let next = at
    for (let f = 0; f < fields.length; f++) next = spread(fields[f], lane, this.#count, from, next)
  }

  /** Puts what steps have changed of an environment back. */
  store(lane: number, states: Float64Array, s: number, rests: Float64Array, r: number): void {
    rests[r] = this.#times[lane]
    this.#read(this.#state, lane, states, s)
    this.#read(this.#kept, lane, rests, r + 1)
  }

  #read(fields: readonly LaneNumbers[], lane: number, to: Float64Array, at: number): void {
    let next = at
    for (let f = 0; f < fields.length; f++) next = collect(to, next, fields[f], lane, this.#count)
  }
}

/** Writes neighbors of a table into a lane. Returns the place after them. */
function spread(to: LaneNumbers, lane: number, step: number, from: Float64Array, at: number): number {
  return to instanceof Float64Array ? spreadDoubles(to, lane, step, from, at) : spreadSingles(to, lane, step, from, at)
}

/** The other way round. */
function collect(to: Float64Array, at: number, from: LaneNumbers, lane: number, step: number): number {
  return from instanceof Float64Array
    ? collectDoubles(to, at, from, lane, step)
    : collectSingles(to, at, from, lane, step)
}

// V8: a loop that has seen arrays of one kind only is several times as fast, so each kind has its own

function spreadDoubles(to: Float64Array, lane: number, step: number, from: Float64Array, at: number): number {
  let j = at
  for (let i = lane; i < to.length; i += step) to[i] = from[j++]
  return j
}

function spreadSingles(to: Float32Array, lane: number, step: number, from: Float64Array, at: number): number {
  let j = at
  for (let i = lane; i < to.length; i += step) to[i] = from[j++]
  return j
}

function collectDoubles(to: Float64Array, at: number, from: Float64Array, lane: number, step: number): number {
  let j = at
  for (let i = lane; i < from.length; i += step) to[j++] = from[i]
  return j
}

function collectSingles(to: Float64Array, at: number, from: Float32Array, lane: number, step: number): number {
  let j = at
  for (let i = lane; i < from.length; i += step) to[j++] = from[i]
  return j
}
