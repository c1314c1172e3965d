import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Cone, Data, DisableBit, loadModel, resetData, Solver, step } from '../../src/index.ts'
import { EVERY_ROW } from '../support/everyRow.ts'

const humanoid = readFileSync(new URL('../../models/humanoid.xml', import.meta.url), 'utf8')

/** A number that is boxed in each step would take more. */
const STEPS = 2000
const LIMIT = 8 * STEPS
const WARM_UP_BLOCKS = 12

const cases: [string, Solver, Cone][] = [
  ['ActiveSet', Solver.ActiveSet, Cone.pyramidal],
  ['DualCG, pyramidal', Solver.DualCG, Cone.pyramidal],
  ['DualCG, elliptic', Solver.DualCG, Cone.elliptic],
]

describe('steps with solvers of our own do not grow the heap', () => {
  test.each(cases)(
    '%s',
    (_, solver, cone) => {
      expect(globalThis.gc, 'run with --expose-gc').toBeDefined()
      for (const xml of [EVERY_ROW, humanoid]) {
        const m = loadModel(xml)
        m.opt.solver = solver
        m.opt.cone = cone
        m.opt.tolerance = 1e-6
        m.opt.disableflags |= DisableBit.warmstart
        const d = new Data(m)
        const run = (steps: number) => {
          resetData(m, d)
          for (let i = 0; i < steps; i++) step(m, d)
        }
        // warm-up ends when the compiler has settled: the first block without growth is the steady state
        let grown = Infinity
        for (let block = 0; block < WARM_UP_BLOCKS && grown >= LIMIT; block++) {
          globalThis.gc!()
          run(500)
          const before = process.memoryUsage().heapUsed
          run(STEPS)
          grown = process.memoryUsage().heapUsed - before
        }
        expect(grown).toBeLessThan(LIMIT)
      }
    },
    120_000,
  )
})
