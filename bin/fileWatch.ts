import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'

/** Changes within this time count as one, ms: editors write a file in several steps. */
const QUIET = 150

/**
 * Calls back when one of its files is changed, created, or deleted. It watches only the folders of these files, without
 * recursion, so other files cost nothing.
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

  /** Undefined if the folder does not exist or the system has no watcher left. Changes are then not seen. */
  #watch(folder: string): FSWatcher | undefined {
    try {
      const watcher = watch(folder, (_, name) => {
        // some systems do not name the file
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
