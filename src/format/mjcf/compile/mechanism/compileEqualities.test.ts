import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { Data } from '../../../../core/data/data.ts'
import { EqualityType, ObjType } from '../../../../core/model/enums.ts'
import { loadModel } from '../../../load.ts'

/** Body A lies 1 m above B and is turned by 90° about the vertical. */
const xml = (equality: string, before = '') => `<mujoco>${before}
  <worldbody>
    <body name="A" pos="0 0 2" euler="0 0 90"><freejoint/><geom size=".1"/><site name="a"/></body>
    <body name="B" pos="0 0 1"><joint name="hinge"/><joint name="slide" type="slide"/><geom size=".1"/><site name="b"/></body>
    <body name="D"><joint name="ball" type="ball"/><geom size=".1"/></body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="hinge" coef="1"/></fixed></tendon>
  <equality>${equality}</equality></mujoco>`
const model = (equality: string, before?: string) => loadModel(xml(equality, before))
const fault = (equality: string) => modelError(() => model(equality))
const close = (values: Float64Array, expected: number[]) =>
  expect([...values].map((x) => Math.round(1e12 * x) / 1e12 + 0)).toEqual(expected)

describe('a connect', () => {
  test('has its anchor in the frame of both bodies', () => {
    close(model('<connect body1="A" body2="B" anchor="1 0 0"/>').eq_data, [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1])
  })

  test('without a second body is to the world', () => {
    const m = model('<connect body1="A" anchor="1 0 0"/>')
    expect([m.eq_obj1id[0], m.eq_obj2id[0], m.eq_objtype[0]]).toEqual([1, 0, ObjType.body])
    close(m.eq_data.subarray(3, 6), [0, 1, 2])
  })

  test('of two sites needs no anchor', () => {
    const m = model('<connect site1="a" site2="b"/>')
    expect([m.eq_obj1id[0], m.eq_obj2id[0], m.eq_objtype[0]]).toEqual([0, 1, ObjType.site])
    expect(m.eq_data.every((x) => x === 0)).toBe(true)
  })

  test('must say what it connects, and not in two ways', () => {
    expect(fault('<connect body1="A"/>').expected).toBe('body1 and anchor, or site1 and site2')
    expect(fault('<connect site1="a" site2="b" body1="A"/>').message).toContain('cannot both be given')
    expect(fault('<connect body1="A" body2="A" anchor="0 0 0"/>').message).toContain('itself')
  })
})

describe('a weld', () => {
  const half = Math.SQRT1_2

  test('keeps the relative pose at qpos0', () => {
    const { eq_data } = model('<weld body1="A" body2="B" anchor="0 0 3"/>')
    expect([...eq_data.subarray(0, 6)].map((x) => x + 0)).toEqual([0, 0, 3, 0, 0, 2])
    for (const [i, x] of [half, 0, 0, -half, 1].entries()) expect(eq_data[6 + i]).toBeCloseTo(x, 15)
  })

  test('takes a relative pose that is given instead, with a quaternion of any length', () => {
    const m = model('<weld body1="A" body2="B" relpose="1 2 3 2 0 0 0" torquescale="5"/>')
    expect([...m.eq_data]).toEqual([0, 0, 0, 1, 2, 3, 1, 0, 0, 0, 5])
  })
})

describe('a distance', () => {
  test('is measured in the initial pose unless it is given', () => {
    const m = model(`<distance body1="A" anchor1="1 0 0" body2="B" anchor2="0 0 1"/>
      <distance body1="A" body2="B" distance="5"/>`)
    expect([...m.eq_type]).toEqual([EqualityType.distance, EqualityType.distance])
    expect([...m.eq_data.subarray(0, 11)]).toEqual([1, 0, 0, 0, 0, 1, expect.closeTo(1, 12), 0, 0, 0, 0])
    expect([...m.eq_data.subarray(11)]).toEqual([0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0])
  })

  test('is between two bodies, a body and the world, or two sites', () => {
    expect([...model('<distance body1="A"/>').eq_obj2id]).toEqual([0])
    expect(fault('<distance body1="A" site2="s"/>').message).toContain("'site2' and 'body1' cannot both be given")
    expect(fault('<distance body1="A" body2="A"/>').message).toContain('itself')
    expect(fault('<distance distance="1"/>').message).toContain('required attributes are missing')
  })

  test('is positive: points that coincide are for <connect>', () => {
    expect(fault('<distance body1="A" distance="0"/>')).toMatchObject({ attribute: 'distance' })
    const coinciding = fault('<distance body1="A" body2="B" anchor2="0 0 1"/>')
    expect(coinciding.message).toContain('coincide')
    expect(coinciding.suggestion).toContain('<connect>')
  })
})

test('joints and tendons follow polynomials', () => {
  const m = model('<joint joint1="hinge" joint2="slide" polycoef="1 2"/><tendon tendon1="t"/>')
  expect([...m.eq_type]).toEqual([EqualityType.joint, EqualityType.tendon])
  expect([...m.eq_obj2id]).toEqual([2, -1])
  expect([...m.eq_data.subarray(0, 5)]).toEqual([1, 2, 0, 0, 0])
})

test('only joints of one number can follow each other', () => {
  expect(fault('<joint joint1="ball"/>')).toMatchObject({ attribute: 'joint1', found: 'a ball joint' })
})

test('a class may switch constraints off; a state starts so and can switch them on', () => {
  const defaults = '<default><default class="off"><equality active="false"/></default></default>'
  const m = model('<weld body1="A" class="off"/><weld body1="B"/>', defaults)
  const d = new Data(m)
  expect([...d.eq_active]).toEqual([0, 1])
  d.eq_active[0] = 1
  expect([...m.eq_active0]).toEqual([0, 1])
})

test('constraints of soft bodies are not supported', () => {
  expect(fault('<flex flex="f"/>')).toMatchObject({ unsupported: true, element: 'flex' })
})
