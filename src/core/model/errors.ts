/** Where a piece of a model was written: the file, and the place in it (lines and columns count from 1). */
export interface Source {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Name of the XML element, for example `geom`. */
  readonly element: string
  /** The element's `name` attribute, when it has one. */
  readonly name?: string
}

/** What a `ModelError` knows about a fault in a model. */
export interface ModelErrorDetails {
  readonly source?: Source | undefined
  readonly attribute?: string | undefined
  /** What would have been right, for example `3 numbers`. */
  readonly expected?: string | undefined
  /** What stood there instead. */
  readonly found?: string | undefined
  /** A name close to the one that was found, or what to do about it. */
  readonly suggestion?: string | undefined
  /** The input is right, but this version cannot simulate it yet. */
  readonly unsupported?: boolean
  /** A file that the model names is not there. */
  readonly missingFile?: boolean
}

/** A model that cannot be loaded. The message is complete: where, what was found, what was expected. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly file: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined
  readonly element: string | undefined
  readonly attribute: string | undefined
  readonly expected: string | undefined
  readonly found: string | undefined
  readonly suggestion: string | undefined
  /** True when the model is right but uses something that is not supported yet. */
  readonly unsupported: boolean
  /** True when a file that the model names is not there. */
  readonly missingFile: boolean
  /** The message without the place, for programs that show the place in their own way. */
  readonly reason: string

  constructor(reason: string, details: ModelErrorDetails = {}) {
    super(fullMessage(reason, details))
    const { source } = details
    this.reason = reason
    this.file = source?.file
    this.line = source?.line
    this.column = source?.column
    this.element = source?.element
    this.attribute = details.attribute
    this.expected = details.expected
    this.found = details.found
    this.suggestion = details.suggestion
    this.unsupported = details.unsupported ?? false
    this.missingFile = details.missingFile ?? false
  }
}

/** `robot.xml:12:5: geom 'foot', attribute 'size': expected 3 numbers, found "1 2"; did you mean …?` */
function fullMessage(reason: string, { source, attribute, expected, found, suggestion }: ModelErrorDetails): string {
  let text = ''
  if (source) {
    text += `${source.file}:${source.line}:${source.column}: <${source.element}>`
    if (source.name) text += ` '${source.name}'`
    if (attribute) text += `, attribute '${attribute}'`
    text += ': '
  }
  text += reason
  if (expected !== undefined) text += `; expected ${expected}`
  if (found !== undefined) text += `; found ${found}`
  if (suggestion !== undefined) text += `; ${suggestion}`
  return text
}

/** A state that cannot be stepped, or an option that a step cannot follow. */
export class StepError extends Error {
  override readonly name = 'StepError'
}
