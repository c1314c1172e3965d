import { Arena } from '../core/memory/arena.ts'

/** Sizes of a set of rollouts. */
export interface RolloutShape {
  readonly rollouts: number
  /** Index of the first one. */
  readonly first: number
  /** Steps of each. */
  readonly steps: number
  /** Numbers of a state vector, and which parts it has (`StateBit`). */
  readonly state: number
  readonly signature: number
  /** Numbers of the controls of a step, and which parts they set. */
  readonly control: number
  readonly controlSignature: number
  readonly sensor: number
  /** Initial states; 1: all rollouts start there. */
  readonly initials: number
  /** Sequences of controls; 0: none, 1: the same for all rollouts. */
  readonly sequences: number
  /** Initial warm starts; 0: none. */
  readonly warmstarts: number
  readonly nv: number
  /** Models: rollout r has model r modulo their number. */
  readonly models: number
  readonly chunk: number
}

/** Inputs and results of rollouts, carved from one buffer that all threads share. */
export class RolloutMemory {
  readonly shape: RolloutShape
  readonly buffer: ArrayBufferLike | undefined
  readonly claims: Int32Array
  readonly initial: Float64Array
  readonly control: Float64Array
  readonly warmstart: Float64Array
  readonly states: Float64Array
  readonly sensors: Float64Array
  /** Steps that each rollout has done before it failed; all of them as a rule. */
  readonly lengths: Int32Array
  /** A `Failure` for each rollout, and what it is about. */
  readonly failures: Uint8Array
  readonly infos: Float64Array
  /** 1: the rollout has taken down threads; it counts as failed. */
  readonly deadly: Uint8Array

  constructor(shape: RolloutShape, memory: ArrayBufferLike | Arena) {
    const arena = memory instanceof Arena ? memory : new Arena(memory as ArrayBuffer)
    const { rollouts, steps } = shape
    this.shape = shape
    this.buffer = arena.buffer
    this.claims = arena.i32(Math.ceil(rollouts / shape.chunk))
    this.initial = arena.f64(shape.initials, shape.state)
    this.control = arena.f64(shape.sequences, steps, shape.control)
    this.warmstart = arena.f64(shape.warmstarts, shape.nv)
    this.states = arena.f64(rollouts, steps, shape.state)
    this.sensors = arena.f64(rollouts, steps, shape.sensor)
    this.infos = arena.f64(rollouts)
    this.lengths = arena.i32(rollouts)
    this.failures = arena.u8(rollouts)
    this.deadly = arena.u8(rollouts)
  }
}

/** Bytes of inputs and results. */
export function rolloutBytes(shape: RolloutShape): number {
  return Arena.measure((arena) => new RolloutMemory(shape, arena))
}
