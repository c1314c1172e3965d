import { copyConstraints } from '../core/data/constraintArrays.ts'
import { copyContacts } from '../core/data/contactArrays.ts'
import { Data } from '../core/data/data.ts'
import {
  type Acceleration,
  type KernelsByStage,
  type ModelKernelSet,
  StageKernels,
  type StatePlacement,
} from '../core/data/stageKernels.ts'
import { Arena, type MemorySlice } from '../core/memory/arena.ts'
import { checkType } from '../core/model/argumentChecks.ts'
import type { Model } from '../core/model/model.ts'
import type { PlannedPair } from '../physics/collision/broad/plannedPairs.ts'
import { kernelPairs } from './collision/kernelPairs.ts'
import { LeftByKernel } from './collision/leftPairs.ts'
import { emitJavaScript } from './emit/emitJavaScript.ts'
import { KERNEL_TABLE, type KernelEntry } from './kernelTable.ts'
import { makeModule } from './makeModule.ts'
import { ModelWatch } from './modelWatch.ts'
import { KernelLayout, type StatePart } from './record/kernelLayout.ts'
import { SolvedByKernel } from './solver/solvedByKernel.ts'
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
  /** Bytes of the WebAssembly module. */
  readonly bytes: number
  /** Lets kernels see all changes of the model's numbers at once. Otherwise they are noticed within some 50 steps. */
  refresh(): void
  /** The kernels as JavaScript, to be read. */
  toJavaScript(): string
  /** Makes new states of the model run in TypeScript again. */
  stop(): void
}

