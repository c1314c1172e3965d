import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TASKS } from '../../src/env.ts'
import { environmentPage } from './environmentPage.ts'

test('the page about environments is the one that the definitions give (npm run tables)', () => {
  expect(readFileSync(new URL('../../docs/environments.md', import.meta.url), 'utf8')).toBe(environmentPage())
})

test('the page has a row and a section for each task', () => {
  const page = environmentPage()
  for (const { name } of TASKS) {
    expect(page).toContain(`| [${name}](#${name.toLowerCase()}) |`)
    expect(page).toContain(`\n## ${name}\n`)
  }
})
