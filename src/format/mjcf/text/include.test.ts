import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { parseWithIncludes } from './include.ts'
import { type Files, normalizePath, pathFault } from './modelFiles.ts'
import type { XmlElement } from './xml.ts'

const including = (file: string) => `<mujoco>\n  <include file="${file}"/>\n</mujoco>`
const fault = (xml: string, files: Files = {}, fileName = 'robot.xml') =>
  modelError(() => parseWithIncludes(xml, files, fileName))

function outline({ name, children }: XmlElement): string {
  return children.length === 0 ? name : `${name}(${children.map(outline).join(' ')})`
}

test('an include is replaced by what stands in the root of the file', () => {
  const xml = '<mujoco><option/><include file="a.xml"/><worldbody><include file="b.xml"/></worldbody></mujoco>'
  const files = { 'a.xml': '<mujoco><size/><visual/></mujoco>', 'b.xml': '<anything><body/></anything>' }
  expect(outline(parseWithIncludes(xml, files, 'robot.xml'))).toBe('mujoco(option size visual worldbody(body))')
})

test('elements of an included file say which file they are from', () => {
  const root = parseWithIncludes(including('parts/a.xml'), { 'parts/a.xml': '<m>\n<size/></m>' }, 'models/robot.xml')
  expect(root.children[0]).toMatchObject({ name: 'size', file: 'models/parts/a.xml', line: 2 })
})

test('files may be bytes, or come from a function', () => {
  const bytes = new TextEncoder().encode('<m><size/></m>')
  expect(outline(parseWithIncludes(including('a.xml'), { 'a.xml': bytes }, 'robot.xml'))).toBe('mujoco(size)')
  const files = (path: string) => (path === '../lib/a.xml' ? bytes : undefined)
  expect(outline(parseWithIncludes(including('./x/../../lib/a.xml'), files, 'robot.xml'))).toBe('mujoco(size)')
})

test('a file is looked for from the folder of the model, then from the folder of the including file', () => {
  const files = { 'parts/arm.xml': '<m><include file="hand.xml"/></m>', 'parts/hand.xml': '<m><size/></m>' }
  expect(outline(parseWithIncludes(including('parts/arm.xml'), files, 'robot.xml'))).toBe('mujoco(size)')
  const nearer = { ...files, 'hand.xml': '<m><option/></m>' }
  expect(outline(parseWithIncludes(including('parts/arm.xml'), nearer, 'robot.xml'))).toBe('mujoco(option)')
})

test('a missing file is named, with everything that was looked for', () => {
  const error = fault(including('parts/arm.xml'), { 'parts/arm.xml': '<m><include file="hand.xml"/></m>' })
  expect(error).toMatchObject({ file: 'parts/arm.xml', line: 1, attribute: 'file' })
  expect(error.message).toContain("'hand.xml', 'parts/hand.xml'")
})

test('an include that leads back to itself is refused', () => {
  expect(fault(including('robot.xml'), { 'robot.xml': including('robot.xml') }).message).toContain('includes itself')
  const ring = { 'a.xml': including('b.xml'), 'b.xml': including('a.xml') }
  expect(fault(including('a.xml'), ring).message).toContain('includes itself')
})

test('a file included twice is refused, and the first place named', () => {
  const xml = '<mujoco>\n<include file="a.xml"/>\n<include file="./a.xml"/></mujoco>'
  const error = fault(xml, { 'a.xml': '<m/>' })
  expect(error.line).toBe(3)
  expect(error.message).toContain('robot.xml:2')
})

test.each([
  ['/etc/passwd', 'absolute'],
  ['C:/x.xml', 'drive'],
  ['c:x.xml', 'drive'],
  ['https://a.b/c.xml', 'URL'],
  ['file:x.xml', 'URL'],
  ['a\\b.xml', 'backslash'],
  ['', 'empty'],
  ['..', 'folder'],
  ['a/..', 'folder'],
  [`${'../'.repeat(9)}x.xml`, 'climbs'],
  [`a/${'../'.repeat(10)}x.xml`, 'climbs'],
])('the file name "%s" is refused', (name, why) => {
  expect(pathFault(name)).toContain(why)
  if (name) expect(fault(including(name), () => '<m/>').message).toContain(why)
})

test('paths that climb a few folders are handed to the resolver', () => {
  expect(pathFault('../humanoid/humanoid.xml')).toBeUndefined()
  expect(normalizePath('a/../../b//./c.xml')).toBe('../b/c.xml')
})

test('names of the prototype are not files', () => {
  expect(fault(including('constructor'), {}).message).toContain('not found')
  expect(fault(including('__proto__'), {}).message).toContain('not found')
})

test('an include takes a file, and nothing else', () => {
  expect(fault('<mujoco><include/></mujoco>').message).toContain("'file' is missing")
  expect(fault('<mujoco><include file="a" x=""/></mujoco>').message).toContain("only 'file'")
  expect(fault('<mujoco><include file="a"><body/></include></mujoco>').message).toContain('children')
  expect(fault('<include file="a"/>').message).toContain('<mujoco>')
})

test('included files together cannot nest deeper than one file could', () => {
  const deep = (inner: string) => `<m>${'<body>'.repeat(300)}${inner}${'</body>'.repeat(300)}</m>`
  const files = { 'a.xml': deep('<include file="b.xml"/>'), 'b.xml': deep('') }
  expect(fault(including('a.xml'), files).message).toContain('deep')
})

test('a file with very many elements can be included', () => {
  const files = { 'a.xml': `<m>${'<body/>'.repeat(300_000)}</m>` }
  expect(parseWithIncludes(including('a.xml'), files, 'robot.xml').children).toHaveLength(300_000)
})
