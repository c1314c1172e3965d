import { beforeAll, describe, expect, test } from 'vitest'
import { countsOf, type Verdict } from '../../../tools/compare/index.ts'
import { ownModels } from '../support/corpus.ts'
import { holdCounts } from '../support/eachModel.ts'
import { differences, judgeAll, outcomes, strays } from '../support/judging.ts'

describe('our own models', () => {
  let verdicts: Verdict[]
  beforeAll(async () => {
    verdicts = await judgeAll('own', ownModels())
  }, 300_000)

  test('load', () => {
    expect(outcomes(verdicts, 'refused by us')).toEqual([])
    expect(outcomes(verdicts, 'unsupported')).toEqual([])
  })

  test('have the numbers of the reference in every field of the model', () => {
    expect(differences(verdicts, (v) => v.model)).toEqual([])
  })

  test('have the numbers of the reference in every field of the state, in every state tried', () => {
    expect(differences(verdicts, (v) => v.data)).toEqual([])
  })

  test('stay with the reference for 1000 steps of Euler and of Runge–Kutta', () => {
    expect(strays(verdicts)).toEqual([])
  })

  test('are no fewer than before', () => holdCounts('own', { ...countsOf(verdicts) }))
})
