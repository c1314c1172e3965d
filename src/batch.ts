/** `kinetree/batch` for browsers: many environments on workers. */

import type { BatchOptions } from './batch/batchOptions.ts'
import type { BatchHost } from './batch/batchSim.ts'
import { BatchSimulation } from './batch/batchSim.ts'
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
    super(model, n, options, webHost(options))
  }
}

/** Simulates given controls from given states on several threads: `BatchSim.rollout` without a batch. */
export function rollout(model: Model | readonly Model[], options: RolloutCall): Promise<RolloutResult> {
  return rolloutAlone((models, n, threads) => new BatchSim(models, n, threads), model, options)
}

function webHost({ worker }: BatchOptions): BatchHost {
  return {
    parallelism: globalThis.navigator?.hardwareConcurrency ?? 1,
    mayBlock: typeof document === 'undefined',
    start: (onEnd) => {
      const thread = (worker?.() ?? startWorker()) as Worker
      thread.addEventListener('error', (event) => onEnd(event.message || 'its worker could not be loaded'))
      thread.addEventListener('messageerror', () => onEnd('a message could not be read'))
      return thread
    },
  }
}

function startWorker(): Worker {
  return new Worker(new URL('./batchWorkerMain.ts', import.meta.url), { type: 'module', name: 'kinetree batch' })
}
