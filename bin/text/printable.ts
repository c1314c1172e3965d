/**
 * Text of models, file names, and arguments on a terminal. Control characters could move the cursor, erase or hide
 * lines, or set the title of the window; marks of writing direction could show text in another order.
 */

const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** The text in one line, with control characters as JSON writes them: `\u001b`. */
export function printable(text: string): string {
  return text.replace(CONTROLS, escaped)
}

/** The text with a sign in place of each control character, as long as before. */
export function masked(text: string): string {
  return text.replace(CONTROLS, '\ufffd')
}

/**
 * Text of several lines, with control characters by their numbers, except for the ends of lines and tabs.
 * @param styles sequences of control characters that are kept
 */
export function printableLines(text: string, styles: ReadonlySet<string> = new Set()): string {
  return text.replace(/\p{Cc}\[\d+m|[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (found) => {
    if (found === '\n' || found === '\t' || styles.has(found)) return found
    return escaped(found[0]) + found.slice(1)
  })
}

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(character: string): string {
  return NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
