/** A `WebAssembly.Memory`, described so that programs without the browser's types can use this package's. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer
  grow(pages: number): number
}

/** A part of a buffer. */
export interface MemorySlice {
  readonly buffer: ArrayBuffer | SharedArrayBuffer
  readonly byteOffset: number
  readonly byteLength: number
}

/** Memory that an arena can be laid over. Typed arrays carved from shared memory are seen by other threads. */
export type ArenaMemory = ArrayBuffer | SharedArrayBuffer | WasmMemory | MemorySlice

const ALIGNMENT = 8

/**
 * Hands out typed arrays, one after the other, from a single block of memory. The same sequence of requests
 * gives the same layout, so a second arena over the same memory gives views of the same values.
 *
 * An arena without memory only measures: it hands out empty arrays and counts the bytes.
 */
export class Arena {
  readonly buffer: ArrayBufferLike | undefined
  readonly byteOffset: number
  readonly byteCapacity: number
  #used = 0

  /**
   * @param memory what to carve from; absent: measure only
   * @param byteOffset where in the memory to start (a multiple of 8)
   */
  constructor(memory?: ArenaMemory, byteOffset = 0) {
    if (!(byteOffset >= 0 && byteOffset % ALIGNMENT === 0))
      throw new RangeError(`arena offset ${byteOffset} is not a multiple of ${ALIGNMENT}`)
    if (ArrayBuffer.isView(memory)) throw new TypeError('an arena needs a buffer, not a view of one')
    const slice = isSlice(memory) ? memory : undefined
    this.buffer = memory !== undefined && 'buffer' in memory ? memory.buffer : memory
    this.byteOffset = (slice?.byteOffset ?? 0) + byteOffset
    this.byteCapacity = (slice?.byteLength ?? this.buffer?.byteLength ?? byteOffset) - byteOffset
  }

  /** How many bytes `build` asks of an arena. */
  static measure(build: (arena: Arena) => unknown): number {
    const arena = new Arena()
    build(arena)
    return arena.byteLength
  }

  /** An arena over fresh memory that is just large enough for what `build` asks of it. */
  static sized(build: (arena: Arena) => unknown): Arena {
    return new Arena(new ArrayBuffer(Arena.measure(build)))
  }

  /** The memory that this arena is laid over, for another arena over the same. */
  get memory(): ArenaMemory | undefined {
    const { buffer, byteOffset, byteCapacity } = this
    return buffer === undefined || !this.isPart ? buffer : { buffer, byteOffset, byteLength: byteCapacity }
  }

  /** Whether something else is in the same buffer. */
  get isPart(): boolean {
    return this.buffer !== undefined && this.byteCapacity < this.buffer.byteLength
  }

  /** A second arena over what is left of this one; `skip` what it hands out before this one hands out more. */
  rest(): Arena {
    return this.buffer === undefined ? new Arena() : new Arena(this.buffer, this.byteOffset + this.#used)
  }

  /** Leaves bytes out, as if they had been handed out. */
  skip(bytes: number): void {
    this.#take(bytes)
  }

  /** Bytes handed out so far. */
  get byteLength(): number {
    return this.#used
  }

  /** An array of zeros or of what the memory holds, with room for all numbers of a shape: `f64(n, 3)` is 3n numbers. */
  f64(...shape: number[]): Float64Array<ArrayBufferLike> {
    const length = product(shape)
    const at = this.#take(8 * length)
    return this.buffer === undefined ? new Float64Array(0) : new Float64Array(this.buffer, at, length)
  }

  f32(...shape: number[]): Float32Array<ArrayBufferLike> {
    const length = product(shape)
    const at = this.#take(4 * length)
    return this.buffer === undefined ? new Float32Array(0) : new Float32Array(this.buffer, at, length)
  }

  i32(...shape: number[]): Int32Array<ArrayBufferLike> {
    const length = product(shape)
    const at = this.#take(4 * length)
    return this.buffer === undefined ? new Int32Array(0) : new Int32Array(this.buffer, at, length)
  }

  u8(...shape: number[]): Uint8Array<ArrayBufferLike> {
    const length = product(shape)
    const at = this.#take(length)
    return this.buffer === undefined ? new Uint8Array(0) : new Uint8Array(this.buffer, at, length)
  }

  /** All bytes handed out so far, as one array. */
  bytes(): Uint8Array<ArrayBufferLike> {
    return this.buffer === undefined ? new Uint8Array(0) : new Uint8Array(this.buffer, this.byteOffset, this.#used)
  }

  #take(bytes: number): number {
    const at = this.byteOffset + this.#used
    this.#used += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
    if (this.buffer !== undefined && this.#used > this.byteCapacity)
      throw new RangeError(`arena is full: ${this.#used} bytes asked for, ${this.byteCapacity} there`)
    return at
  }
}

function isSlice(memory: ArenaMemory | undefined): memory is MemorySlice {
  return memory !== undefined && 'byteOffset' in memory
}

function product(shape: readonly number[]): number {
  let n = 1
  let valid = true
  for (const length of shape) {
    valid &&= Number.isSafeInteger(length) && length >= 0
    n *= length
  }
  if (!valid || !Number.isSafeInteger(n)) throw new RangeError(`array shape [${shape.join(', ')}] is not valid`)
  return n
}
