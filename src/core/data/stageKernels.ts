import type { Arena, ArenaMemory } from '../memory/arena.ts'
import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'

/**
 * A stage that was made for one model and works on the memory of one state: (address of the state) → 0, or something
 * else if the stage in TypeScript must take over, from the same inputs.
 */
export type StageKernel = (address: number) => number

/** Kernels by the stage that they replace. */
export interface KernelsByStage {
  kinematics: StageKernel
  comPos: StageKernel
  massMatrix: StageKernel
  factorM: StageKernel
  contactRows: StageKernel
  comVel: StageKernel
  reference: StageKernel
  bias: StageKernel
  smoothSolve: StageKernel
  solve: StageKernel
  dampedSolve: StageKernel
}

/** How the last solve of the constraints by a kernel went, by island. */
export interface SolvedIslands {
  iterations(island: number): number
  converged(island: number): boolean
  /** Iterations that there are numbers of. */
  kept(island: number): number
  /** Of an iteration: fall of the cost, gradient, slope of the line search, rows acting, rows changed, points. */
  number(island: number, iteration: number, part: number): number
}

/** The kernels of a state; none by default. `kinetree/kernel` provides them. */
export class StageKernels {
  /** Where the state is in the memory of its kernels, bytes. */
  readonly address: number
  readonly kernels: Partial<KernelsByStage>
  readonly solved: SolvedIslands | undefined
  readonly #acceleration: Acceleration | undefined
  #current = false

  constructor(
    address = 0,
    kernels: Partial<KernelsByStage> = {},
    acceleration?: Acceleration,
    solved?: SolvedIslands,
  ) {
    this.address = address
    this.kernels = kernels
    this.solved = solved
    this.#acceleration = acceleration
  }

  /** Whether the constraint solver has a kernel, so that rows of the Jacobian may be left for later. */
  get solves(): boolean {
    return this.#current && this.kernels.solve !== undefined
  }

  /** Before each pass: lets kernels see changes of the model, and decides whether they run. */
  prepare(m: Model): void {
    this.#current = this.#acceleration?.follow(m) ?? false
  }

  /** Runs a kernel. Returns whether it has done the work of its stage. Kernels are for states without sleeping trees. */
  run(m: Model, d: Data, kernel: StageKernel | undefined): boolean {
    return this.#current && kernel !== undefined && d.ntree_awake === m.ntree && kernel(this.address) === 0
  }
}

/** No kernels: the state of a model that is not accelerated. */
export const NO_KERNELS = new StageKernels()

/** Memory of a state in reach of its kernels: of the state itself, and of its contacts and constraint rows. */
export interface StatePlacement {
  readonly fixed: Arena
  readonly contacts: ArenaMemory
  readonly constraints: ArenaMemory
  readonly jacobian: ArenaMemory
}

/** The kernels of a model, as new states find them. */
export interface Acceleration {
  /** Memory of zeros for a state, in reach of the kernels; undefined: none is left. */
  place(): StatePlacement | undefined
  /** The kernels of a state in such memory. The memory is free again when the state is collected. */
  attach(d: Data): StageKernels
  /** Brings numbers of the model up to date. Returns whether the kernels are those of this model. */
  follow(m: Model): boolean
}
