import type { ThreadScope } from '../threads/threadLike.ts'
import { takeChunks, type Workplace } from './batchJobs.ts'
import { BatchMemory, type BatchShape, Word } from './batchMemory.ts'
import { type BatchSetup, makeStages, makeStepper, type Stages } from './batchSetup.ts'
import { runMessage, type WorkMessage } from './messageWork.ts'
import { RolloutMemory, type RolloutShape } from './rolloutMemory.ts'
import { RolloutRunner } from './rolloutRunner.ts'
import { importTask } from './taskSource.ts'
import { SPINS } from './team.ts'
import { KernelRefusal, kernelUser } from './threadKernels.ts'

/** First message to a thread of a batch. */
export interface BatchGreeting {
  readonly kinetreeBatch: {
    readonly thread: number
    readonly setup: BatchSetup
    readonly port: MessagePort
    /** Memory that all threads share; undefined: work comes in messages. */
    readonly shared: { readonly shape: BatchShape; readonly buffer: ArrayBufferLike } | undefined
  }
}

/** Later messages: the rollouts at hand. */
export interface Letter {
  /** Number of this message. */
  readonly mail: number
  readonly rollouts?: { readonly shape: RolloutShape; readonly buffer: ArrayBufferLike; readonly epoch: number }
}

/** What a thread answers: it is ready, it has failed, or it has done the last chunk of a job. */
export interface BatchAnswer {
  readonly ready?: true
  readonly error?: string
  /** It has failed because it may not use kernels. */
  readonly refusal?: true
  readonly done?: true
}

/** Runs in each thread of a batch: waits for work of a `BatchSim`. */
export function serveBatch(scope: ThreadScope | null): void {
  if (!scope) throw new TypeError('no message scope: call this in a worker')
  scope.onmessage = ({ data }: MessageEvent<BatchGreeting>) => {
    void greet(data.kinetreeBatch)
  }
}

async function greet({ thread, setup, port, shared }: BatchGreeting['kinetreeBatch']): Promise<void> {
  const answer = (message: BatchAnswer) => port.postMessage(message)
  try {
    const [task, accelerate] = await Promise.all([importTask(setup.source), kernelUser(setup.kernels)])
    const stages = makeStages(setup, task, accelerate)
    if (!shared) port.onmessage = ({ data }: MessageEvent<WorkMessage>) => runMessage(stages, data, port)
    answer({ ready: true })
    if (shared) serveShared(thread, stages, new BatchMemory(shared.shape, shared.buffer), port, answer)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    answer({ error: text, ...(error instanceof KernelRefusal && { refusal: true }) })
    port.close()
  }
}

function serveShared(
  thread: number,
  stages: Stages,
  memory: BatchMemory,
  port: MessagePort,
  answer: (message: BatchAnswer) => void,
): void {
  const place: Workplace = { memory, stepper: makeStepper(memory, stages), rollouts: undefined }
  const serve = (mail: number) => {
    if (work(place, thread, mail, answer)) port.close()
  }
  port.onmessage = ({ data: { mail, rollouts } }: MessageEvent<Letter>) => {
    place.rollouts = rollouts && makeRunner(memory, stages, rollouts)
    serve(mail)
  }
  serve(0)
}

/** Works until a message waits, or until the batch ends: then returns true. */
function work(place: Workplace, thread: number, mail: number, answer: (message: BatchAnswer) => void): boolean {
  const { words } = place.memory
  for (;;) {
    const job = Atomics.load(words, Word.job)
    if (Atomics.load(words, Word.stop) !== 0) return true
    if (Atomics.load(words, Word.mail) !== mail) return false
    if (takeChunks(place, thread) && Atomics.load(words, Word.report) !== 0) answer({ done: true })
    awaitChange(words, job)
  }
}

/** Waits for the next job: first spins, because steps often follow closely, then blocks. */
function awaitChange(words: Int32Array, job: number): void {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(words, Word.job) !== job) return
  Atomics.wait(words, Word.job, job)
}

function makeRunner(
  memory: BatchMemory,
  { stages }: Stages,
  { shape, buffer, epoch }: NonNullable<Letter['rollouts']>,
): RolloutRunner {
  return new RolloutRunner(new RolloutMemory(shape, buffer), epoch, stages, (r, text) => memory.keepText(r, text))
}
