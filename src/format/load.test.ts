import { expect, test } from 'vitest'
import { modelError } from '../../test/support/modelError.ts'
import { ObjType } from '../core/model/enums.ts'
import { loadModel } from './load.ts'

test('a model is loaded from text and the files that it includes', () => {
  const xml = '<mujoco model="pendulum"><worldbody><include file="arm.xml"/></worldbody></mujoco>'
  const arm = '<mujoco><body name="arm"><joint name="pivot" axis="0 1 0"/><geom size=".1" mass="2"/></body></mujoco>'
  const model = loadModel(xml, { files: { 'arm.xml': arm } })
  expect(model).toMatchObject({ nq: 1, nv: 1, nbody: 2, ngeom: 1 })
  expect(model.names.model).toBe('pendulum')
  expect(model.names.id(ObjType.body, 'arm')).toBe(1)
  expect(model.body_mass[1]).toBe(2)
})

test('an error says file, line, column, element, attribute, what was expected and what was found', () => {
  const xml = '<mujoco>\n  <worldbody>\n    <geom name="ball" size="1" pos="0 0"/>\n  </worldbody>\n</mujoco>'
  const error = modelError(() => loadModel(xml, { fileName: 'models/ball.xml' }))
  expect(error).toMatchObject({
    file: 'models/ball.xml',
    line: 3,
    column: 32,
    element: 'geom',
    attribute: 'pos',
    reason: 'too few numbers',
    expected: '3 numbers',
    found: '2: "0 0"',
  })
  expect(error.message).toBe(
    `models/ball.xml:3:32: <geom> 'ball', attribute 'pos': too few numbers; expected 3 numbers; found 2: "0 0"`,
  )
})
