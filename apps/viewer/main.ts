import { App } from './app.ts'
import { chosenFiles, droppedFiles, type FileMap, sourceOf } from './files/dropped.ts'
import { button, element } from './panels/dom.ts'

/**
 * The viewer as a page. `?model=` names the model, relative to the page; models can be dropped onto it. Served by
 * `kinetree view`, it loads the model again when its files change.
 */
const worker = new Worker(new URL('./simulation/worker.ts', import.meta.url), { type: 'module' })
const root = document.querySelector<HTMLElement>('#viewer')!
const app = new App(root, worker)
const model = new URLSearchParams(location.search).get('model')

if (model === null) app.say('Drop a model here: an MJCF or URDF file, a folder, or a zip archive.')
else {
  const load = () => app.load({ kind: 'url', url: new URL(model, location.href).href })
  await load()
  if (model.startsWith('model/')) new EventSource('changes').addEventListener('change', load)
}

/** Loads the model among files of the user. */
async function open(files: FileMap): Promise<void> {
  const source = sourceOf(files)
  if (source) await app.load(source)
  else app.say(`There is no model among these ${files.size} files: no XML file with <mujoco> or <robot>.`)
}

root.addEventListener('dragover', (event) => {
  event.preventDefault()
  root.classList.add('over')
})
root.addEventListener('dragleave', () => root.classList.remove('over'))
root.addEventListener('drop', async (event) => {
  event.preventDefault()
  root.classList.remove('over')
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
  app.menu.append(
    input,
    button(label, () => input.click()),
  )
}
