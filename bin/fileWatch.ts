import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** Changes that come within this time, ms, are one change: editors write files in several steps. */
const QUIET = 150

/**
 * Says when one of some files has changed, has come or has gone. Only the folders that these files are in are watched, so
 * that a model in a folder with a million other files costs nothing.
 */
export class FileWatch {
  readonly #onChange: () => void
  readonly #files = new Set<string>()
  readonly #folders = new Map<string, FSWatcher | undefined>()
  #timer: NodeJS.Timeout | undefined

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  add(file: string): void {
    this.#files.add(file)
    const folder = dirname(file)
    if (this.#folders.has(folder)) return
    this.#folders.set(folder, this.#watch(folder))
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#folders.values()) watcher?.close()
  }

  /** Undefined where the folder is not there, or where the system has no watcher left: then changes are not seen. */
  #watch(folder: string): FSWatcher | undefined {
    try {
      const watcher = watch(folder, (_, name) => {
        // some systems do not say which file it was
        if (name === null || this.#files.has(join(folder, name))) this.#changed()
      })
      return watcher.on('error', () => watcher.close())
    } catch {
      return undefined
    }
  }

  #changed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#onChange, QUIET)
  }
}
