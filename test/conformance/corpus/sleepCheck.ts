import { describe, expect, test } from 'vitest'
import { EnableBit } from '../../../src/core/model/enums.ts'
import type { Model } from '../../../src/core/model/model.ts'
import { followSleep, type ReferenceModel, type SleepVerdict } from '../../../tools/compare/index.ts'
import type { CorpusModel } from '../support/corpus.ts'
import { holdCounts } from '../support/counts.ts'
import { type Check, type Judged, keepingOptions } from './check.ts'

/** Models that are about sleep and islands, without the copy of one that is there twice. */
const ABOUT_SLEEP = /^(mujoco\/sleep|mujoco-tests\/engine\/testdata\/(sleep|island))\/(?!.*perf\/dominos\.xml)/

/** Steps of a comparison; a heap of a hundred things that fall, in which all is awake, gets fewer. */
const STEPS = 2000
const HEAP_STEPS = 180
const HEAP = /2humanoid100/

/** A box that lands flat. */
const FLAT = /sleep\/equality\.xml$/
const FLAT_STEPS = 300

/** Trees that fall asleep and wake, in models that are about it. */
export function sleepCheck(corpus: string, models: readonly CorpusModel[]): Check {
  const judged: Judged<SleepVerdict>[] = []
  const flat: { readonly early: number; readonly late: number }[] = []
  const expected = models.filter(
    ({ name, dofs, loadsInReference, flexes }) =>
      ABOUT_SLEEP.test(name) && loadsInReference !== false && dofs > 0 && !flexes,
  )
  return {
    name: 'sleep',
    visit: (m, reference, { name }) => {
      if (!expected.some((model) => model.name === name)) return
      if (FLAT.test(name)) {
        const [early, late] = [1e-8, 0].map((tolerance) => flatDistance(m, reference, tolerance))
        flat.push({ early, late })
      }
      keepingOptions(m, reference, () => {
        // where a model does not ask for sleep, it is asked for here
        for (const { opt } of [m, reference.raw]) opt.enableflags |= EnableBit.sleep
        judged.push({ name, verdict: followSleep(m, reference, HEAP.test(name) ? HEAP_STEPS : STEPS) })
      })
    },
    report: () => judged.map(line).join('\n'),
    test: () => {
      if (expected.length === 0) return
      describe('sleep', () => {
        test('trees sleep and wake in the same steps as in the reference, island by island', () => {
          expect(judged.filter(({ verdict }) => verdict.difference).map(line)).toEqual([])
          expect(judged.length).toBe(expected.length)
          for (const { name, verdict } of judged) {
            expect(verdict.steps, name).toBe(HEAP.test(name) ? HEAP_STEPS : STEPS)
            // what falls in heaps, and over each other, goes its own way after a while; nothing else may
            expect(verdict.restarts, name).toBeLessThanOrEqual(HEAP.test(name) ? 5 : name.includes('dominos') ? 1 : 0)
            expect(verdict.reversals > 0, name).toBe(HEAP.test(name))
          }
        })

        test('no fewer models sleep than before', () => {
          const asleep = judged.filter(({ verdict }) => verdict.mostAsleep > 0).length
          holdCounts(`sleep-${corpus}`, { models: judged.length, asleep })
        })

        if (!expected.some(({ name }) => FLAT.test(name))) return
        // Newton stops before it turns the box. Its forces answer to tilts of 1e-16 all the same, and a step with
        // damped joints somewhere is made from forces: tilts grow 37-fold a step, in both engines, from whatever
        // rounding has left of them
        test('a box that lands flat leaves the reference only as long as solvers may stop early', () => {
          expect(flat.length).toBeGreaterThan(0)
          for (const { early, late } of flat) {
            expect(early).toBeGreaterThan(1e-8)
            expect(late).toBeLessThan(1e-12)
          }
        })
      })
    },
  }
}

/** How far a box that lands flat is from the reference, with a tolerance of the solver. */
function flatDistance(m: Model, reference: ReferenceModel, tolerance: number): number {
  return keepingOptions(m, reference, () => {
    for (const { opt } of [m, reference.raw]) opt.tolerance = tolerance
    return followSleep(m, reference, FLAT_STEPS).distance
  })
}

function line({ name, verdict: v }: Judged<SleepVerdict>): string {
  return [
    `${name.padEnd(60)} ${String(v.steps).padStart(5)} steps, at most ${v.mostAsleep} asleep, ${v.changes} changes,`,
    `${v.distance.toExponential(1)} m, ${v.restarts} restarts, ${v.reversals} reversed normals`,
    v.difference ? `: ${v.difference}` : '',
  ].join(' ')
}
