import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { ObjType } from '../../../core/model/enums.ts'
import { loadModel, readSpec } from '../../load.ts'
import { compile } from './compile.ts'

const WORLD = `<worldbody>
  <body pos="1 2 3"><freejoint/><geom size=".1"/></body>
  <body><joint ref="90"/><geom size=".1"/></body>
  <body mocap="true" pos="4 5 6"/>
</worldbody>`
const model = (keys: string, before = '') => loadModel(`<mujoco>${before}${WORLD}<keyframe>${keys}</keyframe></mujoco>`)

describe('a keyframe', () => {
  test('is like a reset where it says nothing', () => {
    const m = model('<key name="home" time="2"/>')
    expect([...m.key_qpos]).toEqual([1, 2, 3, 1, 0, 0, 0, Math.PI / 2])
    expect([...m.key_qvel]).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect([...m.key_mpos, ...m.key_mquat]).toEqual([4, 5, 6, 1, 0, 0, 0])
    expect(m.key_time[0]).toBe(2)
    expect(m.names.id(ObjType.key, 'home')).toBe(0)
  })

  test('has its quaternions normalized', () => {
    const m = model('<key qpos="0 0 0 0 0 3 0 1" mquat="0 0 2 0"/>')
    expect([...m.key_qpos]).toEqual([0, 0, 0, 0, 0, 1, 0, 1])
    expect([...m.key_mquat]).toEqual([0, 0, 1, 0])
  })

  test('may end early', () => {
    expect([...model('<key qvel="1 2"/>').key_qvel]).toEqual([1, 2, 0, 0, 0, 0, 0])
  })

  test.each([
    ['qpos', '0 0 0 1 0 0 0 0 0'],
    ['qvel', '0 0 0 0 0 0 0 0'],
    ['act', '1'],
    ['ctrl', '1'],
    ['mpos', '1 2 3 4'],
  ])('with too many numbers in %s is refused', (attribute, numbers) => {
    const error = modelError(() => model(`<key ${attribute}="${numbers}"/>`))
    expect(error).toMatchObject({ element: 'key', attribute, found: `${numbers.split(' ').length}` })
  })

  test('has user data, as much as the model makes room for', () => {
    const m = model('<key/><key userdata="1 2 3"/>', '<size nuserdata="3"/>')
    expect([...m.key_userdata]).toEqual([0, 0, 0, 1, 2, 3])
    const error = modelError(() => model('<key userdata="1 2"/>', '<size nuserdata="3"/>'))
    expect(error).toMatchObject({ element: 'key', attribute: 'userdata', found: '2' })
    expect(error.expected).toContain('3 numbers')
    expect(modelError(() => model('<key userdata="1"/>')).expected).toContain('nuserdata')
  })

  test('that size asks for beyond those written is a reset', () => {
    const m = model('<key qvel="1 1 1 1 1 1 1"/>', '<size nkey="2"/>')
    expect(m.nkey).toBe(2)
    expect([...m.key_qvel.subarray(7)]).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})

test('more keyframes than memory can hold are refused', () => {
  const spec = readSpec(`<mujoco>${WORLD}</mujoco>`)
  const error = modelError(() => compile({ ...spec, size: { ...spec.size, nkey: 2 ** 30 } }))
  expect(error.message).toContain('too large')
})
