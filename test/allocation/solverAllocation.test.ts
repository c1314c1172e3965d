import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Cone, Data, DisableBit, loadModel, resetData, Solver, step } from '../../src/index.ts'
import { EVERY_ROW } from '../support/everyRow.ts'
import { steadyGrowth } from './growth.ts'

const humanoid = readFileSync(new URL('../../models/humanoid.xml', import.meta.url), 'utf8')

/** Bytes a step: a number that is boxed in each would take more. */
const LIMIT = 8
const STEPS = 2000

const cases: [string, Solver, Cone][] = [
  ['ActiveSet', Solver.ActiveSet, Cone.pyramidal],
  ['DualCG, pyramidal', Solver.DualCG, Cone.pyramidal],
  ['DualCG, elliptic', Solver.DualCG, Cone.elliptic],
]

describe('steps with solvers of our own do not grow the heap', () => {
  test.each(cases)(
    '%s',
    (_, solver, cone) => {
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
        expect(steadyGrowth(run, 500, STEPS, { limit: LIMIT })).toBeLessThan(LIMIT)
      }
    },
    120_000,
  )
})
