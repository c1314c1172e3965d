import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { loadModel } from '../../load.ts'

const SOURCE = (attributes: string, compiler = '') =>
  `<mujoco><compiler ${compiler}/><worldbody><body ${attributes}/></worldbody></mujoco>`

/** Orientation of a body that is written in this way. */
function quat(attributes: string, compiler = ''): number[] {
  return [...loadModel(SOURCE(attributes, compiler)).body_quat.slice(4)]
}

function expectQuat(found: readonly number[], ...expected: number[]): void {
  found.forEach((x, i) => {
    expect(x).toBeCloseTo(expected[i], 9)
  })
}

describe('an orientation', () => {
  test('by Euler angles follows the sequence: lower case about moving axes, upper case about fixed ones', () => {
    const turned = (sequence: string) => quat('euler="10 20 30"', `eulerseq="${sequence}"`)
    expectQuat(turned('xyz'), 0.9437143641, 0.1276794407, 0.1448781254, 0.2685358228)
    expectQuat(turned('XYZ'), 0.9515485246, 0.0381345765, 0.1893078574, 0.2392983377)
    expectQuat(turned('zyx'), 0.9515485246, 0.2392983377, 0.1893078574, 0.0381345765)
    expectQuat(turned('xyX'), 0.9254165784, 0.3368240888, 0.1631759112, 0.0593911746)
  })

  test('is in degrees unless the compiler says radians', () => {
    expectQuat(quat('axisangle="0 0 2 90"'), Math.SQRT1_2, 0, 0, Math.SQRT1_2)
    expectQuat(quat(`axisangle="0 0 2 ${Math.PI / 2}"`, 'angle="radian"'), Math.SQRT1_2, 0, 0, Math.SQRT1_2)
  })

  test('by two axes makes the second perpendicular to the first', () => {
    expectQuat(quat('xyaxes="0 1 0 -1 5 0"'), Math.SQRT1_2, 0, 0, Math.SQRT1_2)
  })

  test('by the z axis turns as little as possible, and about x where that is not unique', () => {
    expectQuat(quat('zaxis="1 0 0"'), Math.SQRT1_2, 0, Math.SQRT1_2, 0)
    expectQuat(quat('zaxis="0 0 -3"'), 0, 1, 0, 0)
    expectQuat(quat('zaxis="0 0 3"'), 1, 0, 0, 0)
  })

  test('by quaternion need not be of unit length', () => {
    expectQuat(quat('quat="0 0 3 0"'), 0, 0, 1, 0)
  })

  test.each([
    ['axisangle="0 0 0 30"', 'axisangle'],
    ['zaxis="0 0 1e-9"', 'zaxis'],
    ['xyaxes="1 0 0 -2 0 0"', 'xyaxes'],
    ['quat="0 0 0 1e-9"', 'quat'],
  ])('%s has no direction and is refused', (attributes, attribute) => {
    expect(modelError(() => loadModel(SOURCE(attributes)))).toMatchObject({ element: 'body', attribute, line: 1 })
  })
})
