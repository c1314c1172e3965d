/** `kinetree/batch` for browsers: many environments on workers. */

import type { BatchOptions } from './batch/batchOptions.ts'
import type { BatchHost } from './batch/batchSim.ts'
import { BatchSimulation } from './batch/batchSim.ts'
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
    super(model, n, options, webHost(options))
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
