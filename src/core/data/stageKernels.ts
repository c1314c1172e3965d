import type { Arena, ArenaMemory } from '../memory/arena.ts'
import type { Model, ModelAcceleration } from '../model/model.ts'
import { adoptConstraints } from './constraintArrays.ts'
import { adoptContacts } from './contactArrays.ts'
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
  camlight: StageKernel
  tendons: StageKernel
  massMatrix: StageKernel
  factorM: StageKernel
  collide: StageKernel
  rows: StageKernel
  islands: StageKernel
  transmission: StageKernel
  transmissionVelocity: StageKernel
  comVel: StageKernel
  passive: StageKernel
  passiveInMedium: StageKernel
  reference: StageKernel
  bias: StageKernel
  actuation: StageKernel
  smoothSolve: StageKernel
  solve: StageKernel
  bodyForces: StageKernel
  subtreeVel: StageKernel
  sensorPos: StageKernel
  sensorVel: StageKernel
  sensorAcc: StageKernel
  dampedSolve: StageKernel
  implicitfast: StageKernel
  activations: StageKernel
  moveByQacc: StageKernel
  moveImplicitly: StageKernel
}

/** Stages that follow each other, as one kernel; those after one that gives up are not run. */
export interface StageSequences {
  /** From poses to the acceleration without constraints: all that contacts have no part in. */
  smooth: StageKernel
  /** Forward dynamics of a model with one tree. Gives up for states that the checks of a step would reset. */
  forward: StageKernel
  /** The end of a step, with the acceleration of the solver or with that of the integrator. */
  endByQacc: StageKernel
  endImplicitly: StageKernel
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

/** Contacts of two geoms, as pair functions find them. */
export interface FoundContacts {
  readonly count: number
  readonly dist: Float64Array
  readonly pos: Float64Array
  readonly normal: Float64Array
  readonly tangent: Float64Array
}

/** Pairs of geoms that the kernel of collision has left for TypeScript to find contacts of. */
export interface LeftPairs {
  /** Before the kernel runs: no pair is left. */
  start(m: Model): void
  readonly count: number
  geom1(i: number): number
  geom2(i: number): number
  /** The explicit pair; -1: none. */
  explicit(i: number): number
  /** How pairs were apart, and where the record of a pair is. */
  readonly separations: Float64Array
  separation(i: number): number
  /** Hands over the contacts of pair i, in order. Returns whether there is room. */
  put(i: number, contacts: FoundContacts): boolean
  /** After all pairs: when the kernel runs again, it goes on from here. */
  resume(): void
}

/** The kernels that a model has. */
export type ModelKernelSet = {
  [Name in keyof (KernelsByStage & StageSequences)]?: StageKernel | undefined
}

const NONE: ModelKernelSet = {}

/** A kernel is tried again after 2^failures − 1 steps, at most 63. */
const MOST_FAILURES = 6

/** Whether to try a kernel that may give up: what it cannot do often stays so for a while. */
export class Attempts {
  /** How often it has given up in a row, and for how many steps it is not tried. */
  failures = 0
  wait = 0

  /** Whether it is time to try. */
  isDue(): boolean {
    if (this.wait === 0) return true
    this.wait--
    return false
  }

  /** Notes how it went, and returns that. */
  note(succeeded: boolean): boolean {
    this.failures = succeeded ? 0 : Math.min(this.failures + 1, MOST_FAILURES)
    this.wait = (1 << this.failures) - 1
    return succeeded
  }
}

/** The kernels of a state; none by default. `kinetree/kernel` provides them. */
export class StageKernels {
  /** Where the state is in the memory of its kernels, bytes. */
  readonly address: number
  readonly kernels: ModelKernelSet
  readonly solved: SolvedIslands | undefined
  readonly left: LeftPairs | undefined
  readonly #support: StateSupport | undefined
  #current: ModelKernelSet = NONE
  /**
   * Whether the columns of `actuator_moment` are those of the model's kernels, which leave them as they are. A stage
   * in TypeScript writes them first.
   */
  momentColumns = false
  readonly collideAttempts: Attempts = new Attempts()
  readonly smoothAttempts: Attempts = new Attempts()
  readonly forwardAttempts: Attempts = new Attempts()

  constructor(
    address = 0,
    kernels: ModelKernelSet = {},
    support?: StateSupport,
    solved?: SolvedIslands,
    left?: LeftPairs,
  ) {
    this.address = address
    this.kernels = kernels
    this.solved = solved
    this.left = left
    this.#support = support
  }

  /**
   * Whether contacts and rows are where kernels find them. Kernels that need them do not run from when they have
   * outgrown that place until they are put back.
   */
  static isPlaced({ arena: { buffer }, contactArena, efcArena, jacobianArena }: Data): boolean {
    return contactArena.buffer === buffer && efcArena.buffer === buffer && jacobianArena.buffer === buffer
  }

  /** Puts contacts and rows back to where kernels find them, and forgets them. The next pass then depends on nothing else. */
  putBack(d: Data): void {
    if (this.#support === undefined || StageKernels.isPlaced(d)) return
    const placement = this.#support.placement()
    d.ncon = d.nefc = d.nJ = 0
    adoptContacts(d, placement.contacts)
    adoptConstraints(d, placement.constraints, placement.jacobian)
  }

  /** Whether the constraint solver has a kernel, so that rows of the Jacobian may be left for later. */
  get solves(): boolean {
    return this.#current.solve !== undefined
  }

  /** Before each pass: lets kernels see changes of the model, and decides whether they run. */
  prepare(m: Model): void {
    if (this.#support === undefined) return
    const current = this.#support.follow(m)
    this.#current = current ? this.kernels : NONE
    if (!current) this.momentColumns = false
  }

  /**
   * The kernels that may run now; kernels are for states without sleeping trees. A stage asks for its kernel by name,
   * since engines make calls of one function from one place cheap. Without kernels, the answer is not 0.
   */
  now(m: Model, d: Data): ModelKernelSet {
    return d.ntree_awake === m.ntree ? this.#current : NONE
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
export interface Acceleration extends ModelAcceleration {
  /** Memory of zeros for a state, in reach of the kernels; undefined: none is left. */
  place(): StatePlacement | undefined
  /** The kernels of a state in such memory. */
  attach(d: Data): StageKernels
}

/** What a state with kernels needs of them besides their code. */
export interface StateSupport {
  /** The memory of the state. */
  placement(): StatePlacement
  /** Brings numbers of the model up to date there. Returns whether the kernels are those of this model. */
  follow(m: Model): boolean
}
