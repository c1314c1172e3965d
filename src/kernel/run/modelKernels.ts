import { copyConstraints } from '../../core/data/constraintArrays.ts'
import { copyContacts } from '../../core/data/contactArrays.ts'
import { Data } from '../../core/data/data.ts'
import {
  type Acceleration,
  type LeftPairs,
  type ModelKernelSet,
  type StageKernel,
  StageKernels,
  type StatePlacement,
} from '../../core/data/stageKernels.ts'
import { Arena, type MemorySlice, type WasmMemory } from '../../core/memory/arena.ts'
import { checkType } from '../../core/model/argumentChecks.ts'
import type { Model } from '../../core/model/model.ts'
import { KernelLayout, refuseOtherModel, type StatePart } from '../record/kernelLayout.ts'
import { VaryingNumbers } from '../record/varyingNumbers.ts'
import { checkNumbers } from './checkOptions.ts'
import { fingerprint, type KernelCode, type KernelReport, type SequenceName, type StageName } from './kernelCode.ts'
import { FitWatch } from './kernelFit.ts'
import { LeftByKernel } from './leftByKernel.ts'
import { ModelWatch } from './modelWatch.ts'
import { SolvedByKernel } from './solvedByKernel.ts'
import { pagesOf, stateAddress, TABLES } from './stateMemory.ts'
import { forSharedMemory, instantiate, type WasmCode, type WasmHost, wasmHost } from './wasmHost.ts'

const NO_WEBASSEMBLY = 'there is no WebAssembly here'

/** Kernels of a model in use: what `accelerate` returns. */
export interface Accelerated {
  /** Whether kernels are in use: for states made since, as long as the model fits them. */
  readonly active: boolean
  /** Why they are not; undefined: they are. */
  readonly reason: string | undefined
  readonly stages: readonly KernelReport[]
  /**
   * What to know although kernels are in use: that contacts or constraint rows of a state have outgrown the memory of
   * its kernels, and that some of its stages run in TypeScript since; or that a state found no memory. Of several, the
   * first. Undefined: nothing.
   */
  readonly notice: string | undefined
  /** Bytes of the WebAssembly module. */
  readonly bytes: number
  /** Whether states are in memory that other threads can see. */
  readonly shared: boolean
  /** What other threads need to use the same kernels, with the option `code`. */
  readonly code: KernelCode
  /** Lets kernels see all changes of the model's numbers at once. Otherwise they are noticed within some 50 steps. */
  refresh(): void
  /** A function that does so for some fields of the model, such as `body_mass`, and takes little time. */
  refresher(fields: readonly string[]): () => void
  /** Makes new states of the model run in TypeScript again. */
  stop(): void
}

/** Kernels as they were recorded, or as they came from elsewhere, with the layout of their memory. */
export interface MadeKernels extends Omit<KernelCode, 'layout'> {
  readonly layout: KernelLayout
}

/** How kernels are used. */
export interface RunOptions {
  /**
   * Whether states are in memory that other threads can see, such as `islandThreads`: where the surroundings allow it,
   * in Node and in pages with cross-origin isolation. False by default.
   */
  readonly shared?: boolean
}

