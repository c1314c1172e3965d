import type { App } from '../app.ts'
import { droppedFiles, type FileMap } from '../files/droppedFiles.ts'

/** Loads the model among files of the user, or says why not. */
export async function openFiles(app: App, files: Promise<FileMap>): Promise<void> {
  const read = await files.catch((error) => app.fail(error))
  // what is wrong with the model, the viewer has said already
  if (read) await app.load({ files: read }).catch(() => {})
}

/** Loads what is dropped onto a viewer, until the function that is returned is called. */
export function acceptDrops(app: App): () => void {
  const { root } = app
  const over = (event: DragEvent) => {
    event.preventDefault()
    root.classList.add('over')
  }
  const leave = () => root.classList.remove('over')
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    leave()
    if (!event.dataTransfer) return
    await openFiles(app, droppedFiles(event.dataTransfer))
  }
  root.addEventListener('dragover', over)
  root.addEventListener('dragleave', leave)
  root.addEventListener('drop', drop)
  return () => {
    root.removeEventListener('dragover', over)
    root.removeEventListener('dragleave', leave)
    root.removeEventListener('drop', drop)
  }
}
