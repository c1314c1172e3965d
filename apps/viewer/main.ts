import { App } from './app.ts'
import { batchParameter, kernelsParameter, modelParameter, modelUrl, worker } from './boot.ts'
import { acceptDrops, openFiles } from './embed/drop.ts'
import { chosenFiles } from './files/droppedFiles.ts'
import { button, element } from './panels/dom.ts'
import { Sharing } from './share/sharing.ts'

/**
 * The viewer as a page. `?model=` is the address of the model, relative to the page, and `#state=` a state of it.
 * Models can also be dropped onto the page. Served by `kinetree view`, the page reloads the model when its files
 * change. With `?kernels` stages are compiled for the model. With `?batch=` the page shows a grid of environments
 * instead, which is loaded only then.
 */
function showModel(): void {
  const app = new App(document.querySelector<HTMLElement>('#viewer')!, {
    startWorker: () => worker,
    panels: true,
    theme: 'auto',
    keys: 'page',
    notices: true,
    kernels: kernelsParameter,
    model: modelUrl,
  })
  app.events.on('load', (loaded) => {
    document.title = `${loaded.model.names.model} · Kinetree`
  })
  const sharing = new Sharing(app, modelParameter)
  app.events.on('open', (input) => sharing.loaded(input === modelUrl))
  acceptDrops(app)

  if (!modelUrl)
    app.notify(
      modelParameter === undefined
        ? 'Drop a model here: an MJCF or URDF file, a folder, or a zip archive.'
        : `?model=${modelParameter} is not a valid address.`,
    )
  else if (modelParameter?.startsWith('model/')) {
    const url = modelUrl
    const reload = () => app.load(url).catch(() => {}) // errors are shown as notices
    new EventSource('changes').addEventListener('change', reload)
  }

  for (const [label, isFolder] of [
    ['Open files', false],
    ['Open folder', true],
  ] as const) {
    const input = element('input', {
      type: 'file',
      'aria-label': label,
      multiple: true,
      webkitdirectory: isFolder,
      hidden: true,
    })
    input.addEventListener('change', () => {
      if (input.files) void openFiles(app, chosenFiles(input.files))
    })
    app.panels.menu.append(
      input,
      button(label, () => input.click()),
    )
  }
  app.panels.menu.append(sharing.button)
}

if (batchParameter === undefined) showModel()
else void import('./batchPage.ts').then(({ showBatch }) => showBatch())
