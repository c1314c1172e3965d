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
  type StateSupport,
} from '../../core/data/stageKernels.ts'
import { checkType } from '../../core/model/argumentChecks.ts'
import type { Model } from '../../core/model/model.ts'
import { KernelLayout, refuseOtherModel } from '../record/kernelLayout.ts'
import { VaryingNumbers } from '../record/varyingNumbers.ts'
import { checkNumbers } from './checkOptions.ts'
import { type AllConditions, areMet, conditionsOf, TermWatch } from './conditions.ts'
import {
  fingerprint,
  type KernelCode,
  type KernelFacts,
  type KernelReport,
  type SequenceName,
  type StageName,
} from './kernelCode.ts'
import { NoMemory, StateMemories, type StateMemory } from './kernelMemory.ts'
import { LeanState } from './leanState.ts'
import { LeftByKernel } from './leftByKernel.ts'
import { ModelWatch } from './modelWatch.ts'
import { SolvedByKernel } from './solvedByKernel.ts'
import { forSharedMemory, type WasmCode, type WasmHost, wasmHost } from './wasmHost.ts'

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
   * its kernels, and that some of its stages run in TypeScript since; that a state found no memory; or that several
   * stages do not run as one kernel. It tells of the first such state, and stays. Undefined: nothing.
   */
  readonly notice: string | undefined
  /**
   * Fields of `Data` that steps do not store, or not as a whole, with the option `lean`. They are NaN after a step, until
   * something else writes them.
   */
  readonly notStored: readonly string[]
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
  /** Makes all states of the model run in TypeScript again, and new ones live in ordinary memory. */
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

/** A state that kernels are tried on. */
export interface Trial {
  readonly d: Data
  readonly address: number
  readonly left: LeftPairs
  kernel(name: StageName | SequenceName): StageKernel
  /** Makes it a copy of another state. Returns whether there is room for its contacts and rows. */
  copy(from: Data): boolean
}

/** Finds out why kernels of stages and of sequences may not be used, by their names. */
export type Check = (
  model: Model,
  stages: ReadonlySet<string>,
  sequences: KernelFacts['sequences'],
  trial: Trial,
) => ReadonlyMap<string, string>

/** How often kernels of a model were asked for. */
const calls = new WeakMap<Model, number>()

/** The number of a call for kernels of a model: later ones outlast earlier ones. */
export function countCall(model: Model): number {
  const call = (calls.get(model) ?? 0) + 1
  calls.set(model, call)
  return call
}

/** The kernels of one model: runs what `recordKernels` has made. */
export class ModelKernels implements Accelerated, Acceleration {
  readonly shared: boolean
  readonly #model: Model
  readonly #call: number
  readonly #made: MadeKernels
  readonly #watch: ModelWatch
  readonly #memories: StateMemories
  #stages: readonly KernelReport[]
  #sequences: KernelFacts['sequences']
  /** When each kernel may run, and the terms that this is about, as they were last seen. */
  readonly #conditions = new Map<keyof ModelKernelSet, AllConditions>()
  readonly #terms = new TermWatch()
  /** Counts changes of the terms. */
  #changes = 0
  #makeMemory: (() => StateMemory) | undefined
  #taken: StateMemory | undefined
  #reason: string | undefined
  #notice: string | undefined

