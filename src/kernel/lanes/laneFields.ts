import type { Data } from '../../core/data/data.ts'
import type { Lanes } from '../emit/laneType.ts'
import { fieldOf, type KernelLayout } from '../record/kernelLayout.ts'

/** Where numbers of states take turns: all of them in one buffer. */
export interface LaneMemory {
  readonly layout: KernelLayout
  readonly lanes: Lanes
  readonly buffer: ArrayBufferLike
  /** Address of the states. */
  readonly state: number
}

/** A field of numbers, and where they are in the memory of lanes. */
interface Field<Values, LaneValues> {
  readonly name: string
  /** The array of the state, which may be replaced. */
  values: Values
  readonly inLanes: LaneValues
}

/** Fields of a `Data` that are copied from and to lanes: whole, or for a number of contacts, rows or entries. */
export class LaneFields {
  readonly #d: Data
  readonly #lanes: Lanes
  readonly #doubles: Field<Float64Array, Float64Array>[] = []
  readonly #singles: Field<Float64Array, Float32Array>[] = []
  readonly #integers: Field<Int32Array, Int32Array>[] = []

  constructor(d: Data, names: readonly string[], { layout, lanes, buffer, state }: LaneMemory) {
    this.#d = d
    this.#lanes = lanes
    for (const name of names) {
      const values = fieldOf(d, name)
      if (values.length === 0) continue
      const { byteOffset, length } = layout.field(name)
      const at = state + lanes.scale * byteOffset
      if (values instanceof Int32Array) {
        this.#integers.push({ name, values, inLanes: new Int32Array(buffer, at, (length * lanes.integerStride) / 4) })
      } else if (lanes.bytes === 8) {
        this.#doubles.push({ name, values, inLanes: new Float64Array(buffer, at, lanes.count * length) })
      } else {
        this.#singles.push({ name, values, inLanes: new Float32Array(buffer, at, lanes.count * length) })
      }
    }
  }

  /** Finds the arrays of the state, which may have been replaced. */
  find(): void {
    const d = this.#d
    for (const field of [...this.#doubles, ...this.#singles]) field.values = fieldOf(d, field.name) as Float64Array
    for (const field of this.#integers) field.values = fieldOf(d, field.name) as Int32Array
  }

  /** Puts a lane into the state. @param share the part of each array that is in use */
  read(lane: number, share = 1): void {
    const step = this.#lanes.count
    for (let f = 0; f < this.#doubles.length; f++) {
      const { values, inLanes } = this.#doubles[f]
      readDoubles(values, inLanes, lane, step, Math.round(share * values.length))
    }
    for (let f = 0; f < this.#singles.length; f++) {
      const { values, inLanes } = this.#singles[f]
      readSingles(values, inLanes, lane, step, Math.round(share * values.length))
    }
    const words = this.#lanes.bytes / 4
    for (let f = 0; f < this.#integers.length; f++) {
      const { values, inLanes } = this.#integers[f]
      readIntegers(values, inLanes, words * lane, Math.round(share * values.length))
    }
  }

  /** Takes numbers of the state into a lane. */
  write(lane: number): void {
    const step = this.#lanes.count
    for (let f = 0; f < this.#doubles.length; f++) {
      const { values, inLanes } = this.#doubles[f]
      for (let i = 0, at = lane; i < values.length; i++, at += step) inLanes[at] = values[i]
    }
    for (let f = 0; f < this.#singles.length; f++) {
      const { values, inLanes } = this.#singles[f]
      for (let i = 0, at = lane; i < values.length; i++, at += step) inLanes[at] = values[i]
    }
  }
}

// V8: a loop that has seen arrays of one kind only is several times as fast, so each kind has its own

function readDoubles(values: Float64Array, inLanes: Float64Array, lane: number, step: number, count: number): void {
  for (let i = 0, at = lane; i < count; i++, at += step) values[i] = inLanes[at]
}

function readSingles(values: Float64Array, inLanes: Float32Array, lane: number, step: number, count: number): void {
  for (let i = 0, at = lane; i < count; i++, at += step) values[i] = inLanes[at]
}

/** Whole numbers are four words apart. */
function readIntegers(values: Int32Array, inLanes: Int32Array, lane: number, count: number): void {
  for (let i = 0, at = lane; i < count; i++, at += 4) values[i] = inLanes[at]
}
