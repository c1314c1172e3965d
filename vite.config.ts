import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** Builds the package: one ES module per entry point, shared code in chunks, the XML parser bundled in. */
export default defineConfig({
  build: {
    target: 'es2023',
    sourcemap: true,
    minify: false,
    emptyOutDir: true,
    lib: {
      entry: { kinetree: 'src/index.ts', node: 'src/node.ts', web: 'src/web.ts', cli: 'bin/kinetree.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [...builtinModules, /^node:/, '@mujoco/mujoco'],
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
})
