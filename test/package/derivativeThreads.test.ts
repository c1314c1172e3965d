import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './support.ts'

/** Derivatives on threads of Node, with the built package. */
const { Data, loadModel, step, transitionFD, TransitionThreads } = (await import(
  pathToFileURL(join(root, 'dist/kinetree.js')).href
)) as typeof import('../../src/index.ts')
const { startThreads } = (await import(
  pathToFileURL(join(root, 'dist/node.js')).href
)) as typeof import('../../src/node.ts')

const xml = (name: string) => readFileSync(join(root, `models/${name}.xml`), 'utf8')

describe('derivatives on threads', () => {
  const workers = startThreads(3)
  beforeAll(() => expect(workers).toHaveLength(3))
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.terminate()))
  })

  test.each(['quadruped', 'humanoid', 'arm_gripper'])('are those of one thread, bit for bit: %s', async (name) => {
    const m = loadModel(xml(name).replace('integrator="RK4"', ''))
    const d = new Data(m)
    for (let i = 0; i < 100; i++) step(m, d)
    const nx = 2 * m.nv + m.na
    const alone = new Float64Array(nx * nx)
    transitionFD(m, d, { A: alone }, { centered: true })

    for (const count of [0, 1, 3]) {
      const threads = new TransitionThreads(m, workers.slice(0, count))
      const together = new Float64Array(nx * nx)
      await threads.transitionFD(d, { A: together }, { centered: true })
      expect(together).toEqual(alone)
      // again, with other options
      m.opt.gravity[2] = -1
      await threads.transitionFD(d, { A: together }, { centered: true })
      expect(together).not.toEqual(alone)
      m.opt.gravity[2] = -9.81
      await threads.transitionFD(d, { A: together }, { centered: true })
      expect(together).toEqual(alone)
      threads.close()
    }
  })

  test('are refused for a state with functions of the user, and where a step fails', async () => {
    const m = loadModel(xml('quadruped'))
    const d = new Data(m)
    const threads = new TransitionThreads(m, workers)
    const A = new Float64Array(4 * m.nv * m.nv)
    d.callbacks.control = () => {}
    await expect(threads.transitionFD(d, { A })).rejects.toThrow("callback 'control'")
    d.callbacks.control = undefined
    await expect(threads.transitionFD(d, { A }, { epsilon: 0 })).rejects.toThrow('must be a positive number')
    await threads.transitionFD(d, { A })
    expect(A.some((x) => x !== 0)).toBe(true)
    const twice = [1, 2].map(() => threads.transitionFD(d, { A }))
    await expect(twice[1]).rejects.toThrow('busy')
    await twice[0]
    threads.close()
  })
})
