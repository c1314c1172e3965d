import load from '@mujoco/mujoco'
import { beforeAll, describe, expect, test } from 'vitest'
import { ConstraintType, Data, forward, loadModel, type Model, step } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'

/**
 * Tendons whose path comes to one joint, or to one body, more than once. For a joint that stands twice in a path, the
 * reference loses a coefficient (dense Jacobian), stops with an error (PGS), or reads beyond its memory (Newton). It is
 * asked here about the tendon with each joint once and the sum of its coefficients.
 */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await load({ print: () => {}, printErr: () => {} })
})

const STEPS = 50
const TOLERANCE = 1e-8

const link = (name: string, content = '') => `
  <body pos=".4 0 0">
    <joint name="${name}" axis="0 1 .2"/>
    <geom type="capsule" size=".04" fromto="0 0 0 .4 0 0"/>
    <site name="${name}1" pos=".1 0 .1"/>
    <site name="${name}2" pos=".3 .1 0"/>
    ${content}
  </body>`

type Path = readonly (readonly [joint: string, coef: number])[]

const fixed = (name: string, attributes: string, path: Path) =>
  `<fixed name="${name}" ${attributes}>${path.map(([joint, coef]) => `<joint joint="${joint}" coef="${coef}"/>`).join('')}</fixed>`

/** Each joint once, with the sum of its coefficients. */
function merged(path: Path): Path {
  const sums = new Map<string, number>()
  for (const [joint, coef] of path) sums.set(joint, (sums.get(joint) ?? 0) + coef)
  return [...sums]
}

const TWICE: Path = [
  ['b', 1],
  ['a', 0.5],
  ['c', -0.3],
  ['b', 0.75],
  ['a', 0.25],
  ['b', -0.5],
]
const CANCELED: Path = [
  ['b', 1],
  ['a', 0.5],
  ['b', -1],
]
const ALONE: Path = [
  ['b', 1],
  ['b', 2],
]
const OTHER: Path = [
  ['c', 1],
  ['d', 0.5],
  ['c', 1],
]

const LIMIT = 'limited="true" range="-.05 .05"'
const equality = (attributes: string) => `<equality><tendon ${attributes}/></equality>`

/** Attributes of the tendon, its path, and what else the model has. */
const CASES: readonly [string, string, Path, string?][] = [
  ['a limit', LIMIT, TWICE],
  ['a limit and coefficients that cancel', LIMIT, CANCELED],
  ['a limit and one joint', LIMIT, ALONE],
  ['friction loss', 'frictionloss=".3"', TWICE],
  ['an equality', '', TWICE, equality('tendon1="t"')],
  ['an equality with another', '', TWICE, equality('tendon1="t" tendon2="u" polycoef="0 1 .5 0 0"')],
  ['an equality of another with it', '', TWICE, equality('tendon1="u" tendon2="t"')],
  ['a motor', '', TWICE, '<actuator><motor tendon="t" gear="3"/></actuator>'],
  ['a servo', '', TWICE, '<actuator><position tendon="t" kp="20" kv="3"/></actuator>'],
  ['a servo with a damping ratio', '', TWICE, '<actuator><position tendon="t" kp="20" dampratio=".7"/></actuator>'],
  ['armature', 'armature=".3"', TWICE],
  ['a spring and a damper', 'stiffness="30" damping="2" springlength=".1"', TWICE],
  ['a rotor', '', TWICE, '<actuator><motor tendon="t" armature=".2" damping=".5"/></actuator>'],
]

function model(options: string, tendons: string, rest = ''): string {
  return `
    <mujoco>
      <option ${options} iterations="200" tolerance="1e-14"/>
      <worldbody>${link('a', link('b', link('c')))} ${link('d')}</worldbody>
      <tendon>${tendons}</tendon>
      ${rest}
    </mujoco>`
}

function start(qpos: Float64Array, qvel: Float64Array, ctrl: Float64Array): void {
  qpos.set([0.3, -0.2, 0.4, 0.1])
  qvel.set([1, -0.5, 0.3, 0.2])
  ctrl.fill(0.4)
}

/** Positions and velocities after a few steps. */
function ours(m: Model): number[] {
  const d = new Data(m)
  start(d.qpos, d.qvel, d.ctrl)
  for (let i = 0; i < STEPS; i++) step(m, d)
  return [...d.qpos, ...d.qvel]
}

function theirs(xml: string): number[] {
  const reference = new ReferenceModel(mj, xml)
  const d = new ReferenceData(reference)
  start(d.raw.qpos, d.raw.qvel, d.raw.ctrl)
  for (let i = 0; i < STEPS; i++) d.call('mj_step')
  const state = [...d.raw.qpos, ...d.raw.qvel]
  d.delete()
  reference.delete()
  return state
}

