import { describe, expect, test } from 'vitest'
import {
  applyFT,
  contactForce,
  Data,
  differentiatePos,
  forward,
  fullM,
  geomDistance,
  insideSite,
  integratePos,
  inverse,
  jac,
  jacBody,
  jacGeom,
  jacSite,
  jacSubtreeCom,
  loadModel,
  localToGlobal,
  type Model,
  mulM,
  ObjType,
  objectAcceleration,
  objectVelocity,
  StepError,
  solveM,
  step,
  step1,
} from '../../src/index.ts'

/** What users get wrong is refused in words, before a number of the state changes. */

const body = '<body><freejoint/><geom size=".1"/><site/></body>'
const load = (bodies: string): Model => loadModel(`<mujoco><worldbody>${bodies}</worldbody></mujoco>`)
const m = load(body)
const d = new Data(m)
forward(m, d)
const room = (n: number) => new Float64Array(n)
const point = room(3)

describe('a state', () => {
  const other = load(body + body)

  test.each([
    ['step', step],
    ['step1', step1],
    ['forward', forward],
    ['inverse', inverse],
  ])('of another model is refused by %s, which names the size that differs', (_, run) => {
    const state = new Data(other)
    const before = state.qpos.slice()
    expect(() => run(m, state)).toThrow(StepError)
    expect(() => run(m, state)).toThrow('this Data belongs to another model: nq is 14 there and 7 here')
    expect(state.qpos).toEqual(before)
  })

  test('of a model with the same sizes is stepped: a copy with other masses is a model of its own', () => {
    const heavy = load(body.replace('size', 'mass="9" size'))
    const state = new Data(m)
    step(heavy, state)
    expect(state.qvel[2]).toBeCloseTo(-9.81 * 0.002, 12)
  })
})

test.each([Number.NaN, 0, -0.01, Infinity])('a time step of %s is refused, and the state stays', (timestep) => {
  const model = load(body)
  const state = new Data(model)
  model.opt.timestep = timestep
  expect(() => step(model, state)).toThrow(`opt.timestep is ${timestep}: set it to a positive number of seconds`)
  expect(state.time).toBe(0)
  expect(state.qpos).toEqual(model.qpos0)
})

test.each<[string, () => void, string]>([
  ['jac', () => jac(m, d, room(18), null, point, 2), 'body 2 does not exist; the model has 2'],
  ['jacBody', () => jacBody(m, d, room(18), null, -1), 'body -1 does not exist'],
  ['jacGeom', () => jacGeom(m, d, room(18), null, 1), 'geom 1 does not exist'],
  ['jacSite', () => jacSite(m, d, room(18), null, 0.5), 'site 0.5 does not exist'],
  ['jacSubtreeCom', () => jacSubtreeCom(m, d, room(18), Number.NaN), 'body NaN does not exist'],
  ['applyFT', () => applyFT(m, d, room(6), point, point, point, 7), 'body 7 does not exist'],
  ['objectVelocity', () => objectVelocity(m, d, room(6), ObjType.geom, 3, false), 'object 3 of type 5 does not exist'],
  ['objectAcceleration', () => objectAcceleration(m, d, room(6), ObjType.site, 9, true), 'object 9 of type 6'],
  ['geomDistance', () => geomDistance(m, d, null, 0, 5, 1), 'geom 5 does not exist'],
  ['insideSite', () => insideSite(m, d, 3, point), 'site 3 does not exist'],
  ['localToGlobal', () => localToGlobal(d, point, null, point, room(4), 5), 'body 5 does not exist'],
])('%s refuses an object that does not exist', (_, call, message) => {
  expect(call).toThrow(RangeError)
  expect(call).toThrow(message)
})

test.each<[string, () => void, string]>([
  ['jac', () => jac(m, d, room(17), null, point, 1), 'jacp has room for 17 numbers, needs 18'],
  ['jacBody', () => jacBody(m, d, null, room(3), 1), 'jacr has room for 3 numbers, needs 18'],
  ['applyFT', () => applyFT(m, d, room(5), point, point, point, 1), 'target has room for 5 numbers, needs 6'],
  ['mulM', () => mulM(m, d, room(5), room(6)), 'out has room for 5'],
  ['mulM', () => mulM(m, d, room(6), room(5)), 'v has room for 5'],
  ['solveM', () => solveM(m, d, room(2)), 'x has room for 2'],
  ['fullM', () => fullM(m, room(35), d.M), 'out has room for 35 numbers, needs 36'],
  ['integratePos', () => integratePos(m, room(6), room(6), 1), 'qpos has room for 6 numbers, needs 7'],
  ['differentiatePos', () => differentiatePos(m, room(6), 1, room(7), room(6)), 'q2 has room for 6'],
  ['objectVelocity', () => objectVelocity(m, d, room(3), ObjType.geom, 0, false), 'out has room for 3'],
  ['contactForce', () => contactForce(m, d, room(3), 0), 'out has room for 3 numbers, needs 6'],
  ['geomDistance', () => geomDistance(m, d, room(3), 0, 0, 1), 'fromto has room for 3'],
])('%s refuses an array that is too short', (_, call, message) => {
  expect(call).toThrow(RangeError)
  expect(call).toThrow(message)
})
