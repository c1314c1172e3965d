import { checkType } from '../../../core/model/argumentChecks.ts'

/** The content of files, as users give it. */

/** What a file holds: text, or bytes. Binary files, such as pictures, must be bytes. */
export type FileContent = string | Uint8Array | ArrayBuffer

/** The content of a file as the user gave it; undefined where there is none. */
export function contentOf(path: string, given: unknown): string | Uint8Array | undefined {
  if (given === undefined || given === null) return undefined
  const content = given instanceof ArrayBuffer ? new Uint8Array(given) : given
  if (content instanceof Uint8Array) return content
  if (ArrayBuffer.isView(content)) return new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
  const name = `the file '${path}'`
  checkType(typeof content === 'string', name, content, `a string, a Uint8Array or undefined${adviceAbout(content)}`)
  const text = content as string
  // no text holds this character, but bytes that were decoded as text do; of models the parser says where it stands
  if (text.includes('\0') && !/\.(xml|mjcf|urdf)$/i.test(path))
    throw new TypeError(`${name} is given as text; expected its bytes, as a Uint8Array`)
  return text
}

/** How to come from what was given to text or bytes; the empty string where nothing can be said. */
export function adviceAbout(value: unknown): string {
  if (isBytes(value)) return '; decode bytes with new TextDecoder().decode(bytes)'
  if (typeof value !== 'object' || value === null) return ''
  if ('then' in value) return '; await all files before you load, or use fetchModel of kinetree/web'
  if ('arrayBuffer' in value) return '; await its arrayBuffer() before you load'
  return ''
}

export function isBytes(value: unknown): value is ArrayBufferView | ArrayBuffer {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer
}
