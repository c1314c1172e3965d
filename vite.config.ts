import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'
import { sharedWorker } from './apps/viewer/sharedWorker.ts'
import { bundledList } from './tools/docs/bundledPlugin.ts'

/** The engine: everything that runs in a step, without what reads models. */
export const ENGINE = /src[\\/](core|physics|pipeline|sensitivity|threads)[\\/]/

/**
 * Builds the package: one ES module per entry point, shared code in chunks, the libraries for XML, for compressed data
 * and for pictures bundled in.
 */
export default defineConfig({
  plugins: [
    sharedWorker({
      worker: './simulation/worker.ts',
      startedBy: 'startWorker.ts',
      written: './worker.ts',
      fileName: 'viewer-worker.js',
    }),
    sharedWorker({
      worker: '../../src/batchWorkerMain.ts',
      startedBy: 'src/batch.ts',
      written: './batchWorkerMain.ts',
      fileName: 'batch-worker.js',
    }),
    sharedWorker({
      worker: '../../src/kernelWorkerMain.ts',
      startedBy: 'src/kernelAsync.ts',
      written: './kernelWorkerMain.ts',
      fileName: 'kernel-worker.js',
    }),
    bundledList(),
  ],
  build: {
    target: 'es2023',
    sourcemap: true,
    minify: false,
    emptyOutDir: true,
    lib: {
      entry: {
        kinetree: 'src/index.ts',
        math: 'src/math.ts',
        stages: 'src/stages.ts',
        threads: 'src/threads.ts',
        batch: 'src/batch.ts',
        'batch-node': 'src/batchNode.ts',
        kernel: 'src/kernel.ts',
        'kernel-async': 'src/kernelAsync.ts',
        'kernel-node': 'src/kernelNode.ts',
        'kernel-async-node': 'src/kernelAsyncNode.ts',
        env: 'src/env.ts',
        node: 'src/node.ts',
        web: 'src/web.ts',
        viewer: 'apps/viewer/embed/viewer.ts',
        'viewer-react': 'apps/viewer/embed/react.ts',
        cli: 'bin/kinetree.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [...builtinModules, /^node:/, '@mujoco/mujoco', 'react'],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        // V8 treats a top-level const as constant, but not a var; see docs/performance-idioms.md.
        topLevelVar: false,
        // A program gets only the parts that it uses: the parser is separate from the engine.
        codeSplitting: {
          groups: [
            { name: 'xml', priority: 3, test: /node_modules[\\/](saxes|xmlchars)/ },
            { name: 'three', priority: 3, test: /node_modules[\\/]three[\\/]/ },
            { name: 'inflate', priority: 3, test: /node_modules[\\/]fflate/ },
            { name: 'engine', priority: 2, test: ENGINE },
            { name: 'mjcf', priority: 1, test: /src[\\/]format[\\/](mjcf|urdf|load)/ },
            // what runs kernels, without what makes them
            { name: 'kernel-run', priority: 2, test: /src[\\/]kernel[\\/]run[\\/]/ },
            { name: 'kernel-maker', priority: 1, test: /src[\\/]kernel[\\/](?!lanes|accelerateLater|kernelWorker)/ },
            { name: 'batch-parts', priority: 1, test: /src[\\/]batch[\\/]/ },
            { name: 'save', priority: 1, test: /src[\\/]format[\\/]save/ },
          ],
        },
      },
    },
  },
})
