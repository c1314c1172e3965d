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
  type Option,
  objectAcceleration,
  objectVelocity,
  resetData,
  resetDataKeyframe,
  StepError,
  saveModel,
  setKeyframe,
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

describe('an option of another type is refused at the next step, which names it:', () => {
  const cases: readonly [keyof Option, unknown, string][] = [
    ['timestep', '0.002', 'opt.timestep is the string "0.002"; expected a number'],
    ['timestep', undefined, 'opt.timestep is undefined'],
    ['impratio', null, 'opt.impratio is null; expected a number'],
    ['iterations', '50', 'opt.iterations is the string "50"'],
    ['enableflags', true, 'opt.enableflags is true'],
    ['density', [1], 'opt.density is an array'],
    ['gravity', '0 0 -9.81', 'opt.gravity is the string "0 0 -9.81"; expected 3 numbers, as a Float64Array'],
    ['gravity', -9.81, 'opt.gravity is the number -9.81; expected 3 numbers'],
    ['wind', ['0', '0', '1'], 'opt.wind is an array; expected 3 numbers'],
    ['o_solref', new Float64Array(3), 'opt.o_solref is a Float64Array; expected 2 numbers'],
    ['magnetic', undefined, 'opt.magnetic is undefined'],
    ['integrator', 1.5, 'there is no integrator 1.5'],
    ['solver', 'Newton', 'there is no solver Newton: opt.solver is one of 0 (PGS)'],
    ['cone', 0.5, 'there is no cone 0.5'],
  ]
  test.each(cases)('%s %s', (name, value, message) => {
    const model = load(body)
    const state = new Data(model)
    Object.assign(model.opt, { [name]: value })
    for (const run of [step, step1, forward, inverse]) {
      expect(() => run(model, state)).toThrow(StepError)
      expect(() => run(model, state)).toThrow(message)
    }
    expect(state.time).toBe(0)
  })
})

/** A function, as programs without types call it. */
type Loose = (...args: readonly unknown[]) => unknown

describe('arguments of another kind are named in words:', () => {
  const cases: readonly [string, Loose, readonly unknown[], string][] = [
    ['step', step as Loose, [d, m], 'the first argument is a Data; expected a Model'],
    ['step', step as Loose, [m], 'the second argument is undefined; expected a Data, as in new Data(model)'],
    ['step', step as Loose, [m, m], 'the second argument is a Model; expected a Data'],
    ['step1', step1 as Loose, [], 'the first argument is undefined'],
    ['forward', forward as Loose, [null, d], 'the first argument is null'],
    ['inverse', inverse as Loose, [m, 3], 'the second argument is the number 3'],
    ['resetData', resetData as Loose, [d], 'the first argument is a Data'],
    ['saveModel', saveModel as Loose, [d], 'the model is a Data; expected a Model'],
    ['saveModel', saveModel as Loose, [m, { dialect: 'mjcf' }], `the option 'dialect' is the string "mjcf"`],
    ['saveModel', saveModel as Loose, [m, { assetFolder: 1 }], `the option 'assetFolder' is the number 1`],
    ['Data', (...args) => Reflect.construct(Data, args), ['x'], 'the model of a Data is the string "x"'],
    ['Data', (...args) => Reflect.construct(Data, args), [m, 5], 'the memory of a Data is the number 5'],
    ['loadModel', loadModel as Loose, [], 'the model is undefined; expected its text, as a string'],
    ['loadModel', loadModel as Loose, [new Uint8Array(3)], 'new TextDecoder().decode(bytes)'],
    ['loadModel', loadModel as Loose, [Promise.resolve('<mujoco/>')], 'the model is a promise'],
    ['loadModel', loadModel as Loose, ['<mujoco/>', null], 'the second argument is null; expected an object'],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { files: 'models' }], `the option 'files' is the string "models"`],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { files: new Map() }], `the option 'files' is a Map`],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { fileName: 5 }], `the option 'fileName' is the number 5`],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { missingPictures: true }], `expected 'error' or 'ignore'`],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { sdf: [] }], `the option 'sdf' is an array`],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { maxBytes: '1e9' }], `the option 'maxBytes' is the string "1e9"`],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { maxBytes: Number.NaN }], 'NaN; expected a positive number'],
    ['loadModel', loadModel as Loose, ['<mujoco/>', { maxBytes: -1 }], 'expected a positive number'],
  ]
  test.each(cases)('%s', (_, run, args, message) => {
    expect(() => run(...args)).toThrow(TypeError)
    expect(() => run(...args)).toThrow(message)
  })
})

