import type { BatchTask } from '../batch/batchTask.ts'
import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'

type Call = (m: Model, d: Data, third: never, fourth: never) => unknown

/** A task whose last exception is kept: a batch keeps no more than its text. */
export class WatchedTask {
  readonly task: BatchTask
  #error: unknown

  constructor(task: BatchTask) {
    const watched: Record<string, unknown> = { ...task }
    for (const name of ['reset', 'act', 'observe', 'reward', 'terminated', 'truncated'] as const) {
      const call = task[name] as Call | undefined
      if (call) watched[name] = this.#watched(call)
    }
    this.task = watched
  }

  /** The last exception, which is forgotten then. */
  takeError(): unknown {
    const error = this.#error
    this.#error = undefined
    return error
  }

  #watched(call: Call): Call {
    return (m, d, third, fourth) => {
      try {
        return call(m, d, third, fourth)
      } catch (error) {
        this.#error = error
        throw error
      }
    }
  }
}
