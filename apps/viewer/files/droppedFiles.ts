import { unzip } from './zip.ts'

/** Files by their paths, relative to the drop. */
export type FileMap = Map<string, Uint8Array>

/** All files of a drop: files, the contents of folders, and the contents of zip archives. */
export async function droppedFiles(transfer: DataTransfer): Promise<FileMap> {
  // read the list before the first await, which empties it
  const items = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files: FileMap = new Map()
  for (const { entry, file } of items) {
    if (entry) await collect(entry, '', files)
    else if (file) await add(file, file.name, files)
  }
  return files
}

/** Files chosen in a dialog; those of a folder have paths. */
export async function chosenFiles(list: FileList): Promise<FileMap> {
  const files: FileMap = new Map()
  for (const file of list) await add(file, file.webkitRelativePath || file.name, files)
  return files
}

async function collect(entry: FileSystemEntry, folder: string, files: FileMap): Promise<void> {
  const path = folder + entry.name
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))
    await add(file, path, files)
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // a folder is read in batches, until one is empty
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (batch.length === 0) return
    for (const each of batch) await collect(each, `${path}/`, files)
  }
}

async function add(file: File, path: string, files: FileMap): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (/\.zip$/i.test(path)) for (const [inner, content] of unzip(bytes)) files.set(inner, content)
  else files.set(path, bytes)
}
