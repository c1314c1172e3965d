/**
 * What a page of the viewer does first of all. The built page does it in a script within itself, before any other has come, see
 * `bootScript` in `vite.config.ts`: then the worker loads the engine and the model while the page still loads what it draws with.
 */

declare global {
  /** Started by the page itself. */
  var kinetreeWorker: (Worker & { readonly hasFailed?: true }) | undefined
}

/** Address of the model, as the page was asked for it; relative ones are relative to the page. */
export const asked = new URLSearchParams(location.search).get('model') ?? undefined

/** The same in full; undefined where there is none, or where it is none. */
export const model =
  asked !== undefined && URL.canParse(asked, location.href) ? new URL(asked, location.href) : undefined

/** The worker loads the model that its name says before it is asked for it. */
export const worker =
  globalThis.kinetreeWorker ??
  new Worker(new URL('./simulation/worker.ts', import.meta.url), {
    type: 'module',
    name: model ? `model:${model.href}` : '',
  })

// one that failed before anybody listened fails again for those who do then
if (globalThis.kinetreeWorker?.hasFailed) setTimeout(() => worker.dispatchEvent(new ErrorEvent('error')))
