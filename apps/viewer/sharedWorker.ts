import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Stands for the worker's file until the names of files are known. */
const PENDING = 'KINETREE_WORKER_FILE'

/** A worker, and the module that starts it by `new Worker(new URL('…', import.meta.url))`. Paths are relative to this folder. */
export interface SharedWorker {
  readonly worker: string
  readonly startedBy: string
  /** How the module writes the path of the worker. */
  readonly written: string
  /**
   * Name of its file in a package, where bundlers of others must find it: there it stays written as
   * `new URL('./name.js', import.meta.url)`, which they know. Without it the name is found by the build.
   */
  readonly fileName?: string
}

/**
 * Builds a worker together with the page, so that what both need is in files of its own, which a browser fetches once. Without
 * this, Vite would build the worker by itself, with a copy of all of it.
 */
export function sharedWorker({ worker: path, startedBy, written, fileName }: SharedWorker): Plugin {
  const address = `new URL('${written}', import.meta.url)`
  let worker: string
  return {
    name: 'kinetree:shared-worker',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const id = fileURLToPath(new URL(path, import.meta.url))
      worker = this.emitFile({ type: 'chunk', id, name: 'worker', ...(fileName ? { fileName } : {}) })
    },
    transform(code, id) {
      if (!id.endsWith(`/${startedBy}`)) return undefined
      if (!code.includes(address)) this.error(`${id} does not say ${address}`)
      const found = fileName ? `new URL(${PENDING}, import.meta.url)` : `import.meta.ROLLUP_FILE_URL_${worker}`
      return { code: code.replace(address, found), map: null }
    },
    renderChunk(code, chunk) {
      if (!fileName || !code.includes(PENDING)) return null
      const way = posix.relative(posix.dirname(chunk.fileName), fileName)
      return { code: code.replace(PENDING, JSON.stringify(way.startsWith('.') ? way : `./${way}`)), map: null }
    },
  }
}
