import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { solverPage } from './solverPage.ts'

test('the guide to solvers shows the iterations and residuals that they have (npm run tables)', () => {
  const page = readFileSync(new URL('../../docs/guide/solvers.md', import.meta.url), 'utf8')
  expect(solverPage(page)).toBe(page)
})
