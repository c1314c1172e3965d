import type { Place } from './syntaxTree.ts'

/** Characters that a message shows on each side of the place. */
const CONTEXT = 60

/** An expression that cannot be parsed or compiled. The message is complete: the reason, the text, and the place in it. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
  /** The expression. */
  readonly text: string
  /** First character of the place in the text. */
  readonly at: number
  /** First character behind the place. */
  readonly end: number
  /** The message without the text. */
  readonly reason: string
  /** A name close to the one that was found, or what to do. */
  readonly suggestion: string | undefined

  constructor(reason: string, text: string, { at, end }: Place, suggestion?: string) {
    super(`${reason}${suggestion === undefined ? '' : `; ${suggestion}`}\n${marked(text, at, end)}`)
    this.reason = reason
    this.text = text
    this.at = at
    this.end = end
    this.suggestion = suggestion
  }
}

/** The line of the text with the place, which is marked by carets below it; long lines are cut on both sides. */
function marked(text: string, at: number, end: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const lineEnd = text.indexOf('\n', at)
  const stop = lineEnd < 0 ? text.length : lineEnd
  const from = Math.max(start, at - CONTEXT)
  const to = Math.min(stop, at + CONTEXT)
  const [before, after] = [from > start ? '…' : '', to < stop ? '…' : '']
  // a tab or another odd character would shift the carets
  const line = text.slice(from, to).replaceAll(/\p{C}/gu, ' ')
  const carets = '^'.repeat(Math.max(1, Math.min(end, to) - at))
  return `  ${before}${line}${after}\n  ${' '.repeat(before.length + at - from)}${carets}`
}
