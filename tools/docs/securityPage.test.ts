import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageOf } from './bundled.ts'
import { securityPage } from './securityPage.ts'

test('the page about security lists the bundled libraries with their versions (npm run tables)', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  expect(securityPage(page)).toBe(page)
})

test('a module belongs to the innermost package around it', () => {
  expect(packageOf('/a/node_modules/three/build/three.core.js')).toBe('three')
  expect(packageOf('/a/node_modules/saxes/node_modules/@x/y/z.js')).toBe('@x/y')
  expect(packageOf('C:\\a\\node_modules\\@x\\y\\z.js')).toBe('@x/y')
  expect(packageOf('/a/src/index.ts')).toBeUndefined()
})
