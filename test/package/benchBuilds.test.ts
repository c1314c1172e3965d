import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dist } from './support.ts'

test('the built command compares the steps of two builds, from states with the same bits', () => {
  const args = ['bench', '--against', dist, '--filter', 'smooth dynamics / humanoid', '--seconds', '0.01', '--json']
  const { stdout, stderr } = spawnSync(process.execPath, [join(dist, 'cli.js'), ...args], { encoding: 'utf8' })
  const results = JSON.parse(stdout) as { model: string; stage: string }[]
  expect(results.map(({ model, stage }) => `${model}, ${stage}`)).toEqual([
    'humanoid, step (Euler)',
    'humanoid, step (RK4)',
  ])
  expect(stderr).toContain('(reference: the other build)')
  expect(stderr).toMatch(/^geometric mean of all whole steps +\d+\.\d\d +\d+\.\d\d$/m)
  expect(stderr).not.toContain('differ')
})

test('the built command times engines in processes of their own', () => {
  const args = ['bench', '--filter', 'kernels, own process / hopper', '--seconds', '0.01', '--json']
  const { stdout } = spawnSync(process.execPath, [join(dist, 'cli.js'), ...args], { encoding: 'utf8' })
  const results = JSON.parse(stdout) as { suite: string; ours: number; reference: number }[]
  expect(results.map(({ suite }) => suite)).toEqual(['without kernels, own process', 'kernels, own process'])
  for (const { ours, reference } of results) expect(Math.min(ours, reference)).toBeGreaterThan(0.1)
})
