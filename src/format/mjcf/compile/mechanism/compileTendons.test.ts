import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { SleepPolicy, WrapType } from '../../../../core/model/enums.ts'
import { loadModel } from '../../../load.ts'

const body = (name: string, content: string, attributes = '') =>
  `<body name="${name}" ${attributes}>${content}<geom name="g${name}" size=".1"/><site name="${name}"/></body>`
const world = `
  <site name="w" pos="0 0 1"/><geom name="box" type="box" size="1 1 1"/><geom name="roll" type="cylinder" size=".1 1"/>
  ${body('a', '<joint name="ja" type="slide" axis="0 0 1"/>', 'pos="0 0 2"')}
  ${body('b', '<freejoint/>', 'pos="3 0 0"')}
  ${body('c', `<joint name="jc" ref="10" springref="20"/>${body('d', '<joint name="jd"/>')}`, 'pos="0 3 0"')}`
const model = (tendons: string, before = '') =>
  loadModel(`<mujoco>${before}<worldbody>${world}</worldbody><tendon>${tendons}</tendon></mujoco>`)
const sites = (...names: string[]) => names.map((name) => `<site site="${name}"/>`).join('')
const spatial = (path: string, attributes = '') => `<spatial ${attributes}>${path}</spatial>`
const fixed = (attributes = '') =>
  `<fixed ${attributes}><joint joint="jd" coef="3"/><joint joint="jc" coef="-2"/></fixed>`
const fault = (tendons: string) => modelError(() => model(tendons))

test('paths lie one after the other, with what belongs to each object', () => {
  const path = `${sites('w')}<geom geom="ga" sidesite="b"/>${sites('b')}<pulley divisor="2"/>${sites('b', 'w')}`
  const m = model(fixed() + spatial(path))
  expect([...m.tendon_adr]).toEqual([0, 2])
  expect([...m.tendon_num]).toEqual([2, 6])
  const { joint, site, sphere, pulley } = WrapType
  expect([...m.wrap_type]).toEqual([joint, joint, site, sphere, site, pulley, site, site])
  const [b, w] = [2, 0]
  expect([...m.wrap_objid]).toEqual([3, 2, w, 2, b, -1, b, w])
  expect([...m.wrap_prm]).toEqual([3, -2, 0, b, 0, 2, 0, 0])
})

test('a length can depend on all dofs that move an object of the path', () => {
  const m = model(fixed() + spatial(sites('d', 'a')))
  expect([...m.ten_J_rowadr]).toEqual([0, 2])
  expect([...m.ten_J_colind]).toEqual([7, 8, 0, 7, 8])
})

test('trees are in the order in which the path comes to them', () => {
  const m = model(spatial(sites('d', 'b', 'c', 'w', 'a')))
  expect(m.tendon_treenum[0]).toBe(3)
  expect([...m.tendon_treeid]).toEqual([2, 1])
})

test('the length at qpos0, and the length at rest where joint springs rest', () => {
  const m = model(spatial(sites('w', 'a')) + fixed() + fixed('springlength="4"') + fixed('springlength="4 5"'))
  expect(m.tendon_length0[0]).toBe(1)
  expect(m.tendon_length0[1]).toBeCloseTo((-2 * Math.PI * 10) / 180, 15)
  expect(m.tendon_lengthspring[2]).toBeCloseTo((-2 * Math.PI * 20) / 180, 15)
  expect([...m.tendon_lengthspring.subarray(4)]).toEqual([4, 4, 4, 5])
})

test('the inverse inertia along a tendon is that of what it pulls', () => {
  const m = model(spatial(sites('w', 'a')) + fixed())
  expect(m.tendon_invweight0[0]).toBeCloseTo(1 / m.body_mass[1], 12)
})

test('a body that a tendon with armature pulls is not simple', () => {
  const simple = (armature: number) => model(spatial(sites('w', 'a'), `armature="${armature}"`)).body_simple[1]
  expect(simple(0)).toBe(2)
  expect(simple(1)).toBe(0)
})

test('one spring length on a tendon stands for both, whatever its class gives', () => {
  const m = model(fixed('springlength="5"') + fixed(), '<default><tendon springlength="3 4"/></default>')
  expect([...m.tendon_lengthspring]).toEqual([5, 5, 3, 4])
})

test('a range limits the length unless it is switched off', () => {
  const m = model(fixed('range="0 1"') + fixed('range="0 1" limited="false"') + fixed())
  expect([...m.tendon_limited]).toEqual([1, 0, 0])
})

test('trees that a spring ties together do not fall asleep', () => {
  expect([...model(spatial(sites('a', 'b'))).tree_sleep_policy]).toEqual(Array(3).fill(SleepPolicy.autoAllowed))
  const m = model(spatial(sites('a', 'b'), 'stiffness="1"'))
  expect([...m.tree_sleep_policy]).toEqual([SleepPolicy.autoNever, SleepPolicy.autoNever, SleepPolicy.autoAllowed])
})

describe('a path', () => {
  test.each([
    [spatial(''), 'needs a path'],
    [spatial(sites('a')), 'has no length'],
    [spatial(sites('a', 'a')), 'twice in a row'],
    [spatial(`${sites('a')}<geom geom="gb"/>`), 'between two sites'],
    [spatial(`${sites('a', 'b')}<pulley divisor="2"/>`), 'end with a pulley'],
    [spatial(`<pulley divisor="2"/><pulley divisor="2"/>${sites('a', 'b')}`), 'follow a pulley'],
    [spatial(`${sites('a', 'b')}<pulley divisor="2"/>${sites('a')}`), 'branch of one site'],
    [spatial(`${sites('a', 'b')}<pulley divisor="0"/>${sites('a', 'b')}`), 'must be positive'],
    [spatial(`${sites('a')}<geom geom="box"/>${sites('b')}`), 'expected a sphere or cylinder; found a box'],
    [spatial(`${sites('a')}<geom geom="roll"/>${sites('b')}`, 'armature="1"'), 'cannot wrap around geoms'],
    [
      `${spatial(`${sites('a')}<geom geom="roll"/>${sites('b')}`, 'name="t"')}</tendon><actuator><motor tendon="t" armature="1"/></actuator><tendon>`,
      'of an actuator',
    ],
    [spatial(sites('a', 'B')), "did you mean 'b'?"],
    [fixed('springlength="2 1"'), 'is empty'],
    [fixed('actuatorfrcrange="1 2"'), 'contain zero'],
  ])('%s is refused: %s', (tendon, message) => {
    expect(fault(tendon).message).toContain(message)
  })
})
