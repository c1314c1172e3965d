import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { ObjType } from '../../../core/model/enums.ts'
import { loadModel } from '../../load.ts'

const model = (content: string, before = '') =>
  loadModel(`<mujoco>${before}<worldbody>${content}</worldbody></mujoco>`, { fileName: 'm.xml' })
const fault = (content: string, before = '') => modelError(() => model(content, before))
const part = '<body name="b"><joint name="j"/><geom name="g" size=".1"/></body>'

test('each copy is moved and turned against the one before', () => {
  const m = model('<replicate count="4" offset="1 0 0" euler="0 0 90"><site name="s"/></replicate>')
  const expected = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
  expect(Array.from(m.site_pos, (x) => Math.round(x * 1e12) / 1e12 + 0)).toEqual(expected)
})

test('copies are numbered with as many digits as the count has, after the separator', () => {
  const names = (count: number, sep = '') =>
    model(`<replicate count="${count}" sep="${sep}"><site name="s"/></replicate>`).names.all(ObjType.site)
  expect(names(2)).toEqual(['s0', 's1'])
  expect(names(10).slice(0, 2)).toEqual(['s00', 's01'])
  expect(names(2, '-')).toEqual(['s-0', 's-1'])
})

test('actuators and sensors of the original act on each copy, at the end of their list', () => {
  const m = model(
    `<replicate count="2">${part}</replicate><body><joint name="x"/><geom size="1"/></body>`,
    '<actuator><motor name="a" joint="j"/><motor name="own" joint="x"/></actuator>',
  )
  expect(m.names.all(ObjType.actuator)).toEqual(['own', 'a0', 'a1'])
  expect([...m.actuator_trnid].filter((_, i) => i % 2 === 0)).toEqual([2, 0, 1])
})

test('a keyframe of the original becomes one for each copy', () => {
  const m = model(`<replicate count="2">${part}</replicate>`, '<keyframe><key name="k" qpos="7"/></keyframe>')
  expect(m.names.all(ObjType.key)).toEqual(['k0', 'k1', 'k'])
  expect([...m.key_qpos]).toEqual([7, 0, 0, 7, 0, 0])
})

test('a keyframe that does not fit the original is refused', () => {
  const error = fault(`<replicate count="2">${part}</replicate>`, '<keyframe><key qpos="7 8"/></keyframe>')
  expect(error).toMatchObject({ attribute: 'qpos', expected: '1 numbers', found: '2' })
})

test('copies that would share a name are refused, with the place', () => {
  expect(fault('<site name="s0"/><replicate count="2"><site name="s"/></replicate>').message).toMatch(/'s0'/)
  expect(fault('<site name="s"/><replicate count="2"><site name="s"/></replicate>').line).toBe(1)
})

test.each([
  ['<replicate count="1000000000"><site/></replicate>'],
  [`${'<replicate count="1000">'.repeat(9)}<site/>${'</replicate>'.repeat(9)}`],
  ['<replicate count="300000"><body/><body/><body/><body/></replicate>'],
  [`<replicate count="40"><site/></replicate>`, '<sensor><clock/></sensor>'],
  ['<composite type="cable" count="100000" curve="s"><geom type="capsule" size=".1"/></composite>'],
])('%s %s: an explosion of copies is refused before memory is spent', (content, before = '') => {
  const start = performance.now()
  expect(fault(content, before).reason).toMatch(/too many copies|too much memory|out of range|deep/)
  expect(performance.now() - start).toBeLessThan(5000)
})
