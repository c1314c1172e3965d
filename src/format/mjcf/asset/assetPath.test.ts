import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { fallbacks } from '../schema/readAttributes.ts'
import type { TextureSpec } from '../schema/spec.ts'
import { assetPaths, contentTypeOf, findAsset, nameFromFile, readAsset } from './assetPath.ts'

const TOP = { model: '', file: undefined }

function asset(compiler: object = {}, folders: TextureSpec['folders'] = TOP): TextureSpec {
  return {
    kind: 'texture',
    attributes: fallbacks(GRAMMAR.texture.attributes),
    source: { file: 'model.xml', line: 3, column: 5, element: 'texture' },
    compiler: { ...fallbacks(GRAMMAR.compiler.attributes), ...compiler },
    folders,
  }
}

const paths = (name: string, element = asset()) => assetPaths(element, 'file', name, 'texturedir')

test('a file lies in the folder of the model, in the folder for such assets', () => {
  expect(paths('wood.png')).toEqual(['wood.png'])
  expect(paths('oak/wood.png', asset({ texturedir: 'pictures', meshdir: 'meshes' }))).toEqual(['pictures/oak/wood.png'])
  expect(paths('wood.png', asset({ texturedir: 'pictures/' }))).toEqual(['pictures/wood.png'])
  expect(assetPaths(asset({ meshdir: '../meshes' }), 'file', 'a.stl', 'meshdir')).toEqual(['../meshes/a.stl'])
})

test('a file that an included file names may also lie beside that', () => {
  const included = asset({ texturedir: 'pictures' }, { model: '', file: 'arm/' })
  expect(paths('wood.png', included)).toEqual(['pictures/wood.png', 'arm/wood.png'])
})

test('a model inside a model has its own folders', () => {
  const attached = asset({ texturedir: 'pictures' }, { model: 'hand/', file: 'hand/finger/' })
  expect(paths('../wood.png', attached)).toEqual(['hand/wood.png'])
  expect(paths('wood.png', attached)).toEqual(['hand/pictures/wood.png', 'hand/finger/wood.png'])
})

test('strippath leaves only the name of the file', () => {
  expect(paths('/home/me/wood.png', asset({ strippath: 1 }))).toEqual(['wood.png'])
  expect(paths('C:\\me\\wood.png', asset({ strippath: 1, texturedir: 'p' }))).toEqual(['p/wood.png'])
})

test('backslashes separate folders', () => {
  expect(paths('oak\\wood.png')).toEqual(['oak/wood.png'])
})

test.each([
  ['/etc/passwd', /absolute/],
  ['C:\\boot.ini', /drive letter/],
  ['http://example.org/a.png', /URL/],
  ['', /empty/],
  ['../'.repeat(9) + 'a.png', /climbs/],
  ['folder/..', /folder instead of a file/],
])('a file name such as %j is refused', (name, found) => {
  const error = modelError(() => paths(name))
  expect(error.found).toMatch(found)
  expect(error).toMatchObject({ attribute: 'file', line: 3, element: 'texture' })
})

test('folders together may not climb either', () => {
  const climbing = asset({ texturedir: '../'.repeat(6) }, { model: '../'.repeat(6), file: undefined })
  expect(modelError(() => paths('a.png', climbing)).found).toMatch(/climbs/)
})

test('a missing file is an error that names every path that was tried', () => {
  const included = asset({ texturedir: 'pictures' }, { model: '', file: 'arm/' })
  const error = modelError(() => readAsset({}, included, 'file', 'wood.png', 'texturedir'))
  expect(error.message).toBe(
    "model.xml:3:5: <texture>, attribute 'file': file 'wood.png' not found; " +
      "looked for 'pictures/wood.png', 'arm/wood.png'",
  )
  expect(findAsset({}, included, 'file', 'wood.png', 'texturedir')).toBeUndefined()
})

test('a file is taken from the first path that has it; text counts as bytes', () => {
  const included = asset({ texturedir: 'pictures' }, { model: '', file: 'arm/' })
  const file = readAsset({ 'arm/wood.png': 'abc' }, included, 'file', 'wood.png', 'texturedir')
  expect(file).toEqual({ path: 'arm/wood.png', bytes: Uint8Array.of(97, 98, 99) })
})

test('the type of a file is what the element says, else what its name says', () => {
  expect(contentTypeOf('a/b.PNG')).toBe('image/png')
  expect(contentTypeOf('a/b.png', 'image/KTX')).toBe('image/ktx')
  expect(contentTypeOf('a.png/b')).toBe('')
  expect(contentTypeOf('b.constructor')).toBe('')
})

test('an asset without a name is called like its file', () => {
  expect(nameFromFile('a/b.c.png')).toBe('b.c')
  expect(nameFromFile('a\\b.png')).toBe('b')
  expect(nameFromFile('b')).toBe('b')
})
