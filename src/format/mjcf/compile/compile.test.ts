import { expect, test } from 'vitest'
import { loadModel, readSpec } from '../../load.ts'
import { compile } from './compile.ts'

const XML = `<mujoco model="twins"><option gravity="0 0 -1"/><worldbody>
  <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" euler="1 2 3"/></body></worldbody></mujoco>`

test('a spec compiled twice gives two models that share nothing', () => {
  const spec = readSpec(XML)
  const [one, two] = [compile(spec), compile(spec)]
  one.opt.gravity[2] = 5
  one.vis.rgba.fog[0] = 0.5
  one.body_mass[1] = 7
  expect(two.opt.gravity[2]).toBe(-1)
  expect(two.vis.rgba.fog[0]).toBe(0)
  expect(two.body_mass[1]).not.toBe(7)
})

test('the same text gives the same bits', () => {
  expect(loadModel(XML).arena.bytes()).toEqual(loadModel(XML).arena.bytes())
})

test('a model has the name that was written', () => {
  expect(loadModel(XML).names.model).toBe('twins')
})

test('an empty world is a model', () => {
  const m = loadModel('<mujoco/>')
  expect([m.nbody, m.nv, m.ngeom]).toEqual([1, 0, 0])
  expect(m.stat.extent).toBe(2)
})
