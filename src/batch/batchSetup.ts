import { Arena } from '../core/memory/arena.ts'
import type { Model } from '../core/model/model.ts'
import { type ModelMessage, modelFromMessage, modelMessage } from '../core/model/modelMessage.ts'
import type { BatchMemory } from './batchMemory.ts'
import type { BatchTask } from './batchTask.ts'
import { EnvironmentStepper, type EpisodeRules, makeStage, type Stage } from './environmentStepper.ts'
import { ModelRandomizer, type Randomization } from './randomize/modelRandomizer.ts'
import { makeTask, type TaskSource } from './taskSource.ts'
import type { Accelerate, ThreadKernelCode } from './threadKernels.ts'

/** All that a thread must know of a batch: plain data that a message can carry. */
export interface BatchSetup {
  readonly models: readonly ModelMessage[]
  /** Index of the model of each environment. */
  readonly modelOf: Uint16Array
  readonly rules: EpisodeRules
  readonly source: TaskSource
  readonly randomize: Randomization | undefined
  /** The kernels of each model; undefined: there are none. */
  readonly kernels?: readonly (ThreadKernelCode | undefined)[]
}

/** Models and tasks of a batch, on one thread. */
export interface Stages {
  readonly stages: readonly Stage[]
  readonly modelOf: Uint16Array
  readonly rules: EpisodeRules
}

/**
 * Makes models, kernels, states and tasks for this thread.
 * @param base the task of the batch, if it has one that is given as functions
 */
export function makeStages(setup: BatchSetup, base: (m: Model) => BatchTask, accelerate: Accelerate): Stages {
  const { models, modelOf, rules, source, randomize } = setup
  const stages = models.map((message, i) => {
    const m = modelFromMessage(randomize ? ownCopy(message) : message)
    const task = makeTask(m, base(m), source)
    const randomizer = randomize && new ModelRandomizer(m, randomize)
    return makeStage(m, task, randomizer, accelerate(m, i, randomizer))
  })
  return { stages, modelOf, rules }
}

export function makeStepper(memory: BatchMemory, { stages, modelOf, rules }: Stages): EnvironmentStepper {
  return new EnvironmentStepper(memory, stages, modelOf, rules)
}

/** Message with a copy of a model that all threads may read; in shared memory if there is any. */
export function sharedModelMessage(m: Model): ModelMessage {
  const message = modelMessage(m)
  const bytes = m.arena.bytes()
  const memory =
    typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes.length) : new SharedArrayBuffer(bytes.length)
  new Uint8Array(memory).set(bytes)
  return { ...message, ...ownOptions(message), memory, byteOffset: 0 }
}

/** A model that its thread may change. */
export function ownCopy(message: ModelMessage): ModelMessage {
  const bytes = new Arena(message.memory as ArrayBuffer, message.byteOffset)
  const memory = new ArrayBuffer(bytes.byteCapacity)
  new Uint8Array(memory).set(new Uint8Array(message.memory, message.byteOffset))
  return { ...message, ...ownOptions(message), memory, byteOffset: 0 }
}

/** Options hold arrays, such as gravity: a copy has its own. */
function ownOptions({ opt, stat }: ModelMessage): Pick<ModelMessage, 'opt' | 'stat'> {
  return structuredClone({ opt, stat })
}
