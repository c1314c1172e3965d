import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { ENGINE } from '../../vite.config.ts'
import { sharedWorker } from './sharedWorker.ts'

/** Puts the licenses of what is bundled beside it: the site may be copied to where the package is not. */
const licenses: Plugin = {
  name: 'kinetree:licenses',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(new URL('../../THIRD_PARTY_LICENSES', import.meta.url))
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source })
  },
}

/** Puts a compressed copy beside each large file, as small as can be: servers need not do it over and over. */
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
 * Starts the worker from within the page, before any script has come; the same as in `boot.ts`. The page's own script is not
 * waited for: a page counts as loaded once all scripts that it has from the start are there, and until then browsers show that
 * they are busy, which where there is no graphics card takes time from the first picture.
 */
const bootScript: Plugin = {
  name: 'kinetree:boot-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const worker = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'worker')
      if (!worker) throw new Error('the page has no worker')
      const model = "new URLSearchParams(location.search).get('model')"
      const name = `((m)=>m!==null&&URL.canParse(m,location.href)?'model:'+new URL(m,location.href).href:'')(${model})`
      const start = `kinetreeWorker=new Worker('./${worker.fileName}',{type:'module',name:${name}})`
      const children = `${start};kinetreeWorker.onerror=()=>{kinetreeWorker.hasFailed=true}`
      const [tag, script] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(page) ?? []
      if (tag === undefined) throw new Error('the page has no script')
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

/** The viewer as a static site: `dist/viewer`, which any server can serve from any folder. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    target: 'es2023',
    outDir: '../../dist/viewer',
    emptyOutDir: true,
    sourcemap: false,
    // links in the page only: what is loaded later may be loaded by the worker, which has no page to put links into
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'three', priority: 2, test: /node_modules[\\/]three[\\/]/ },
            // of the engine, what both the page and its worker need: models and states, without physics
            { name: 'state', priority: 1, test: ENGINE, minShareCount: 2 },
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
    bootScript,
    licenses,
    compressed,
  ],
})
