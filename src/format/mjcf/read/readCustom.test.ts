import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { readSpec } from '../../load.ts'

const custom = (content: string) => readSpec(`<mujoco><custom>${content}</custom></mujoco>`)
const fault = (content: string) => modelError(() => custom(content))

test('custom fields are read in order', () => {
  const { numerics, texts, tuples } = custom(`
    <numeric name="n" size="3" data="1 2"/><text name="t" data="hello"/>
    <tuple name="u"><element objtype="body" objname="world" prm="2"/><element objtype="numeric" objname="n"/></tuple>`)
  expect(numerics[0].attributes).toMatchObject({ name: 'n', size: 3, data: [1, 2] })
  expect(texts[0].attributes).toMatchObject({ name: 't', data: 'hello' })
  expect(tuples[0].attributes).toEqual({ name: 'u' })
  expect(tuples[0].children.map((element) => element.attributes)).toEqual([
    { objtype: 'body', objname: 'world', prm: 2 },
    { objtype: 'numeric', objname: 'n', prm: 0 },
  ])
})

test('a numeric holds 1 to 500 numbers, and no more data than its size', () => {
  expect(custom('<numeric name="n" size="500"/>').numerics).toHaveLength(1)
  expect(fault('<numeric name="n"/>').message).toContain('1 to 500')
  expect(fault('<numeric name="n" data=""/>').message).toContain('1 to 500')
  for (const size of ['0', '-1', '501', '600000000']) {
    expect(fault(`<numeric name="n" size="${size}"/>`).message).toContain('1 to 500')
  }
  expect(fault(`<numeric name="n" data="${'1 '.repeat(501)}"/>`).message).toContain('1 to 500')
  expect(fault('<numeric name="n" size="1" data="1 2"/>').message).toContain('more data than its size')
})

test('texts and tuples are not empty', () => {
  expect(fault('<text name="t"/>').message).toContain("'data' is missing")
  expect(fault('<text name="t" data=""/>').message).toContain('cannot be empty')
  expect(fault('<tuple name="u"/>').message).toContain('cannot be empty')
})

test('custom fields need names, and objects of tuples a known type', () => {
  expect(fault('<numeric data="1"/>').message).toContain("'name' is missing")
  const error = fault('<tuple name="u"><element objtype="bdy" objname="world"/></tuple>')
  expect(error.message).toContain("did you mean 'body'?")
})

test('keys hold what they give, and leave the rest open', () => {
  const { keys } = readSpec(
    '<mujoco><keyframe><key name="a" time="2" qpos="1 2"/></keyframe><keyframe><key/></keyframe></mujoco>',
  )
  expect(keys.map((key) => key.attributes)).toMatchObject([
    { name: 'a', time: 2, qpos: [1, 2], qvel: undefined },
    { name: '', time: 0, qpos: undefined },
  ])
})
