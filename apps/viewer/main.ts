import { App } from './app.ts'
import { chosenFiles, droppedFiles, type FileMap, sourceOf } from './files/dropped.ts'
import { button, element } from './panels/dom.ts'
import { startWorker } from './simulation/startWorker.ts'

/**
 * The viewer as a page. `?model=` names the model, relative to the page; models can be dropped onto it. Served by
 * `kinetree view`, it loads the model again when its files change.
 */
const root = document.querySelector<HTMLElement>('#viewer')!
const app = new App(root, { startWorker, panels: true, theme: 'auto', keys: 'page' })
app.events.on('load', ({ model }) => {
  document.title = `${model.names.model} · Kinetree`
})
const model = new URLSearchParams(location.search).get('model')

if (model === null) app.say('Drop a model here: an MJCF or URDF file, a folder, or a zip archive.')
else {
  // what is wrong with a model, the page has said already
  const load = () => app.load({ kind: 'url', url: new URL(model, location.href).href }).catch(() => {})
  await load()
  if (model.startsWith('model/')) new EventSource('changes').addEventListener('change', load)
}

/** Loads the model among files of the user. */
async function open(files: FileMap): Promise<void> {
  const source = sourceOf(files)
  if (source) await app.load(source).catch(() => {})
  else app.say(`There is no model among these ${files.size} files: no XML file with <mujoco> or <robot>.`)
}

root.addEventListener('dragover', (event) => {
  event.preventDefault()
  app.root.classList.add('over')
})
root.addEventListener('dragleave', () => app.root.classList.remove('over'))
root.addEventListener('drop', async (event) => {
  event.preventDefault()
  app.root.classList.remove('over')
  await open(await droppedFiles(event.dataTransfer!))
})
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
  input.addEventListener('change', async () => open(await chosenFiles(input.files!)))
  app.workbench.menu.append(
    input,
    button(label, () => input.click()),
  )
}
