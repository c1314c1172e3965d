import type { App } from '../app.ts'
import { droppedFiles, type FileMap } from '../files/droppedFiles.ts'

/** Loads the model among files of the user; reports errors. */
export async function openFiles(app: App, files: Promise<FileMap>): Promise<void> {
  const read = await files.catch((error) => app.fail(error))
  // errors of the model are already reported
  if (read) await app.load({ files: read }).catch(() => {})
}

/** Loads files that are dropped onto the viewer; the returned function stops it. */
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
