import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { ObjType } from '../../../core/model/enums.ts'
import { loadModel } from '../../load.ts'

const ARM = `<mujoco model="arm"><compiler angle="radian"/><option gravity="0 0 -1"/>
  <default><geom size=".2"/><default class="thin"><geom size=".1"/></default></default>
  <worldbody><body name="arm"><joint name="j" range="-1 1"/><geom name="g" class="thin"/></body><body name="other"/>
    <frame name="f" pos="0 0 1"><site name="s"/></frame></worldbody>
  <actuator><motor name="m" joint="j"/></actuator></mujoco>`

const load = (content: string, before = '', files: Record<string, string> = { 'arm.xml': ARM }) =>
  loadModel(`<mujoco>${before}<asset><model file="arm.xml"/></asset><worldbody>${content}</worldbody></mujoco>`, {
    files,
    fileName: 'robot.xml',
  })
const fault = (content: string, before = '', files?: Record<string, string>) =>
  modelError(() => load(content, before, files))

test('a body of another model comes with its joints, its classes, its units and its motors', () => {
  const m = load('<frame pos="1 0 0"><attach model="arm" body="arm" prefix="left_"/></frame>')
  expect(m.names.all(ObjType.body)).toEqual(['world', 'left_arm'])
  expect(m.names.all(ObjType.actuator)).toEqual(['left_m'])
  expect([...m.jnt_range]).toEqual([-1, 1])
  expect(m.geom_size[0]).toBe(0.1)
  expect([...m.body_pos.subarray(3)]).toEqual([1, 0, 0])
})

test('the settings of the other model count only where they are merged', () => {
  const gravity = (policy: string) => {
    return load('<attach model="arm" body="arm" prefix="l"/>', `<compiler conflict="${policy}"/>`).opt.gravity[2]
  }
  expect(gravity('warning')).toBe(-9.81)
  expect(gravity('merge')).toBe(-1)
})

test('distances go with what they tie; user data of keyframes stays with the whole model', () => {
  const arm = `<mujoco model="arm"><size nuserdata="1"/>
    <worldbody><body name="a"><joint/><geom size=".1"/><body name="b" pos="0 0 1"><joint/><geom size=".1"/></body></body></worldbody>
    <equality><distance name="d" body1="a" body2="b"/></equality>
    <keyframe><key name="k" qpos="1 2" userdata="3"/></keyframe></mujoco>`
  const before = '<size nuserdata="2"/><keyframe><key name="own" userdata="5 6"/></keyframe>'
  const m = load('<attach model="arm" body="a" prefix="l_"/>', before, { 'arm.xml': arm })
  expect(m.names.all(ObjType.equality)).toEqual(['l_d'])
  expect([m.eq_obj1id[0], m.eq_obj2id[0], m.eq_data[6]]).toEqual([1, 2, 1])
  expect(m.names.all(ObjType.key)).toEqual(['own', 'l_k'])
  expect([...m.key_userdata]).toEqual([5, 6, 0, 0])
  expect([...m.key_qpos.subarray(2)]).toEqual([1, 2])
})

test('a conflict that cannot be merged says what stands on both sides', () => {
  const before = '<compiler conflict="merge"/><option gravity="0 0 -2"/>'
  const error = fault('<attach model="arm" body="arm" prefix="l"/>', before)
  expect(error).toMatchObject({ found: '0 0 -1 there, 0 0 -2 here', line: 1 })
  expect(error.suggestion).toMatch(/conflict="warning"/)
})

test('a frame brings what is in it, at its own place', () => {
  const m = load('<body pos="1 0 0"><attach model="arm" frame="f" prefix="l"/></body>')
  expect([...m.site_pos]).toEqual([0, 0, 1])
  expect(m.site_bodyid[0]).toBe(1)
})

test('parts of the same model can be attached again', () => {
  const m = load('<body name="b"><geom size="1"/></body><attach body="b" prefix="second_"/>')
  expect(m.names.all(ObjType.body)).toEqual(['world', 'b', 'second_b'])
})

