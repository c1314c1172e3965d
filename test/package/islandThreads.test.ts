import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { spots, tiedArms } from '../support/islandScenes.ts'
import { dist } from './support.ts'

/** Islands on threads of Node, with the built package. */
const address = (file: string) => pathToFileURL(join(dist, file)).href
const kinetree = (await import(address('kinetree.js'))) as typeof import('../../src/index.ts')
const { islandThreads } = (await import(address('node.js'))) as typeof import('../../src/node.ts')
const { Cone, Data, EnableBit, Integrator, IslandThreads, loadModel, resetData, sharedData, solverStatistics } =
  kinetree
const { Solver, StepError, step } = kinetree
type Model = import('../../src/index.ts').Model
type Data = import('../../src/index.ts').Data
type IslandThreads = import('../../src/index.ts').IslandThreads

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

async function poolOf(m: Model, d: Data, threads: number, always = true): Promise<IslandThreads> {
  const pool = await islandThreads(m, d, { threads, always })
  ended.push(() => pool.dispose())
  return pool
}

const STATE = ['qpos', 'qvel', 'qacc', 'qfrc_constraint', 'tree_asleep', 'solver_niter'] as const
const ROWS = ['efc_force', 'efc_state'] as const

function expectSame(a: Data, b: Data): void {
  expect([b.nisland, b.nefc]).toEqual([a.nisland, a.nefc])
  for (const name of STATE) expect(sameBits(a[name], b[name], a[name].length), name).toBe(true)
  for (const name of ROWS) expect(sameBits(a[name], b[name], a.nefc), name).toBe(true)
}

function sameBits(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i++) if (!Object.is(a[i], b[i])) return false
  return true
}

/** Steps a state alone and another one with threads, and holds one against the other. */
function stepBoth(m: Model, alone: Data, together: Data, steps: number): void {
  for (let i = 0; i < steps; i++) {
    step(m, alone)
    step(m, together)
    expectSame(alone, together)
  }
}

const byWorkers = (pool: IslandThreads) => pool.shares.slice(1).reduce((sum, n) => sum + n, 0)

