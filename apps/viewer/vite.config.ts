import { defineConfig } from 'vite'
import { sharedWorker } from './sharedWorker.ts'

/** The viewer as a static site: `dist/viewer`, which any server can serve from any folder. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { target: 'es2023', outDir: '../../dist/viewer', emptyOutDir: true, sourcemap: false },
  plugins: [sharedWorker()],
})
