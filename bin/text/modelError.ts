import { readFileSync } from 'node:fs'
import type { ModelError } from '../../src/core/model/errors.ts'
import { masked, printable } from './printable.ts'

/**
 * A model error as text for a terminal: location, the line with a mark under the error, reason, and hint.
 *
 *     error: robot.xml:12:5: <geom> 'foot', attribute 'size'
 *
 *       12 |     <geom name="foot" size="0.1 x"/>
 *          |                       ^^^^
 *
 *       not a number; expected 1 to 3 numbers, found "0.1 x"
 */
export function explainModelError(error: ModelError): string {
  const { file, line, column, element, attribute, expected, found, suggestion } = error
  let reason = error.reason
  if (expected !== undefined) reason += `; expected ${expected}`
  if (found !== undefined) reason += `; found ${found}`

  const text: string[] = []
  if (file === undefined || line === undefined || column === undefined) {
    text.push(`error: ${reason}`)
  } else {
    let place = `error: ${file}:${line}:${column}`
    if (element) place += `: <${element}>`
    if (attribute) place += `, attribute '${attribute}'`
    text.push(place, '', ...excerpt(file, line, column, attribute), `  ${reason}`)
  }
  if (suggestion !== undefined) text.push(`  hint: ${suggestion}`)
  if (error.unsupported) text.push('  The model is right; this version of Kinetree does not support that yet.')
  return `${text.map(printable).join('\n')}\n`
}

/** Longest part of a line that is shown, characters. */
const WIDTH = 110

/** The line of the error with a mark below it. Empty if the file cannot be read again. */
function excerpt(file: string, line: number, column: number, attribute: string | undefined): string[] {
  const source = readLine(file, line)
  if (source === undefined) return []
  const { at, length } = mark(source, column - 1, attribute)

  // long lines are cut so that the mark stays visible
  const from = at > 90 ? at - 40 : 0
  const shown = masked(source.slice(from, from + WIDTH).replaceAll('\t', ' '))
  const number = `${line}`
  const margin = ' '.repeat(number.length)
  return [
    `  ${number} | ${from > 0 ? '…' : ''}${shown}`,
    `  ${margin} | ${' '.repeat(at - from + (from > 0 ? 1 : 0))}${'^'.repeat(Math.min(length, WIDTH))}`,
    '',
  ]
}

/** Range of the mark: the attribute if it is on this line, else the element. */
function mark(source: string, start: number, attribute: string | undefined): { at: number; length: number } {
  if (attribute !== undefined) {
    const written = new RegExp(`(?<=\\s|^)${attribute}(?=\\s*=)`).exec(source.slice(Math.max(0, start)))
    if (written) return { at: Math.max(0, start) + written.index, length: attribute.length }
  }
  const at = Math.min(Math.max(0, start), source.length)
  const word = /^<?[\w:.-]*/.exec(source.slice(at))?.[0] ?? ''
  return { at, length: Math.max(1, word.length) }
}

function readLine(file: string, line: number): string | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\r\n|\n|\r/)[line - 1]
  } catch {
    return undefined
  }
}
