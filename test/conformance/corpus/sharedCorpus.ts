import { beforeAll, describe, expect, test } from 'vitest'
import { countsOf, type Verdict } from '../../../tools/compare/index.ts'
import { KNOWN_DIFFERENCES } from '../known/knownDifferences.ts'
import { sharedIsThere, sharedModels } from '../support/corpus.ts'
import { holdCounts } from '../support/eachModel.ts'
import { differences, judgeAll, outcomes, strays } from '../support/judging.ts'

/** Judges the models of some folders that others wrote. Each corpus is a test file of its own, to run side by side. */
export function judgeShared(corpus: string, ...folders: readonly string[]): void {
  describe.skipIf(!sharedIsThere)(`models of '${corpus}' (skipped where ../shared/models is absent)`, () => {
    let all: Verdict[]
    let verdicts: Verdict[]
    beforeAll(async () => {
      all = await judgeAll(corpus, sharedModels(...folders))
      verdicts = all.filter(({ name }) => !(name in KNOWN_DIFFERENCES))
    }, 900_000)

    test('are refused when they are wrong', () => {
      expect(outcomes(verdicts, 'accepted by us')).toEqual([])
    })

    test('are not refused when they are right, unless something in them is not supported yet', () => {
      expect(outcomes(verdicts, 'refused by us')).toEqual([])
    })

    test('have the numbers of the reference in every field of the model when they load', () => {
      expect(differences(verdicts, (v) => v.model)).toEqual([])
    })

    test('have the numbers of the reference in every field of the state, in every state tried', () => {
      expect(differences(verdicts, (v) => v.data)).toEqual([])
    })

    test('stay with the reference in rollouts of Euler and of Runge–Kutta', () => {
      expect(strays(verdicts)).toEqual([])
    })

    test('are no fewer than before', () => holdCounts(corpus, { ...countsOf(all) }))

    test('that are known to differ still do', () => {
      const known = all.filter(({ name }) => name in KNOWN_DIFFERENCES)
      expect(known.filter(({ outcome }) => outcome === 'matched').map(({ name }) => name)).toEqual([])
    })
  })
}
