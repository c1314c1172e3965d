import { expect, test } from 'vitest'
import { modelError } from '../../../../test/support/modelError.ts'
import { anyReals, int, keyword, positive, real, reals, texts, upTo, within } from './attributes.ts'
import { readValue } from './parseValue.ts'

const place = { source: { file: 'robot.xml', line: 3, column: 7, element: 'geom' }, attribute: 'size' }
const read = (attribute: Parameters<typeof readValue>[0], text: string) => readValue(attribute, text, place)
const fault = (attribute: Parameters<typeof readValue>[0], text: string) => modelError(() => read(attribute, text))

test.each([
  ['1', 1],
  ['+1', 1],
  ['-.5', -0.5],
  ['1.', 1],
  ['1e3', 1000],
  ['1E+3', 1000],
  ['2.5e-3', 0.0025],
  [' \t1\n', 1],
  ['0x10', 16],
  ['-0x1F', -31],
  ['0e-999', 0],
])('the number %j is read', (text, value) => {
  expect(read(real(7), text)).toBe(value)
})

test.each(['1,2', '1;', '1e', 'e3', '1f', '1_0', '--1', '+-1', '1..2', '1e3.5', '٣', 'one', '0x', '1d3', '.', '+'])(
  '%j is not a number',
  (text) => {
    expect(fault(real(0), text)).toMatchObject({ reason: 'not a number', line: 3, attribute: 'size' })
  },
)

test.each(['nan', 'NaN', '-nan', 'nan(12)', 'inf', '-INF', 'Infinity'])('%s never gets into a model', (text) => {
  expect(fault(real(0), text).reason).toBe('NaN and infinity are not allowed')
})

test.each(['1', '.1', '1e1', '0x1', ' '])(
  'a million times %j, with a letter behind, is refused in linear time',
  (piece) => {
    expect(fault(real(0), `${piece.repeat(1e6)}z`).reason).toMatch('not a number')
  },
)

test('numbers that a double cannot hold are refused', () => {
  expect(fault(real(0), '1e400').reason).toBe('number too large')
  expect(fault(real(0), '1e-400').reason).toContain('too small')
  expect(fault(real(0), '1e-310').reason).toContain('too small')
  expect(read(real(0), '1e-307')).toBe(1e-307)
})

test('whole numbers are whole and fit 32 bits', () => {
  expect(read(int(0), '-2147483648')).toBe(-2147483648)
  expect(read(int(0), '+12')).toBe(12)
  for (const text of ['1.0', '1e2', '0x10', 'a', '1a']) expect(fault(int(0), text).reason).toBe('not a whole number')
  expect(fault(int(0), '2147483648').reason).toBe('whole number too large')
})

test('too many and too few numbers are refused with both counts', () => {
  expect(fault(reals(0, 0, 0), '1 2').message).toContain('expected 3 numbers; found 2: "1 2"')
  expect(fault(upTo(1, 0, 0, 0), '1 2 3 4').message).toContain('expected 1 to 3 numbers; found 4')
  expect(fault(int(0), '1 2').message).toContain('expected 1 whole number; found 2')
})

test('an attribute without numbers counts as not given', () => {
  for (const text of ['', '  \n']) {
    expect(read(reals(1, 2, 3), text)).toBeUndefined()
    expect(read(anyReals(), text)).toBeUndefined()
  }
})

test('keywords are exact, and a close one is suggested', () => {
  const attribute = keyword({ sphere: 2, capsule: 3 }, 'sphere')
  expect(read(attribute, 'capsule')).toBe(3)
  expect(fault(attribute, 'Capsule').message).toMatch(
    /expected sphere, capsule; found "Capsule"; did you mean 'capsule'/,
  )
  expect(fault(attribute, ' capsule').reason).toBe('unknown keyword')
  expect(fault(attribute, '').reason).toBe('unknown keyword')
  expect(fault(attribute, 'constructor').reason).toBe('unknown keyword')
})

test('a list of keywords has each at most once', () => {
  const attribute = texts({ rgb: 1, depth: 2 })
  expect(read(attribute, ' rgb  depth ')).toEqual(['rgb', 'depth'])
  expect(fault(attribute, 'rgb rgb').reason).toBe('repeated keyword')
  expect(fault(attribute, 'rgb foo').reason).toBe('unknown keyword')
})

test('bounds are held', () => {
  expect(fault(within(0, 30, int(0)), '31').message).toContain('expected 0 to 30; found 31')
  expect(fault(positive(real(1)), '0').message).toContain('expected more than 0; found 0')
})
