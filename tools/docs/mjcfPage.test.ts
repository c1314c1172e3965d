import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mjcfPage } from './mjcfPage.ts'

test('the page about MJCF is the one that the tables give (npm run tables)', () => {
  expect(readFileSync(new URL('../../docs/mjcf.md', import.meta.url), 'utf8')).toBe(mjcfPage())
})

test('the page shows types, defaults, bounds and states', () => {
  const page = mjcfPage()
  expect(page).toContain('| `type` | free \\| ball \\| slide \\| hinge | hinge | simulated |')
  expect(page).toContain('| `friction` | 1 to 3 numbers | 1 0.005 0.0001 | simulated |')
  expect(page).toContain('| `timestep` | 1 number, > 0 | 0.002 | simulated |')
  expect(page).toContain('| `scale` | 3 numbers | 1 1 1 | simulated |')
})
