import { ByteWriter } from './byteWriter.ts'
import type { Lanes } from './laneType.ts'

/**
 * Literals of functions of several lanes, in memory. An engine makes a literal of 16 bytes anew wherever it is used, in
 * four instructions; a load that spreads a number over all lanes is one.
 */
export class LiteralPool {
  /** Most literals: those beyond are instructions. */
  static readonly capacity = 512

  readonly #lanes: Lanes
  readonly #address: number
  /** Places of literals, by their bits: 0 and −0 are two. */
  readonly #places = new Map<string, number>()

  constructor(lanes: Lanes, address: number) {
    this.#lanes = lanes
    this.#address = address
  }

  /** Where a literal is; undefined: there is no room. */
  addressOf(literal: number): number | undefined {
    const key = Object.is(literal, -0) ? '-0' : String(literal)
    let place = this.#places.get(key)
    if (place === undefined) {
      if (this.#places.size === LiteralPool.capacity) return undefined
      place = this.#places.size
      this.#places.set(key, place)
    }
    return this.#address + place * this.#lanes.bytes
  }

  /** The segment that puts them into memory. */
  segment(): ByteWriter {
    const numbers = new ByteWriter()
    for (const key of this.#places.keys()) {
      if (this.#lanes.bytes === 8) numbers.f64(Number(key))
      else numbers.f32(Number(key))
    }
    const I32_CONST = 0x41
    const END = 0x0b
    const segment = new ByteWriter()
    segment.all([0, I32_CONST])
    segment.signed(this.#address)
    segment.byte(END)
    segment.sized(numbers)
    return segment
  }
}
