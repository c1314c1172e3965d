import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { bundledList } from '../../tools/docs/bundledPlugin.ts'
import { ENGINE } from '../../vite.config.ts'
import { sharedWorker } from './sharedWorker.ts'

/** Adds the licenses of bundled libraries: the site may be deployed without the package. */
const licenses: Plugin = {
  name: 'kinetree:licenses',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(new URL('../../THIRD_PARTY_LICENSES', import.meta.url))
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source })
  },
}

/** Adds a Brotli copy of each large file, so that servers need not compress it again and again. */
const compressed: Plugin = {
  name: 'kinetree:compressed',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const files = Object.values(bundle).map((file) => ({
        fileName: file.fileName,
        bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
      }))
      const large = files.filter(({ fileName, bytes }) => fileName.startsWith('assets/') && bytes.length > 1000)
      const sources = await Promise.all(large.map(({ bytes }) => promisify(brotliCompress)(bytes)))
      for (const [i, { fileName }] of large.entries())
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: sources[i] })
    },
  },
}

/**
 * Starts the worker in an inline script, before any other script has arrived; the same as in `boot.ts`. The page's main
 * script is imported dynamically, so that it does not delay the load event: until then browsers show a busy indicator,
 * which with software rendering takes time from the first picture.
 */
const bootScript: Plugin = {
  name: 'kinetree:boot-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const worker = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'worker')
      if (!worker) throw new Error('the bundle has no worker')
      const kind = "(p.has('kernels')?'kernels:':'model:')"
      const address = 'new URL(m,location.href).href'
      const name = `((p,m=p.get('model'))=>m!==null&&URL.canParse(m,location.href)?${kind}+${address}:'')(new URLSearchParams(location.search))`
      const start = `kinetreeWorker=new Worker('./${worker.fileName}',{type:'module',name:${name}})`
      const children = `${start};kinetreeWorker.onerror=()=>{kinetreeWorker.hasFailed=true}`
      const [tag, script] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(page) ?? []
      if (tag === undefined) throw new Error('the page has no module script')
      return {
        html: page.replace(tag, `<link rel="modulepreload" crossorigin href="${script}">`),
        tags: [
          { tag: 'script', children, injectTo: 'head-prepend' },
          { tag: 'script', children: `import('${script}')`, injectTo: 'body' },
        ],
      }
    },
  },
}

/** The viewer as a static site in `dist/viewer`, which any server can serve from any folder. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    target: 'es2023',
    outDir: '../../dist/viewer',
    emptyOutDir: true,
    sourcemap: false,
    // links in the page only: dynamic imports may run in the worker, which has no document
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'three', priority: 4, test: /node_modules[\\/]three[\\/]/ },
            // models and states, which pages and workers need; apart, so that no other chunk is needed to start it
            { name: 'core', priority: 4, test: /src[\\/]core[\\/]/ },
            // what the worker needs of physics, and the page of a batch
            {
              name: 'engine',
              priority: 3,
              test: ENGINE,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 8000,
            },
            // what runs kernels, without what makes them
            { name: 'kernel-run', priority: 2, test: /src[\\/]kernel[\\/]run[\\/]/ },
            { name: 'kernel-maker', priority: 1, test: /src[\\/]kernel[\\/](?!lanes)/ },
          ],
        },
      },
    },
  },
  plugins: [
    sharedWorker({
      worker: './simulation/worker.ts',
      startedBy: 'boot.ts',
      written: './simulation/worker.ts',
    }),
    sharedWorker({
      worker: '../../src/batchWorkerMain.ts',
      startedBy: 'src/batch.ts',
      written: './batchWorkerMain.ts',
      chunk: 'batchWorker',
    }),
    bootScript,
    licenses,
    bundledList(),
    compressed,
  ],
})
