import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sourceOf } from './modelInput.ts'

const base = 'https://page.example/folder/index.html'
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (source: ReturnType<typeof sourceOf>) =>
  source.kind === 'files' ? new TextDecoder().decode(source.files.get(source.path)) : source.url

test('treats a string as an address, relative to the page, unless it is XML', () => {
  expect(textOf(sourceOf('robot/a.xml', base))).toBe('https://page.example/folder/robot/a.xml')
  expect(textOf(sourceOf(new URL('https://other.example/a.xml'), base))).toBe('https://other.example/a.xml')
  expect(textOf(sourceOf('\n  <mujoco/>', base))).toContain('<mujoco/>')
})

test('finds the model among files, or takes the given path', () => {
  const files = { 'a.xml': '<mujoco/>', 'scene.xml': bytes('<mujoco model="scene"/>') }
  expect(textOf(sourceOf({ files }, base))).toContain('scene')
  expect(textOf(sourceOf({ files: new Map(Object.entries(files)), path: 'a.xml' }, base))).toBe('<mujoco/>')
})

test('adds a text to files', () => {
  const source = sourceOf({ xml: '<mujoco model="text"/>', files: { 'a.xml': '<mujoco/>' }, path: 'b/c.xml' }, base)
  expect(textOf(source)).toContain('text')
  expect(source.kind === 'files' && [...source.files.keys()]).toEqual(['a.xml', 'b/c.xml'])
})

test('unpacks archives', () => {
  expect(textOf(sourceOf({ zip: zipSync({ 'a/b.xml': bytes('<robot/>') }) }, base))).toBe('<robot/>')
})

test('reports a missing model, or a missing file', () => {
  expect(() => sourceOf({ files: {} }, base)).toThrow('no model among these 0 files')
  expect(() => sourceOf({ files: { 'a.xml': '<mujoco/>' }, path: 'b.xml' }, base)).toThrow('no file b.xml among: a.xml')
})
