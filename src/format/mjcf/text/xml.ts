import { SaxesParser } from 'saxes'
import { ModelError, type Source } from '../../../core/model/errors.ts'

/** XML text → tree of elements that know where they were written. Nothing here knows about MJCF. */

export interface XmlAttribute {
  readonly value: string
  readonly line: number
  readonly column: number
}

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, XmlAttribute>
  children: XmlElement[]
  readonly file: string
  /** Folder of an included file, relative to the top model's: empty, or ending with `/`. The top model has none. */
  readonly folder: string | undefined
  /** Place of the `<`, counted from 1. */
  readonly line: number
  readonly column: number
}

/** Limits that no sensible model reaches. They keep a hostile one from exhausting memory or the call stack. */
export const XML_LIMITS = { characters: 1 << 28, elements: 1_000_000, depth: 500 } as const

/** Violations of the XML standard that the reference ignores too, and that cannot hide an error of a model. */
const HARMLESS = [
  'an XML declaration must be at the start of the document',
  'the XML declaration must appear at the start of the document',
]

/**
 * @param document the text; a byte order mark at its start is skipped
 * @param file name used in error messages
 * @param folder of the file, see `XmlElement.folder`
 */
export function parseXml(document: string, file: string, folder?: string): XmlElement {
  const start = { file, line: 1, column: 1, element: 'document' }
  if (typeof document !== 'string') {
    throw new ModelError('a model is loaded from a string', { source: start, found: typeof document })
  }
  if (document.length > XML_LIMITS.characters) {
    throw new ModelError(`the document is longer than ${XML_LIMITS.characters} characters`, { source: start })
  }
  const text = withoutComments(document.charCodeAt(0) === 0xfeff ? document.slice(1) : document)
  const parser = new SaxesParser({ position: false })
  const places = new Places(text)
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let attributes = new Map<string, XmlAttribute>()
  let elements = 0
  /** Offset behind the last name or attribute: from here on only white space stands before the next attribute. */
  let behind = 0

  const fail = (reason: string, offset = parser.position): never => {
    const element = open.at(-1)?.name ?? root?.name ?? 'document'
    throw new ModelError(reason, { source: { file, ...places.at(offset), element } })
  }

  const nul = text.indexOf('\0')
  if (nul >= 0) fail('the document has a NUL character; is it a binary file?', nul)
  if (text.trim() === '') fail('the document is empty', 0)

  parser.on('error', (error) => {
    const reason = error.message.replace(/\.$/, '')
    if (HARMLESS.some((slip) => reason.startsWith(slip))) return
    const ampersand = /entity|unexpected end|unclosed tag/.test(reason) ? text.search(/&(?!#?\w+;)/) : -1
    if (ampersand >= 0) fail('malformed XML: a plain & must be written &amp;', ampersand)
    fail(`malformed XML: ${reason}`)
  })
  parser.on('doctype', () => fail('a document type declaration is not allowed'))

  parser.on('opentagstart', (tag) => {
    // the parser has read the name and the white space, `/` or `>` behind it
    behind = parser.position
    if (++elements > XML_LIMITS.elements) fail(`more than ${XML_LIMITS.elements} elements`)
    if (open.length >= XML_LIMITS.depth) fail(`elements are nested more than ${XML_LIMITS.depth} deep`)
    attributes = new Map()
    const place = places.at(text.lastIndexOf('<', behind - 1))
    const element: XmlElement = { name: tag.name, attributes, children: [], file, folder, ...place }
    if (open.length > 0) open.at(-1)!.children.push(element)
    else root ??= element
    open.push(element)
  })
  parser.on('attribute', ({ name, value }) => {
    const place = places.at(skipSpace(text, behind))
    attributes.set(name, { value, ...place })
    behind = parser.position
  })
  parser.on('closetag', () => {
    open.pop()
  })

  parser.write(text).close()
  return root ?? fail('the document has no element', 0)
}

/** Number of elements in an element, itself included. */
export function countXml(root: XmlElement): number {
  let count = 0
  const open = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    count++
    for (const child of element.children) open.push(child)
  }
  return count
}

/** Where an element, or one of its attributes, was written. */
export function sourceOf(element: XmlElement, attribute?: string): Source {
  const { line, column } = (attribute && element.attributes.get(attribute)) || element
  const name = element.attributes.get('name')?.value
  return { file: element.file, line, column, element: element.name, ...(name ? { name } : {}) }
}

/**
 * Comments as white space, so that offsets stay. They end at the first `-->`, as in the reference; the standard does
 * not allow `--` in a comment, but people write it.
 */
function withoutComments(text: string): string {
  const pieces: string[] = []
  let copied = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const comment = text.startsWith('<!--', at)
    const closing = comment ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '>'
    const end = text.indexOf(closing, at + (comment ? 4 : 0))
    if (end < 0) break
    if (comment) {
      pieces.push(text.slice(copied, at), text.slice(at, end + 3).replace(/[^\n]/g, ' '))
      copied = end + 3
    }
    at = end + closing.length
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied)
}

function skipSpace(text: string, offset: number): number {
  while (/\s/.test(text.charAt(offset))) offset++
  return offset
}

/** Turns offsets into lines and columns; quick as long as the offsets come in rising order. */
class Places {
  readonly #text: string
  #line = 1
  #lineStart = 0
  /** Where the present line ends. */
  #newline: number

  constructor(text: string) {
    this.#text = text
    this.#newline = this.#newlineFrom(0)
  }

  at(position: number): { line: number; column: number } {
    const offset = Math.min(position, this.#text.length)
    if (offset < this.#lineStart) {
      this.#line = 1
      this.#lineStart = 0
      this.#newline = this.#newlineFrom(0)
    }
    while (this.#newline < offset) {
      this.#line++
      this.#lineStart = this.#newline + 1
      this.#newline = this.#newlineFrom(this.#lineStart)
    }
    return { line: this.#line, column: Math.max(1, offset - this.#lineStart + 1) }
  }

  #newlineFrom(start: number): number {
    const newline = this.#text.indexOf('\n', start)
    return newline < 0 ? Number.POSITIVE_INFINITY : newline
  }
}