type Functions = Readonly<Record<string, (address: number) => number>>

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
    code = await wasmHost()?.compile(kernels.code)
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
    code = compile(kernels.code)
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
  readonly #layout: KernelLayout
  readonly #entries: readonly KernelEntry[]
  readonly #unroll: boolean | undefined
  readonly #code: Uint8Array<ArrayBuffer>
  readonly #watch: ModelWatch
  /** Pairs of geoms, as the kernel of collision counts them. */
  readonly #pairs: readonly PlannedPair[]
  #stages: readonly KernelReport[]
  #pool: StatePool<Functions> | undefined
  #taken: StatePlace<Functions> | undefined
  #reason: string | undefined
  #notice: string | undefined
  readonly #registry = new FinalizationRegistry<StatePlace<Functions>>((place) => this.#pool?.giveBack(place))

  constructor(model: Model, options: AccelerateOptions) {
    checkType(model?.opt !== undefined, 'the model to accelerate', model, 'a Model, as loadModel gives it')
    this.#model = model
    this.#layout = new KernelLayout(model)
    this.#entries = KERNEL_TABLE.filter(
      ({ rounds = false, unsupported }) => !(rounds && options.sameBits) && unsupported?.(model) === undefined,
    )
    this.#unroll = options.unroll
    this.#pairs = kernelPairs(model)?.pairs ?? []
    const { module, unrolled } = makeModule(model, this.#layout, this.#entries, options.unroll)
    this.#code = module.bytes()
    this.#stages = KERNEL_TABLE.map(({ name, rounds = false, unsupported }) => ({
      stage: name,
      bytes: module.size(name) ?? 0,
      unrolled: unrolled.has(name),
      reason: rounds && options.sameBits ? 'its last bits may differ' : unsupported?.(model),
    }))
    const flags = new Set(this.#entries.flatMap((entry) => entry.flags ?? []))
    this.#watch = new ModelWatch(model, this.#layout.numberTables, flags, (table, values) => {
      for (const { memory } of this.#pool?.pools ?? [])
        new Float64Array(memory.buffer, StatePool.tables + table.byteOffset, values.length).set(values)
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
  get bytes(): number {
    return this.#code.length
  }
  /** The module. */
  get code(): Uint8Array<ArrayBuffer> {
    return this.#code
  }

  /** Puts the kernels of a compiled module into use, if they agree with their stages. */
  use(code: WasmCode): void {
    const host = wasmHost()!
    const layout = this.#layout
    this.#pool = new StatePool(layout.tableBytes, layout.stateBytes, (pages) => {
      const memory = new host.Memory({ initial: pages, maximum: pages })
      layout.writeTables(memory.buffer, StatePool.tables)
      return { memory, code: instantiate(host, code, memory) }
    })
    this.#watch.lookAtAll(this.#model)
    const place = this.#take()
    if (place === undefined) {
      this.refuse('there is no memory for a state')
      return
    }
    const wrong = this.#verify(place)
    this.#pool.giveBack(place)
    this.#stages = this.#stages.map((stage) => {
      const reason = wrong.get(stage.stage)
      return reason === undefined ? stage : { ...stage, bytes: 0, reason }
    })
    if (this.#stages.every(({ reason }) => reason !== undefined)) this.#reason = 'no kernel agrees with its stage'
    else this.#model.acceleration = this
  }

  /** Why kernels may not be used, by stage. */
  #verify(place: StatePlace<Functions>): Map<string, string> {
    const { fixed, ...tables } = this.#placement(place)
    const copy = new Data(this.#model, { fixed: place.pool.memory, byteOffset: place.address, ...tables })
    const left = this.#leftPairs(copy)
    const { contactCapacity, rowCapacity, entryCapacity } = this.#layout
    const wrong = verify(this.#model, this.#entries, (entry, d) => {
      if (d.ncon > contactCapacity || d.nefc > rowCapacity || d.nJ > entryCapacity) return undefined
      // options are others here
      this.#watch.look(this.#model)
      copy.arena.bytes().set(d.arena.bytes())
      copyContacts(copy, d, d.ncon)
      copyConstraints(copy, d, d.nefc, d.nJ)
      const code = place.pool.code[entry.name]
      const ran = entry.run?.(this.#model, copy, code, place.address, left) ?? code(place.address) === 0
      return ran ? copy : undefined
    })
    return new Map([...wrong].map(([entry, reason]) => [entry.name, reason]))
  }

  place(): StatePlacement | undefined {
    this.#taken = this.#take()
    return this.#taken && this.#placement(this.#taken)
  }

  /** Memory for a state; undefined: there is none. */
  #take(): StatePlace<Functions> | undefined {
    const memories = this.#pool?.pools.length
    let place: StatePlace<Functions> | undefined
    try {
      place = this.#pool?.take()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
    // a new memory has the numbers that the model has now, not those that were seen last
    if (this.#pool?.pools.length !== memories) this.#watch.rewrite()
    return place
  }

  #placement({ pool, address }: StatePlace<Functions>): StatePlacement {
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
    const kernels: ModelKernelSet = {}
    for (const { stage } of this.#stages) kernels[stage as keyof KernelsByStage] = undefined
    const left = new Set(this.#stages.filter(({ reason }) => reason !== undefined).map(({ stage }) => stage))
    for (const { name, fits } of this.#entries) {
      if (left.has(name)) continue
      const code = place.pool.code[name]
      const fitsNow = fits?.(this.#model)
      kernels[name] =
        fitsNow === undefined ? code : (address) => (fitsNow(d.model) && this.#hasRoom(d) ? code(address) : 1)
    }
    return new StageKernels(place.address, kernels, this, new SolvedByKernel(this.#layout, d.arena), this.#leftPairs(d))
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
  #hasRoom({ arena: { buffer }, contactArena, efcArena, jacobianArena }: Data): boolean {
    if (contactArena.buffer === buffer && efcArena.buffer === buffer && jacobianArena.buffer === buffer) return true
    const { contactCapacity, rowCapacity, entryCapacity } = this.#layout
    this.#notice ??=
      `a state has had more than the ${contactCapacity} contacts, ${rowCapacity} constraint rows, or ${entryCapacity} ` +
      'entries of their Jacobian that kernels have room for: contactRows, reference, and solve run in TypeScript there'
    return false
  }

  follow(m: Model): boolean {
    if (m !== this.#model || this.#reason !== undefined) return false
    this.#watch.look(m)
    return this.#watch.stale === undefined
  }

  refresh(): void {
    this.#watch.lookAtAll(this.#model)
  }

  toJavaScript(): string {
    const texts = new Map<string, string>()
    makeModule(this.#model, new KernelLayout(this.#model), this.#entries, this.#unroll, (program) =>
      texts.set(program.name, emitJavaScript(program, StatePool.tables)),
    )
    return [...texts.values()].join('\n\n')
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
