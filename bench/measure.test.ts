import { describe, expect, test } from 'vitest'
import { geometricMean, measure, timingOf } from './measure.ts'

describe('timing of two ways to do the same', () => {
  test('gives medians, the fastest rounds, and the median of the ratios of rounds', () => {
    // the ratios of the rounds are 1/2, 1/2, 10, and the median of ours over that of the reference is 2
    expect(timingOf([1, 2, 10], [2, 4, 1])).toEqual({
      median: { ours: 2, reference: 2 },
      fastest: { ours: 1, reference: 1 },
      ratio: 0.5,
      rounds: 3,
    })
  })

  test('prepares each round, calls both in batches of the same size each, and lets them take turns to go first', () => {
    let calls = ''
    measure(
      {
        prepare: () => {
          calls += '|'
        },
        ours: () => {
          calls += 'o'
        },
        reference: () => {
          calls += 'r'
        },
      },
      0.02,
    )
    const rounds = calls.split('|').slice(1)
    const measured = rounds.filter((round) => round.includes('o') && round.includes('r'))
    expect(measured.length).toBeGreaterThanOrEqual(10)
    for (const [i, round] of measured.entries()) expect(round).toMatch(i % 2 === 0 ? /^o+r+$/ : /^r+o+$/)
    expect(new Set(measured.map((round) => round.lastIndexOf('o') - round.indexOf('o'))).size).toBe(1)
  })
})

test('the geometric mean of a ratio and its inverse is 1', () => {
  expect(geometricMean([4, 0.25])).toBeCloseTo(1, 15)
  expect(geometricMean([2, 8])).toBeCloseTo(4, 14)
})
