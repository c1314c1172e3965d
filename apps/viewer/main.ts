import { App } from './app.ts'
import { asked, model, worker } from './boot.ts'
import { acceptDrops, openFiles } from './embed/drop.ts'
import { chosenFiles } from './files/droppedFiles.ts'
import { button, element } from './panels/dom.ts'
import { Sharing } from './share/sharing.ts'

/**
 * The viewer as a page. `?model=` names the model, relative to the page, and `#state=` a state of it; models can be dropped onto
 * it. Served by `kinetree view`, it loads the model again when its files change.
 */
const app = new App(document.querySelector<HTMLElement>('#viewer')!, {
  startWorker: () => worker,
  panels: true,
  theme: 'auto',
  keys: 'page',
  notices: true,
  model,
})
app.events.on('load', (loaded) => {
  document.title = `${loaded.model.names.model} · Kinetree`
})
const sharing = new Sharing(app, asked)
app.events.on('open', (input) => sharing.loaded(input === model))
acceptDrops(app)

if (!model)
  app.say(
    asked === undefined
      ? 'Drop a model here: an MJCF or URDF file, a folder, or a zip archive.'
      : `?model=${asked} is not an address.`,
  )
else if (asked?.startsWith('model/')) {
  const load = () => app.load(model!).catch(() => {}) // what is wrong with it, the viewer says
  new EventSource('changes').addEventListener('change', load)
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
  input.addEventListener('change', () => openFiles(app, chosenFiles(input.files!)))
  app.panels.menu.append(
    input,
    button(label, () => input.click()),
  )
}
app.panels.menu.append(sharing.button)
