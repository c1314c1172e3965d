import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collisionPage } from './collisionPage.ts'

test('the page about collision is the one that the table of functions gives (npm run tables)', () => {
  expect(readFileSync(new URL('../../docs/collision.md', import.meta.url), 'utf8')).toBe(collisionPage())
})

test('the page names the algorithm of every pair, and leaves those empty that never touch', () => {
  const page = collisionPage()
  expect(page).toContain('| **hfield** | prisms | prisms | prisms | prisms | prisms | prisms |  |')
  expect(page).toMatch(/\| `boxBox` \(`boxBox.ts`\) \| box–box \|/)
  expect(page).not.toMatch(/\| `\w+` \(`\w+\.ts`\) \|\s+\|/)
})
