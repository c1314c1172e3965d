import { beforeAll, describe, expect, test } from 'vitest'
import { Data, forward, JacobianType, loadModel } from '../../../src/index.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../../../tools/compare/index.ts'
import { quietReference } from '../support/quietReference.ts'

/** Which trees constraints join, also where a row happens not to move one of them. */

let mj: ReferenceModule
beforeAll(async () => {
  mj = await quietReference()
})

const slider = (name: string, axis: string) =>
  `<body name="${name}"><joint name="${name}" type="slide" axis="${axis}"/><geom size=".1" contype="0"/></body>`
const world = (axis1: string, axis2: string, rest: string) =>
  `<mujoco><worldbody>${slider('a', axis1)}${slider('b', axis2)}${slider('c', '1 1 1')}</worldbody>${rest}</mujoco>`
const COEF = (name: string, joint: string, coef = 1) =>
  `<fixed name="${name}"><joint joint="${joint}" coef="${coef}"/></fixed>`

const CASES: Readonly<Record<string, string>> = {
  'a connect whose first row moves only one of the bodies': world(
    '1 0 0',
    '0 0 1',
    '<equality><connect body1="a" body2="b" anchor="0 0 0"/></equality>',
  ),
  'a connect whose first row moves nothing': world(
    '0 0 1',
    '0 1 0',
    '<equality><connect body1="b" body2="a" anchor="0 0 0"/></equality>',
  ),
  'a weld whose first row moves only one of the bodies': world(
    '1 0 0',
    '0 0 1',
    '<equality><weld body1="a" body2="b"/></equality>',
  ),
  'a joint that follows another at a place where it does not move': world(
    '1 0 0',
    '0 0 1',
    '<equality><joint joint1="a" joint2="b" polycoef="0 0 1 0 0"/></equality>',
  ),
  'a tendon that follows another at a place where it does not move': world(
    '1 0 0',
    '0 0 1',
    `<tendon>${COEF('t', 'a')}${COEF('u', 'b')}</tendon>
     <equality><tendon tendon1="t" tendon2="u" polycoef="0 0 1 0 0"/></equality>`,
  ),
  'a tendon that one of its joints does not move': world(
    '1 0 0',
    '0 0 1',
    `<tendon><fixed name="t" frictionloss="1"><joint joint="a" coef="0"/><joint joint="b" coef="2"/></fixed></tendon>
     <equality><joint joint1="c"/></equality>`,
  ),
}

describe.each(Object.keys(CASES))('%s', (name) => {
  test.each(['dense', 'sparse'] as const)('joins the trees that it joins in the reference, %s', (storage) => {
    const xml = CASES[name]
    const m = loadModel(xml)
    const reference = new ReferenceModel(mj, xml)
    m.opt.jacobian = reference.raw.opt.jacobian = JacobianType[storage]
    const d = new Data(m)
    d.qvel.set([0.1, -0.2, 0.3])
    const rd = new ReferenceData(reference)
    rd.set('qvel', d.qvel)
    forward(m, d)
    rd.call('mj_forward')
    expect(d.nisland).toBe(rd.raw.nisland)
    expect([...d.tree_island]).toEqual([...rd.array('tree_island')!])
    expect([...d.efc_island.subarray(0, d.nefc)]).toEqual([...rd.array('efc_island')!])
    const theirs = rd.array('qacc')!
    for (let i = 0; i < m.nv; i++) expect(Math.abs(d.qacc[i] - theirs[i])).toBeLessThan(1e-10)
    rd.delete()
    reference.delete()
  })
})

test('trees that only a spring couples are on no island; in the reference they are one without rows, and move alike', () => {
  const xml = world(
    '1 0 0',
    '0 0 1',
    `<option integrator="discrete"/><equality><joint joint1="c"/></equality>
     <tendon><fixed stiffness="3"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed></tendon>`,
  )
  const m = loadModel(xml)
  const d = new Data(m)
  d.qpos.set([0.3, 0.2, 0.1])
  const reference = new ReferenceModel(mj, xml)
  const rd = new ReferenceData(reference)
  rd.set('qpos', d.qpos)
  forward(m, d)
  rd.call('mj_forward')
  expect([...d.tree_island]).toEqual([-1, -1, 0])
  expect([...rd.array('tree_island')!]).toEqual([0, 0, 1])
  const theirs = rd.array('qacc')!
  for (let i = 0; i < m.nv; i++) expect(Math.abs(d.qacc[i] - theirs[i])).toBeLessThan(1e-10)
  rd.delete()
  reference.delete()
})
