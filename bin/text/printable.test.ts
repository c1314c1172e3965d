import { expect, test } from 'vitest'
import { STYLES } from './format.ts'
import { printable, printableLines } from './printable.ts'

test('control characters are printed by their numbers', () => {
  expect(printable('a\u001b]0;title\u0007 \u009b2J\u007f b\r\nc\td')).toBe(
    'a\\u001b]0;title\\u0007 \\u009b2J\\u007f b\\r\\nc\\td',
  )
  expect(printable('\u202egnp.\u2066\u2028')).toBe('\\u202egnp.\\u2066\\u2028')
})

test('text of any language is printed as it is', () => {
  const text = 'Größe – 関節 مفصل 🦿🏽‍♂️ «x» \u00a0²'
  expect(printable(text)).toBe(text)
  expect(printableLines(`${text}\n\t${text}\n`)).toBe(`${text}\n\t${text}\n`)
})

test('of several lines, only the ends and known styles remain', () => {
  const text = '\u001b[1mbold\u001b[0m\n\u001b[8mhidden\u001b[2J\r'
  expect(printableLines(text)).toBe('\\u001b[1mbold\\u001b[0m\n\\u001b[8mhidden\\u001b[2J\\r')
  expect(printableLines(text, STYLES)).toBe('\u001b[1mbold\u001b[0m\n\\u001b[8mhidden\\u001b[2J\\r')
})

test('an escape inside of JSON is the same character', () => {
  const value = { name: 'a\u009b31m\u202e\u007f\u001b"' }
  expect(JSON.parse(printableLines(JSON.stringify(value)))).toEqual(value)
})
