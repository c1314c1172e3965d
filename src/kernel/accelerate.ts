import { copyConstraints } from '../core/data/constraintArrays.ts'
import { copyContacts } from '../core/data/contactArrays.ts'
import { Data } from '../core/data/data.ts'
import {
  type Acceleration,
  type KernelsByStage,
  type ModelKernelSet,
  type StageKernel,
  StageKernels,
  type StatePlacement,
} from '../core/data/stageKernels.ts'
import { Arena, type MemorySlice } from '../core/memory/arena.ts'
import { checkType } from '../core/model/argumentChecks.ts'
import type { Model } from '../core/model/model.ts'
import type { PlannedPair } from '../physics/collision/broad/plannedPairs.ts'
import { kernelPairs } from './collision/kernelPairs.ts'
import { LeftByKernel } from './collision/leftPairs.ts'
import { type AllConditions, areMet, conditionsOf, readTerms, Term } from './conditions.ts'
import { KERNEL_TABLE, type KernelEntry } from './kernelTable.ts'
import { LeanState, type UnstoredField } from './leanForward.ts'
import { ModelWatch } from './modelWatch.ts'
import { KernelLayout, type LayoutMessage, type NumberTable, type StatePart } from './record/kernelLayout.ts'
import { VaryingNumbers } from './record/varyingNumbers.ts'
import { recordKernels } from './recordKernels.ts'
import { sensorsLeft } from './sensor/sensorKernels.ts'
import { sequenceChecks } from './sequenceChecks.ts'
import { SolvedByKernel } from './solver/solvedByKernel.ts'
import { SEQUENCE_NAMES, type SequenceName, type SequenceStages, type StageName } from './stageSequences.ts'
import { type StatePlace, StatePool } from './statePool.ts'
import { verify } from './verify.ts'
import { instantiate, type WasmCode, wasmHost } from './wasmHost.ts'

/** How `accelerate` makes kernels. */
export interface AccelerateOptions {
  /**
   * Whether loops over bodies and dofs are written out: faster, and larger. By default where that is faster, as far
   * as the code stays below 120 kB.
   */
  readonly unroll?: boolean
  /**
   * Leaves out kernels whose results may differ from those of TypeScript in their last bits: that of the constraint
   * solver. False by default.
   */
  readonly sameBits?: boolean
  /**
   * Whether `step` stores the state, contacts, and sensors only, besides what it needs on the way. The fields that are
   * then not stored, `Accelerated.notStored`, are NaN after a step; `forward` computes all. False by default.
   */
  readonly lean?: boolean
  /**
   * Numbers of the model that will change, and are therefore no part of the code, also where they are 0 or ±1 now:
   * `body_mass`, or `body_mass[3]` for one of them. Changes are noticed as those of other numbers.
   */
  readonly vary?: readonly string[]
  /**
   * What `accelerate` has made for an equal model, such as in another thread: takes no time to record, and is not
   * compared with the stages again. The other options are then those with which it was made.
   */
  readonly code?: KernelCode
}

/** Kernels of a model as plain data, which messages carry to other threads. */
export interface KernelCode {
  readonly options: Omit<AccelerateOptions, 'code'>
  readonly stages: readonly KernelReport[]
  /** The WebAssembly module. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** @internal */
  readonly sequences: SequenceStages
  /** @internal The terms that kernels were made for, see `conditions.ts`. */
  readonly made: Float64Array
  /** @internal */
  readonly unstored: readonly UnstoredField[]
  /** @internal */
  readonly layout: LayoutMessage
}

/** A stage of a step, and what became of it. */
export interface KernelReport {
  readonly stage: string
  /** Bytes of WebAssembly; 0 if the stage runs in TypeScript. */
  readonly bytes: number
  /** Whether its loops are written out. */
  readonly unrolled: boolean
  /** Why the stage runs in TypeScript; undefined: it does not. */
  readonly reason: string | undefined
}

/** What `accelerate` returns. */
export interface Accelerated {
  /** Whether kernels are in use: for states made since, as long as the model fits them. */
  readonly active: boolean
  /** Why they are not; undefined: they are. */
  readonly reason: string | undefined
  readonly stages: readonly KernelReport[]
  /**
   * What to know although kernels are in use: that contacts or constraint rows of a state have outgrown the memory of
   * its kernels, and that some of its stages run in TypeScript since. Undefined: nothing.
   */
  readonly notice: string | undefined
  /**
   * Fields of `Data` that steps do not store, or not as a whole, with the option `lean`. They are NaN after a step, until
   * something else writes them.
   */
  readonly notStored: readonly string[]
  /** Bytes of the WebAssembly module. */
  readonly bytes: number
  /** What other threads need to use the same kernels, with the option `code`. */
  readonly code: KernelCode
  /** Lets kernels see all changes of the model's numbers at once. Otherwise they are noticed within some 50 steps. */
  refresh(): void
  /** A function that does so for some fields of the model, such as `body_mass`, and takes little time. */
  refresher(fields: readonly string[]): () => void
  /** Makes new states of the model run in TypeScript again. */
  stop(): void
}

