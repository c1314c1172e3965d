import { ModelError, type Source } from '../../../core/model/errors.ts'
import { listed, shown, suggestion } from '../text/messageText.ts'
import type { Attribute } from './attributes.ts'

/** The text of an attribute → its value, by the description of the attribute. */

/** Where a value was written, for messages. */
export interface Place {
  readonly source: Source
  readonly attribute: string
}

// the digits before the point can be matched in one way only: a long word that is no number is refused in linear time
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const HEXADECIMAL = /^([+-]?)(0x[0-9a-f]+)$/i
const NOT_FINITE = /^[+-]?(nan(\(\w*\))?|inf(inity)?)$/i
const WHOLE = /^[+-]?\d+$/
/** Least positive number with full precision. */
const LEAST_NORMAL = 2 ** -1022
const SPACE = /[ \t\n\v\f\r]+/

/**
 * Value of an attribute; undefined where the text holds no value, which counts as the attribute not being given.
 * Ranged attributes give only as many numbers as were written.
 */
export function readValue(attribute: Attribute<unknown>, text: string, place: Place): unknown {
  switch (attribute.kind) {
    case 'text':
      if (attribute.keywords) lookUpWord(attribute.keywords, text, place)
      return text
    case 'keyword':
      return lookUpWord(attribute.keywords ?? {}, text, place)
    case 'texts':
      return differentWords(attribute.keywords ?? {}, text, place)
    case 'real':
    case 'int':
      return readNumbers(attribute, text, place)?.[0]
    case 'reals':
    case 'ints':
      return readNumbers(attribute, text, place)
  }
}

function lookUpWord(keywords: Readonly<Record<string, number>>, word: string, place: Place): number {
  if (Object.hasOwn(keywords, word)) return keywords[word]
  const names = Object.keys(keywords)
  throw new ModelError('unknown keyword', {
    ...place,
    expected: listed(names, 30),
    found: shown(word),
    suggestion: suggestion(word, names),
  })
}

function differentWords(keywords: Readonly<Record<string, number>>, text: string, place: Place): string[] {
  const words = split(text)
  for (const [i, word] of words.entries()) {
    lookUpWord(keywords, word, place)
    if (words.indexOf(word) < i) throw new ModelError('repeated keyword', { ...place, found: shown(word) })
  }
  return words
}

function readNumbers(attribute: Attribute<unknown>, text: string, place: Place): number[] | undefined {
  const words = split(text)
  if (words.length === 0) return undefined
  const { kind, min, max } = attribute
  if (words.length < min || words.length > max) {
    throw new ModelError(words.length < min ? 'too few numbers' : 'too many numbers', {
      ...place,
      expected: countOf(attribute),
      found: `${words.length}: ${shown(text)}`,
    })
  }
  const whole = kind === 'int' || kind === 'ints'
  return words.map((word) => withinBounds(attribute, whole ? readWhole(word, place) : readReal(word, place), place))
}

/** Whether a word is a number in decimal notation. */
export function isDecimal(word: string): boolean {
  return DECIMAL.test(word)
}

function readReal(word: string, place: Place): number {
  const hexadecimal = HEXADECIMAL.exec(word)
  if (hexadecimal) return (hexadecimal[1] === '-' ? -1 : 1) * Number(hexadecimal[2])
  if (!isDecimal(word)) {
    const reason = NOT_FINITE.test(word) ? 'NaN and infinity are not allowed' : 'not a number'
    throw new ModelError(reason, { ...place, expected: 'a number', found: shown(word) })
  }
  const value = Number(word)
  if (!Number.isFinite(value))
    throw new ModelError('number too large', { ...place, expected: 'a double-precision number', found: shown(word) })
  if (Math.abs(value) < LEAST_NORMAL && /[1-9]/.test(word.split(/e/i)[0])) {
    throw new ModelError('number too small: it underflows to zero', { ...place, found: shown(word) })
  }
  return value
}

function readWhole(word: string, place: Place): number {
  if (!WHOLE.test(word)) throw new ModelError('not a whole number', { ...place, found: shown(word) })
  const value = Number(word)
  if (value !== (value | 0)) {
    throw new ModelError('whole number too large', { ...place, expected: 'at most 32 bits', found: shown(word) })
  }
  return value
}

function withinBounds({ least, most, positive }: Attribute<unknown>, value: number, place: Place): number {
  const found = String(value)
  if (positive && !(value > 0)) {
    throw new ModelError('number out of range', { ...place, expected: 'more than 0', found })
  }
  if (value < least || value > most) {
    throw new ModelError('number out of range', { ...place, expected: `${least} to ${most}`, found })
  }
  return value
}

/** `3 numbers`, `1 to 5 whole numbers`. */
export function countOf({ kind, min, max }: Attribute<unknown>): string {
  const noun = kind === 'int' || kind === 'ints' ? 'whole number' : 'number'
  if (max === Number.POSITIVE_INFINITY) return `${noun}s`
  return min === max ? `${min} ${noun}${min === 1 ? '' : 's'}` : `${min} to ${max} ${noun}s`
}

function split(text: string): string[] {
  return text.split(SPACE).filter((word) => word !== '')
}
