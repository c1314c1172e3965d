import type { Arena, ArenaMemory } from '../memory/arena.ts'
import type { Model } from '../model/model.ts'
import { CallbackBit, callbackBits } from './callbacks.ts'
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
  /** Forward dynamics. Gives up for states that the checks of a step would reset. */
  forward: StageKernel
  /** `forward` and sensors, which leaves out what a lean step does not store. */
  lean: StageKernel
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

/** Fields of a state that lean steps do not store. */
export interface UnstoredFields {
  /** Another pass has written them, or the whole state. */
  noteWritten(): void
  /** After a lean step: makes them NaN, if they have been written since the last one. */
  forget(): void
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
  /** Marks sensors that the kernels of sensors leave; undefined: there are none. */
  readonly leftSensors: Uint8Array | undefined
  readonly unstored: UnstoredFields | undefined
  readonly #support: StateSupport | undefined
  /** Those of `kernels` that may run under the present options and callbacks. */
  readonly #current: ModelKernelSet
  readonly #names: readonly (keyof ModelKernelSet)[]
  /** What these follow from: the state of the model's options, as `follow` numbers them, and callbacks. */
  #terms = 0
  #callbacks = 0
  #isPrepared: boolean
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
    leftSensors?: Uint8Array,
    unstored?: UnstoredFields,
  ) {
    this.address = address
    this.kernels = kernels
    this.solved = solved
    this.left = left
    this.leftSensors = leftSensors
    this.unstored = unstored
    this.#support = support
    this.#isPrepared = support === undefined
    this.#names = Object.keys(kernels) as (keyof ModelKernelSet)[]
    this.#current = { ...kernels }
    for (const name of this.#names) this.#current[name] = undefined
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

  /** Whether the constraint solver has a kernel that may run, so that rows of the Jacobian may be left for later. */
  get solves(): boolean {
    return this.#current.solve !== undefined
  }

  /**
   * Before each pass: lets kernels see changes of the model, and decides which of them may run. Before a stage that is
   * not part of a pass, and after callbacks, which may change options, that is done again.
   */
  prepare(m: Model, d: Data): void {
    const support = this.#support
    if (support === undefined) return
    const callbacks = callbackBits(d.callbacks)
    this.#isPrepared = (callbacks & ~CallbackBit.time) === 0
    const terms = support.follow(m)
    if (terms === this.#terms && callbacks === this.#callbacks) return
    this.#terms = terms
    this.#callbacks = callbacks
    for (const name of this.#names)
      this.#current[name] = terms !== 0 && support.permits(name, callbacks) ? this.kernels[name] : undefined
    if (terms === 0) this.momentColumns = false
  }

  /** After a pass: options may change. */
  finish(): void {
    this.#isPrepared = this.#support === undefined
  }

  /**
   * The kernels that may run now; kernels are for states without sleeping trees. A stage asks for its kernel by name,
   * since engines make calls of one function from one place cheap. Without kernels, the answer is not 0.
   */
  now(m: Model, d: Data): ModelKernelSet {
    if (this.#support === undefined) return NONE
    if (!this.#isPrepared) {
      // not part of a pass, or after callbacks: so is the next stage
      this.prepare(m, d)
      this.#isPrepared = false
    }
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
export interface Acceleration {
  /** Whether states are in memory that other threads can see. */
  readonly shared: boolean
  /** Memory of zeros for a state, in reach of the kernels; undefined: none is left. */
  place(): StatePlacement | undefined
  /** The kernels of a state in such memory. */
  attach(d: Data): StageKernels
}

/** What a state with kernels needs of them besides their code. */
export interface StateSupport {
  /** The memory of the state. */
  placement(): StatePlacement
  /**
   * Brings numbers of the model up to date there. Returns a number that is another one whenever other kernels may run; 0:
   * they are not those of this model.
   */
  follow(m: Model): number
  /** Whether a kernel may run under the options that `follow` has seen, with these callbacks (`CallbackBit`s). */
  permits(name: keyof ModelKernelSet, callbacks: number): boolean
}