describe('a file', () => {
  const xml = '<mujoco><asset><texture name="t" type="2d" file="t.png"/></asset></mujoco>'
  const include = '<mujoco><include file="i.xml"/></mujoco>'
  const inner = '<mujoco><worldbody><body name="b"/></worldbody></mujoco>'

  test('may be an ArrayBuffer, or any view of one', () => {
    const bytes = new TextEncoder().encode(inner)
    for (const content of [bytes, bytes.buffer, new DataView(bytes.buffer)])
      expect(loadModel(include, { files: { 'i.xml': content as Uint8Array } }).nbody).toBe(2)
  })

  test.each<[unknown, string]>([
    [5, `the file 'i.xml' is the number 5; expected a string, a Uint8Array or undefined`],
    [Promise.resolve(inner), `the file 'i.xml' is a promise; expected a string, a Uint8Array or undefined; await all`],
    [
      new Blob([inner]),
      `the file 'i.xml' is a Blob; expected a string, a Uint8Array or undefined; await its arrayBuffer()`,
    ],
    [{}, `the file 'i.xml' is an object`],
    [() => inner, `the file 'i.xml' is a function`],
  ])('of another kind is refused by name: %s', (content, message) => {
    const files = { 'i.xml': content as string }
    expect(() => loadModel(include, { files })).toThrow(TypeError)
    expect(() => loadModel(include, { files })).toThrow(message)
    expect(() => loadModel(include, { files: () => content as string })).toThrow(message)
  })

  test('that is null is a file that is not there', () => {
    expect(() => loadModel(include, { files: { 'i.xml': null as unknown as string } })).toThrow(
      'included file not found',
    )
  })

  test('of bytes must not be given as text', () => {
    expect(() => loadModel(xml, { files: { 't.png': '\uFFFDPNG\r\n\0' } })).toThrow(
      `the file 't.png' is given as text; expected its bytes, as a Uint8Array`,
    )
    const mesh = '<mujoco><asset><mesh name="m" file="m.stl"/></asset></mujoco>'
    expect(() => loadModel(mesh, { files: { 'm.stl': 'solid\0\uFFFD' } })).toThrow('given as text')
  })
})

describe('a keyframe', () => {
  const model = loadModel(`
    <mujoco>
      <worldbody>${body}</worldbody>
      <keyframe><key name="stand" qpos="0 0 1 1 0 0 0"/><key name="squat" qpos="0 0 .5 1 0 0 0"/></keyframe>
    </mujoco>`)

  test('is set by its id or by its name', () => {
    const state = new Data(model)
    resetDataKeyframe(model, state, 'squat')
    expect(state.qpos[2]).toBe(0.5)
    resetDataKeyframe(model, state, 0)
    expect(state.qpos[2]).toBe(1)
    state.qpos[0] = 3
    const other = loadModel('<mujoco><keyframe><key name="a"/></keyframe></mujoco>')
    setKeyframe(other, new Data(other), 'a')
  })

  test.each([0.5, Number.NaN, 'squad', '', undefined, null, true])('%s is refused, and the state stays', (key) => {
    const state = new Data(model)
    state.qpos[0] = 7
    const reset = () => resetDataKeyframe(model, state, key as number)
    expect(reset).toThrow(RangeError)
    expect(reset).toThrow(/no keyframe is .*; the model has 2, named stand, squat/)
    expect(() => setKeyframe(model, state, key as number)).toThrow(RangeError)
    expect(state.qpos[0]).toBe(7)
  })
})
