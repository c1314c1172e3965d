import type { WasmMemory } from '../../core/memory/arena.ts'

const PAGE = 65536
/** Before the tables: no table or state is at address 0. */
const TABLES = 64
const FIRST_STATES = 4
const MOST_STATES = 256
const MOST_BYTES = 2 ** 28

/** A memory of WebAssembly with tables and room for states. It never grows, so its arrays stay valid. */
export interface PoolMemory<Code> {
  readonly memory: WasmMemory
  readonly code: Code
  /** Addresses of places that have been given back. */
  readonly free: number[]
  /** Where places begin that have never been taken, and where they end. */
  unused: number
  readonly end: number
}

/** A place for a state. */
export interface StatePlace<Code> {
  readonly pool: PoolMemory<Code>
  readonly address: number
}

/**
 * Memory for the states of one model. A memory of WebAssembly reserves gigabytes of addresses, of which a process has a
 * limited number, so each holds several states: 4, then 8, and so on.
 */
export class StatePool<Code> {
  readonly #stateBytes: number
  readonly #first: number
  readonly #make: (pages: number) => { memory: WasmMemory; code: Code }
  readonly pools: PoolMemory<Code>[] = []
  #next = FIRST_STATES

  /** Where the tables are in each memory. */
  static readonly tables = TABLES

  /** @param make a memory of this many pages, its tables written, and what runs on it */
  constructor(tableBytes: number, stateBytes: number, make: (pages: number) => { memory: WasmMemory; code: Code }) {
    this.#stateBytes = align(stateBytes)
    this.#first = align(TABLES + tableBytes)
    this.#make = make
  }

  /** A place whose memory is zero, as new memory is. */
  take(): StatePlace<Code> {
    const used = this.pools.find(({ free }) => free.length > 0)
    if (used !== undefined) {
      const address = used.free.pop()!
      new Uint8Array(used.memory.buffer, address, this.#stateBytes).fill(0)
      return { pool: used, address }
    }
    const pool = this.pools.find(({ unused, end }) => unused < end) ?? this.#grow()
    const address = pool.unused
    pool.unused += this.#stateBytes
    return { pool, address }
  }

  giveBack({ pool, address }: StatePlace<Code>): void {
    pool.free.push(address)
  }

  #grow(): PoolMemory<Code> {
    const count = Math.max(1, Math.min(this.#next, Math.floor(MOST_BYTES / this.#stateBytes)))
    this.#next = Math.min(2 * this.#next, MOST_STATES)
    const end = this.#first + count * this.#stateBytes
    const pool = { ...this.#make(Math.ceil(end / PAGE)), free: [], unused: this.#first, end }
    this.pools.push(pool)
    return pool
  }
}

function align(bytes: number): number {
  return 16 * Math.ceil(bytes / 16)
}