  constructor(model: Model, made: MadeKernels, { shared = false }: RunOptions, call = countCall(model)) {
    this.shared = shared && typeof SharedArrayBuffer !== 'undefined'
    this.#model = model
    this.#call = call
    this.#made = made
    this.#memories = new StateMemories(made.layout, this.shared)
    this.#stages = made.stages
    this.#sequences = made.facts.sequences
    for (const { stage } of made.stages) this.#conditions.set(stage as StageName, conditionsOf(stage as StageName))
    for (const [name, stages] of sequencesOf(made.facts)) this.#conditions.set(name, conditionsOf(name, stages))
    this.#watch = new ModelWatch(
      model,
      made.layout.numberTables,
      made.facts.flags as (keyof Model)[],
      (table, values) => this.#memories.note(table, values),
    )
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
  get notStored(): readonly string[] {
    return this.active && this.#sequences.lean ? this.#made.facts.unstored.map(({ name }) => name) : []
  }
  get bytes(): number {
    return this.#made.bytes.length
  }
  get code(): KernelCode {
    const { options, bytes, facts, layout } = this.#made
    return {
      options,
      stages: this.#stages,
      bytes,
      facts: { ...facts, sequences: this.#sequences },
      layout: layout.message,
    }
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
    this.#makeMemory = () => this.#memories.make(host, code)
    this.#watch.lookAtAll()
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
    const wrong = check?.(this.#model, made, this.#sequences, this.#trial(first)) ?? new Map<string, string>()
    this.#stages = this.#stages.map((stage) => {
      const reason = wrong.get(stage.stage)
      return reason === undefined ? stage : { ...stage, bytes: 0, reason }
    })
    this.#leaveOut(wrong)
    if (this.#stages.every(({ reason }) => reason !== undefined)) this.#reason = 'no kernel agrees with its stage'
    else if (calls.get(this.#model) === this.#call) this.#model.acceleration = this
    else this.refuse('kernels were made again before these were ready')
  }

  /** Leaves out sequences in which something is wrong, and says so. */
  #leaveOut(wrong: ReadonlyMap<string, string>): void {
    const { facts, options } = this.#made
    const isRight = ([name, stages]: SequenceEntry): boolean =>
      !wrong.has(name) && !stages.some((stage) => wrong.has(stage)) && (name !== 'lean' || facts.unstored.length > 0)
    this.#sequences = Object.fromEntries(sequencesOf(facts).filter(isRight))
    const notices = sequencesOf(facts).flatMap(([name]) => (name !== 'lean' && wrong.has(name) ? [name] : []))
    if (notices.length > 0)
      this.#notice = notices.map((name) => `${name} is not one kernel: ${wrong.get(name)}`).join('; ')
    if (!options.lean || this.#sequences.lean !== undefined) return
    const reason = wrong.get('lean') ?? 'forward dynamics of this model is not one kernel'
    this.#notice = `steps store all fields: ${reason}`
  }

  #trial(memory: StateMemory): Trial {
    const { address } = memory
    const { fixed, ...tables } = this.#memories.placement(memory)
    const d = new Data(this.#model, { fixed: memory.memory, byteOffset: address, ...tables })
    const { contactCapacity, rowCapacity, entryCapacity } = this.#made.layout
    return {
      d,
      address,
      left: this.#leftPairs(d),
      kernel: (name) => memory.run[name],
      copy: (from) => {
        if (from.ncon > contactCapacity || from.nefc > rowCapacity || from.nJ > entryCapacity) return false
        // options may be others during a check
        this.#watch.look()
        this.#memories.bringUpToDate(memory)
        d.arena.bytes().set(from.arena.bytes())
        copyContacts(d, from, from.ncon)
        copyConstraints(d, from, from.nefc, from.nJ)
        return true
      },
    }
  }

  place(): StatePlacement | undefined {
    this.#taken = this.#take()
    return this.#taken && this.#memories.placement(this.#taken)
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

  attach(d: Data): StageKernels {
    const memory = this.#taken!
    this.#taken = undefined
    const { run, address } = memory
    const kernels: ModelKernelSet = {}
    for (const { stage, reason } of this.#stages) {
      const name = stage as StageName
      kernels[name] = reason === undefined ? this.#kernelOf(name, run[name], d) : undefined
    }
    const { facts, layout } = this.#made
    for (const [name] of sequencesOf(facts)) kernels[name] = this.#sequences[name] && this.#kernelOf(name, run[name], d)
    const support: StateSupport = {
      placement: () => this.#memories.placement(memory),
      follow: (m) => this.#follow(m, memory),
      permits: (name, callbacks) => this.#permits(name, callbacks),
    }
    return new StageKernels(
      address,
      kernels,
      support,
      new SolvedByKernel(layout, d.arena),
      this.#leftPairs(d),
      facts.leftSensors.length > 0 ? facts.leftSensors : undefined,
      kernels.lean && new LeanState(facts.unstored, memory.memory.buffer, address),
    )
  }

  /** A kernel for a state: gives up where contacts and rows that it needs have outgrown their place. */
  #kernelOf(name: keyof ModelKernelSet, code: StageKernel, d: Data): StageKernel {
    return this.#conditions.get(name)!.placed ? (address) => (this.#hasRoom(d) ? code(address) : 1) : code
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

  /** Lets the kernels of a state see changes of the model, see `StateSupport`. */
  #follow(m: Model, memory: StateMemory): number {
    if (m !== this.#model || this.#reason !== undefined) return 0
    this.#watch.look()
    if (this.#watch.stale !== undefined) return 0
    this.#memories.bringUpToDate(memory)
    if (this.#terms.look(m)) this.#changes++
    return this.#changes
  }

  #permits(name: keyof ModelKernelSet, callbacks: number): boolean {
    return areMet(this.#conditions.get(name)!, this.#terms.terms, this.#made.facts.terms, callbacks)
  }

  refresh(): void {
    this.#watch.lookAtAll()
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

type SequenceEntry = readonly [SequenceName, readonly StageName[]]

function sequencesOf({ sequences }: KernelFacts): readonly SequenceEntry[] {
  return Object.entries(sequences) as unknown as SequenceEntry[]
}

/** Throws unless this is a model. */
export function refuseOthers(model: Model): void {
  checkType(model?.opt !== undefined, 'the model to accelerate', model, 'a Model, as loadModel gives it')
}
