import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { GeomType, JointType } from '../../../core/model/enums.ts'
import { readSpec } from '../../load.ts'
import type { BodyChild } from '../schema/spec.ts'

const model = (content: string) => `<mujoco>\n<worldbody>\n${content}\n</worldbody>\n</mujoco>`
const world = (content: string) => readSpec(model(content), { fileName: 'robot.xml' }).world
const fault = (content: string) => modelError(() => world(content))

/** The tree in words: kinds and names. */
function outline(child: BodyChild): string {
  const { name } = child.attributes as { name?: string }
  const label = name || child.kind
  if (child.kind !== 'body' && child.kind !== 'frame') return label
  return `${label}(${child.children.map(outline).join(' ')})`
}

test('the tree keeps the order of the document, frames included', () => {
  const content = `<geom name="floor" size="1"/><body name="a"><joint name="j"/><frame name="f"><geom name="g" size="1"/>
    <body name="b"/></frame><site name="s"/></body><camera name="c"/><light name="l"/>`
  expect(outline(world(content))).toBe('world(floor a(j f(g b()) s) c l)')
})

test('several world sections make one world', () => {
  const { world } = readSpec(
    '<mujoco><worldbody><body name="a"/></worldbody><worldbody><site name="b"/></worldbody></mujoco>',
  )
  expect(outline(world)).toBe('world(a() b)')
  expect(outline(readSpec('<mujoco/>').world)).toBe('world()')
})

test('elements carry their attributes, types as numbers, and the place where they stand', () => {
  const [body] = world('<body name="a" pos="1 2 3" gravcomp=".5">\n <geom type="box" size="1 2 3"/></body>').children
  expect(body).toMatchObject({
    kind: 'body',
    attributes: { name: 'a', pos: [1, 2, 3], quat: [1, 0, 0, 0], gravcomp: 0.5, euler: undefined },
    source: { file: 'robot.xml', line: 3, column: 1, element: 'body', name: 'a' },
    children: [{ kind: 'geom', attributes: { type: GeomType.box, size: [1, 2, 3] }, source: { line: 4, column: 2 } }],
  })
})

test('the inertial of a body stands apart from its children', () => {
  const [body] = world(
    '<body><inertial pos="0 0 1" mass="2" diaginertia="1 2 3"/><joint type="slide"/></body>',
  ).children
  expect(body).toMatchObject({
    inertial: { attributes: { pos: [0, 0, 1], mass: 2, diaginertia: [1, 2, 3], fullinertia: undefined } },
    children: [{ attributes: { type: JointType.slide } }],
  })
})

test('all elements share the settings of the compiler', () => {
  const { compiler, world } = readSpec('<mujoco><worldbody><body/></worldbody><compiler angle="radian"/></mujoco>')
  expect(world.children[0].compiler).toBe(compiler)
  expect(compiler.angle).toBe(0)
})

test('a name may be used once for each kind of object, and both places are told', () => {
  const error = fault('<geom name="a" size="1"/>\n<geom size="1" name="a"/>')
  expect(error).toMatchObject({ line: 4, column: 16, attribute: 'name' })
  expect(error.message).toContain('robot.xml:3:7')
  expect(fault('<body name="b"><joint name="a"/><freejoint name="a"/></body>').message).toContain('joint')
  expect(fault('<frame name="a"/><frame name="a"/>').message).toContain('frame')
  expect(fault('<body name="world"/>').message).toContain("'world'")
  const twice = (element: string) => `<mujoco><custom>${element}${element}</custom></mujoco>`
  expect(modelError(() => readSpec(twice('<numeric name="n" data="1"/>'))).message).toContain('numeric')
  expect(modelError(() => readSpec(twice('<text name="n" data="1"/>'))).message).toContain('text')
  const keys = '<mujoco><keyframe><key name="k"/><key name="k"/></keyframe></mujoco>'
  expect(modelError(() => readSpec(keys)).message).toContain('key')
})

test('different kinds may share a name, and no name is no name', () => {
  expect(() =>
    world('<body name="a"><joint name="a"/><geom name="a"/></body><frame name="a"/><site name="a"/>'),
  ).not.toThrow()
  expect(() => world('<geom name="" size="1"/><geom name="" size="1"/>')).not.toThrow()
})
