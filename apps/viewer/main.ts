import { App } from './app.ts'
import { acceptDrops, openFiles } from './embed/drop.ts'
import { chosenFiles } from './files/dropped.ts'
import { button, element } from './panels/dom.ts'
import { startWorker } from './simulation/startWorker.ts'

/**
 * The viewer as a page. `?model=` names the model, relative to the page; models can be dropped onto it. Served by
 * `kinetree view`, it loads the model again when its files change.
 */
const root = document.querySelector<HTMLElement>('#viewer')!
const app = new App(root, { startWorker, panels: true, theme: 'auto', keys: 'page', notices: true })
app.events.on('load', ({ model }) => {
  document.title = `${model.names.model} · Kinetree`
})
acceptDrops(app)
const model = new URLSearchParams(location.search).get('model')

if (model === null) app.say('Drop a model here: an MJCF or URDF file, a folder, or a zip archive.')
else {
  // what is wrong with a model, the page has said already
  const load = () => app.load(new URL(model, location.href)).catch(() => {})
  await load()
  if (model.startsWith('model/')) new EventSource('changes').addEventListener('change', load)
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
  app.workbench.menu.append(
    input,
    button(label, () => input.click()),
  )
}
