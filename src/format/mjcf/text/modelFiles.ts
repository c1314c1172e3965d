import { checkType } from '../../../core/model/argumentChecks.ts'
import type { SdfShapes } from '../../../core/model/sdfShape.ts'
import { adviceAbout, contentOf, type FileContent, isBytes } from './fileContent.ts'

/**
 * How a model reaches the files that it names: a record, or a function that gives undefined for a file it does
 * not have. Paths are normalized, use `/`, and are relative to the folder of the top model file; they may start
 * with `../`, which the function may reject. Files are needed at once: promises are refused.
 */
export type Files = Readonly<Record<string, FileContent>> | ((path: string) => FileContent | undefined)

/** Settings of `loadModel`; all are optional. */
export interface LoadOptions {
  /** The files that the model names, by their paths relative to the model's own folder. None by default. */
  readonly files?: Files
  /** Name of the model file, for messages. */
  readonly fileName?: string
  /**
   * What to do about pictures that are not there. By default a missing picture is an error. With `ignore` its texture
   * becomes a single gray pixel, which `Model.missingPictures` notes; the physics does not depend on pictures.
   */
  readonly missingPictures?: 'error' | 'ignore'
  /**
   * Shapes that models can name as plugins, besides the built-in ones. They are functions: a worker must be given them
   * too.
   */
  readonly sdf?: SdfShapes
  /**
   * Memory that loading may take at its peak, bytes; 1 GiB by default. A model that asks for more is rejected before
   * the memory is taken. The amount is estimated.
   */
  readonly maxBytes?: number
}

/** How many folders a path may climb above the one of the top model file. */
const MAX_CLIMB = 8

/** Throws a `TypeError` for a model that is no text, and for a setting of another type than it should have. */
export function checkLoadOptions(xml: string, options: LoadOptions): void {
  checkType(typeof xml === 'string', 'the model', xml, `its text, as a string${adviceAbout(xml)}`)
  checkType(typeof options === 'object' && options !== null, 'the second argument', options, 'an object with settings')
  const { files, fileName, missingPictures, sdf, maxBytes } = options
  checkType(
    files === undefined || typeof files === 'function' || isRecord(files),
    "the option 'files'",
    files,
    'an object with the content of each file by its path, or a function that gives it',
  )
  checkType(fileName === undefined || typeof fileName === 'string', "the option 'fileName'", fileName, 'a string')
  checkType(
    missingPictures === undefined || missingPictures === 'error' || missingPictures === 'ignore',
    "the option 'missingPictures'",
    missingPictures,
    "'error' or 'ignore'",
  )
  checkType(sdf === undefined || isRecord(sdf), "the option 'sdf'", sdf, 'an object with shapes by their names')
  checkType(
    maxBytes === undefined || (typeof maxBytes === 'number' && maxBytes > 0),
    "the option 'maxBytes'",
    maxBytes,
    'a positive number',
  )
}

function isRecord(value: object): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isBytes(value) && !isCollection(value)
}

function isCollection(value: object): boolean {
  return value instanceof Map || value instanceof Set || 'then' in value
}

/** Looks a file up. */
export function lookUp(files: Files, path: string): string | Uint8Array | undefined {
  if (typeof files === 'function') return contentOf(path, files(path))
  return Object.hasOwn(files, path) ? contentOf(path, files[path]) : undefined
}

/** What makes a file name unacceptable wherever it stands; undefined when nothing does. */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'an empty file name'
  if (path.includes('\0')) return 'a NUL character in a file name'
  if (path.includes('\\')) return 'a backslash in a file name; folders are separated by /'
  if (path.startsWith('/')) return 'an absolute path; file names are relative to the folder of the model'
  if (/^[A-Za-z]:/.test(path)) return 'a drive letter; file names are relative to the folder of the model'
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return 'a URL; file names are relative to the folder of the model'
  const normal = normalizePath(path)
  if (normal.startsWith('../'.repeat(MAX_CLIMB + 1))) return `a path that climbs more than ${MAX_CLIMB} folders`
  if (normal === '' || normal.endsWith('..')) return 'a folder instead of a file'
  return undefined
}

/** `a/./b/../c` → `a/c`; leading `..` stay. */
export function normalizePath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/**
 * Full name of a file that a model names, for messages.
 * @param folder of the top model: relative, absolute, or a web address
 */
export function fullName(folder: string, path: string): string {
  const start = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?\//i.exec(folder)?.[0] ?? ''
  return start + normalizePath(folder.slice(start.length) + path)
}

/** Folder of a file with a trailing `/`; empty for a file without folder. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Text of a file: bytes are read as UTF-8. */
export function asText(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}
