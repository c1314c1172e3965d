import { beforeAll, describe, expect, test } from 'vitest'
import { KNOWN_DERIVATIVES } from '../known/knownDerivatives.ts'
import { compareDerivatives, type DerivativeVerdict, makeDifferentiable } from '../support/compareDerivatives.ts'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { eachModel, holdCounts, type Judged } from '../support/eachModel.ts'

/** The work grows with the square of dofs and more. */
const MOST_DOFS = 12
const STEPS = 10

describe.skipIf(!sharedIsThere)('derivatives of models of others (skipped where ../shared/models is absent)', () => {
  let judged: Judged<DerivativeVerdict>[]
  beforeAll(async () => {
    const small = sharedModels().filter(({ dofs }) => dofs <= MOST_DOFS)
    judged = await eachModel(small, (m, reference) =>
      makeDifferentiable(m, reference) ? compareDerivatives(m, reference, STEPS) : undefined,
    )
    const lines = judged.flatMap(({ name, verdict }) => verdict.differences.map((text) => `${name}, ${text}`))
    console.log(`\n${[...lines, JSON.stringify(countsOf(judged))].join('\n')}\n`)
  }, 600_000)

  test('are those of the reference, to 1e-8 or to what rounding makes of its own', () => {
    const differences = judged
      .filter(({ name }) => !(name in KNOWN_DERIVATIVES))
      .flatMap(({ name, verdict }) => verdict.differences.map((text) => `${name}, ${text}`))
    expect(differences).toEqual([])
  })

  test('differ where they are known to differ', () => {
    const known = judged.filter(({ name }) => name in KNOWN_DERIVATIVES)
    expect(known.filter(({ verdict }) => verdict.differences.length === 0).map(({ name }) => name)).toEqual([])
  })

  test('match no less than before', () => holdCounts('derivatives', countsOf(judged)))
})

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
