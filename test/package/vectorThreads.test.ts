import { execFileSync } from 'node:child_process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'
import { root } from './support.ts'

/** Vector environments of the built package, on threads of Node and on workers of a browser. */

/** Plays some steps with resets, and gives the bits of all observations and rewards as text. */
const PLAY = `
export async function play({ BatchSim }, { makeVectorEnvironment, Random }, name, options) {
  const envs = makeVectorEnvironment(BatchSim, name, 5, { seed: 3, timeLimit: 9, observationType: 'float64', ...options })
  const { observations } = await envs.reset({ seed: 8 })
  const random = new Random(2)
  const seen = [...observations]
  for (let k = 0; k < 25; k++) {
    const result = await envs.step(envs.actionSpace.sample(random))
    seen.push(...result.observations, ...result.rewards, ...result.truncations)
    for (const term of Object.values(result.infos.terms)) seen.push(...term)
  }
  envs.close()
  return [...new BigUint64Array(Float64Array.from(seen).buffer)].map((b) => b.toString(16)).join(' ')
}`

const NAMES = ['Ant', 'QuadrupedHeights', 'HandReorient']

describe('vector environments on threads of Node', () => {
  test.each(NAMES)('%s has the same bits on one, two and three threads', (name) => {
    const script = `${PLAY.replace('export ', '')}
      import * as batch from 'kinetree/batch'
      import * as env from 'kinetree/env'
      const [one, two, three] = await Promise.all([1, 2, 3].map((threads) => play(batch, env, '${name}', { threads })))
      console.log(one.length > 1000, one === two, one === three)`
    const options = { cwd: root, encoding: 'utf8' } as const
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], options)
    expect(printed.trim()).toBe('true true true')
  })
})

test('a task of Gymnasium for a model of the user has the same bits on one and two threads, with its options', () => {
  const script = `${PLAY.replace('export ', '')}
    import * as batch from 'kinetree/batch'
    import * as env from 'kinetree/env'
    const options = { model: env.taskModel('Ant'), taskOptions: { healthyReward: 7 } }
    const run = (threads) => play(batch, env, 'Ant-v5', { ...options, threads })
    const [one, two] = await Promise.all([1, 2].map(run))
    const other = await play(batch, env, 'Ant-v5', { ...options, taskOptions: {}, threads: 1 })
    console.log(one.length > 1000, one === two, one === other)`
  const options = { cwd: root, encoding: 'utf8' } as const
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim()).toBe('true true false')
})

const { launch, missing } = browserOrReason()

describe.skipIf(!launch)(`vector environments in a browser${missing ? ` (${missing})` : ''}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch!()
  })
  afterAll(() => browser?.close())

  test('have the same bits on the page and on workers, and need no files of models', async () => {
    const files = {
      '/play.js': PLAY,
      '/run.js': `
        import * as batch from '/dist/batch.js'
        import * as env from '/dist/env.js'
        import { play } from '/play.js'
        export async function run() {
          const one = await play(batch, env, 'Hopper', { threads: 1 })
          const two = await play(batch, env, 'Hopper', { threads: 2 })
          return [one.length > 1000, one === two]
        }`,
    }
    expect(await runInPage(browser, files)).toEqual([true, true])
  })
})
