import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { looseNumber, setLooseNumber } from './looseNumbers.ts'

/**
 * Some numbers of a model, and how they are copied to a row of a table and back. A patch holds them in the order of the
 * memory of the model, as doubles, so that copying takes a few blocks.
 */
export class ModelPatch {
  /** Numbers of a patch. */
  readonly size: number
  /** Blocks of the memory as [first, end) pairs, for each kind of number. */
  readonly #doubles: Int32Array
  readonly #floats: Int32Array
  readonly #bytes: Int32Array
  /** Places of numbers that are not in arrays. */
  readonly #loose: Int32Array
  /** Bytes of the arrays of the model. */
  readonly #byteLength: number

  /** @param numbers indices of numbers by array; those of 'loose' are places of `looseNumbers.ts` */
  constructor(m: Model, numbers: ReadonlyMap<string, ReadonlySet<number>>) {
    const doubles: number[] = []
    const floats: number[] = []
    const bytes: number[] = []
    for (const [name, indices] of numbers) {
      if (name === 'loose') continue
      const array: unknown = m[name as keyof Model]
      const kind = array instanceof Float64Array ? doubles : array instanceof Float32Array ? floats : bytes
      for (const index of indices) kind.push(addressOf(m, name, index))
    }
    this.#doubles = blocksOf(doubles)
    this.#floats = blocksOf(floats)
    this.#bytes = blocksOf(bytes)
    this.#loose = Int32Array.from(numbers.get('loose') ?? []).sort()
    this.#byteLength = m.arena.byteLength
    this.size = doubles.length + floats.length + bytes.length + this.#loose.length
  }

  /** Copies the numbers of a model to patch[o .. o + size). */
  read(m: Model, patch: Float64Array, o: number): void {
    const { doubles, floats, bytes } = this.#memoryOf(m)
    let to = o
    for (const [kind, blocks] of [
      [doubles, this.#doubles],
      [floats, this.#floats],
      [bytes, this.#bytes],
    ] as const)
      for (let b = 0; b < blocks.length; b += 2) for (let i = blocks[b]; i < blocks[b + 1]; i++) patch[to++] = kind[i]
    for (const place of this.#loose) patch[to++] = looseNumber(m, place)
  }

  /** Copies patch[o .. o + size) to the numbers of a model. Allocates nothing. */
  write(m: Model, patch: Float64Array, o: number): void {
    const { doubles, floats, bytes } = this.#memoryOf(m)
    let from = o
    let blocks = this.#doubles
    for (let b = 0; b < blocks.length; b += 2) {
      const end = blocks[b + 1]
      for (let i = blocks[b]; i < end; i++) doubles[i] = patch[from++]
    }
    blocks = this.#floats
    for (let b = 0; b < blocks.length; b += 2) {
      const end = blocks[b + 1]
      for (let i = blocks[b]; i < end; i++) floats[i] = patch[from++]
    }
    blocks = this.#bytes
    for (let b = 0; b < blocks.length; b += 2) {
      const end = blocks[b + 1]
      for (let i = blocks[b]; i < end; i++) bytes[i] = patch[from++]
    }
    const loose = this.#loose
    for (let k = 0; k < loose.length; k++) setLooseNumber(m, loose[k], patch[from++])
  }

  #memoryOf(m: Model): ModelMemoryViews {
    const views = memories.of(m)
    if (views.bytes.length !== this.#byteLength)
      throw new RangeError('this randomization was made for another model: give it that model or a copy of it')
    return views
  }
}

/** The arrays of a model as one. */
class ModelMemoryViews {
  readonly doubles: Float64Array
  readonly floats: Float32Array
  readonly bytes: Uint8Array

  constructor({ arena: { buffer, byteOffset, byteLength } }: Model) {
    this.doubles = new Float64Array(buffer!, byteOffset, byteLength / 8)
    this.floats = new Float32Array(buffer!, byteOffset, byteLength / 4)
    this.bytes = new Uint8Array(buffer!, byteOffset, byteLength)
  }
}

const memories = perModel((m) => new ModelMemoryViews(m))

/** Index of a number of an array in the array of all numbers of its kind. */
function addressOf(m: Model, name: string, index: number): number {
  const array = m[name as keyof Model] as unknown as Float64Array
  return (array.byteOffset - m.arena.byteOffset) / array.BYTES_PER_ELEMENT + index
}

/** Ranges [first, end) of addresses. */
function blocksOf(addresses: number[]): Int32Array {
  const blocks: number[] = []
  for (const address of addresses.sort((a, b) => a - b)) {
    if (blocks.at(-1) === address) blocks[blocks.length - 1]++
    else blocks.push(address, address + 1)
  }
  return Int32Array.from(blocks)
}
