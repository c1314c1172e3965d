import { ExpressionError } from './expressionError.ts'
import { EXPRESSION_LIMITS, type Place } from './syntaxTree.ts'

/** A piece of the text: a number, a name, a name in quotes, an operator, or the end. */
export interface Token extends Place {
  readonly kind: 'number' | 'name' | 'quoted' | 'operator' | 'end'
  /** The text; of a quoted name what is between the quotes; of an operator its one spelling. */
  readonly text: string
}

const SPACE = /\s+/y
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[A-Za-z_]\w*/y
const QUOTED = /"[^"\n]*"|'[^'\n]*'/y
const OPERATOR = /&&|\|\||[<>=!]=|[-+*/%^<>!?:,.()[\]]/y

/** Operators with two spellings. */
const SPELLINGS: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '!': 'not' }
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not'])

/** The pieces of a text, the last of which is its end. */
export function tokensOf(text: string): Token[] {
  if (text.length > EXPRESSION_LIMITS.characters)
    throw new ExpressionError(
      `an expression of ${text.length} characters is too long`,
      text,
      { at: EXPRESSION_LIMITS.characters, end: EXPRESSION_LIMITS.characters },
      `the limit is ${EXPRESSION_LIMITS.characters}`,
    )
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  const add = (kind: Token['kind'], found: string, shown = found): void => {
    tokens.push({ kind, text: shown, at, end: at + found.length })
    at += found.length
  }
  while (at < text.length) {
    let found: string | undefined
    if ((found = match(SPACE)) !== undefined) at += found.length
    else if ((found = match(NUMBER)) !== undefined) add('number', found)
    else if ((found = match(NAME)) !== undefined) add(WORDS.has(found) ? 'operator' : 'name', found)
    else if ((found = match(QUOTED)) !== undefined) add('quoted', found, found.slice(1, -1))
    else if ((found = match(OPERATOR)) !== undefined) add('operator', found, SPELLINGS[found] ?? found)
    else throw oddCharacter(text, at)
  }
  tokens.push({ kind: 'end', text: '', at, end: at })
  return tokens
}

function oddCharacter(text: string, at: number): ExpressionError {
  const character = String.fromCodePoint(text.codePointAt(at)!)
  const place = { at, end: at + character.length }
  if (character === '"' || character === "'")
    return new ExpressionError('the quoted name does not end', text, place, `add ${character} behind it`)
  const hint = HINTS[character] ?? 'put names with other characters than letters, digits and _ in quotes'
  return new ExpressionError(`unexpected character ${JSON.stringify(character)}`, text, place, hint)
}

const HINTS: Readonly<Record<string, string>> = {
  '=': "write '==' to compare",
  '&': "write 'and'",
  '|': "write 'or'",
  ';': 'an expression has one value; write [a, b] for several',
  '{': 'vectors are written [a, b]',
}
