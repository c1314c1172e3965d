import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type BuildOptions, build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Consumer, root } from './support.ts'

let consumer: Consumer
beforeAll(() => {
  consumer = new Consumer()
})
afterAll(() => consumer.remove())

describe('the packed package', () => {
  test('holds the build, the models and the papers, and no sources or tests', () => {
    const { packed } = consumer
    for (const file of ['dist/kinetree.js', 'dist/types/src/index.d.ts', 'models/humanoid.xml', 'LICENSE', 'README.md'])
      expect(packed).toContain(file)
    expect(packed).toContain('THIRD_PARTY_LICENSES')
    expect(packed).toContain('dist/bundled.cdx.json')
    for (const file of ['viewer.js', 'viewer-react.js', 'viewer-worker.js', 'viewer/index.html'])
      expect(packed).toContain(`dist/${file}`)
    expect(packed.filter((path) => /^(src|test|bin|node_modules)\/|\.test\./.test(path))).toEqual([])
  })

  test('works from plain JavaScript', () => {
    consumer.write(
      'use.js',
      `import { Data, step } from 'kinetree'
       import { loadModelFile } from 'kinetree/node'
       const model = loadModelFile('node_modules/kinetree/models/double_pendulum.xml')
       const data = new Data(model)
       data.qpos[0] = 1
       while (data.time < 1) step(model, data)
       console.log(data.qpos.every(Number.isFinite), data.qpos[0] !== 1)`,
    )
    expect(consumer.run(process.execPath, ['use.js']).trim()).toBe('true true')
  })

  test('installs a working command', () => {
    const printed = consumer.run('npx', ['--no-install', 'kinetree', 'info', 'node_modules/kinetree/models/chain.xml'])
    expect(printed).toContain('20 bodies, 20 joints, 60 dofs')
  })

  test('times a model without MuJoCo', () => {
    const model = 'node_modules/kinetree/models/cartpole.xml'
    const printed = consumer.run('npx', ['--no-install', 'kinetree', 'bench', model, '--seconds', '0.01'])
    expect(printed).toMatch(/^ {2}with kernels +\S+ [mµ]s/m)
    expect(printed).not.toContain('MuJoCo')
  })

  test.each([['compare', 'node_modules/kinetree/models/chain.xml'], ['bench']])(
    'says what is missing for %s',
    (...args) => {
      const { status, stderr } = spawnSync('npx', ['--no-install', 'kinetree', ...args], {
        cwd: consumer.folder,
        encoding: 'utf8',
      })
      expect(stderr).toContain(`${args[0]} needs the package @mujoco/mujoco: run 'npm install @mujoco/mujoco'`)
      expect(status).toBe(1)
    },
  )

  test.each(['nodenext', 'bundler'])(
    'has types that a strict TypeScript project accepts, module resolution %s',
    (moduleResolution) => {
      consumer.write(
        'use.ts',
        `import { Data, JointType, type Model, ModelError, loadModel, step } from 'kinetree'
       import { loadModelFile } from 'kinetree/node'
       import { fetchModel } from 'kinetree/web'
       import { createViewer, type Viewer, type ViewerOptions } from 'kinetree/viewer'

       const model: Model = loadModel('<mujoco/>', { files: { 'a.xml': '<mujoco/>' } })
       const data = new Data(model)
       step(model, data)
       const first: Float64Array = data.qpos
       const type: JointType = JointType.hinge
       const later: Promise<Model> = fetchModel('https://example.test/a.xml', { signal: AbortSignal.timeout(1000) })
       const line: number | undefined = new ModelError('reason').line
       // @ts-expect-error a model is not a path
       loadModelFile(model)
       // @ts-expect-error there is no such field: the types are real, not any
       data.qposs
       const options: ViewerOptions = { model: '<mujoco/>', panels: 'minimal', theme: 'dark', autoplay: true }
       const viewer: Viewer = createViewer(document.body, options)
       const stop: () => void = viewer.on('frame', ({ data }) => data.qpos[0])
       viewer.show(model, data)
       // @ts-expect-error there are no such panels
       viewer.panels = 'some'
       // @ts-expect-error there is no such event
       viewer.on('frames', () => {})
       export { first, type, later, line, stop }`,
      )
      const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext'
      const compilerOptions = {
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        target: 'es2023',
        lib: ['es2023', 'dom'],
        types: [],
        module,
        moduleResolution,
      }
      consumer.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['use.ts'] }))
      expect(consumer.run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toBe('')
    },
  )

  test('has types for React', () => {
    consumer.link('react', '@types/react', 'csstype')
    consumer.write(
      'use.tsx',
      `import { createRef } from 'react'
       import type { Viewer } from 'kinetree/viewer'
       import { KinetreeViewer } from 'kinetree/viewer/react'
       const viewer = createRef<Viewer>()
       export const good = <KinetreeViewer ref={viewer} model="a.xml" playing onFrame={({ data }) => data.time} />
       // @ts-expect-error the speed is a number
       export const bad = <KinetreeViewer speed="fast" />`,
    )
    const compilerOptions = { strict: true, noEmit: true, target: 'es2023', lib: ['es2023', 'dom'], types: [] }
    const modules = { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' }
    consumer.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...modules }, files: ['use.tsx'] }),
    )
    expect(consumer.run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toBe('')
  })

  test('can be imported on a server, where nothing of a page is there', () => {
    consumer.link('react-dom')
    consumer.write(
      'server.js',
      `import { createElement } from 'react'
       import { renderToString } from 'react-dom/server'
       import { createViewer } from 'kinetree/viewer'
       import { KinetreeViewer } from 'kinetree/viewer/react'
       console.log(typeof createViewer, renderToString(createElement(KinetreeViewer, { model: 'a.xml', className: 'big' })))`,
    )
    expect(consumer.run(process.execPath, ['server.js']).trim()).toBe('function <div class="big"></div>')
  })

  test('has types for Node programs that know nothing of browsers', () => {
    consumer.write('plain.ts', `import { Data, loadModel, step } from 'kinetree'\nexport { Data, loadModel, step }`)
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, lib: ['es2023'], types: [] }
    const modules = { target: 'es2023', module: 'nodenext' }
    consumer.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...modules }, files: ['plain.ts'] }),
    )
    expect(consumer.run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toBe('')
  })

  test('simulates from a bundle for browsers, where there is nothing of Node', async () => {
    const code = await bundle(
      `import { Data, loadModel, step } from 'kinetree'
       const model = loadModel('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>')
       const data = new Data(model)
       while (data.time < 1) step(model, data)
       console.log(data.qpos[2])`,
    )
    expect(code).not.toMatch(/^import /m)
    consumer.write('bundle.js', code)
    consumer.write(
      'page.js',
      `for (const name of ['process', 'Buffer', 'global', 'setImmediate']) delete globalThis[name]
       await import('./bundle.js')`,
    )
    expect(Number(consumer.run(process.execPath, ['page.js']))).toBeCloseTo(-9.81 / 2, 1)
  })

  test('leaves the XML parser out of a bundle that does not load models from text', async () => {
    const engineOnly = await bundle("import { Data, step } from 'kinetree'; globalThis.use = [Data, step]")
    expect(engineOnly.includes('class Data') || engineOnly.includes('Data = class')).toBe(true)
    expect(engineOnly.includes('SaxesParser')).toBe(false)
    const withParser = await bundle("import { loadModel } from 'kinetree'; globalThis.use = loadModel")
    expect(withParser.includes('SaxesParser')).toBe(true)
  })

  test('adds less than 127 KB to a page that simulates models that it has', async () => {
    const code = await bundlePage(
      "import { Data, forward, step } from 'kinetree'; globalThis.use = [Data, forward, step]",
    )
    const { length } = brotliCompressSync(code)
    expect(length).toBeGreaterThan(50_000)
    expect(length).toBeLessThan(127_000)
  })
})

/** Bundles a module of the consumer as a library for the browser, and gives the code. */
function bundle(code: string): Promise<string> {
  return bundleWith(code, { minify: false, lib: { entry: 'entry.js', formats: ['es'], fileName: 'out' } })
}

/** Bundles a module of the consumer as the script of a page, as small as its bundler makes it, and gives the code. */
function bundlePage(code: string): Promise<string> {
  return bundleWith(code, {
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(consumer.folder, 'entry.js') },
  })
}

async function bundleWith(code: string, options: BuildOptions): Promise<string> {
  consumer.write('entry.js', code)
  const result = await build({
    root: consumer.folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, ...options },
  })
  const outputs = (Array.isArray(result) ? result : [result]) as { output: { code?: string }[] }[]
  return outputs.flatMap(({ output }) => output.map(({ code }) => code ?? '')).join('\n')
}
