import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SensorType } from '../../src/core/model/enums.ts'
import { sensorPage } from './sensorPage.ts'

test('the page about sensors is the one that the tables give (npm run tables)', () => {
  expect(readFileSync(new URL('../../docs/sensors.md', import.meta.url), 'utf8')).toBe(sensorPage())
})

test('the page names every type of sensor that the engine computes once, in its stage', () => {
  const page = sensorPage()
  for (const name of Object.keys(SensorType)) {
    const rows = page.split('\n').filter((line) => line.startsWith(`| \`${name}\` | ${SensorType[name as 'touch']} |`))
    expect(rows.length, name).toBe(name === 'user' || name === 'plugin' ? 0 : 1)
  }
  expect(page.indexOf('| `gyro`')).toBeGreaterThan(page.indexOf('## Stage vel'))
  expect(page.indexOf('| `gyro`')).toBeLessThan(page.indexOf('## Stage acc'))
})
