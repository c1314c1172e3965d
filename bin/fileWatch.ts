import { type FSWatcher, watch } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Changes within this time count as one, ms: editors write a file in several steps. */
const QUIET = 150

/** Most files and folders that are watched. Beyond that, the files that were added first are forgotten. */
const LIMIT = 10_000

/** A file or folder that is watched, existing or not. */
interface Place {
  readonly name: string
  readonly parent: Place | undefined
  readonly children: Map<string, Place>
  /** It was added itself, and is not only on the way to another one. */
  added: boolean
  /** Watcher of a folder. Undefined if the folder does not exist or the system has no watcher left. */
  watcher: FSWatcher | undefined
}

/**
 * Calls back when one of its files is changed, created, or deleted. It watches the folders of these files and all
 * folders above them up to the root, without recursion, so other files cost nothing. A watcher follows the folder that
 * it was started on, not its name. When a folder is deleted, renamed, or created, the folder above it reports that, and
 * all watchers below are started again.
 */
export class FileWatch {
  readonly #onChange: () => void
  readonly #root: string
  /** The folder above the root, which reports that the root itself is created anew. */
  readonly #top: Place
  /** Added places, the oldest first. */
  readonly #added = new Set<Place>()
  #count = 0
  #timer: NodeJS.Timeout | undefined

  /** @param root real path of a folder that contains all files */
  constructor(root: string, onChange: () => void) {
    this.#root = root
    this.#onChange = onChange
    this.#top = placeOf(dirname(root), undefined)
  }

  /** How many files and folders are watched. */
  get size(): number {
    return this.#count
  }

  /** @param file path within the root; the file need not exist */
  add(file: string): void {
    const way = relative(dirname(this.#root), file).split(sep)
    let place = this.#top
    for (const name of way) place = this.#child(place, name)
    place.added = true
    // the newest is the last
    this.#added.delete(place)
    this.#added.add(place)
    for (const oldest of this.#added) {
      if (this.#count <= LIMIT || oldest === place) break
      this.#forget(oldest)
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    unwatch(this.#top)
  }

  #child(parent: Place, name: string): Place {
    let child = parent.children.get(name)
    if (!child) {
      child = placeOf(name, parent)
      parent.children.set(name, child)
      this.#count++
      // the folder above is watched first, so that it reports a folder that is created in between
      if (!parent.watcher) this.#watch(parent)
    }
    return child
  }

  #forget(place: Place): void {
    place.added = false
    this.#added.delete(place)
    let empty: Place | undefined = place
    while (empty?.parent && !empty.added && empty.children.size === 0) {
      empty.parent.children.delete(empty.name)
      this.#count--
      if (empty.parent.children.size === 0) unwatch(empty.parent)
      empty = empty.parent
    }
  }

  #watch(place: Place): void {
    try {
      const watcher = watch(pathOf(place), (event, name) => this.#heard(place, event, name))
      place.watcher = watcher.on('error', () => {
        watcher.close()
        if (place.watcher === watcher) place.watcher = undefined
      })
    } catch {
      place.watcher = undefined
    }
  }

  #heard(folder: Place, event: string, name: string | null): void {
    // some systems do not name the file
    const changed = name === null ? [...folder.children.values()] : [folder.children.get(name)]
    for (const place of changed) {
      if (!place) continue
      // a renamed folder is another one under the same name; a changed one has only other contents
      if (event === 'rename') this.#watchAgain(place)
      if (event === 'rename' || place.added) this.#changed()
    }
  }

  #watchAgain(place: Place): void {
    if (place.children.size === 0) return
    place.watcher?.close()
    this.#watch(place)
    for (const child of place.children.values()) this.#watchAgain(child)
  }

  #changed(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#onChange, QUIET)
  }
}

function placeOf(name: string, parent: Place | undefined): Place {
  return { name, parent, children: new Map(), added: false, watcher: undefined }
}

function pathOf({ name, parent }: Place): string {
  return parent ? join(pathOf(parent), name) : name
}

/** Closes the watchers of a folder and of all folders below. */
function unwatch(place: Place): void {
  place.watcher?.close()
  place.watcher = undefined
  for (const child of place.children.values()) unwatch(child)
}
