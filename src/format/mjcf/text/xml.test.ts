import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { parseXml, sourceOf, XML_LIMITS } from './xml.ts'

const fault = (text: string) => modelError(() => parseXml(text, 'robot.xml'))

test('elements and attributes know the line and column where they were written', () => {
  const root = parseXml(
    '<mujoco>\n  <geom\r\n    size="1"  pos = "0 0 0"/>\n\t<body name="b"></body>\n</mujoco>',
    'robot.xml',
  )
  const [geom, body] = root.children
  expect(sourceOf(geom)).toEqual({ file: 'robot.xml', line: 2, column: 3, element: 'geom' })
  expect(sourceOf(geom, 'size')).toMatchObject({ line: 3, column: 5 })
  expect(sourceOf(geom, 'pos')).toMatchObject({ line: 3, column: 15 })
  expect(sourceOf(body)).toEqual({ file: 'robot.xml', line: 4, column: 2, element: 'body', name: 'b' })
})

test('the predefined entities are resolved in attributes', () => {
  const root = parseXml('<mujoco model="a &lt; b &amp;&#38; c"/>', 'robot.xml')
  expect(root.attributes.get('model')?.value).toBe('a < b && c')
})

test('comments, text, a declaration and a byte order mark are skipped', () => {
  const text = '\ufeff<?xml version="1.0"?>\n<!-- a -- b -->\n<mujoco>text<![CDATA[ <x/> ]]><option/></mujoco>\n'
  expect(parseXml(text, 'robot.xml').children.map((child) => child.name)).toEqual(['option'])
  expect(parseXml('\n  <?xml version="1.0"?><mujoco/>', 'robot.xml').name).toBe('mujoco')
})

test('comments end at the first arrow, whatever dashes stand in them', () => {
  const text = '<m><!-- a ---><b/><!----><c/><!-- <d/> -- \n --->\n <e/></m>'
  const { children } = parseXml(text, 'robot.xml')
  expect(children.map((child) => child.name)).toEqual(['b', 'c', 'e'])
  expect(children[2]).toMatchObject({ line: 3, column: 2 })
  expect(fault('<m><!-- <b/></m>').reason).toMatch(/^malformed XML/)
  expect(parseXml('<m><![CDATA[ <!-- ]]><b/></m>', 'robot.xml').children).toHaveLength(1)
})

test.each([
  ['an unclosed element', '<mujoco>\n<option>', 2],
  ['a wrong closing tag', '<mujoco>\n</mujoc>', 2],
  ['an attribute twice', '<mujoco>\n<a b="1" b="2"/></mujoco>', 2],
  ['an attribute without quotes', '<mujoco>\n<a b=1/></mujoco>', 2],
  ['a second root', '<mujoco/>\n<mujoco/>', 2],
  ['an unknown entity', '<mujoco>\n<a b="&x;"/></mujoco>', 2],
  ['no markup at all', '\nhello', 2],
  ['a document cut in a tag', '<mujoco', 1],
])('%s is refused, with its line', (_, text, line) => {
  const error = fault(text)
  expect(error.reason).toMatch(/^malformed XML/)
  expect(error).toMatchObject({ file: 'robot.xml', line })
  expect(error.column).toBeGreaterThan(0)
})

test('a plain ampersand is named, with what to write instead', () => {
  expect(fault('<mujoco>\n<a b="x & y"/></mujoco>')).toMatchObject({ line: 2, column: 9 })
  expect(fault('<mujoco>\n<a b="x & y"/></mujoco>').message).toContain('&amp;')
})

test('an empty document is refused', () => {
  expect(fault('').message).toContain('empty')
  expect(fault(' \n ').message).toContain('empty')
  expect(fault('<!-- only a comment -->').message).toContain('empty')
})

test('what is no text is refused', () => {
  expect(modelError(() => parseXml(undefined as unknown as string, 'robot.xml')).message).toContain('undefined')
})

test('binary data is refused', () => {
  expect(fault('<mujoco>\0</mujoco>').message).toContain('NUL')
})

test('document types are refused, and with them entities that grow', () => {
  const lol = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'
  expect(fault(lol).message).toContain('document type')
  expect(fault('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>').message).toContain('document type')
})

test('nesting is limited, without exhausting the stack', () => {
  expect(fault('<a>'.repeat(100_000)).message).toContain(`${XML_LIMITS.depth} deep`)
  const deep = '<a>'.repeat(XML_LIMITS.depth) + '</a>'.repeat(XML_LIMITS.depth)
  expect(parseXml(deep, 'robot.xml').name).toBe('a')
})
