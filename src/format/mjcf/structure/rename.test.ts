import { expect, test } from 'vitest'
import { readSpec } from '../../load.ts'
import type { AnyElement } from '../schema/spec.ts'
import { referencesOf, renamed } from './rename.ts'

const spec = readSpec(`<mujoco>
  <asset><material name="red"/></asset>
  <worldbody><body name="b"><joint name="j"/><geom name="g" size="1" material="red"/><site name="s"/>
    <camera name="c" target="b"/></body></worldbody>
  <tendon><spatial name="t" material="red"><site site="s"/><geom geom="g" sidesite="s"/></spatial></tendon>
  <sensor><framepos name="p" objtype="xbody" objname="b" reftype="site" refname="s"/><clock/></sensor>
  <equality><joint name="e" joint1="j"/></equality></mujoco>`)
const within = { prefix: '<', suffix: '>', assets: false }
const between = { ...within, assets: true }
const names = (element: AnyElement, ...attributes: string[]) => attributes.map((key) => element.attributes[key])

test('an element, its children and all that they refer to get new names', () => {
  const tendon = renamed(spec.tendons[0], 'tendon', within)
  expect(names(tendon, 'name')).toEqual(['<t>'])
  expect(tendon.children?.map((point) => names(point, 'site', 'geom', 'sidesite'))).toEqual([
    ['<s>', undefined, undefined],
    [undefined, '<g>', '<s>'],
  ])
  expect(names(renamed(spec.equalities[0], 'equality', within), 'name', 'joint1', 'joint2')).toEqual(['<e>', '<j>', ''])
})

test('an attribute whose kind another attribute tells is renamed too', () => {
  const sensor = renamed(spec.sensors[0], 'sensor', within)
  expect(names(sensor, 'objname', 'refname', 'objtype')).toEqual(['<b>', '<s>', 'xbody'])
  expect(referencesOf(sensor, 'sensor').map(({ kind }) => kind)).toEqual(['body', 'site'])
})

test('copies within a model share its assets, copies from another model bring their own', () => {
  const body = spec.world.children[0] as unknown as AnyElement
  const geom = (copy: AnyElement) => copy.children?.find(({ kind }) => kind === 'geom')?.attributes['material']
  expect(geom(renamed(body, 'body', within))).toBe('red')
  expect(geom(renamed(body, 'body', between))).toBe('<red>')
  expect(names(renamed(spec.tendons[0], 'tendon', between), 'material')).toEqual(['<red>'])
})

test('what has no name stays without', () => {
  expect(names(renamed(spec.sensors[1], 'sensor', within), 'name')).toEqual([''])
})
