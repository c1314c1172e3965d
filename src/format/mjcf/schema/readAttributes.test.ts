import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { readSpec } from '../../load.ts'

const fault = (xml: string) => modelError(() => readSpec(xml, { fileName: 'robot.xml' }))
const world = (content: string) => `<mujoco>\n<worldbody>\n${content}\n</worldbody>\n</mujoco>`

test('an unknown attribute is named with its place and the nearest known one', () => {
  const error = fault(world('<geom type="sphere" siz="1"/>'))
  expect(error).toMatchObject({ file: 'robot.xml', line: 3, column: 21, element: 'geom' })
  expect(error.message).toBe("robot.xml:3:21: <geom>, attribute 'siz': unknown attribute; did you mean 'size'?")
})

test('where few attributes are allowed they are listed', () => {
  expect(fault('<mujoco><keyframe x="1"/></mujoco>').message).toContain('expected no attributes')
  expect(fault(world('<body><freejoint damping="1"/></body>')).message).toContain('expected name, group, align')
})

test('an unknown element is named with its place and the nearest known one', () => {
  const error = fault(world('<bdy/>'))
  expect(error).toMatchObject({ line: 3, column: 1, element: 'bdy' })
  expect(error.message).toContain("did you mean 'body'?")
})

test('an element in the wrong place is told where it belongs', () => {
  expect(fault('<mujoco><geom size="1"/></mujoco>').message).toContain('it belongs in <default>, <worldbody>, <body>')
  expect(fault(world('<geom size="1"><site/></geom>')).message).toContain('<site> is not allowed in <geom>')
  expect(fault('<mujoco><body/></mujoco>').message).toContain('<body> is not allowed in <mujoco>')
})

test('the world has neither joints nor mass', () => {
  expect(fault(world('<joint/>')).message).toContain('<joint> is not allowed in <worldbody>')
  expect(fault(world('<frame><freejoint/></frame>')).message).toContain('the world cannot have joints')
  expect(fault(world('<inertial pos="0 0 0" mass="1"/>')).message).toContain('is not allowed in <worldbody>')
})

test('some elements may appear only once', () => {
  expect(fault('<mujoco><option>\n<flag/>\n<flag/></option></mujoco>').message).toContain('the first is at line 2')
  const inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
  expect(fault(world(`<body>${inertial}${inertial}</body>`)).message).toContain('only once')
})

test('required attributes are required, and not when empty', () => {
  expect(fault(world('<body><inertial pos="0 0 0"/></body>')).message).toContain("'mass' is missing")
  expect(fault(world('<body><inertial pos="0 0 0" mass=""/></body>')).message).toContain("'mass' is missing")
})

test.each([
  '<equality><flex flex="f"/></equality>',
  '<actuator><plugin plugin="mujoco.pid" joint="j"/></actuator>',
  '<sensor><plugin plugin="mujoco.sensor.touch_grid"/></sensor>',
  '<deformable><flex/></deformable>',
  '<worldbody><body><flexcomp/></body></worldbody>',
])('%s is right MJCF that is not supported yet', (content) => {
  const error = fault(`<mujoco>\n${content}</mujoco>`)
  expect(error.unsupported).toBe(true)
  expect(error.message).toContain('not supported yet')
  expect(error.line).toBe(2)
})

test('a plugin is refused by its name', () => {
  const plugin = '<actuator><plugin plugin="mujoco.pid" joint="j"/></actuator>'
  expect(fault(`<mujoco>${plugin}</mujoco>`).message).toContain('"mujoco.pid"')
})

test('mistakes are not called unsupported', () => {
  expect(fault(world('<bdy/>')).unsupported).toBe(false)
  expect(fault(world('<geom size="a"/>')).unsupported).toBe(false)
})

test('sections without content are harmless', () => {
  const sections = ['asset', 'contact', 'deformable', 'equality', 'tendon', 'actuator', 'sensor', 'extension']
  expect(() => readSpec(`<mujoco>${sections.map((name) => `<${name}/>`).join('')}</mujoco>`)).not.toThrow()
})

test('an element has one orientation at most, and not the zero quaternion', () => {
  expect(fault(world('<geom size="1" quat="1 0 0 0" euler="0 0 0"/>')).message).toContain("'quat' and 'euler'")
  expect(fault(world('<body axisangle="1 0 0 0" zaxis="0 0 1"/>')).message).toContain("'axisangle' and 'zaxis'")
  expect(fault(world('<frame quat="0 -0 0.0 0"/>')).message).toContain('cannot be zero')
  const inertial = '<inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" euler="0 0 0"/>'
  expect(fault(world(`<body>${inertial}</body>`)).message).toContain("'fullinertia' and 'euler'")
})

test('other documents are refused', () => {
  expect(fault('<foo/>').message).toContain('expected <mujoco>')
})
