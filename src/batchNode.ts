/** `kinetree/batch` for Node: many environments on threads. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BatchOptions } from './batch/batchOptions.ts'
import { type BatchHost, BatchSimulation } from './batch/batchSim.ts'
import type { RolloutOptions, RolloutResult } from './batch/rollout.ts'
import type { Model } from './core/model/model.ts'

export * from './batch/publicBatch.ts'

/** Many environments on worker threads: see `BatchSimulation`, whose methods it has. */
export class BatchSim extends BatchSimulation {
  /**
   * @param model the model of all environments, or several that take turns
   * @param n number of environments
   */
  constructor(model: Model | readonly Model[], n: number, options: BatchOptions = {}) {
    super(model, n, options, nodeHost(options))
  }
}

/** Simulates given controls from given states on several threads: `BatchSim.rollout` without a batch. */
export async function rollout(
  model: Model | readonly Model[],
  options: RolloutOptions & Pick<BatchOptions, 'threads' | 'worker'>,
): Promise<RolloutResult> {
  const { threads, worker, ...rest } = options
  const models = Array.isArray(model) ? (model as readonly Model[]) : [model as Model]
  const batch = new BatchSim(models, models.length, { ...(threads && { threads }), ...(worker && { worker }) })
  try {
    return await batch.rollout(rest)
  } finally {
    batch.dispose()
  }
}

function nodeHost({ worker }: BatchOptions): BatchHost {
  return {
    parallelism: availableParallelism(),
    mayBlock: true,
    start: (onEnd) => {
      const thread = (worker?.() ?? startWorker()) as Worker
      // the threads do not keep a program running
      thread.unref()
      thread.on('error', (error) => onEnd(String(error)))
      thread.on('exit', () => onEnd('its worker has ended'))
      return thread
    },
  }
}

function startWorker(): Worker {
  // the build may put this module among the shared ones
  const folder = import.meta.url.replace(/(\/chunks)?\/[^/]*$/, '')
  const code = `import { parentPort } from 'node:worker_threads'
    import { serveBatch } from '${folder}/batch-node.js'
    serveBatch(parentPort)`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
}