test('models and parts that do not exist are refused with the nearest name', () => {
  expect(fault('<attach model="amr" body="arm" prefix=""/>').suggestion).toMatch(/arm/)
  expect(fault('<attach model="arm" body="amr" prefix=""/>').suggestion).toMatch(/arm/)
  expect(fault('<attach model="arm" frame="g" prefix=""/>')).toMatchObject({ attribute: 'frame' })
  expect(fault('<attach prefix="x"/>').reason).toBe('nothing to attach')
})

test('mistakes in the other model are told with its file and line', () => {
  const error = fault('', '', { 'arm.xml': '<mujoco>\n<worldbody><geom sise="1"/></worldbody></mujoco>' })
  expect(error).toMatchObject({ file: 'arm.xml', line: 2, attribute: 'sise' })
  expect(fault('', '', {}).reason).toBe('model file not found')
})

test('a model that is a part of itself is refused', () => {
  const files = {
    'arm.xml': '<mujoco><asset><model file="hand.xml"/></asset></mujoco>',
    'hand.xml': '<mujoco><asset><model file="arm.xml"/></asset></mujoco>',
  }
  const error = fault('', '', files)
  expect(error).toMatchObject({ file: 'hand.xml', found: 'arm.xml → hand.xml → arm.xml' })
  expect(fault('', '', { 'arm.xml': '<mujoco><asset><model file="robot.xml"/></asset></mujoco>' }).found).toMatch(
    /robot/,
  )
})

test('models that contain each other many times over are refused before memory is spent', () => {
  const files: Record<string, string> = {}
  const twice = (file: string) =>
    `<mujoco><asset><model name="a" file="${file}"/><model name="b" file="${file}"/></asset><worldbody><body name="x">
      <attach model="a" body="x" prefix="1"/><attach model="b" body="x" prefix="2"/></body></worldbody></mujoco>`
  for (let i = 0; i < 30; i++) files[`${i}.xml`] = twice(`${i + 1}.xml`)
  files['30.xml'] = '<mujoco><worldbody><body name="x"/></worldbody></mujoco>'
  files['arm.xml'] = twice('0.xml')
  expect(fault('', '', files).reason).toBe('more than 1000 model files')

  const doubling = Array.from({ length: 30 }, (_, i) => `<attach body="w" prefix="${i}_"/>`)
  expect(fault(`<body name="w">${doubling.join('')}</body>`).reason).toMatch('loading the model takes too much memory')
}, 60_000)

test('models that are attached to the leaves of models that are deep already are refused', () => {
  const files: Record<string, string> = {}
  const deep = (inside: string) => `${'<body>'.repeat(300)}${inside}${'</body>'.repeat(300)}`
  for (let i = 0; i < 100; i++)
    files[`${i}.xml`] = `<mujoco><asset><model name="a" file="${i + 1}.xml"/></asset><worldbody>
      ${deep('<attach model="a" prefix="p"/>')}</worldbody></mujoco>`
  files['100.xml'] = '<mujoco><worldbody><body name="x"/></worldbody></mujoco>'
  files['arm.xml'] = files['0.xml']
  expect(fault('<attach model="MuJoCo Model" prefix="p"/>', '', files).reason).toMatch(/1500 elements deep/)
})

test('models within models without end are refused', () => {
  const next = (path: string) => `<mujoco><asset><model file="${Number.parseInt(path, 10) + 1}.xml"/></asset></mujoco>`
  const error = modelError(() => loadModel(next('-1'), { files: next }))
  expect(error.reason).toBe('models are nested more than 200 deep')
})

test('a body with 130,000 sites is attached', () => {
  const arm = `<mujoco model="arm"><worldbody><frame name="f">${'<site/>'.repeat(130_000)}</frame></worldbody></mujoco>`
  const m = load('<body><attach model="arm" prefix="p"/></body>', '', { 'arm.xml': arm })
  expect(m.nsite).toBe(130_000)
})
