import { expect, test } from 'vitest'
import { Data } from '../core/data/data.ts'
import { Solver } from '../core/model/enums.ts'
import { loadModel } from '../format/load.ts'
import { step } from '../pipeline/step.ts'
import { IslandSchedule } from './islandSchedule.ts'

/** Stacks of one to seven boxes, in no particular order. */
const stacks = Array.from({ length: 30 }, (_, i) => {
  const height = 1 + ((i * 5) % 7)
  return Array.from(
    { length: height },
    (_, k) => `<body pos="${i} 0 ${0.0995 + 0.199 * k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  ).join('')
})
const m = loadModel(`<mujoco><worldbody><geom type="plane" size="0 0 1"/>${stacks.join('')}</worldbody></mujoco>`)
const d = new Data(m)
step(m, d)
const schedule = new IslandSchedule()
const list = new Int32Array(d.nisland)

test('every island has a place, and those that take long come first', () => {
  schedule.list(m, d, list)
  expect([...list].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, k) => k))
  const rows = [...list].map((k) => d.island_nefc[k])
  for (let i = 1; i < rows.length; i++) expect(rows[i]).toBeLessThanOrEqual(1.3 * rows[i - 1])
  expect(rows[0]).toBe(7 * 16)
  expect(rows[29]).toBe(16)
})

test('the more there is to do beside the longest island, the more threads are worth it', () => {
  schedule.list(m, d, list)
  const few = schedule.helpers(100)
  expect(few).toBeGreaterThan(1)
  expect(schedule.helpers(1)).toBe(1)
  m.opt.solver = Solver.PGS
  schedule.list(m, d, list)
  expect(schedule.helpers(100)).toBeGreaterThan(few)
  m.opt.solver = Solver.Newton

  const one = loadModel(
    '<mujoco><worldbody><geom type="plane" size="0 0 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  )
  const alone = new Data(one)
  step(one, alone)
  schedule.list(one, alone, list)
  expect(alone.nisland).toBe(1)
  expect(schedule.helpers(100)).toBe(0)
})
