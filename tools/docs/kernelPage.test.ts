import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { storedResults } from '../../bench/results.ts'
import { kernelPage } from './kernelPage.ts'

test('the guide to kernels has the table that the stored results give (npm run tables)', () => {
  const page = readFileSync(new URL('../../docs/guide/kernels.md', import.meta.url), 'utf8')
  expect(page).toBe(kernelPage(page, storedResults()))
})

test('the table has the ratios to MuJoCo of each model, and their geometric means', () => {
  const result = (suite: string, model: string, ours: number) => ({
    suite,
    model,
    stage: 'step',
    ours,
    reference: 10,
    ratio: ours / 10,
    fastest: { ours, reference: 10 },
  })
  const results = [
    result('without kernels', 'ant', 20),
    result('without kernels', 'hopper', 5),
    result('kernels', 'ant', 4),
    result('kernels', 'hopper', 1),
  ]
  const run = { commit: '', date: '', node: '20.1.0', v8: '', mujoco: '', means: {}, results }
  const machine = { processor: 'Abacus', cores: 10, unit: 'µs', runs: { '20': run } }
  const page = kernelPage('<!-- kernels:start --><!-- kernels:end -->', [machine])
  expect(page).toContain('Measured on Abacus with 10 cores.')
  expect(page).toContain('| ant | 10.0 µs | 2.00 | 0.40 |  |  |')
  expect(page).toContain('| **mean** |  | 1.00 | 0.20 |  |  |')
})
