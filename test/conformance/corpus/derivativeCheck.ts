import { describe, expect, test } from 'vitest'
import { KNOWN_DERIVATIVES } from '../known/knownDerivatives.ts'
import { compareDerivatives, type DerivativeVerdict, makeDifferentiable } from '../support/compareDerivatives.ts'
import { holdCounts } from '../support/counts.ts'
import { type Check, type Judged, keepingOptions } from './check.ts'

/** The work grows with the square of dofs and more. */
const MOST_DOFS = 12
const STEPS = 10

/** Derivatives of steps and of inverse dynamics by finite differences. */
export function derivativeCheck(corpus: string): Check {
  const judged: Judged<DerivativeVerdict>[] = []
  const lines = (of: readonly Judged<DerivativeVerdict>[]) =>
    of.flatMap(({ name, verdict }) => verdict.differences.map((text) => `${name}, ${text}`))
  return {
    name: 'derivatives',
    visit: (m, reference, { name }) => {
      if (m.nv > MOST_DOFS) return
      keepingOptions(m, reference, () => {
        if (!makeDifferentiable(m, reference)) return
        judged.push({ name, verdict: compareDerivatives(m, reference, STEPS) })
      })
    },
    report: () => [...lines(judged), `derivatives: ${JSON.stringify(countsOf(judged))}`].join('\n'),
    test: () => {
      describe('derivatives by finite differences', () => {
        test('derivatives are those of the reference, to 1e-8 or to what rounding makes of its own', () => {
          expect(lines(judged.filter(({ name }) => !(name in KNOWN_DERIVATIVES)))).toEqual([])
        })

        test('derivatives that are known to differ from the reference still do', () => {
          const known = judged.filter(({ name }) => name in KNOWN_DERIVATIVES)
          expect(known.filter(({ verdict }) => verdict.differences.length === 0).map(({ name }) => name)).toEqual([])
        })

        test('no fewer derivatives match than before', () => holdCounts(`derivatives-${corpus}`, countsOf(judged)))
      })
    },
  }
}

/** Counts what is not known to differ. */
function countsOf(judged: readonly Judged<DerivativeVerdict>[]): Record<'models' | 'matrices' | 'matched', number> {
  const counts = { models: 0, matrices: 0, matched: 0 }
  for (const { name, verdict } of judged) {
    if (name in KNOWN_DERIVATIVES) continue
    counts.models++
    counts.matrices += verdict.matrices
    counts.matched += verdict.matched + verdict.rounding
  }
  return counts
}
