import { describe, expect, test } from 'vitest'
import { countsOf, fieldLine, matches, type Verdict } from '../../../tools/compare/index.ts'
import { KNOWN_DIFFERENCES } from '../known/knownDifferences.ts'
import { holdCounts } from '../support/counts.ts'

/**
 * Registers the tests about loading, fields of model and state, and smooth rollouts; `all` is filled before they run.
 */
export function testFields(corpus: string, all: readonly Verdict[]): void {
  describe('loading and fields', () => {
    const judged = () => all.filter(({ name }) => !(name in KNOWN_DIFFERENCES))

    test('a model that the reference refuses is refused', () => {
      expect(outcomes(judged(), 'accepted by us')).toEqual([])
    })

    test('a model that the reference loads is refused only where something in it is not supported', () => {
      expect(outcomes(judged(), 'refused by us')).toEqual([])
      if (corpus === 'own') expect(outcomes(judged(), 'unsupported')).toEqual([])
    })

    test('every field of a model has the numbers of the reference', () => {
      expect(differences(judged(), (v) => v.model)).toEqual([])
    })

    test('every field of the state has the numbers of the reference, in every state tried', () => {
      expect(differences(judged(), (v) => v.data)).toEqual([])
    })

    test('rollouts of Euler and of Runge–Kutta without constraints stay with the reference', () => {
      expect(strays(judged())).toEqual([])
    })

    test('models that are known to differ from the reference still do', () => {
      const known = all.filter(({ name }) => name in KNOWN_DIFFERENCES)
      expect(known.filter(({ outcome }) => outcome === 'matched').map(({ name }) => name)).toEqual([])
    })

    test('no fewer models match than before', () => holdCounts(corpus, { ...countsOf(all) }))
  })
}

/** A line for each verdict of some kind. */
function outcomes(verdicts: readonly Verdict[], outcome: Verdict['outcome']): string[] {
  return verdicts.filter((v) => v.outcome === outcome).map((v) => `${v.name}: ${v.message ?? v.outcome}`)
}

/** A line for each field that differs. */
function differences(verdicts: readonly Verdict[], fields: (v: Verdict) => Verdict['model']): string[] {
  return verdicts.flatMap((v) =>
    fields(v)
      .filter((field) => !matches(field))
      .map((field) => `${v.name}: ${fieldLine(field)}`),
  )
}

/** Names of the models whose rollouts leave the reference. */
function strays(verdicts: readonly Verdict[]): string[] {
  return verdicts.filter((v) => v.rollouts.some((rollout) => !rollout.matches)).map((v) => v.name)
}
