/** `kinetree/batch` for Node: many environments on threads. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BatchOptions } from './batch/batchOptions.ts'
import { type BatchHost, BatchSimulation } from './batch/batchSim.ts'
import type { RolloutResult } from './batch/rollout.ts'
import { type RolloutCall, rolloutAlone } from './batch/rolloutAlone.ts'
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
export function rollout(model: Model | readonly Model[], options: RolloutCall): Promise<RolloutResult> {
  return rolloutAlone((models, n, threads) => new BatchSim(models, n, threads), model, options)
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
    import { serveBatch } from ${JSON.stringify(`${folder}/batch-node.js`)}
    serveBatch(parentPort)`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
}
