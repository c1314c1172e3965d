import { posix } from 'node:path'
import type { Plugin } from 'vite'

/** As `simulation/startWorker.ts` names the worker. */
const WRITTEN = "new URL('./worker.ts', import.meta.url)"

/** Stands for the worker's file until the names of files are known. */
const PENDING = 'KINETREE_WORKER_FILE'

/**
 * Builds the worker of the simulation together with the page, so that both load the same engine: what a browser has fetched
 * for one it need not fetch for the other. Without this, Vite would build the worker by itself, with an engine of its own.
 * @param fileName of the worker in a package, where bundlers of others must find it: there it stays written as
 *   `new Worker(new URL('./name.js', import.meta.url))`, which they know. Without it the name is found by the build.
 */
export function sharedWorker(fileName?: string): Plugin {
  let worker: string
  return {
    name: 'kinetree:shared-worker',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const id = new URL('./simulation/worker.ts', import.meta.url).pathname
      worker = this.emitFile({ type: 'chunk', id, name: 'worker', ...(fileName ? { fileName } : {}) })
    },
    transform(code, id) {
      if (!id.endsWith('/startWorker.ts')) return undefined
      if (!code.includes(WRITTEN)) this.error(`${id} does not say ${WRITTEN}`)
      const address = fileName ? `new URL(${PENDING}, import.meta.url)` : `import.meta.ROLLUP_FILE_URL_${worker}`
      return { code: code.replace(WRITTEN, address), map: null }
    },
    renderChunk(code, chunk) {
      if (!fileName || !code.includes(PENDING)) return null
      const way = posix.relative(posix.dirname(chunk.fileName), fileName)
      return { code: code.replace(PENDING, JSON.stringify(way.startsWith('.') ? way : `./${way}`)), map: null }
    },
  }
}
