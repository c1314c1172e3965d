import load from '@mujoco/mujoco'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ObjType, StateBit } from '../../src/core/model/enums.ts'
import {
  modelFromReference,
  ReferenceData,
  ReferenceModel,
  type ReferenceModule,
  RefusedByReference,
} from './reference.ts'

const FLAGS = `
<mujoco model="flags">
  <worldbody>
    <light active="false"/>
    <light castshadow="false"/>
    <body name="arm">
      <joint name="elbow" range="-10 10"/>
      <joint axis="1 0 0" actuatorgravcomp="true"/>
      <joint axis="0 1 0" actuatorfrcrange="-1 1"/>
      <geom size="0.1"/>
    </body>
  </worldbody>
  <equality>
    <joint joint1="elbow" active="false"/>
    <joint joint1="elbow"/>
  </equality>
</mujoco>`

describe('the cover over the reference', () => {
  let mj: ReferenceModule
  let reference: ReferenceModel
  beforeAll(async () => {
    mj = await load()
    reference = new ReferenceModel(mj, FLAGS)
  })
  afterAll(() => reference.delete())

  test('reads arrays of booleans, which the binding itself cannot show', () => {
    expect(reference.array('jnt_limited')).toEqual(Uint8Array.of(1, 0, 0))
    expect(reference.array('jnt_actfrclimited')).toEqual(Uint8Array.of(0, 0, 1))
    expect(reference.array('jnt_actgravcomp')).toEqual(Uint8Array.of(0, 1, 0))
    expect(reference.array('light_active')).toEqual(Uint8Array.of(0, 1))
    expect(reference.array('light_castshadow')).toEqual(Uint8Array.of(1, 0))
    expect(reference.array('eq_active0')).toEqual(Uint8Array.of(0, 1))
  })

  test('hands out copies that later calls do not change', () => {
    const data = new ReferenceData(reference)
    const before = data.array('qpos')
    data.set('qpos', [0.1, 0.2, 0.3])
    expect(before).toEqual(new Float64Array(3))
    expect(data.array('qpos')).toEqual(Float64Array.of(0.1, 0.2, 0.3))
    expect(data.state(StateBit.qpos)).toEqual(Float64Array.of(0.1, 0.2, 0.3))
    data.delete()
  })

  test('fills our model with its numbers, options and names', () => {
    const m = modelFromReference(reference)
    expect(m.nv).toBe(3)
    expect(m.names.model).toBe('flags')
    expect(m.names.id(ObjType.joint, 'elbow')).toBe(0)
    expect(m.names.name(ObjType.joint, 1)).toBeUndefined()
    expect(m.body_mass[1]).toBeCloseTo((1000 * 4 * Math.PI * 0.1 ** 3) / 3, 12)
    expect(m.opt.gravity[2]).toBe(-9.81)
    expect(m.vis.rgba.haze).toEqual(Float32Array.of(1, 1, 1, 1))
  })

  test('opens files only when the model asks for them, and leaves none behind', () => {
    const asked: string[] = []
    const texts: Record<string, string> = {
      'robot/main.xml': '<mujoco><include file="parts/arm.xml"/><include file="../common/floor.xml"/></mujoco>',
      'robot/parts/arm.xml': '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>',
      'common/floor.xml': '<mujoco><worldbody><geom type="plane" size="1 1 1"/></worldbody></mujoco>',
      'common/other.xml': '',
    }
    const files = (path: string) => {
      asked.push(path)
      return texts[path]
    }
    const before = mj.FS.readdir('/')
    const robot = new ReferenceModel(mj, { path: 'robot/main.xml', files })
    expect(robot.size('ngeom')).toBe(2)
    expect(asked).not.toContain('common/other.xml')
    expect(mj.FS.readdir('/')).toEqual(before)
    robot.delete()
  })

  test('tells why a model is refused', () => {
    expect(() => new ReferenceModel(mj, '<mujoco><geom/></mujoco>')).toThrow(RefusedByReference)
    expect(() => new ReferenceModel(mj, { path: 'a.xml', files: () => undefined })).toThrow(/opening file/)
  })
})
