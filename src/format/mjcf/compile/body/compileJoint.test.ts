import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { loadModel } from '../../../load.ts'

const model = (joints: string, compiler = '') =>
  loadModel(`<mujoco><compiler ${compiler}/><worldbody><body><geom type="box" size=".1 .2 .3" mass="1"/>
    ${joints}</body></worldbody></mujoco>`)
const DEGREE = Math.PI / 180

describe('limits', () => {
  test('are on when the range is not empty', () => {
    expect(model('<joint range="-10 20"/>').jnt_limited[0]).toBe(1)
    expect(model('<joint range="20 -10"/>').jnt_limited[0]).toBe(0)
    expect(model('<joint range="-10 20" limited="false"/>').jnt_limited[0]).toBe(0)
    expect(model('<joint type="free" range="0 1"/>').jnt_limited[0]).toBe(0)
  })

  test('of rotations are in the unit of angles, of slides in meters', () => {
    expect([...model('<joint range="-90 45"/>').jnt_range]).toEqual([-90 * DEGREE, 45 * DEGREE])
    expect([...model('<joint type="slide" range="-90 45"/>').jnt_range]).toEqual([-90, 45])
    expect([...model('<joint range="-1 2"/>', 'angle="radian"').jnt_range]).toEqual([-1, 2])
  })

  test('that are off keep the numbers as written', () => {
    expect([...model('<joint range="-90 45" limited="false"/>').jnt_range]).toEqual([-90, 45])
  })

  test.each([
    ['<joint limited="true"/>', '', 'range'],
    ['<joint limited="true" range="2 1"/>', '', 'range'],
    ['<joint type="ball" range="1 2"/>', '', 'range'],
    ['<joint range="1 2"/>', 'autolimits="false"', 'range'],
    ['<joint actuatorfrcrange="1 2"/>', 'autolimits="false"', 'actuatorfrcrange'],
    ['<joint actuatorfrclimited="true" actuatorfrcrange="1 1"/>', '', 'actuatorfrcrange'],
    ['<joint springdamper="1 0"/>', '', 'springdamper'],
    ['<joint axis="0 0 0"/>', '', 'axis'],
  ])('or else %s with %s is refused', (joint, compiler, attribute) => {
    expect(modelError(() => model(joint, compiler))).toMatchObject({ element: 'joint', attribute })
  })
})

describe('joints of one body', () => {
  test.each([
    '<joint type="slide"/>'.repeat(7),
    '<joint type="free"/><joint/>',
    '<joint type="ball"/><joint/>',
    '<joint type="ball"/><joint type="ball"/>',
  ])('cannot be %s', (joints) => {
    expect(modelError(() => model(joints))).toMatchObject({ element: 'joint' })
  })

  test('may be a rotation before a ball, and slides after', () => {
    expect(model('<joint/><joint type="ball"/><joint type="slide"/>').nv).toBe(5)
  })
})

test('a free joint belongs to a child of the world', () => {
  const nested = '<mujoco><worldbody><body><body><freejoint/><geom size="1"/></body></body></worldbody></mujoco>'
  expect(modelError(() => loadModel(nested)).message).toContain('only a child of the world')
})

test('the pose that was written is the reference position; springs rest at springref', () => {
  const m = model('<joint ref="30" springref="60"/><joint type="slide" ref=".5"/><joint type="ball"/>')
  expect([...m.qpos0]).toEqual([30 * DEGREE, 0.5, 1, 0, 0, 0])
  expect([...m.qpos_spring]).toEqual([60 * DEGREE, 0, 1, 0, 0, 0])
})

test('a spring-damper of period and damping ratio gets stiffness and damping from the inertia it moves', () => {
  const m = model('<joint springdamper=".1 .5" stiffness="9 2 3" damping="9 4 5"/>')
  const I = m.dof_M0[0]
  expect(m.jnt_stiffness[0]).toBeCloseTo(I / (0.1 * 0.5) ** 2, 12)
  expect(m.dof_damping[0]).toBeCloseTo((2 * I) / 0.1, 12)
  expect([...m.jnt_stiffnesspoly, ...m.dof_dampingpoly]).toEqual([2, 3, 4, 5])
})