describe('islands on threads have the bits of one thread', () => {
  const cases: [string, (m: Model) => void, number?][] = [
    ['Newton', () => {}],
    ['Newton, cones', (m) => (m.opt.cone = Cone.elliptic)],
    ['conjugate gradients', (m) => (m.opt.solver = Solver.CG)],
    ['Gauss–Seidel', (m) => (m.opt.solver = Solver.PGS), 150],
    ['active sets', (m) => (m.opt.solver = Solver.ActiveSet), 150],
    ['conjugate gradients on forces', (m) => (m.opt.solver = Solver.DualCG), 150],
    ['no slip', (m) => (m.opt.noslip_iterations = 3), 150],
  ]
  test.each(cases)('%s, while things fall, meet and fall asleep', async (_, choose, steps = 200) => {
    const m = loadModel(spots(16))
    m.opt.enableflags |= EnableBit.sleep
    choose(m)
    const alone = new Data(m)
    const together = sharedData(m)
    const pool = await poolOf(m, together, 3)
    stepBoth(m, alone, together, steps)
    expect(byWorkers(pool)).toBeGreaterThan(0)
    for (let k = 0; k < alone.nisland; k++) {
      const { iterations, converged, improvement, neval } = solverStatistics(together, k)!
      const expected = solverStatistics(alone, k)!
      expect([iterations, converged]).toEqual([expected.iterations, expected.converged])
      expect(improvement.slice(0, iterations)).toEqual(expected.improvement.slice(0, iterations))
      expect(neval.slice(0, iterations)).toEqual(expected.neval.slice(0, iterations))
    }
  })

  test.each([1, 2, 5])('with %i threads, and when arrays grow under way', async (threads) => {
    const m = loadModel(spots(40))
    const alone = new Data(m)
    const together = sharedData(m)
    const pool = await poolOf(m, together, threads)
    const { efcCapacity } = together
    stepBoth(m, alone, together, 200)
    expect(together.efcCapacity).toBeGreaterThan(4 * efcCapacity)
    // workers have heard of the new memory, although this thread has not paused since
    const before = byWorkers(pool)
    if (threads > 1) for (let i = 0; i < 1000 && byWorkers(pool) === before; i++) stepBoth(m, alone, together, 1)
    if (threads > 1) expect(byWorkers(pool)).toBeGreaterThan(before)
    else expect(byWorkers(pool)).toBe(0)
  })

  test.each(['discrete', 'implicitfast'] as const)('with springs between trees and the integrator %s', async (name) => {
    const m = loadModel(tiedArms(60))
    m.opt.integrator = Integrator[name]
    const alone = new Data(m)
    const together = sharedData(m)
    for (const d of [alone, together]) for (let i = 0; i < m.nv; i++) d.qvel[i] = 3 * Math.sin(7 * i)
    const pool = await poolOf(m, together, 3)
    stepBoth(m, alone, together, 150)
    expect(byWorkers(pool)).toBeGreaterThan(0)
  })

  test('when options change, and integrators, from step to step', async () => {
    const m = loadModel(spots(20))
    const alone = new Data(m)
    const together = sharedData(m)
    await poolOf(m, together, 3)
    const integrators = [Integrator.discrete, Integrator.Euler, Integrator.implicit, Integrator.discrete]
    const solvers = [Solver.Newton, Solver.CG, Solver.PGS, Solver.Newton]
    for (let i = 0; i < 40; i++) {
      m.opt.integrator = integrators[i % 4]
      m.opt.solver = solvers[(i >> 2) % 4]
      m.opt.iterations = 3 + (i % 5)
      stepBoth(m, alone, together, 5)
    }
  })

  test('for two states at once, with threads of their own', async () => {
    const m = loadModel(spots(16))
    const alone = new Data(m)
    const both = [sharedData(m), sharedData(m)]
    for (const d of both) await poolOf(m, d, 2)
    for (let i = 0; i < 150; i++) for (const d of [alone, ...both]) step(m, d)
    for (const d of both) expectSame(alone, d)
  })
})

describe('threads for islands', () => {
  test('are left asleep where there is little to do', async () => {
    const m = loadModel(spots(2))
    const d = sharedData(m)
    const pool = await poolOf(m, d, 3, false)
    for (let i = 0; i < 300; i++) step(m, d)
    expect([...pool.shares]).toEqual([0, 0, 0])
  })

  test('want shared memory, and a state that has no others', async () => {
    const m = loadModel(spots(2))
    await expect(islandThreads(m, new Data(m))).rejects.toThrow('sharedData')
    const d = sharedData(m)
    await expect(islandThreads(m, d, { threads: 0 })).rejects.toThrow('must be a positive integer, not 0')
    const pool = await poolOf(m, d, 2)
    expect(pool.threads).toBe(2)
    await expect(islandThreads(m, d)).rejects.toThrow('already')
    pool.dispose()
    pool.dispose()
    await poolOf(m, d, 2)
  })

  test('can be disposed of at any time: the state steps on alone', async () => {
    const m = loadModel(spots(16))
    const alone = new Data(m)
    const d = sharedData(m)
    const pool = await poolOf(m, d, 3)
    stepBoth(m, alone, d, 100)
    const statistics = solverStatistics(d, 3)!.iterations
    pool.dispose()
    expect(solverStatistics(d, 3)!.iterations).toBe(statistics)
    stepBoth(m, alone, d, 50)
    resetData(m, alone)
    resetData(m, d)
    await poolOf(m, d, 2)
    stepBoth(m, alone, d, 50)
  })

  test('do not keep a program running', () => {
    const program = `
      import { loadModel, sharedData, step } from '${address('kinetree.js')}'
      import { islandThreads } from '${address('node.js')}'
      const m = loadModel(${JSON.stringify(spots(16))})
      const d = sharedData(m)
      const pool = await islandThreads(m, d, { threads: 3 })
      for (let i = 0; i < 100; i++) step(m, d)
      console.log(pool.threads)`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 50_000 })
    expect(printed.toString().trim()).toBe('3')
  })

  test('let the heap of the thread that steps be', async () => {
    const m = loadModel(spots(16))
    const d = sharedData(m)
    await poolOf(m, d, 2, false)
    const STEPS = 1000
    // the compiler settles after a while: the first block without growth is the steady state
    let grown = Infinity
    for (let block = 0; block < 10 && grown >= 8 * STEPS; block++) {
      resetData(m, d)
      for (let i = 0; i < 100; i++) step(m, d)
      globalThis.gc!()
      const before = process.memoryUsage().heapUsed
      for (let i = 0; i < STEPS; i++) step(m, d)
      grown = process.memoryUsage().heapUsed - before
    }
    expect(grown).toBeLessThan(8 * STEPS)
  })
})

