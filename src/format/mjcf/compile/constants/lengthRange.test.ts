import { expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { EnableBit, SleepPolicy } from '../../../../core/model/enums.ts'
import { loadModel } from '../../../load.ts'
import { setLengthRange } from './lengthRange.ts'

/** A pendulum of length ½ about the origin, pulled by a muscle from a point at the distance √0.45. */
const pendulum = (muscle: string, joint = '', compiler = '') => `<mujoco><compiler>${compiler}</compiler><worldbody>
  <site name="w" pos=".3 0 .6"/>
  <body><joint name="h" axis="0 1 0" ${joint}/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/>
    <site name="p" pos="0 0 -.5"/></body>
</worldbody>
<tendon><spatial name="t"><site site="w"/><site site="p"/></spatial></tendon>
<actuator><muscle tendon="t" ${muscle}/></actuator></mujoco>`

test('a muscle reaches from the nearest to the farthest point of the circle', () => {
  const [low, high] = loadModel(pendulum('')).actuator_lengthrange
  expect(low).toBeCloseTo(Math.sqrt(0.45) - 0.5, 4)
  expect(high).toBeCloseTo(Math.sqrt(0.45) + 0.5, 4)
})

test('the model is as before after its length ranges were found', () => {
  const m = loadModel(pendulum('').replace('<worldbody>', '<option timestep=".001" integrator="RK4"/><worldbody>'))
  expect(m.opt.timestep).toBe(0.001)
  expect(m.opt.integrator).toBe(1)
  expect(m.opt.disableflags).toBe(0)
})

test('the range does not depend on what may sleep', () => {
  const sleepy = pendulum('').replace('<worldbody>', '<option><flag sleep="enable"/></option><worldbody>')
  const m = loadModel(sleepy)
  const range = [...m.actuator_lengthrange]
  expect(range).toEqual([...loadModel(pendulum('')).actuator_lengthrange])
  m.tree_sleep_policy.fill(SleepPolicy.allowed)
  setLengthRange(m, 0)
  expect([...m.actuator_lengthrange]).toEqual(range)
  expect(m.opt.enableflags & EnableBit.sleep).not.toBe(0)
})

test('a range that is given is taken', () => {
  expect(loadModel(pendulum('lengthrange="1 2"')).actuator_lengthrange).toEqual(Float64Array.of(1, 2))
})

test('limits of the joint end the range, a little further out because they are soft', () => {
  const [low, high] = loadModel(pendulum('', 'range="-10 20"')).actuator_lengthrange
  const length = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return Math.hypot(-0.5 * Math.sin(angle) - 0.3, -0.5 * Math.cos(angle) - 0.6)
  }
  const ends = [length(-10), length(20)].sort((a, b) => a - b)
  expect(low).toBeLessThan(ends[0])
  expect(low).toBeCloseTo(ends[0], 2)
  expect(high).toBeGreaterThan(ends[1])
  expect(high).toBeCloseTo(ends[1], 2)
})

test('a range that depends on an integrator that is not there is refused', () => {
  const model = pendulum('').replace('<worldbody>', '<option integrator="implicit"/><worldbody>')
  expect(modelError(() => loadModel(model))).toMatchObject({ unsupported: true, element: 'muscle' })
})

test('a motion without end has no range', () => {
  const error = modelError(() => loadModel(pendulum('').replace('muscle tendon="t"', 'muscle joint="h"')))
  expect(error.unsupported).toBe(false)
  expect(error.reason).toContain('do not come to rest')
})

test.each([
  ['inttotal="1e9"', '1000000000 s / 0.01 s'],
  ['timestep="1e-9"', '10 s / 1e-9 s'],
])('a simulation of %s is refused before it starts', (setting, found) => {
  const error = modelError(() => loadModel(pendulum('', '', `<lengthrange ${setting}/>`)))
  expect(error).toMatchObject({ element: 'muscle', found })
  expect(error.expected).toContain('at most 1000000 steps: inttotal / timestep of <lengthrange>')
})

test('a range is not asked of a finished model with too many steps either', () => {
  const m = loadModel(pendulum(''))
  expect(modelError(() => setLengthRange(m, 0, { inttotal: 1e9 })).found).toBe('1000000000 s / 0.01 s')
})

test('very many muscles need ranges that are given, or limits', () => {
  const many = (compiler: string) =>
    pendulum('', 'range="-1 1"', compiler).replace(/<muscle[^>]*>/, '<muscle joint="h"/>'.repeat(2000))
  const error = modelError(() => loadModel(many('')))
  expect(error).toMatchObject({ attribute: 'lengthrange', found: '2000 actuators with 2 times 1000 steps each' })
  expect(error.suggestion).toContain('uselimit="true"')
  expect(loadModel(many('<lengthrange uselimit="true"/>')).actuator_lengthrange[3999]).toBeGreaterThan(0)
})
