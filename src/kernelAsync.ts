/**
 * `kinetree/kernel/async`: kernels without what makes them, which is loaded when it is needed.
 * @module
 */
import type { Model } from './core/model/model.ts'
import { type AccelerateLaterOptions, accelerateLater } from './kernel/accelerateLater.ts'
import type { StartKernelWorker } from './kernel/kernelWorker.ts'
import type { Accelerated } from './kernel/run/modelKernels.ts'

export * from './kernel/publicKernels.ts'

/** As `accelerate`, but loads the compiler only now, compiles in the background, and records in a worker if asked. */
export function accelerateAsync(model: Model, options: AccelerateLaterOptions = {}): Promise<Accelerated> {
  return accelerateLater(model, options, startWorker)
}

const startWorker: StartKernelWorker = (given, onEnd) => {
  const worker = (given?.() ?? startOwnWorker()) as Worker
  worker.addEventListener('error', (event) => onEnd(event.message || 'it could not be loaded'))
  worker.addEventListener('messageerror', () => onEnd('a message could not be read'))
  return worker
}

function startOwnWorker(): Worker {
  return new Worker(new URL('./kernelWorkerMain.ts', import.meta.url), { type: 'module', name: 'kinetree kernels' })
}
