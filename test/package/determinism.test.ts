import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HASHING, hashingProgram, PINNED_HASHES } from '../support/pinnedHashes.ts'
import { PINNED_SCENES } from '../support/pinnedScenes.ts'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'
import { dist } from './support.ts'

const address = (file: string) => pathToFileURL(join(dist, file)).href
const bun = fileURLToPath(new URL('../../node_modules/.bin/bun', import.meta.url))
const THREADS = [1, 2, 4] as const
const cases = PINNED_SCENES.flatMap((scene) => THREADS.map((threads) => ({ ...scene, threads })))

describe('the state after 1,000 steps', () => {
  test.each(cases)('of $name has its pinned hash on $threads threads of Node', async ({ name, xml, threads }) => {
    const { hashes } = await import(`data:text/javascript,${encodeURIComponent(HASHING)}`)
    const { islandThreads } = await import(address('node.js'))
    expect(await hashes(await import(address('kinetree.js')), islandThreads, xml, threads)).toEqual(PINNED_HASHES[name])
  })
})

describe('in JavaScriptCore, through Bun, the state after 1,000 steps', () => {
  test('of each scene has its pinned hash', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinetree-'))
    try {
      const program = join(folder, 'hashes.mjs')
      await writeFile(program, hashingProgram(address('kinetree.js'), PINNED_SCENES))
      const { stdout } = await promisify(execFile)(bun, [program])
      expect(JSON.parse(stdout)).toEqual(PINNED_SCENES.map(({ name }) => PINNED_HASHES[name]))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('in a browser, the state after 1,000 steps', () => {
  const { launch, missing } = browserOrReason()
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launch?.()
  })
  afterAll(() => browser?.close())

  test('of each scene has its pinned hash on 1, 2 and 4 threads', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const results = await runInPage(browser, {
      '/simulation.js': HASHING,
      '/island.js': "import { serveIslands } from '/dist/kinetree.js'; serveIslands(self)",
      '/run.js': `
        import * as kinetree from '/dist/kinetree.js'
        import { islandThreads } from '/dist/web.js'
        import { hashes } from '/simulation.js'
        const worker = () => new Worker('/island.js', { type: 'module' })
        const pool = (model, data, options) => islandThreads(model, data, { ...options, worker })
        export async function run() {
          const results = []
          for (const { xml, threads } of ${JSON.stringify(cases)}) results.push(await hashes(kinetree, pool, xml, threads))
          return results
        }`,
    })
    expect(results).toEqual(cases.map(({ name }) => PINNED_HASHES[name]))
  })
})
