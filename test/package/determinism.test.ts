import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PINNED_SCENES } from '../support/pinnedScenes.ts'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'
import { dist } from './support.ts'

/**
 * Hashes of five scenes after 1,000 steps: of the motion (time, qpos, qvel, qacc), and of the whole snapshot. The first
 * changes when numbers do, the second also when the layout of `Data` does. To pin them anew, copy what a failing test
 * shows, and say in the commit why they changed.
 */
const PINNED: Readonly<Record<string, readonly [motion: string, snapshot: string]>> = {
  humanoid: ['73f1c9d9a253f828', 'b0cef6d5a6ec230a'],
  quadruped: ['3a25a50289c9d275', '54962c9ac3ccde2c'],
  'muscle arm': ['3c06f91404e29ed5', 'dd1546b7f00c7e18'],
  'meshes, height field and signed distance': ['879082078237589e', 'c406830090ede922'],
  'islands that fall asleep': ['0a739c26cb1c5c85', '1c066554c9664128'],
}

/** Simulates a scene and gives its hashes; the same code runs in Node and in a page. */
const simulation = `
const STEPS = 1000

export async function hashes({ loadModel, sharedData, snapshot, step }, islandThreads, xml, threads) {
  const model = loadModel(xml)
  const data = sharedData(model)
  const pool = threads > 1 ? await islandThreads(model, data, { threads, always: true }) : undefined
  for (let i = 0; i < STEPS; i++) {
    // a wave of triangles, which needs no function that engines may compute differently
    for (let k = 0; k < model.nu; k++) data.ctrl[k] = Math.abs(((i + 37 * k) % 200) - 100) / 100 - 0.5
    step(model, data)
  }
  pool?.dispose()
  const { fixed, contacts, constraints, jacobian } = snapshot(data)
  const bytes = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)
  const motion = [Float64Array.of(data.time), data.qpos, data.qvel, data.qacc].map(bytes)
  return [await sha256(motion), await sha256([fixed, contacts, constraints, jacobian])]
}

async function sha256(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
`

const address = (file: string) => pathToFileURL(join(dist, file)).href
const THREADS = [1, 2, 4] as const
const cases = PINNED_SCENES.flatMap((scene) => THREADS.map((threads) => ({ ...scene, threads })))

describe('the state after 1,000 steps', () => {
  test.each(cases)('of $name has its pinned hash on $threads threads of Node', async ({ name, xml, threads }) => {
    const { hashes } = await import(`data:text/javascript,${encodeURIComponent(simulation)}`)
    const { islandThreads } = await import(address('node.js'))
    expect(await hashes(await import(address('kinetree.js')), islandThreads, xml, threads)).toEqual(PINNED[name])
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
      '/simulation.js': simulation,
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
    expect(results).toEqual(cases.map(({ name }) => PINNED[name]))
  })
})
