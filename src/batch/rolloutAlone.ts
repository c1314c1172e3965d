import type { Model } from '../core/model/model.ts'
import type { BatchOptions } from './batchOptions.ts'
import type { BatchSimulation } from './batchSim.ts'
import type { RolloutOptions, RolloutResult } from './rollout.ts'

/** Rollouts, and the threads to run them on. */
export interface RolloutCall extends RolloutOptions, Pick<BatchOptions, 'threads' | 'worker' | 'kernels'> {}

/**
 * Rollouts on threads of their own, which end with them.
 * @param make makes a batch
 */
export async function rolloutAlone(
  make: (models: readonly Model[], n: number, options: BatchOptions) => BatchSimulation,
  model: Model | readonly Model[],
  { threads, worker, kernels, ...options }: RolloutCall,
): Promise<RolloutResult> {
  const models = Array.isArray(model) ? (model as readonly Model[]) : [model as Model]
  const batch = make(models, models.length, {
    ...(threads && { threads }),
    ...(worker && { worker }),
    ...(kernels && { kernels }),
  })
  try {
    return await batch.rollout(options)
  } finally {
    batch.dispose()
  }
}
