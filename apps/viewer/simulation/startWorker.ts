/** Starts the simulation worker. Bundlers recognize this form and bundle the worker too. */
export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
}
