import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contactForce, Data, loadModel, step } from '../../../src/index.ts'
import { Frames, restoreFrame, transferOf } from './frames.ts'

const model = loadModel(readFileSync(new URL('../../../models/quadruped.xml', import.meta.url), 'utf8'))

describe.each([
  ['shared', true],
  ['transferred', false],
])('frames that are %s', (_, isShared) => {
  test('carry the state with its contacts and constraint rows', () => {
    const [there, here] = [new Data(model), new Data(model)]
    for (let i = 0; i < 200; i++) step(model, there)
    restoreFrame(here, new Frames(isShared).take(there))
    expect(here.qpos).toEqual(there.qpos)
    expect(here.geom_xpos).toEqual(there.geom_xpos)
    expect(here.ncon).toBeGreaterThan(0)
    expect(here.contact_pos.subarray(0, 3 * here.ncon)).toEqual(there.contact_pos.subarray(0, 3 * there.ncon))
    expect(here.efc_force.subarray(0, here.nefc)).toEqual(there.efc_force.subarray(0, there.nefc))
    const force = (d: Data, contact: number) => {
      const out = new Float64Array(6)
      contactForce(model, d, out, contact)
      return [...out]
    }
    for (let contact = 0; contact < here.ncon; contact++) expect(force(here, contact)).toEqual(force(there, contact))
    expect(force(here, 0)[0]).toBeGreaterThan(0)
  })

  test('leave the constraint Jacobian behind', () => {
    const [there, here] = [new Data(model), new Data(model)]
    for (let i = 0; i < 200; i++) step(model, there)
    expect(there.efc_J.length).toBeGreaterThan(0)
    restoreFrame(here, new Frames(isShared).take(there))
    expect(here.efc_J).toHaveLength(0)
  })

  test('reuse memory that was given back', () => {
    const frames = new Frames(isShared)
    const data = new Data(model)
    const first = frames.take(data)
    frames.giveBack(first)
    expect(frames.take(data).fixed).toBe(first.fixed)
  })

  test('never reuse memory that the page still reads', () => {
    const frames = new Frames(isShared)
    const data = new Data(model)
    expect(frames.take(data).fixed).not.toBe(frames.take(data).fixed)
  })
})

test('messages transfer only memory that is not shared', () => {
  const data = new Data(model)
  expect(transferOf(new Frames(true).take(data))).toHaveLength(0)
  expect(transferOf(new Frames(false).take(data))).toHaveLength(3)
})
