import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BiasType, DynType, GainType, TrnType } from '../../src/core/model/enums.ts'
import { actuatorPage } from './actuatorPage.ts'

test('the page about actuators is the one that the tables give (npm run tables)', () => {
  expect(readFileSync(new URL('../../docs/actuators.md', import.meta.url), 'utf8')).toBe(actuatorPage())
})

test('the page has a line for each type of dynamics, gain, bias and transmission', () => {
  const page = actuatorPage()
  for (const types of [DynType, GainType, BiasType, TrnType])
    for (const [name, id] of Object.entries(types)) expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| ${id} \\|`))
  expect(page).not.toContain('undefined')
})
