import type { StageKernel, StatePlacement } from '../../core/data/stageKernels.ts'
import { Arena, type MemorySlice, type WasmMemory } from '../../core/memory/arena.ts'
import type { KernelLayout, NumberTable, StatePart } from '../record/kernelLayout.ts'
import { instantiate, type WasmCode, type WasmHost } from './wasmHost.ts'

/** Where the tables are: nothing is at address 0. */
export const TABLES = 64

const PAGE = 65536

/** Address of what follows tables of so many bytes. */
export function addressAfter(tables: number, tableBytes: number): number {
  return 16 * Math.ceil((tables + tableBytes) / 16)
}

/** Pages of so many bytes. */
export function pagesOf(bytes: number): number {
  return Math.ceil(bytes / PAGE)
}

/** No memory is left, or no addresses for it. */
export class NoMemory extends Error {}

/**
 * A memory of WebAssembly for one state: the tables of its model, the state, and the functions of a module on them. It
 * never grows, so its arrays keep their identity; and it lives as long as any of them.
 */
export interface StateMemory {
  readonly memory: WasmMemory
  readonly address: number
  readonly run: Readonly<Record<string, StageKernel>>
  /** The tables of numbers, and how many changes of the model they have seen. */
  readonly numbers: readonly Float64Array[]
  changes: number
}

/** Numbers of the model as they were last seen, and which change was the last one. */
interface SeenNumbers {
  values: Float64Array
  change: number
}

/** Makes memory for states of a model. States take changes of the model over themselves, so nothing needs to know them. */
export class StateMemories {
  readonly #layout: KernelLayout
  readonly #shared: boolean
  readonly #tables: readonly NumberTable[]
  readonly #seen: readonly SeenNumbers[]
  #changes = 0

  /** @param shared whether other threads can see it */
  constructor(layout: KernelLayout, shared: boolean) {
    this.#layout = layout
    this.#shared = shared
    this.#tables = layout.numberTables
    this.#seen = this.#tables.map(({ values }) => ({ values: Float64Array.from(values), change: 0 }))
  }

  /** Notes that numbers of the model have changed. @param values an array that stays the same */
  note(table: NumberTable, values: Float64Array): void {
    const seen = this.#seen[this.#tables.indexOf(table)]
    seen.values = values
    seen.change = ++this.#changes
  }

  /** @throws NoMemory */
  make(host: WasmHost, code: WasmCode): StateMemory {
    const layout = this.#layout
    const address = addressAfter(TABLES, layout.tableBytes)
    const pages = pagesOf(address + layout.stateBytes)
    let memory: WasmMemory
    try {
      memory = new host.Memory({ initial: pages, maximum: pages, shared: this.#shared })
    } catch (error) {
      throw error instanceof RangeError ? new NoMemory() : error
    }
    layout.writeTables(memory.buffer, TABLES)
    const numbers = this.#tables.map(
      ({ byteOffset, values }) => new Float64Array(memory.buffer, TABLES + byteOffset, values.length),
    )
    const made: StateMemory = { memory, address, run: instantiate(host, code, memory), numbers, changes: -1 }
    this.bringUpToDate(made)
    return made
  }

  /** Takes over numbers of the model that have changed. */
  bringUpToDate(memory: StateMemory): void {
    if (memory.changes === this.#changes) return
    for (let t = 0; t < this.#seen.length; t++) {
      const { values, change } = this.#seen[t]
      if (change > memory.changes) memory.numbers[t].set(values)
    }
    memory.changes = this.#changes
  }

  /** Where a state is in its memory. */
  placement({ memory, address }: StateMemory): StatePlacement {
    const { contacts, constraints, jacobian } = this.#layout
    const part = ({ byteOffset, byteLength }: StatePart): MemorySlice => ({
      buffer: memory.buffer,
      byteOffset: address + byteOffset,
      byteLength,
    })
    return {
      fixed: new Arena(memory, address),
      contacts: part(contacts),
      constraints: part(constraints),
      jacobian: part(jacobian),
    }
  }
}
