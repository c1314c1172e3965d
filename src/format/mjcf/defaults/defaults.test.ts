import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { LightType } from '../../../core/model/enums.ts'
import { readSpec } from '../../load.ts'
import type { BodyChild, BodySpec, GeomSpec, JointSpec, LightSpec } from '../schema/spec.ts'

function children(defaults: string, content: string): readonly BodyChild[] {
  return readSpec(`<mujoco>${defaults}<worldbody>${content}</worldbody></mujoco>`).world.children
}
const geom = (defaults: string, content: string) => (children(defaults, content)[0] as GeomSpec).attributes
const fault = (defaults: string, content = '') => modelError(() => children(defaults, content))

test('an element without class takes the defaults of main', () => {
  const { size, density } = geom('<default><geom density="5"/></default>', '<geom size="1"/>')
  expect([size, density]).toEqual([[1, 0, 0], 5])
})

test('of a list with fewer numbers than the default, only the leading ones change', () => {
  const defaults = '<default><geom size=".3 .2 .1" solimp="0 .1 .2 .3 .4"/></default>'
  const attributes = geom(defaults, '<geom size=".7" solimp="1 1"/>')
  expect(attributes.size).toEqual([0.7, 0.2, 0.1])
  expect(attributes.solimp).toEqual([1, 1, 0.2, 0.3, 0.4])
  expect(geom('<default><geom friction=".5"/></default>', '<geom size="1"/>').friction).toEqual([0.5, 0.005, 0.0001])
})

test('a nested class starts from everything that the class around it says, whatever the order', () => {
  const defaults = '<default><default class="a"><geom density="2"/></default><geom density="1" margin="3"/></default>'
  expect(geom(defaults, '<geom class="a" size="1"/>')).toMatchObject({ density: 2, margin: 3 })
})

test('a second default section changes main, but not the classes that are already there', () => {
  const defaults =
    '<default><geom margin="1"/><default class="a"/></default><default class="main"><geom margin="2"/></default>'
  expect(geom(defaults, '<geom size="1"/>').margin).toBe(2)
  expect(geom(defaults, '<geom class="a" size="1"/>').margin).toBe(1)
})

test('childclass holds for everything below, until an element or a nearer childclass says otherwise', () => {
  const classes = ['a', 'b', 'c'].map((name, i) => `<default class="${name}"><geom margin="${i + 1}"/></default>`)
  const content = `<body childclass="a">
    <geom size="1"/><geom size="1" class="c"/><geom size="1" class="main"/>
    <frame childclass="b"><geom size="1"/><body><geom size="1"/></body></frame>
    <body><geom size="1"/></body><body childclass="c"><geom size="1"/></body>
  </body>`
  const margins: number[] = []
  const visit = (child: BodyChild): void => {
    if (child.kind === 'geom') margins.push(child.attributes.margin)
    if (child.kind === 'body' || child.kind === 'frame') child.children.forEach(visit)
  }
  children(`<default>${classes.join('')}</default>`, content).forEach(visit)
  expect(margins).toEqual([1, 3, 0, 2, 2, 1, 3])
})

test('an alternative orientation of the class wins over a quat, and yields to another alternative', () => {
  const defaults = '<default><geom euler="1 2 3"/></default>'
  expect(geom(defaults, '<geom size="1" quat="0 1 0 0"/>')).toMatchObject({ quat: [0, 1, 0, 0], euler: [1, 2, 3] })
  expect(geom(defaults, '<geom size="1" zaxis="1 0 0"/>')).toMatchObject({ zaxis: [1, 0, 0], euler: undefined })
})

test('a freejoint is untouched by classes, a joint of type free is not', () => {
  const defaults = '<default><joint damping="5" armature="1" group="3"/></default>'
  const joint = (element: string) => {
    const [body] = children(defaults, `<body>${element}</body>`)
    return ((body as BodySpec).children[0] as JointSpec).attributes
  }
  expect(joint('<freejoint/>')).toMatchObject({ type: 0, damping: [0, 0, 0], armature: 0, group: 0, align: 2 })
  expect(joint('<freejoint align="true" group="1"/>')).toMatchObject({ type: 0, group: 1, align: 1 })
  expect(joint('<joint type="free"/>')).toMatchObject({ type: 0, damping: [5, 0, 0], armature: 1, align: 2 })
})

test('the older way to make a light directional and the newer override each other', () => {
  const type = (defaults: string, element: string) => (children(defaults, element)[0] as LightSpec).attributes.type
  expect(type('', '<light directional="true"/>')).toBe(LightType.directional)
  expect(type('<default><light directional="true"/></default>', '<light type="spot"/>')).toBe(LightType.spot)
  expect(type('<default><light type="point"/></default>', '<light directional="true"/>')).toBe(LightType.directional)
  expect(type('<default><light type="point"/></default>', '<light/>')).toBe(LightType.point)
})

test('classes give to pairs, equality constraints of every kind, and tendons of both kinds', () => {
  const { contacts, equalities, tendons } = readSpec(`<mujoco>
    <default>
      <pair condim="6"/><equality active="false"/><tendon width=".5"/>
      <default class="x"><tendon group="3"/></default>
    </default>
    <contact><pair geom1="a" geom2="b"/></contact>
    <equality><weld body1="a"/><joint joint1="j"/></equality>
    <tendon><spatial class="x"/><fixed class="x"/></tendon>
  </mujoco>`)
  expect(contacts[0].attributes).toMatchObject({ condim: 6 })
  for (const { attributes } of equalities) expect(attributes).toMatchObject({ active: 0 })
  for (const { attributes } of tendons) expect(attributes).toMatchObject({ width: 0.5, group: 3 })
})

test('an unknown class is refused with the nearest known one', () => {
  const defaults = '<default><default class="visual"/></default>'
  expect(fault(defaults, '<geom class="visul"/>')).toMatchObject({ attribute: 'class', found: '"visul"' })
  expect(fault(defaults, '<body childclass="visul"/>').message).toContain("did you mean 'visual'?")
  expect(fault(defaults, '<geom class=""/>').message).toContain('unknown default class')
})

test('names of classes are given, different, and not main', () => {
  expect(fault('<default class="robot"/>').message).toContain("always called 'main'")
  expect(fault('<default><default/></default>').message).toContain('needs a name')
  expect(fault('<default><default class="a"/><default class="a"/></default>').message).toContain('already')
  expect(fault('<default><default class="main"/></default>').message).toContain('already')
})

test('a class has neither names, nor references, nor two templates of a kind', () => {
  expect(fault('<default><geom name="a"/></default>').message).toContain('not allowed in a default class')
  expect(fault('<default><camera target="a"/></default>').message).toContain('not allowed in a default class')
  expect(fault('<default><geom/><geom/></default>').message).toContain('only once')
  expect(fault('<default><freejoint/></default>').message).toContain('is not allowed in <default>')
})
