import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Cone, Data, loadModel, type Model, step } from '../../src/index.ts'
import { accelerate } from '../../src/kernel.ts'
import { LIMIT, steadyGrowth } from './growth.ts'

const load = (file: string): Model => loadModel(readFileSync(new URL(`../../models/${file}`, import.meta.url), 'utf8'))

/** Steps that run with kernels, after some that let bodies come to rest. */
function expectNoGrowth(m: Model, settle = 0): Data {
  const accelerated = accelerate(m)
  expect(accelerated.active).toBe(true)
  const d = new Data(m)
  for (let i = 0; i < settle; i++) step(m, d)
  const run = (count: number): void => {
    for (let i = 0; i < count; i++) step(m, d)
  }
  expect(steadyGrowth(run, 500, 500)).toBeLessThan(LIMIT)
  expect(accelerated.notice).toBeUndefined()
  return d
}

test.each(['humanoid.xml', 'cartpole.xml', 'muscle_arm.xml', 'tasks/half_cheetah.xml'])(
  'a step of %s with kernels allocates nothing',
  (file) => {
    expectNoGrowth(load(file))
  },
)

/** A quadruped among boxes that rest on the floor, each of them a tree, with contacts of all dimensions. */
function amongBoxes(): Model {
  const boxes = [1, 3, 4, 6].map(
    (dim) => `<body pos="${dim} 2 .1"><freejoint/><geom type="box" size=".1 .1 .1" condim="${dim}"/></body>`,
  )
  const text = readFileSync(new URL('../../models/quadruped.xml', import.meta.url), 'utf8')
  return loadModel(text.replace('</worldbody>', `${boxes.join('')}</worldbody>`))
}

describe.each(Object.entries(Cone))('with contacts, and %s cones, a step with kernels allocates nothing', (_, cone) => {
  test.each([
    ['of one tree', () => load('humanoid.xml')],
    ['of several trees', amongBoxes],
  ])('%s', (_name, make) => {
    const m = make()
    m.opt.cone = cone
    const d = expectNoGrowth(m, 1000)
    expect(d.nefc).toBeGreaterThan(0)
    expect(d.jacobianDue).toBeDefined()
    expect(d.nisland).toBe(m.ntree)
  })
})
