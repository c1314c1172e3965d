import { describe, expect, test } from 'vitest'
import { BOX, stlFile } from '../../../test/support/meshFiles.ts'
import { JointType, ObjType } from '../../core/model/enums.ts'
import { ModelError } from '../../core/model/errors.ts'
import { loadModel } from '../load.ts'

const MASS = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'

/** A link that hangs on the world by one joint. */
function robot(joint: string, link = MASS): string {
  return `<robot name="r">
  <link name="base"/>
  <link name="arm">${link}</link>
  <joint ${joint}</joint>
</robot>`
}
const ENDS = '<parent link="base"/><child link="arm"/>'

function errorOf(xml: string): ModelError {
  try {
    loadModel(xml)
  } catch (error) {
    if (error instanceof ModelError) return error
    throw error
  }
  throw new Error('the robot loads')
}

describe('a robot in URDF', () => {
  test('moves in a plane by two slides across the axis and a hinge about it', () => {
    const m = loadModel(robot(`name="glide" type="planar">${ENDS}<axis xyz="0 0 3"/>`))
    expect([...m.jnt_type]).toEqual([JointType.slide, JointType.slide, JointType.hinge])
    expect(m.names.all(ObjType.joint)).toEqual(['glide_TX', 'glide_TY', 'glide_RZ'])
    expect([...m.jnt_axis]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  })

  test('turns by roll, pitch and yaw about fixed axes', () => {
    const quarter = Math.PI / 2
    const m = loadModel(robot(`name="j" type="revolute">${ENDS}<origin rpy="${quarter} 0 ${quarter}"/>`))
    // y goes up by the roll; then the yaw takes x to y
    const [w, x, y, z] = m.body_quat.subarray(4)
    const ofX = [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)]
    const ofY = [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)]
    for (const [i, expected] of [0, 1, 0].entries()) expect(ofX[i]).toBeCloseTo(expected, 15)
    for (const [i, expected] of [0, 0, 1].entries()) expect(ofY[i]).toBeCloseTo(expected, 15)
  })

  test('can have what other programs need', () => {
    const extra = '<gazebo reference="arm"><mu1 value="0.2"/></gazebo><transmission name="t"/>'
    expect(loadModel(robot(`name="j" type="revolute">${ENDS}`).replace('</robot>', `${extra}</robot>`)).nv).toBe(1)
  })
})

describe('a mistake in URDF is shown where it is:', () => {
  test.for([
    [
      'a link that is not there',
      `name="j" type="revolute"><parent link="bsae"/><child link="arm"/>`,
      4,
      "did you mean 'base'?",
    ],
    ['a joint of no kind', `name="j" type="revolut">${ENDS}`, 4, "did you mean 'revolute'?"],
    ['a number that is none', `name="j" type="revolute">${ENDS}<limit effort="big"/>`, 4, 'not a number'],
    ['a joint without ends', 'name="j" type="revolute"><parent link="base"/>', 4, '<child> is missing'],
    ['an axis without length', `name="j" type="planar">${ENDS}<axis xyz="0 0 0"/>`, 4, 'the axis has no length'],
  ] as const)('%s', ([, joint, line, text]) => {
    const error = errorOf(robot(joint))
    expect(error.line).toBe(line)
    expect(error.message).toContain(text)
  })

  test('an inertia that no body has', () => {
    const negative = MASS.replace('izz="1"', 'izz="-1"')
    const error = errorOf(robot(`name="j" type="revolute">${ENDS}`, negative))
    expect(error).toMatchObject({ line: 3, element: 'inertia' })
    expect(error.message).toContain('must be positive')
  })

  test('settings that would have no effect', () => {
    const block = '<mujoco><actuator><motor joint="j"/></actuator></mujoco></robot>'
    const error = errorOf(robot(`name="j" type="revolute">${ENDS}`).replace('</robot>', block))
    expect(error).toMatchObject({ line: 5, element: 'actuator' })
    expect(error.message).toContain('<compiler>, <option>, <size>')
  })

  test('links in a row without end', () => {
    const error = errorOf(chain(2500))
    expect(error.message).toContain("<link> 'l1000': more than 1000 links hang on each other")
  })
})

/** Links that hang on each other, without mass. */
function chain(count: number): string {
  const links = Array.from({ length: count }, (_, i) => {
    const joint = `<joint name="j${i}" type="fixed"><parent link="l${i - 1}"/><child link="l${i}"/></joint>`
    return `<link name="l${i}"/>${i === 0 ? '' : joint}`
  })
  return `<robot name="r">${links.join('')}</robot>`
}

test('a robot may have a thousand links in a row', () => {
  expect(loadModel(chain(1000)).names.model).toBe('r')
})

test('a robot may have thousands of meshes, and each file is looked up once', () => {
  const count = 2000
  const shapes = Array.from(
    { length: count },
    (_, i) => `<collision><geometry><mesh filename="part${i}.stl"/></geometry></collision>`,
  )
  const box = stlFile(BOX)
  let lookups = 0
  const files = (): Uint8Array => {
    lookups++
    return box
  }
  const m = loadModel(`<robot name="r"><link name="base">${shapes.join('')}</link></robot>`, { files })
  expect(m.ngeom).toBe(count)
  expect(lookups).toBe(count)
})