function expectClose(actual: readonly number[], expected: readonly number[], label: string): void {
  const worst = Math.max(...actual.map((x, i) => Math.abs(x - expected[i]) / (1 + Math.abs(expected[i]))))
  expect(worst, label).toBeLessThan(TOLERANCE)
}

const SOLVERS = ['Newton', 'CG', 'PGS']
const INTEGRATORS = ['Euler', 'implicit', 'implicitfast', 'RK4']
const JACOBIANS = ['sparse', 'dense']

const OPTIONS = JACOBIANS.flatMap((jacobian) => [
  ...SOLVERS.map((solver) => `jacobian="${jacobian}" solver="${solver}"`),
  ...INTEGRATORS.map((integrator) => `jacobian="${jacobian}" integrator="${integrator}"`),
])

describe('a tendon that names a joint twice moves as one with the sum of the coefficients, with', () => {
  test.each(CASES)('%s', (_, attributes, path, rest) => {
    for (const options of OPTIONS) {
      const twice = model(options, fixed('t', attributes, path) + fixed('u', '', OTHER), rest)
      const once = model(options, fixed('t', attributes, merged(path)) + fixed('u', '', merged(OTHER)), rest)
      expectClose(ours(loadModel(twice)), theirs(once), options)
    }
  })
})

describe('a path that comes to each body several times moves as in the reference, with', () => {
  const path = ['a1', 'b2', 'c1', 'a2', 'b1', 'c2', 'a1'].map((site) => `<site site="${site}"/>`).join('')
  test.each(CASES)('%s', (_, attributes, _path, rest) => {
    for (const options of OPTIONS) {
      const xml = model(
        options,
        `<spatial name="t" ${attributes}>${path}</spatial>${fixed('u', '', merged(OTHER))}`,
        rest,
      )
      expectClose(ours(loadModel(xml)), theirs(xml), options)
    }
  })
})

test('our own integrators follow the sum of the coefficients too', () => {
  for (const integrator of ['discrete', 'ImplicitSpringDamper', 'ImplicitEuler'])
    for (const [, attributes, path, rest] of CASES) {
      const options = `integrator="${integrator}"`
      const twice = model(options, fixed('t', attributes, path) + fixed('u', '', OTHER), rest)
      const once = model(options, fixed('t', attributes, merged(path)) + fixed('u', '', merged(OTHER)), rest)
      expectClose(ours(loadModel(twice)), ours(loadModel(once)), options)
    }
})

test('columns of tendons and moments are those of the reference', () => {
  const xml = model('', fixed('t', '', TWICE), '<actuator><motor tendon="t"/></actuator>')
  const m = loadModel(xml)
  const d = new Data(m)
  const reference = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(reference)
  start(d.qpos, d.qvel, d.ctrl)
  start(rd.raw.qpos, rd.raw.qvel, rd.raw.ctrl)
  forward(m, d)
  rd.call('mj_forward')
  expect([...m.ten_J_colind]).toEqual([...reference.array('ten_J_colind')!])
  expect([...d.ten_J]).toEqual([...rd.array('ten_J')!])
  expect([...d.moment_colind]).toEqual([...rd.array('moment_colind')!])
  expect([...d.actuator_moment]).toEqual([...rd.array('actuator_moment')!])
  rd.delete()
  reference.delete()
})

test('a constraint row has each column once', () => {
  const m = loadModel(model('jacobian="sparse"', fixed('t', LIMIT, TWICE)))
  const d = new Data(m)
  start(d.qpos, d.qvel, d.ctrl)
  forward(m, d)
  expect(d.efc_type[0]).toBe(ConstraintType.limitTendon)
  expect([...d.efc_J_colind.subarray(0, d.efc_J_rownnz[0])]).toEqual([0, 1, 2])
})

test('a tendon that names a joint twice steps with sixty dofs', () => {
  const bodies = Array.from(
    { length: 60 },
    (_, i) => `<body><joint name="j${i}"/><geom size=".1" pos=".2 0 0"/></body>`,
  )
  const path: Path = [
    ['j3', 1],
    ['j50', 1],
    ['j3', 1],
  ]
  const m = loadModel(`
    <mujoco>
      <worldbody>${bodies.join('')}</worldbody>
      <tendon>${fixed('t', 'limited="true" range="-.1 .1" frictionloss="1"', path)}</tendon>
    </mujoco>`)
  const d = new Data(m)
  d.qvel.fill(1)
  for (let i = 0; i < 200; i++) step(m, d)
  expect(Math.abs(d.ten_length[0])).toBeLessThan(0.2)
})
