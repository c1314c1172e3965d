import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PINNED_SCENES } from '../support/pinnedScenes.ts'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'
import { dist } from './support.ts'

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

describe('in a browser', () => {
  const { launch, missing } = browserOrReason()
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launch?.()
  })
  afterAll(() => browser?.close())

  const files = {
    '/hash.js': HASHING,
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

  test('a policy that forbids WebAssembly leaves the engine as it is, and the reason says so', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const reasons = await runInPage(browser, files, { 'content-security-policy': "script-src 'self'" })
    for (const { all } of reasons as { all: string }[]) expect(all).toMatch(/^WebAssembly could not be compiled: /)
  })
})

test('kernels add at most 60 KiB to a page that uses them', async () => {
  const size = async (code: string): Promise<number> => {
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
      build: { write: false, minify: true, rolldownOptions: { input: 'page' } },
    })
    const chunks = 'output' in result ? result.output : []
    return chunks.reduce((sum, chunk) => sum + ('code' in chunk ? brotliCompressSync(chunk.code).length : 0), 0)
  }
  const engine = `import { loadModel, Data, step } from ${JSON.stringify(join(dist, 'kinetree.js'))}; globalThis.k = { loadModel, Data, step }`
  const kernels = `${engine}\nimport { accelerate } from ${JSON.stringify(join(dist, 'kernel.js'))}; globalThis.a = accelerate`
  const [without, withKernels] = [await size(engine), await size(kernels)]
  expect(withKernels - without).toBeLessThan(60 * 1024)
  expect(readFileSync(join(dist, 'kinetree.js'), 'utf8')).not.toContain('kernel.js')
})