/** Memory of one state: the tables of the model, the state, and the functions of a module on them. */
interface StateMemory {
  readonly memory: WasmMemory
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

/** A state that kernels are tried on. */
export interface Trial {
  readonly d: Data
  readonly address: number
  readonly left: LeftPairs
  kernel(stage: StageName): StageKernel
  /** Makes it a copy of another state. Returns whether there is room for its contacts and rows. */
  copy(from: Data): boolean
}

/** Finds out why kernels of stages may not be used, by stage. */
export type Check = (model: Model, stages: ReadonlySet<string>, trial: Trial) => ReadonlyMap<string, string>

/** How often kernels of a model were asked for. */
const calls = new WeakMap<Model, number>()

/** The number of a call for kernels of a model: later ones outlast earlier ones. */
export function countCall(model: Model): number {
  const call = (calls.get(model) ?? 0) + 1
  calls.set(model, call)
  return call
}

/** No memory is left, or no addresses for it. */
class NoMemory extends Error {}

/** The kernels of one model: runs what `recordKernels` has made. */
export class ModelKernels implements Accelerated, Acceleration {
  readonly shared: boolean
  readonly #model: Model
  readonly #call: number
  readonly #made: MadeKernels
  readonly #watch: ModelWatch
  /** By table. States take changes over when they are stepped, so that nothing needs to know them. */
  readonly #seen: readonly SeenNumbers[]
  #changes = 0
  #stages: readonly KernelReport[]
  /** Makes memory for a state. @throws RangeError where none is left */
  #makeMemory: (() => StateMemory) | undefined
  #taken: StateMemory | undefined
  #reason: string | undefined
  #notice: string | undefined

