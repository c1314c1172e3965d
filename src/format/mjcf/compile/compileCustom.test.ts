import { describe, expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { ObjType } from '../../../core/model/enums.ts'
import { loadModel } from '../../load.ts'

const model = (custom: string, before = '') =>
  loadModel(`<mujoco>${before}<custom>${custom}</custom><worldbody><geom name="floor" size="1"/></worldbody></mujoco>`)

describe('custom fields', () => {
  test('of numbers are filled up with zeros', () => {
    const m = model('<numeric name="a" data="1 2"/><numeric name="b" size="3" data="4"/>')
    expect([...m.numeric_data]).toEqual([1, 2, 4, 0, 0])
    expect([...m.numeric_adr]).toEqual([0, 2])
    expect(m.names.id(ObjType.numeric, 'b')).toBe(1)
  })

  test('of text end with a zero byte', () => {
    const m = model('<text name="a" data="hé"/><text name="b" data="x"/>')
    expect([...m.text_data]).toEqual([104, 195, 169, 0, 120, 0])
    expect([...m.text_adr]).toEqual([0, 4])
  })

  test('of references hold types and ids', () => {
    const m = model(`<tuple name="t"><element objtype="geom" objname="floor" prm="3"/>
      <element objtype="body" objname="world"/></tuple>`)
    expect([...m.tuple_objtype]).toEqual([ObjType.geom, ObjType.body])
    expect([...m.tuple_objid, ...m.tuple_objprm]).toEqual([0, 0, 3, 0])
  })

  test('that refer to nothing are refused, with the nearest name', () => {
    const error = modelError(() => model('<tuple name="t"><element objtype="geom" objname="flor"/></tuple>'))
    expect(error).toMatchObject({ element: 'element', attribute: 'objname' })
    expect(error.suggestion).toBe("did you mean 'floor'?")
  })
})

describe('user data', () => {
  const world = (user: string, size = '') =>
    loadModel(`<mujoco>${size}<worldbody><site user="1"/><site user="${user}"/></worldbody></mujoco>`)

  test('is as wide as the widest', () => {
    expect([...world('2 3').site_user]).toEqual([1, 0, 2, 3])
  })

  test('is as wide as size says, and no wider', () => {
    expect([...world('2', '<size nuser_site="2"/>').site_user]).toEqual([1, 0, 2, 0])
    expect(modelError(() => world('2 3', '<size nuser_site="1"/>'))).toMatchObject({
      element: 'site',
      attribute: 'user',
    })
  })
})
