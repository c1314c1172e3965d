import { expect, test } from 'vitest'
import { modelError } from '../../../../../test/support/modelError.ts'
import { ObjType } from '../../../../core/model/enums.ts'
import { loadModel } from '../../../load.ts'

const body = (name: string, content = '') =>
  `<body name="${name}"><freejoint/><geom name="${name.toLowerCase()}" size=".1"/>${content}</body>`
const xml = (contact: string, before = '') =>
  `<mujoco>${before}<worldbody>${body('A')}${body('B')}${body('C')}</worldbody><contact>${contact}</contact></mujoco>`
const model = (contact: string, before?: string) => loadModel(xml(contact, before))
const fault = (contact: string) => modelError(() => model(contact))

test('pairs are in the order of their bodies, each with the geom of the earlier body first', () => {
  const m = model('<pair name="last" geom1="c" geom2="b"/><pair name="first" geom1="b" geom2="a"/>')
  expect([...m.pair_geom1]).toEqual([0, 1])
  expect([...m.pair_geom2]).toEqual([1, 2])
  expect([...m.pair_signature]).toEqual([(1 << 16) + 2, (2 << 16) + 3])
  expect(m.names.all(ObjType.pair)).toEqual(['first', 'last'])
})

test('pairs between the same bodies keep the order in which they were written', () => {
  const m = model('<pair name="1" geom1="a" geom2="b"/><pair name="2" geom1="b" geom2="a"/>')
  expect(m.names.all(ObjType.pair)).toEqual(['1', '2'])
})

test('a pair takes what it does not give from its class, not from its geoms', () => {
  const defaults =
    '<default><geom friction="9" condim="6"/><default class="x"><pair friction="2 3"/></default></default>'
  const m = model('<pair geom1="a" geom2="b" class="x" margin=".5"/><pair geom1="a" geom2="c"/>', defaults)
  expect([...m.pair_friction]).toEqual([2, 3, 0.005, 0.0001, 0.0001, 1, 1, 0.005, 0.0001, 0.0001])
  expect([...m.pair_dim]).toEqual([3, 3])
  expect([...m.pair_margin]).toEqual([0.5, 0])
})

test('excluded bodies are noted by their numbers, in order', () => {
  const all = ['A B', 'B C', 'C A'].map((pair) => pair.split(' '))
  const exclude = ([a, b]: string[]) => `<exclude body1="${a}" body2="${b}"/>`
  const m = model(all.map(exclude).join(''))
  expect([...m.exclude_signature]).toEqual([(1 << 16) + 2, (1 << 16) + 3, (2 << 16) + 3])
})

test('names that do not exist are told with the nearest one', () => {
  expect(fault('<pair geom1="a" geom2="bb"/>')).toMatchObject({ attribute: 'geom2', found: '"bb"' })
  expect(fault('<exclude body1="World" body2="A"/>').suggestion).toBe("did you mean 'world'?")
})

test('a contact has one, three, four or six directions', () => {
  expect(fault('<pair geom1="a" geom2="b" condim="5"/>')).toMatchObject({ attribute: 'condim', expected: '1, 3, 4, 6' })
})
