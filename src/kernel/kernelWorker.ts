import type { Model } from '../core/model/model.ts'
import { type ModelMessage, modelFromMessage, modelMessage } from '../core/model/modelMessage.ts'
import type { ThreadScope } from '../threads/threadLike.ts'
import type { PoolThread } from '../threads/workerPool.ts'
import { type KernelCode, type KernelOptions, plainOptions } from './run/kernelCode.ts'

/** Making kernels in a worker: what two threads say to each other. */

interface Question {
  readonly kinetreeKernels: {
    readonly model: ModelMessage
    readonly options: KernelOptions
    readonly port: MessagePort
  }
}

/** Kernels, and why they are not in use there. */
interface Answer {
  readonly code: KernelCode
  readonly reason: string | undefined
}

/**
 * Starts a worker that calls `serveKernels`: the one that is given, or one of this package. Calls its last argument
 * when the worker fails.
 */
export type StartKernelWorker = (given: (() => unknown) | undefined, onEnd: (reason: string) => void) => PoolThread

/** Has kernels made by a worker, which then ends. */
export function askKernelWorker(
  start: StartKernelWorker,
  given: (() => unknown) | undefined,
  model: Model,
  options: KernelOptions,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    const end = (): void => {
      port1.close()
      void worker.terminate()
    }
    const worker = start(given, (reason) => {
      reject(new Error(`the worker that makes kernels has failed: ${reason}`))
      end()
    })
    port1.onmessage = ({ data }: MessageEvent<Answer | { readonly error: string }>) => {
      if ('error' in data) reject(new Error(data.error))
      else resolve(data)
      end()
    }
    const question: Question = {
      kinetreeKernels: { model: modelMessage(model), options: plainOptions(options), port: port2 },
    }
    worker.postMessage(question, [port2] as never[])
  })
}

/** Runs in a worker: makes kernels for `accelerateAsync`. */
export function serveKernels(scope: ThreadScope | null): void {
  if (!scope) throw new TypeError('no message scope: call this in a worker')
  scope.onmessage = ({ data }: MessageEvent<Question>) => {
    void answer(data.kinetreeKernels)
  }
}

async function answer({ model, options, port }: Question['kinetreeKernels']): Promise<void> {
  try {
    const { accelerate } = await import('./maker.ts')
    const { code, reason } = accelerate(modelFromMessage(model), options)
    port.postMessage({ code, reason } satisfies Answer, [code.bytes.buffer])
  } catch (error) {
    port.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
}
