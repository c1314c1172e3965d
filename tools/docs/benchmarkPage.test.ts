import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SUITES } from '../../bench/bench.ts'
import { type BenchResult, suiteMeans } from '../../bench/report.ts'
import { type BenchRun, storedResults } from '../../bench/results.ts'
import { benchmarkPage, readmeWithBenchmarks } from './benchmarkPage.ts'

const result = { suite: 'contacts', model: 'tower', stage: 'step', step: true } as const
const times = { ours: 20, reference: 40, ratio: 0.5, fastest: { ours: 19, reference: 38 } }
const run = (results: readonly BenchResult[]): BenchRun => ({
  commit: '0123456789',
  date: '2026-01-31',
  node: '20.1.0',
  v8: '11.3',
  mujoco: '3.14.0',
  means: suiteMeans(results, SUITES),
  results,
})

describe('the page about benchmarks', () => {
  test('is the one that the stored results give (npm run tables)', () => {
    const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
    expect(page).toBe(benchmarkPage(storedResults()))
  })

  test('has its means in the README (npm run tables)', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    expect(readme).toBe(readmeWithBenchmarks(readme, storedResults()))
  })

  test('has a column for each version of Node, and the geometric mean of the ratios of a suite', () => {
    const faster = { ...result, model: 'heap', ...times, ratio: 0.125 }
    const page = benchmarkPage([
      {
        processor: 'Abacus',
        cores: 10,
        unit: 'µs',
        runs: { '26': run([{ ...result, ...times }]), '20': run([{ ...result, ...times }, faster]) },
      },
    ])
    expect(page).toContain('## Abacus, 10 cores')
    expect(page).toContain('Node 20.1.0 (V8 11.3), MuJoCo 3.14.0, commit 0123456789, 2026-01-31')
    // √(0.5 · 0.125)
    expect(page).toContain('| contacts | 0.50 (0.25) | 0.50 (0.50) |')
    expect(page).toContain('| **all whole steps** | 0.50 (0.25) | 0.50 (0.50) |')
    expect(page).toContain('| tower | step | 19.0 µs | 38.0 µs | 0.50 | 19.0 µs | 38.0 µs | 0.50 |')
    expect(page).toContain('| heap | step | 19.0 µs | 38.0 µs | 0.50 |  |  |  |')
  })

  test('leaves suites out of the means that are not measured against MuJoCo', () => {
    const islands = { ...result, ...times, suite: 'islands' }
    const page = benchmarkPage([{ processor: 'Abacus', cores: 10, unit: 'µs', runs: { '20': run([islands]) } }])
    expect(page).toContain('| **all whole steps** |  |')
    expect(page).not.toContain('| islands |')
    expect(page).toContain('The reference is all constraints as one problem.')
  })
})

test('the stored results hold every suite, for each version of Node', () => {
  for (const { runs } of storedResults())
    for (const { results } of Object.values(runs))
      for (const { name } of SUITES)
        expect(
          results.some(({ suite }) => suite === name),
          name,
        ).toBe(true)
})
