import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PINNED_SCENES } from '../support/pinnedScenes.ts'
import { browserOrReason } from './browser.ts'
import { buildPages, runInPage, servePages } from './pages.ts'
import { Consumer, dist } from './support.ts'

/** The hash of all motion of 300 steps with kernels. −0 counts as 0. */
const HASHING = `
export function hash({ loadModel, Data, step }, accelerate, xml, sameBits) {
  const model = loadModel(xml)
  const { active, reason } = accelerate(model, { sameBits })
  const data = new Data(model)
  for (let i = 0; i < 300; i++) step(model, data)
  const words = new Uint32Array(Float64Array.from([...data.qpos, ...data.qvel, ...data.geom_xpos], (x) => x + 0).buffer)
  let hash = 0x811c9dc5
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193)
  return active ? (hash >>> 0).toString(16) : reason
}`

/**
 * Hashes with the kernels that have the bits of their stages, and with all. Another hash means other bits: a change of
 * the physics or, of the first ones, a kernel that no longer has the bits of its stage.
 */
const PINNED: Readonly<Record<string, { readonly sameBits: string; readonly all: string }>> = {
  humanoid: { sameBits: '95ac669e', all: '8dff9795' },
  quadruped: { sameBits: '89d2ef32', all: '807a3788' },
  'muscle arm': { sameBits: '37a1ea3f', all: '37a1ea3f' },
  'meshes, height field and signed distance': { sameBits: '4576c756', all: '7127ac28' },
  'islands that fall asleep': { sameBits: 'd2cabd4a', all: '53367a83' },
}

type Kernels = typeof import('../../src/kernelNode.ts')
const address = (file: string) => pathToFileURL(join(dist, file)).href

describe('with kernels, the motion of 300 steps', () => {
  test.each(PINNED_SCENES)('of $name has its pinned hashes in Node', async ({ name, xml }) => {
    const { hash } = await import(`data:text/javascript,${encodeURIComponent(HASHING)}`)
    const { accelerate } = await import(address('kernel.js'))
    const kinetree = await import(address('kinetree.js'))
    const [sameBits, all] = [true, false].map((same) => hash(kinetree, accelerate, xml, same))
    expect({ sameBits, all }).toEqual(PINNED[name])
  })
})

describe('accelerateAsync in Node', () => {
  const HUMANOID = PINNED_SCENES.find(({ name }) => name === 'humanoid')!.xml
  const load = async () => {
    const { accelerate, accelerateAsync } = (await import(address('kernel-node.js'))) as Kernels
    const { loadModel } = (await import(address('kinetree.js'))) as typeof import('../../src/index.ts')
    return { accelerate, accelerateAsync, model: loadModel(HUMANOID) }
  }

  test.each([true, false])('gives the kernels of accelerate, in a worker: %s', async (worker) => {
    const { accelerate, accelerateAsync, model } = await load()
    const { code, stages } = accelerate(model)
    const later = await accelerateAsync(model, { worker })
    expect(later.active).toBe(true)
    expect(later.stages).toEqual(stages)
    expect(later.code).toEqual(code)
  })

  test('takes its options along to the worker', async () => {
    const { accelerate, accelerateAsync, model } = await load()
    const options = { sameBits: true, unroll: false, vary: ['body_mass'] }
    const { code } = await accelerateAsync(model, { ...options, worker: true })
    expect(code.options).toEqual(options)
    expect(code).toEqual(accelerate(model, options).code)
  })

  test('says so when the worker fails', async () => {
    const { accelerateAsync, model } = await load()
    const worker = () => new Worker('throw new Error("no such thing")', { eval: true })
    await expect(accelerateAsync(model, { worker })).rejects.toThrow('makes kernels has failed: Error: no such thing')
  })
})