/** A module on a memory: its functions, and the numbers of the model there. */
interface PlacedCode {
  readonly run: Readonly<Record<string, (address: number) => number>>
  readonly numbers: ReadonlyMap<NumberTable, Float64Array>
}

/**
 * Compiles stages of a step for a model. States that are made afterwards (`new Data(model)`) use them in `step` and
 * `forward`, with the same results; all other stages run in TypeScript on the same memory. Where WebAssembly is not
 * there or not allowed, nothing changes, and `active` is false.
 */
export function accelerate(model: Model, options: AccelerateOptions = {}): Accelerated {
  return start(model, options, (bytes) => {
    const host = wasmHost()
    return host === undefined ? undefined : new host.Module(bytes)
  })
}

/** As `accelerate`, but compiles in the background. */
export async function accelerateAsync(model: Model, options: AccelerateOptions = {}): Promise<Accelerated> {
  const kernels = new ModelKernels(model, options)
  let code: WasmCode | undefined
  let refused: unknown
  try {
    code = await wasmHost()?.compile(kernels.code.bytes)
  } catch (error) {
    refused = error
  }
  return start(
    model,
    options,
    () => {
      if (refused !== undefined) throw refused
      return code
    },
    kernels,
  )
}

function start(
  model: Model,
  options: AccelerateOptions,
  compile: (bytes: Uint8Array) => WasmCode | undefined,
  kernels = new ModelKernels(model, options),
): Accelerated {
  let code: WasmCode | undefined
  try {
    code = compile(kernels.code.bytes)
  } catch (error) {
    // a content security policy may forbid it
    kernels.refuse(`WebAssembly could not be compiled: ${messageOf(error)}`)
    return kernels
  }
  if (code === undefined) kernels.refuse('there is no WebAssembly here')
  else kernels.use(code)
  return kernels
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The kernels of one model. */
class ModelKernels implements Accelerated, Acceleration {
  readonly #model: Model
  readonly #options: KernelCode['options']
  readonly #layout: KernelLayout
  readonly #entries: readonly KernelEntry[]
  readonly #bytes: Uint8Array<ArrayBuffer>
  #sequences: SequenceStages
  #unstored: readonly UnstoredField[]
  /** Conditions of stages and sequences, and the terms that they are about: when kernels were made, and now. */
  readonly #conditions = new Map<keyof ModelKernelSet, AllConditions>()
  readonly #made: Float64Array
  readonly #terms = new Float64Array(Term.COUNT).fill(Number.NaN)
  /** Counts changes of the terms. */
  #changes = 0
  /** Whether kernels have been compared with their stages. */
  readonly #verified: boolean
  readonly #watch: ModelWatch
  readonly #places = new WeakMap<Data, StatePlace<PlacedCode>>()
  /** Pairs of geoms, as the kernel of collision counts them. */
  readonly #pairs: readonly PlannedPair[]
  #stages: readonly KernelReport[]
  #pool: StatePool<PlacedCode> | undefined
  #taken: StatePlace<PlacedCode> | undefined
  #reason: string | undefined
  #notice: string | undefined
  readonly #registry = new FinalizationRegistry<StatePlace<PlacedCode>>((place) => this.#pool?.giveBack(place))

  constructor(model: Model, { code, ...options }: AccelerateOptions) {
    checkType(model?.opt !== undefined, 'the model to accelerate', model, 'a Model, as loadModel gives it')
    this.#model = model
    this.#verified = code !== undefined
    this.#options = code?.options ?? options
    this.#pairs = kernelPairs(model)?.pairs ?? []
    if (code !== undefined) {
      this.#layout = KernelLayout.from(model, code.layout)
      this.#bytes = code.bytes
      this.#stages = code.stages
      this.#sequences = code.sequences
      this.#made = code.made
      this.#unstored = code.unstored
    } else {
      const recorded = recordKernels(model, options)
      this.#layout = recorded.layout
      this.#bytes = recorded.bytes
      this.#stages = recorded.stages
      this.#sequences = recorded.sequences
      this.#made = recorded.made
      this.#unstored = recorded.unstored
    }
    const left = new Set(this.#stages.filter(({ reason }) => reason !== undefined).map(({ stage }) => stage))
    this.#entries = KERNEL_TABLE.filter(({ name }) => !left.has(name))
    const vary = new VaryingNumbers(this.#options.vary)
    const flags = new Set(
      this.#entries.flatMap(({ flags = [], looseFlags = [] }) => [
        ...flags,
        ...looseFlags.filter((name) => !vary.has(name)),
      ]),
    )
    for (const { name } of this.#entries) this.#conditions.set(name, conditionsOf(name))
    for (const [name, stages] of Object.entries(this.#sequences) as [SequenceName, readonly StageName[]][])
      this.#conditions.set(name, conditionsOf(name, stages))
    this.#watch = new ModelWatch(model, this.#layout.numberTables, flags, (table, values) => {
      for (const { code: placed } of this.#pool?.pools ?? []) placed.numbers.get(table)!.set(values)
    })
  }

  get active(): boolean {
    return this.reason === undefined
  }
  get reason(): string | undefined {
    return this.#reason ?? this.#watch.stale
  }
  get stages(): readonly KernelReport[] {
    return this.#stages
  }
  get notice(): string | undefined {
    return this.#notice
  }
  get notStored(): readonly string[] {
    return this.active ? this.#unstored.map(({ name }) => name) : []
  }
  get bytes(): number {
    return this.#bytes.length
  }
  get code(): KernelCode {
    return {
      options: this.#options,
      stages: this.#stages,
      bytes: this.#bytes,
      sequences: this.#sequences,
      made: this.#made,
      unstored: this.#unstored,
      layout: this.#layout.message,
    }
  }

  /** Puts the kernels of a compiled module into use, if they agree with their stages. */
  use(code: WasmCode): void {
    const host = wasmHost()!
    const layout = this.#layout
    this.#pool = new StatePool(layout.tableBytes, layout.stateBytes, (pages) => {
      const memory = new host.Memory({ initial: pages, maximum: pages })
      layout.writeTables(memory.buffer, StatePool.tables)
      const numbers = layout.numberTables.map((table): [NumberTable, Float64Array] => [
        table,
        new Float64Array(memory.buffer, StatePool.tables + table.byteOffset, table.values.length),
      ])
      return { memory, code: { run: instantiate(host, code, memory), numbers: new Map(numbers) } }
    })
    this.#watch.lookAtAll()
    const place = this.#take()
    if (place === undefined) {
      this.refuse('there is no memory for a state')
      return
    }
    const wrong = this.#verified ? new Map<string, string>() : this.#verify(place)
    this.#pool.giveBack(place)
    this.#stages = this.#stages.map((stage) => {
      const reason = wrong.get(stage.stage)
      return reason === undefined ? stage : { ...stage, bytes: 0, reason }
    })
    this.#sequences = this.#withoutWrong(wrong)
    this.#noteWrong(wrong)
    if (this.#stages.every(({ reason }) => reason !== undefined)) this.#reason = 'no kernel agrees with its stage'
    else this.#model.acceleration = this
  }

  /** Sequences of kernels that agree with their stages, and agree themselves. */
  #withoutWrong(wrong: ReadonlyMap<string, string>): SequenceStages {
    const right = Object.entries(this.#sequences).filter(
      ([name, stages]) =>
        !wrong.has(name) && !stages.some((stage) => wrong.has(stage)) && (name !== 'lean' || this.#unstored.length > 0),
    )
    return Object.fromEntries(right)
  }

  /** Says so if a sequence is not used, or if steps are not lean although they were to be. */
  #noteWrong(wrong: ReadonlyMap<string, string>): void {
    const names = SEQUENCE_NAMES.filter((name) => name !== 'lean' && wrong.has(name))
    if (names.length > 0) this.#notice = names.map((name) => `${name} is not one kernel: ${wrong.get(name)}`).join('; ')
    if (this.#sequences.lean === undefined) this.#unstored = []
    if (!this.#options.lean || this.#unstored.length > 0) return
    const reason = wrong.get('lean') ?? 'forward dynamics of this model is not one kernel'
    this.#notice = `steps store all fields: ${reason}`
  }

  /** Why kernels may not be used, by stage. */
  #verify(place: StatePlace<PlacedCode>): Map<string, string> {
    const { fixed, ...tables } = this.#placement(place)
    const copy = new Data(this.#model, { fixed: place.pool.memory, byteOffset: place.address, ...tables })
    const left = this.#leftPairs(copy)
    const { contactCapacity, rowCapacity, entryCapacity } = this.#layout
    const sequences = sequenceChecks(this.#sequences)
    const checks = { passes: sequences.passes, stages: [...this.#entries, ...sequences.stages] }
    const wrong = verify(this.#model, checks, (entry, d) => {
      if (d.ncon > contactCapacity || d.nefc > rowCapacity || d.nJ > entryCapacity) return undefined
      // options are others here
      this.#watch.look()
      copy.arena.bytes().set(d.arena.bytes())
      copyContacts(copy, d, d.ncon)
      copyConstraints(copy, d, d.nefc, d.nJ)
      const code = place.pool.code.run[entry.name]
      const ran = entry.run?.(this.#model, copy, code, place.address, left) ?? code(place.address) === 0
      return ran ? copy : undefined
    })
    return wrong
  }

  place(): StatePlacement | undefined {
    this.#taken = this.#take()
    return this.#taken && this.#placement(this.#taken)
  }

  /** Memory for a state; undefined: there is none. */
  #take(): StatePlace<PlacedCode> | undefined {
    const memories = this.#pool?.pools.length
    let place: StatePlace<PlacedCode> | undefined
    try {
      place = this.#pool?.take()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    // a new memory has the numbers that the model has now, not those that were seen last
    if (this.#pool?.pools.length !== memories) this.#watch.rewrite()
    return place
  }

  #placement({ pool, address }: StatePlace<PlacedCode>): StatePlacement {
    const { buffer } = pool.memory
    const part = ({ byteOffset, byteLength }: StatePart): MemorySlice => ({
      buffer,
      byteOffset: address + byteOffset,
      byteLength,
    })
    const { contacts, constraints, jacobian } = this.#layout
    return {
      fixed: new Arena(pool.memory, address),
      contacts: part(contacts),
      constraints: part(constraints),
      jacobian: part(jacobian),
    }
  }

  attach(d: Data): StageKernels {
    const place = this.#taken!
    this.#taken = undefined
    this.#registry.register(d, place)
    this.#places.set(d, place)
    const kernels: ModelKernelSet = {}
    for (const { stage } of this.#stages) kernels[stage as keyof KernelsByStage] = undefined
    for (const name of SEQUENCE_NAMES) kernels[name] = undefined
    const { run } = place.pool.code
    for (const { stage, reason } of this.#stages)
      if (reason === undefined) kernels[stage as StageName] = this.#kernelOf(stage as StageName, run[stage], d)
    for (const name of Object.keys(this.#sequences) as SequenceName[])
      kernels[name] = this.#kernelOf(name, run[name], d)
    const { buffer } = place.pool.memory
    return new StageKernels(
      place.address,
      kernels,
      this,
      new SolvedByKernel(this.#layout, d.arena),
      this.#leftPairs(d),
      sensorsLeft(this.#model),
      kernels.lean && new LeanState(this.#unstored, buffer, place.address),
    )
  }

  /** A kernel for a state: gives up where contacts and rows that it needs have outgrown their place. */
  #kernelOf(name: keyof ModelKernelSet, code: StageKernel, d: Data): StageKernel {
    return this.#conditions.get(name)!.placed ? (address) => (this.#hasRoom(d) ? code(address) : 1) : code
  }

  /** What the kernel of collision leaves of a state. */
  #leftPairs({ arena: { buffer, byteOffset } }: Data): LeftByKernel {
    const find = (name: string): { at: number; length: number } => {
      const part = this.#layout.findWorkspace(name)
      return { at: byteOffset + (part?.byteOffset ?? 0), length: part?.length ?? 0 }
    }
    return new LeftByKernel(buffer!, find, this.#pairs)
  }

  /** Whether contacts and rows are still where kernels find them. The first that have outgrown their place are noted. */
  #hasRoom(d: Data): boolean {
    if (StageKernels.isPlaced(d)) return true
    const { contactCapacity, rowCapacity, entryCapacity } = this.#layout
    this.#notice ??=
      `a state has had more than the ${contactCapacity} contacts, ${rowCapacity} constraint rows, or ${entryCapacity} ` +
      'entries of their Jacobian that kernels have room for: collision, rows, and solve run in TypeScript there'
    return false
  }

  placementOf(d: Data): StatePlacement {
    return this.#placement(this.#places.get(d)!)
  }

  follow(m: Model): number {
    if (m !== this.#model || this.#reason !== undefined) return 0
    this.#watch.look()
    if (this.#watch.stale !== undefined) return 0
    if (readTerms(m, this.#terms)) this.#changes++
    return this.#changes
  }

  permits(name: keyof ModelKernelSet, callbacks: number): boolean {
    const conditions = this.#conditions.get(name)
    return conditions !== undefined && areMet(conditions, this.#terms, this.#made, callbacks)
  }

  refresh(): void {
    this.#watch.lookAtAll()
  }

  refresher(fields: readonly string[]): () => void {
    return this.#watch.looker(fields)
  }

  stop(): void {
    this.refuse('it was stopped')
    if (this.#model.acceleration === this) this.#model.acceleration = undefined
  }

  /** Takes the kernels out of use. */
  refuse(reason: string): void {
    this.#reason = reason
    this.#stages = this.#stages.map((stage) => ({ ...stage, bytes: 0, reason }))
  }
}
