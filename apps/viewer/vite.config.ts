import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'
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

/** The viewer as a static site: `dist/viewer`, which any server can serve from any folder. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { target: 'es2023', outDir: '../../dist/viewer', emptyOutDir: true, sourcemap: false },
  plugins: [sharedWorker(), licenses],
})