describe('in a browser', () => {
  const { launch, missing } = browserOrReason()
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launch?.()
  })
  afterAll(() => browser?.close())

  const files = {
    '/hash.js': HASHING,
    '/worker.js': `
      import { Data, loadModel, step } from '/dist/kinetree.js'
      import { accelerateAsync } from '/dist/kernel-async.js'
      export async function run() {
        const hashes = []
        for (const worker of [true, false]) {
          const model = loadModel(${JSON.stringify(PINNED_SCENES[0].xml)})
          const kernels = await accelerateAsync(model, { worker })
          hashes.push({ active: kernels.active, bytes: kernels.bytes, hash: [...kernels.code.bytes].reduce((h, x) => Math.imul(h ^ x, 0x01000193), 1) })
        }
        return hashes
      }`,
    '/run.js': `
      import * as kinetree from '/dist/kinetree.js'
      import { accelerate } from '/dist/kernel.js'
      import { hash } from '/hash.js'
      export const run = () => ${JSON.stringify(PINNED_SCENES)}.map(({ xml }) => {
        const [sameBits, all] = [true, false].map((same) => hash(kinetree, accelerate, xml, same))
        return { sameBits, all }
      })`,
  }

  test('the motion with kernels has its pinned hashes', async (context) => {
    if (browser === undefined) return context.skip(missing)
    expect(await runInPage(browser, files)).toEqual(PINNED_SCENES.map(({ name }) => PINNED[name]))
  })

  test('a worker makes the kernels that the page makes', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const [inWorker, here] = (await runInPage(browser, { '/run.js': files['/worker.js'] })) as object[]
    expect(inWorker).toMatchObject({ active: true })
    expect(inWorker).toEqual(here)
  })

  test.each(['kinetree/kernel', 'kinetree/kernel/async'])(
    'a page that Vite bundles with %s from the packed package has a worker make kernels',
    async (entry) => {
      if (browser === undefined) return expect(missing).toBeDefined()
      const consumer = new Consumer()
      try {
        consumer.write('index.html', '<!doctype html><script type="module" src="./main.js"></script>')
        consumer.write(
          'main.js',
          `import { loadModel } from 'kinetree'
           import { accelerateAsync } from '${entry}'
           const model = loadModel(${JSON.stringify(PINNED_SCENES[0].xml)})
           globalThis.done = accelerateAsync(model, { worker: true }).then(({ active, bytes }) => ({ active, bytes }))`,
        )
        const server = await servePages({ built: await buildPages(consumer.folder, ['index.html']) })
        try {
          const opened = await browser.newPage()
          await opened.goto(`${server.url}built/index.html`)
          const found = await opened.evaluate('globalThis.done')
          expect(found).toEqual({ active: true, bytes: expect.any(Number) })
        } finally {
          server.close()
        }
      } finally {
        consumer.remove()
      }
    },
  )

  test('a policy that forbids WebAssembly leaves the engine as it is, and the reason says so', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const reasons = await runInPage(browser, files, { 'content-security-policy': "script-src 'self'" })
    for (const { all } of reasons as { all: string }[]) expect(all).toMatch(/^WebAssembly could not be compiled: /)
  })
})

describe('kernels add to a page that loads and steps models', () => {
  /** Bytes of a page's scripts, compressed with brotli: of those that it starts with, and of those that it may load. */
  const sizes = async (code: string): Promise<{ start: number; later: number }> => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [
        {
          name: 'page',
          resolveId: (id) => (id === 'page' ? id : undefined),
          load: (id) => (id === 'page' ? code : undefined),
        },
      ],
      build: { write: false, minify: true, modulePreload: false, rolldownOptions: { input: 'page' } },
    })
    const chunks = 'output' in result ? result.output : []
    const all = { start: 0, later: 0 }
    for (const chunk of chunks)
      if (chunk.type === 'chunk')
        all[starts(chunk, chunks) ? 'start' : 'later'] += brotliCompressSync(chunk.code).length
    return all
  }
  type Chunks = readonly {
    readonly type: string
    readonly fileName: string
    readonly isEntry?: boolean
    readonly imports?: readonly string[]
  }[]
  const starts = (chunk: Chunks[number], chunks: Chunks): boolean =>
    chunk.isEntry === true ||
    chunks.some((other) => other !== chunk && other.imports?.includes(chunk.fileName) && starts(other, chunks))

  const page = (kernels: string): string => `
    import { loadModel, Data, step } from ${JSON.stringify(join(dist, 'kinetree.js'))}
    globalThis.k = { loadModel, Data, step }
    ${kernels}`
  let without: { start: number; later: number }
  beforeAll(async () => {
    without = await sizes(page(''))
  })

  test.each([
    ['accelerate, which records here and now', 'accelerate', 'kernel.js', 65, 0],
    ['accelerateAsync, which loads what records', 'accelerateAsync', 'kernel-async.js', 9, 65],
    ['the same of kinetree/kernel', 'accelerateAsync', 'kernel.js', 9, 65],
    [
      'readKernelCode and accelerateWith, for kernels from a file',
      'readKernelCode, accelerateWith',
      'kernel-async.js',
      9,
      0,
    ],
  ])('with %s', async (_use, names, file, mostAtStart, mostLater) => {
    const from = JSON.stringify(join(dist, file))
    const { start, later } = await sizes(page(`import { ${names} } from ${from}; globalThis.a = { ${names} }`))
    expect(start - without.start).toBeLessThan(mostAtStart * 1024)
    expect(later - without.later).toBeLessThanOrEqual(mostLater * 1024)
  })

  test('and nothing to one that does not use them', () => {
    expect(readFileSync(join(dist, 'kinetree.js'), 'utf8')).not.toContain('kernel')
  })
})
