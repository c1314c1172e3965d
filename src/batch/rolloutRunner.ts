import { getState, setState } from '../core/data/stateVector.ts'
import { resetData } from '../pipeline/reset.ts'
import { step } from '../pipeline/step.ts'
import { type BatchMemory, Failure, Word } from './batchMemory.ts'
import { checkKernels, failureOf, type Stage, warningOf } from './environmentStepper.ts'
import type { RolloutMemory } from './rolloutMemory.ts'

/** Runs rollouts on one thread. */
export class RolloutRunner {
  readonly memory: RolloutMemory
  /** Number of the job. */
  readonly epoch: number
  readonly #stages: readonly Stage[]
  readonly #keepText: (rollout: number, text: string) => number
  readonly #state: Float64Array
  readonly #control: Float64Array

  constructor(
    memory: RolloutMemory,
    epoch: number,
    stages: readonly Stage[],
    keepText: (rollout: number, text: string) => number,
  ) {
    this.memory = memory
    this.epoch = epoch
    this.#stages = stages
    this.#keepText = keepText
    this.#state = new Float64Array(memory.shape.state)
    this.#control = new Float64Array(memory.shape.control)
  }

  /** Runs the rollouts of a chunk, unless the job has been given up. */
  run(chunk: number, { words, places, beats }: Pick<BatchMemory, 'words' | 'places' | 'beats'>, thread: number): void {
    const { shape, infos, failures, deadly, lengths } = this.memory
    const end = Math.min(shape.rollouts, shape.chunk * (chunk + 1))
    for (let r = shape.chunk * chunk; r < end; r++) {
      places[thread] = r
      lengths[r] = 0
      failures[r] = deadly[r] === 1 ? Failure.thread : Failure.none
      try {
        if (deadly[r] === 0) this.#begin(r)
        for (let k = 0; k < shape.steps && failures[r] === Failure.none; k++) {
          if (k % LOOK === 0) {
            beats[thread]++
            if (Atomics.load(words, Word.cancel) !== 0) return
          }
          this.#step(r, k)
        }
      } catch (error) {
        failures[r] = Failure.exception
        infos[r] = this.#keepText(r, String(error))
      }
      this.#repeatLast(r)
    }
  }

  #begin(r: number): void {
    const { shape, initial, warmstart } = this.memory
    const { m, d, randomizer, refresh } = this.#stageOf(r)
    d.kernels.putBack(d)
    randomizer?.restore(m)
    refresh()
    resetData(m, d)
    this.#state.set(row(initial, shape.initials === 1 ? 0 : r, shape.state))
    setState(m, d, this.#state, shape.signature)
    if (shape.warmstarts > 0) d.qacc_warmstart.set(row(warmstart, shape.warmstarts === 1 ? 0 : r, shape.nv))
  }

  #step(r: number, k: number): void {
    const { shape, control, states, sensors, lengths, failures, infos } = this.memory
    const { m, d, kernels } = this.#stageOf(r)
    const { steps, state: width } = shape
    if (shape.sequences > 0) {
      const at = ((shape.sequences === 1 ? 0 : r) * steps + k) * shape.control
      for (let i = 0; i < shape.control; i++) this.#control[i] = control[at + i]
      setState(m, d, this.#control, shape.controlSignature)
    }
    step(m, d)
    const failure = failureOf(d)
    if (failure !== Failure.none) {
      failures[r] = failure
      infos[r] = d.warning_lastinfo[warningOf(failure)]
      return
    }
    checkKernels(kernels)
    getState(m, d, this.#state, shape.signature)
    states.set(this.#state, (r * steps + k) * width)
    sensors.set(d.sensordata, (r * steps + k) * shape.sensor)
    lengths[r] = k + 1
  }

  #stageOf(r: number): Stage {
    return this.#stages[(this.memory.shape.first + r) % this.memory.shape.models]
  }

  /** Fills the steps after a failure with the last good state and sensor values. */
  #repeatLast(r: number): void {
    const { shape, initial, states, sensors, lengths } = this.memory
    const { steps, state: width, sensor } = shape
    for (let k = lengths[r]; k < steps; k++) {
      if (k > 0) states.copyWithin((r * steps + k) * width, (r * steps + k - 1) * width, (r * steps + k) * width)
      else states.set(row(initial, shape.initials === 1 ? 0 : r, width), r * steps * width)
      if (k > 0) sensors.copyWithin((r * steps + k) * sensor, (r * steps + k - 1) * sensor, (r * steps + k) * sensor)
      else sensors.fill(0, r * steps * sensor, (r * steps + 1) * sensor)
    }
  }
}

/** Steps after which a rollout gives a sign of life, and looks whether it is given up. */
const LOOK = 64

function row(table: Float64Array, r: number, width: number): Float64Array {
  return table.subarray(r * width, (r + 1) * width)
}
