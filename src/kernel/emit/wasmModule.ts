import type { Program } from '../record/kernelProgram.ts'
import { MODULE_START } from '../run/wasmHost.ts'
import { ByteWriter } from './byteWriter.ts'
import { emitFunction, type WasmTarget } from './emitFunction.ts'
import { ONE_LANE } from './laneType.ts'

/**
 * A WebAssembly module: one exported function for each program that is added, (address of the state) → 0, or 1 if it
 * gave up. The module imports its memory as `kinetree.memory`. Programs are printed at once, so none of them is kept.
 * In a module of several lanes, programs of one lane have functions of their own.
 */
export class WasmModule {
  readonly #target: WasmTarget
  /** Number of each function. */
  readonly #places: Map<string, number>
  readonly #bodies: (ByteWriter | undefined)[] = []

  /** @param first names of the first functions; others follow in the order in which they are added */
  constructor(target: WasmTarget, first: readonly string[] = []) {
    this.#target = target
    this.#places = new Map(first.map((name, i) => [name, i]))
  }

  has(name: string, ofOneLane = false): boolean {
    return this.size(name, ofOneLane) !== undefined
  }

  /** Bytes of a function; undefined: there is none. */
  size(name: string, ofOneLane = false): number | undefined {
    const place = this.#places.get(this.#key(name, ofOneLane))
    return place === undefined ? undefined : this.#bodies[place]?.length
  }

  /** The name of a function: where there is one lane, programs of one lane are those of all. */
  #key(name: string, ofOneLane: boolean): string {
    const { lanes } = this.#target
    return ofOneLane && ONE_LANE[lanes] !== lanes ? `${name} of one lane` : name
  }

  /** Adds a program, or replaces the one of this name. Those that it calls come before it. */
  add(program: Program): void {
    const { lanes, tables, literals } = this.#target
    const { ofOneLane } = program
    const key = this.#key(program.name, ofOneLane)
    const place = this.#places.get(key) ?? this.#places.size
    this.#places.set(key, place)
    const target = ofOneLane ? { lanes: ONE_LANE[lanes], tables } : { lanes, tables, literals }
    this.#bodies[place] = emitFunction(program, target, (name, one) => this.#places.get(this.#key(name, one))!)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const module = new ByteWriter()
    const count = this.#places.size
    module.all(MODULE_START)

    const functions = new ByteWriter()
    functions.unsigned(count)
    for (let i = 0; i < count; i++) functions.unsigned(0)
    section(module, 3, functions)

    const exports = new ByteWriter()
    exports.unsigned(count)
    for (const [name, place] of this.#places) {
      exports.text(name)
      exports.byte(0)
      exports.unsigned(place)
    }
    section(module, 7, exports)

    const code = new ByteWriter()
    code.unsigned(count)
    for (const body of this.#bodies) code.sized(body!)
    section(module, 10, code)
    const { literals } = this.#target
    if (literals !== undefined) {
      const data = new ByteWriter()
      data.unsigned(1)
      data.append(literals.segment())
      section(module, 11, data)
    }
    section(module, 0, this.#names())
    return module.bytes()
  }

  /** The section that gives debuggers the names of the functions. */
  #names(): ByteWriter {
    const names = new ByteWriter()
    names.unsigned(this.#places.size)
    for (const [name, place] of this.#places) {
      names.unsigned(place)
      names.text(name)
    }
    const content = new ByteWriter()
    content.text('name')
    content.byte(1)
    content.sized(names)
    return content
  }
}

function section(module: ByteWriter, id: number, content: ByteWriter): void {
  module.byte(id)
  module.sized(content)
}