  constructor(model: Model, made: MadeKernels, { shared = false }: RunOptions, call = countCall(model)) {
    this.shared = shared && typeof SharedArrayBuffer !== 'undefined'
    this.#model = model
    this.#call = call
    this.#made = made
    this.#stages = made.stages
    const vary = new VaryingNumbers(made.options.vary)
    const flags = made.facts.flags.filter((name) => !vary.has(name))
    const tables = made.layout.numberTables
    this.#seen = tables.map(({ values }) => ({ values: Float64Array.from(values), change: 0 }))
    this.#watch = new ModelWatch(model, tables, flags, (table, values) => {
      const seen = this.#seen[tables.indexOf(table)]
      seen.values = values
      seen.change = ++this.#changes
    })
    this.#watch.writeAll()
  }

  /** Kernels that were made elsewhere, for an equal model. */
  static of(model: Model, code: KernelCode, options: RunOptions, call = countCall(model)): ModelKernels {
    refuseOthers(model)
    const isCode = code?.facts !== undefined && code.layout !== undefined && code.bytes instanceof Uint8Array
    checkType(isCode, "the option 'code'", code, 'what accelerate or readKernelCode has made')
    const isThere = (name: string): boolean => ArrayBuffer.isView(Reflect.get(model, name))
    if (!code.facts.flags.every(isThere)) refuseOtherModel()
    if (code.facts.model !== fingerprint(model, new VaryingNumbers(code.options.vary))) refuseOtherModel()
    return new ModelKernels(model, { ...code, layout: KernelLayout.from(model, code.layout) }, options, call)
  }

  get active(): boolean {
    return this.reason === undefined
  }
  get reason(): string | undefined {
    return this.#reason ?? this.#watch.stale
  }
  get stages(): readonly KernelReport[] {
    const reason = this.#reason
    if (reason === undefined) return this.#stages
    return this.#stages.map((stage) => (stage.reason === undefined ? { ...stage, bytes: 0, reason } : stage))
  }
  get notice(): string | undefined {
    return this.#notice
  }
  get bytes(): number {
    return this.#made.bytes.length
  }
  get code(): KernelCode {
    const { options, bytes, facts, layout } = this.#made
    return { options, stages: this.#stages, bytes, facts, layout: layout.message }
  }

  /** Compiles the module, and puts the kernels into use that a check finds nothing wrong with. */
  compile(check?: Check): void {
    const host = wasmHost()
    if (host === undefined) {
      this.refuse(NO_WEBASSEMBLY)
      return
    }
    let code: WasmCode
    try {
      code = new host.Module(this.#module)
    } catch (error) {
      this.#refuseCode(error)
      return
    }
    this.#use(host, code, check)
  }

  /** As `compile`, in the background. */
  async compileLater(check?: Check): Promise<void> {
    const host = wasmHost()
    if (host === undefined) {
      this.refuse(NO_WEBASSEMBLY)
      return
    }
    let code: WasmCode
    try {
      code = await host.compile(this.#module)
    } catch (error) {
      this.#refuseCode(error)
      return
    }
    this.#use(host, code, check)
  }

  /** The module for memory of the kind that is used. */
  get #module(): Uint8Array {
    return this.shared ? forSharedMemory(this.#made.bytes) : this.#made.bytes
  }

  /** A content security policy may forbid to compile. */
  #refuseCode(error: unknown): void {
    this.refuse(`WebAssembly could not be compiled: ${error instanceof Error ? error.message : String(error)}`)
  }

  #use(host: WasmHost, code: WasmCode, check: Check | undefined): void {
    this.#makeMemory = () => this.#memoryWith(host, code)
    this.#watch.lookAtAll(this.#model)
    let first: StateMemory | undefined
    try {
      first = this.#take()
    } catch (error) {
      // browsers may limit what their main thread makes at once
      if (!(error instanceof RangeError)) throw error
      this.#refuseCode(error)
      return
    }
    if (first === undefined) {
      this.refuse('there is no memory for a state')
      return
    }
    const { run } = first
    const functions = Object.keys(this.#made.facts.sequences)
    const made = new Set(this.#stages.flatMap(({ stage, reason }) => (reason === undefined ? [stage] : [])))
    if (![...made, ...functions].every((name) => typeof run[name] === 'function')) refuseOtherModel()
    const wrong = check?.(this.#model, made, this.#trial(first))
    this.#stages = this.#stages.map((stage) => {
      const reason = wrong?.get(stage.stage)
      return reason === undefined ? stage : { ...stage, bytes: 0, reason }
    })
    if (this.#stages.every(({ reason }) => reason !== undefined)) this.#reason = 'no kernel agrees with its stage'
    else if (calls.get(this.#model) === this.#call) this.#model.acceleration = this
    else this.refuse('kernels were made again before these were ready')
  }

  #trial(memory: StateMemory): Trial {
    const { fixed, ...tables } = this.#placement(memory)
    const address = fixed.byteOffset
    const d = new Data(this.#model, { fixed: memory.memory, byteOffset: address, ...tables })
    const { contactCapacity, rowCapacity, entryCapacity } = this.#made.layout
    return {
      d,
      address,
      left: this.#leftPairs(d),
      kernel: (stage) => memory.run[stage],
      copy: (from) => {
        if (from.ncon > contactCapacity || from.nefc > rowCapacity || from.nJ > entryCapacity) return false
        // options may be others during a check
        this.#watch.look(this.#model)
        this.#bringUpToDate(memory)
        d.arena.bytes().set(from.arena.bytes())
        copyContacts(d, from, from.ncon)
        copyConstraints(d, from, from.nefc, from.nJ)
        return true
      },
    }
  }

  place(): StatePlacement | undefined {
    this.#taken = this.#take()
    return this.#taken && this.#placement(this.#taken)
  }

  /** Memory for a state; undefined: none is left. */
  #take(): StateMemory | undefined {
    try {
      return this.#makeMemory?.()
    } catch (error) {
      if (!(error instanceof NoMemory)) throw error
      this.#notice ??= 'there was no memory left for the kernels of a state: it runs in TypeScript'
      return undefined
    }
  }

  /** A memory with the tables of the model, as they were last seen, and with room for a state. */
  #memoryWith(host: WasmHost, code: WasmCode): StateMemory {
    const { layout } = this.#made
    const pages = pagesOf(stateAddress(layout.tableBytes) + layout.stateBytes)
    let memory: WasmMemory
    try {
      memory = new host.Memory({ initial: pages, maximum: pages, shared: this.shared })
    } catch (error) {
      throw error instanceof RangeError ? new NoMemory() : error
    }
    layout.writeTables(memory.buffer, TABLES)
    const numbers = layout.numberTables.map(
      ({ byteOffset, values }) => new Float64Array(memory.buffer, TABLES + byteOffset, values.length),
    )
    return { memory, run: instantiate(host, code, memory), numbers, changes: 0 }
  }

  /** Takes over numbers of the model that have changed. */
  #bringUpToDate(memory: StateMemory): void {
    if (memory.changes === this.#changes) return
    for (let t = 0; t < this.#seen.length; t++) {
      const { values, change } = this.#seen[t]
      if (change > memory.changes) memory.numbers[t].set(values)
    }
    memory.changes = this.#changes
  }

  #placement({ memory }: StateMemory): StatePlacement {
    const { contacts, constraints, jacobian, tableBytes } = this.#made.layout
    const address = stateAddress(tableBytes)
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

  attach(d: Data): StageKernels {
    const memory = this.#taken!
    this.#taken = undefined
    const { run } = memory
    const kernels: ModelKernelSet = {}
    for (const { stage, reason } of this.#stages) {
      const name = stage as StageName
      kernels[name] = reason === undefined ? this.#kernelOf([name], run[name], d) : undefined
    }
    for (const [sequence, stages] of Object.entries(this.#made.facts.sequences)) {
      const name = sequence as SequenceName
      const isWhole = stages.every((stage) => kernels[stage] !== undefined)
      kernels[name] = isWhole ? this.#kernelOf(stages, run[name], d) : undefined
    }
    const solved = new SolvedByKernel(this.#made.layout, d.arena)
    const support = { placement: () => this.#placement(memory), follow: (m: Model) => this.#follow(m, memory) }
    return new StageKernels(d.arena.byteOffset, kernels, support, solved, this.#leftPairs(d))
  }

  /** The kernel of stages for a state: gives up where options or the memory of the state do not fit one of them. */
  #kernelOf(stages: readonly StageName[], code: StageKernel, d: Data): StageKernel {
    const fits = stages.flatMap((stage) => this.#made.facts.fits[stage] ?? [])
    if (fits.length === 0) return code
    const watch = new FitWatch(fits)
    return (address) => (watch.holds(d.model) && this.#hasRoom(d) ? code(address) : 1)
  }

  /** What the kernel of collision leaves of a state. */
  #leftPairs({ arena: { buffer, byteOffset } }: Data): LeftByKernel {
    const find = (name: string): { at: number; length: number } => {
      const part = this.#made.layout.findWorkspace(name)
      return { at: byteOffset + (part?.byteOffset ?? 0), length: part?.length ?? 0 }
    }
    return new LeftByKernel(buffer!, find, this.#made.facts.pairs)
  }

  /** Whether contacts and rows are still where kernels find them. The first that have outgrown their place are noted. */
  #hasRoom(d: Data): boolean {
    if (StageKernels.isPlaced(d)) return true
    const { contactCapacity, rowCapacity, entryCapacity } = this.#made.layout
    this.#notice ??=
      `a state has had more than the ${contactCapacity} contacts, ${rowCapacity} constraint rows, or ${entryCapacity} ` +
      'entries of their Jacobian that kernels have room for: collision, rows, and solve run in TypeScript there'
    return false
  }

  /** Lets the kernels of a state see changes of the model. Returns whether they are those of this model. */
  #follow(m: Model, memory: StateMemory): boolean {
    if (m !== this.#model || this.#reason !== undefined) return false
    this.#watch.look(m)
    if (this.#watch.stale !== undefined) return false
    this.#bringUpToDate(memory)
    return true
  }

  refresh(): void {
    this.#watch.lookAtAll(this.#model)
  }

  refresher(fields: readonly string[]): () => void {
    checkType(Array.isArray(fields), 'what to refresh', fields, "a list of fields, such as ['body_mass']")
    for (const name of fields) checkNumbers(this.#model, 'refresher', name)
    return this.#watch.looker(fields)
  }

  stop(): void {
    this.refuse('it was stopped')
    if (this.#model.acceleration === this) this.#model.acceleration = undefined
  }

  /** Takes the kernels out of use. */
  refuse(reason: string): void {
    this.#reason = reason
  }
}

/** Throws unless this is a model. */
export function refuseOthers(model: Model): void {
  checkType(model?.opt !== undefined, 'the model to accelerate', model, 'a Model, as loadModel gives it')
}
