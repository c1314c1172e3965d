/**
 * What the viewer's page does first: it starts the worker. The built page does so in an inline script, before any other
 * script has arrived (`bootScript` in `vite.config.ts`), so that the worker loads engine and model while the page still
 * loads three.js.
 */

declare global {
  /** Started by the inline script. */
  var kinetreeWorker: (Worker & { readonly hasFailed?: true }) | undefined
}

/** Address of the model as given in the page's address; it may be relative to the page. */
export const modelParameter = new URLSearchParams(location.search).get('model') ?? undefined

/** Number of environments, where the page shows a batch: `?batch=64`. */
export const batchParameter = new URLSearchParams(location.search).get('batch') ?? undefined

/** Whether stages are compiled for the model: `?kernels`. */
export const kernelsParameter = new URLSearchParams(location.search).has('kernels')

/** Address of the model, absolute; undefined where it is missing or not valid. */
export const modelUrl =
  modelParameter !== undefined && URL.canParse(modelParameter, location.href)
    ? new URL(modelParameter, location.href)
    : undefined

/** The worker preloads the model that its name gives. */
export const worker =
  globalThis.kinetreeWorker ??
  new Worker(new URL('./simulation/worker.ts', import.meta.url), {
    type: 'module',
    name: modelUrl ? `${kernelsParameter ? 'kernels' : 'model'}:${modelUrl.href}` : '',
  })

// a worker that failed before anyone listened fails again for the listeners
if (globalThis.kinetreeWorker?.hasFailed) setTimeout(() => worker.dispatchEvent(new ErrorEvent('error')))
