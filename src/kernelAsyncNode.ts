/**
 * `kinetree/kernel/async` for Node.
 * @module
 */
import { Worker } from 'node:worker_threads'
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
  worker.on('error', (error) => onEnd(String(error)))
  worker.on('exit', () => onEnd('it has ended'))
  return worker
}

function startOwnWorker(): Worker {
  // the build may put this module among the shared ones
  const folder = import.meta.url.replace(/(\/chunks)?\/[^/]*$/, '')
  const code = `import { parentPort } from 'node:worker_threads'
    import { serveKernels } from ${JSON.stringify(`${folder}/kernel-async-node.js`)}
    serveKernels(parentPort)`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
}
