import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Data, loadModel, restore, step } from '../../../src/index.ts'
import { Frames, transferOf } from './frames.ts'

const model = loadModel(readFileSync(new URL('../../../models/quadruped.xml', import.meta.url), 'utf8'))

describe.each([
  ['shared', true],
  ['handed over', false],
])('states that are %s', (_, isShared) => {
  it('arrive as they are, contacts and constraints included', () => {
    const [there, here] = [new Data(model), new Data(model)]
    for (let i = 0; i < 200; i++) step(model, there)
    restore(here, new Frames(isShared).take(there))
    expect(here.qpos).toEqual(there.qpos)
    expect(here.ncon).toBeGreaterThan(0)
    expect(here.contact_pos.subarray(0, 3 * here.ncon)).toEqual(there.contact_pos.subarray(0, 3 * there.ncon))
    expect(here.efc_force.subarray(0, here.nefc)).toEqual(there.efc_force.subarray(0, there.nefc))
  })

  it('use the same memory again', () => {
    const frames = new Frames(isShared)
    const data = new Data(model)
    const first = frames.take(data)
    frames.giveBack(first)
    expect(frames.take(data).fixed).toBe(first.fixed)
  })

  it('never use memory that is still being looked at', () => {
    const frames = new Frames(isShared)
    const data = new Data(model)
    expect(frames.take(data).fixed).not.toBe(frames.take(data).fixed)
  })
})

it('only memory that is not shared changes hands', () => {
  const data = new Data(model)
  expect(transferOf(new Frames(true).take(data))).toHaveLength(0)
  expect(transferOf(new Frames(false).take(data))).toHaveLength(4)
})
