import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Placeholder for the worker's file until file names are known. */
const PENDING = 'KINETREE_WORKER_FILE_'

/**
 * A worker and the module that starts it with `new Worker(new URL('…', import.meta.url))`. Paths are relative to this
 * folder.
 */
export interface SharedWorker {
  readonly worker: string
  readonly startedBy: string
  /** The worker's path as written in that module. */
  readonly written: string
  /**
   * The worker's file name in the package. It is kept as `new URL('./name.js', import.meta.url)`, a form that the
   * bundlers of users recognize. Without it the build chooses the name.
   */
  readonly fileName?: string
  /** Name of the worker's chunk; `worker` by default. */
  readonly chunk?: string
}

/**
 * Builds a worker together with the page, so that shared code is in chunks that a browser fetches once. By default,
 * Vite builds the worker separately, with a copy of that code.
 */
export function sharedWorker({ worker: source, startedBy, written, fileName, chunk = 'worker' }: SharedWorker): Plugin {
  const address = `new URL('${written}', import.meta.url)`
  const pending = PENDING + startedBy.replaceAll(/\W/g, '_')
  let worker: string
  return {
    name: `kinetree:shared-worker:${startedBy}`,
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const id = fileURLToPath(new URL(source, import.meta.url))
      worker = this.emitFile({ type: 'chunk', id, name: chunk, ...(fileName ? { fileName } : {}) })
    },
    transform(code, id) {
      if (!id.endsWith(`/${startedBy}`)) return undefined
      if (!code.includes(address)) this.error(`${id} does not contain ${address}`)
      const replacement = fileName ? `new URL(${pending}, import.meta.url)` : `import.meta.ROLLUP_FILE_URL_${worker}`
      return { code: code.replace(address, replacement), map: null }
    },
    renderChunk(code, rendered) {
      if (!fileName || !code.includes(pending)) return null
      const path = posix.relative(posix.dirname(rendered.fileName), fileName)
      return { code: code.replace(pending, JSON.stringify(path.startsWith('.') ? path : `./${path}`)), map: null }
    },
  }
}