describe('a thread that fails', () => {
  /** A pool with one worker in which something goes wrong the third time that it looks for an island. */
  async function saboteur(m: Model, d: Data, deed: string): Promise<IslandThreads> {
    const program = `
      import { parentPort } from 'node:worker_threads'
      import { serveIslands } from '${address('kinetree.js')}'
      const { add } = Atomics
      let looks = 0
      Atomics.add = (words, at, n) => {
        if (at === 32 && ++looks > 2) { ${deed} }
        return add(words, at, n)
      }
      serveIslands(parentPort)`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
    const pool = new IslandThreads(m, d, [worker], { patience: 500, always: true })
    ended.push(
      () => pool.dispose(),
      () => worker.terminate(),
    )
    await pool.ready
    return pool
  }

  /**
   * Steps until a step throws, and returns what it throws; the state is then still that of one that is stepped alone.
   */
  function failure(m: Model, alone: Data, d: Data): unknown {
    for (let i = 0; i < 5000; i++) {
      try {
        step(m, d)
      } catch (error) {
        expect(d.qpos).toEqual(alone.qpos)
        expect(d.time).toBe(alone.time)
        return error
      }
      step(m, alone)
    }
    return undefined
  }

  test.each([
    ['by throwing', "throw new Error('out of order')", /worker 1 says 'Error: out of order'.*stepped on one thread/],
    [
      'by falling silent',
      'for (;;) Atomics.wait(words, 90, 0)',
      /has taken an island, and nothing was heard of it for 0.5 s/,
    ],
  ])('%s ends one step with one error, after which the state goes on alone', async (_, deed, message) => {
    const m = loadModel(spots(16))
    const [alone, d] = [new Data(m), sharedData(m)]
    await saboteur(m, d, deed)
    const error = failure(m, alone, d)
    expect(error).toBeInstanceOf(StepError)
    expect(String(error)).toMatch(message)
    stepBoth(m, alone, d, 50)
  })

  test('between steps is told of in the next one', async () => {
    const m = loadModel(spots(16))
    const [alone, d] = [new Data(m), sharedData(m)]
    const pool = await poolOf(m, d, 2)
    stepBoth(m, alone, d, 60)
    pool.fail('its worker has ended')
    expect(() => step(m, d)).toThrow('its worker has ended')
    stepBoth(m, alone, d, 50)
  })

  test('before it is ready makes the promise reject', async () => {
    const m = loadModel(spots(2))
    const worker = new Worker(new URL("data:text/javascript,throw new Error('no')"))
    ended.push(() => worker.terminate())
    const pool = new IslandThreads(m, sharedData(m), [worker])
    worker.on('error', (error) => pool.fail(String(error)))
    await expect(pool.ready).rejects.toThrow('no')
    pool.dispose()
  })
})
