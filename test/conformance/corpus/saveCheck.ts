import { describe, expect, test } from 'vitest'
import { afterSaving } from '../support/roundTrip.ts'
import type { Sameness } from '../support/sameModel.ts'
import type { Check, Judged } from './check.ts'

/** Saving the model as MJCF and loading it again. */
export function saveCheck(): Check {
  const saved: Judged<Sameness>[] = []
  return {
    name: 'saving',
    visit: (m, _, { name, source }) => {
      saved.push({ name, verdict: afterSaving(m, source) })
    },
    report: () => {
      const same = saved.filter(({ verdict }) => verdict.differences.length === 0).length
      const exact = saved.filter(({ verdict }) => verdict.exact).length
      return `saving: ${same} of ${saved.length} models are the same when loaded again, ${exact} of them in every bit`
    },
    test: () => {
      describe('saving', () => {
        test('a model that is saved and loaded again is the same model', () => {
          const lines = saved.flatMap(({ name, verdict }) => verdict.differences.map((text) => `${name}: ${text}`))
          expect(lines).toEqual([])
          expect(saved.length).toBeGreaterThan(0)
        })
      })
    },
  }
}
