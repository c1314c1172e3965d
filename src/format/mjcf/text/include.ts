import { ModelError } from '../../../core/model/errors.ts'
import { asText, type Files, folderOf, fullName, lookUp, normalizePath, pathFault } from './modelFiles.ts'
import { parseXml, sourceOf, XML_LIMITS, type XmlElement } from './xml.ts'

/** Files that one model may include, in all. */
const MAX_INCLUDES = 1000

/**
 * Parses a model and puts, in place of each `<include file="…"/>`, the children of the root element of the file
 * that it names. A file is looked for first from the folder of the top model, then from the folder of the file
 * that includes it. No file may be included twice.
 * @param fileName name of the top model, for messages and to notice a model that includes itself
 */
export function parseWithIncludes(xml: string, files: Files, fileName: string): XmlElement {
  const root = parseXml(xml, fileName)
  if (root.name === 'include') {
    throw new ModelError('a model cannot be only an include', { source: sourceOf(root), expected: '<mujoco>' })
  }
  // URDF has no includes; an element of that name belongs to some other tool
  if (root.name !== 'robot') new Expansion(files, fileName).expand(root, '', 0)
  return root
}

class Expansion {
  readonly #files: Files
  readonly #topFolder: string
  /** Files read so far, by path, with the place that included them. */
  readonly #read = new Map<string, string>()
  #elements = 0

  constructor(files: Files, fileName: string) {
    this.#files = files
    this.#topFolder = folderOf(fileName)
    this.#read.set(fileName.slice(this.#topFolder.length), 'the top model')
  }

  /** Replaces the includes among the descendants of an element that was read from a file in `folder`. */
  expand(element: XmlElement, folder: string, depth: number): void {
    if (depth > XML_LIMITS.depth) {
      const reason = `elements are nested more than ${XML_LIMITS.depth} deep`
      throw new ModelError(reason, { source: sourceOf(element) })
    }
    if (++this.#elements > XML_LIMITS.elements) {
      throw new ModelError(`more than ${XML_LIMITS.elements} elements`, { source: sourceOf(element) })
    }
    const children: XmlElement[] = []
    for (const child of element.children) {
      if (child.name === 'include') {
        for (const included of this.#include(child, folder, depth)) children.push(included)
      } else {
        this.expand(child, folder, depth + 1)
        children.push(child)
      }
    }
    element.children = children
  }

  /** The children of the included file's root, with their own includes expanded. */
  #include(include: XmlElement, folder: string, depth: number): XmlElement[] {
    const name = this.#checkedName(include)
    const source = sourceOf(include, 'file')
    const fault = (reason: string, details: { suggestion?: string; missingFile?: boolean } = {}): never => {
      throw new ModelError(reason, { source, attribute: 'file', ...details })
    }

    const candidates = [...new Set([normalizePath(name), normalizePath(folder + name)])]
    for (const path of candidates) {
      const earlier = this.#read.get(path)
      if (earlier) fault(`'${path}' is included a second time, or includes itself`, { suggestion: `first: ${earlier}` })
      const content = lookUp(this.#files, path)
      if (content === undefined) continue

      if (this.#read.size > MAX_INCLUDES) fault(`more than ${MAX_INCLUDES} included files`)
      this.#read.set(path, `${source.file}:${source.line}`)
      const root = parseXml(asText(content), fullName(this.#topFolder, path), folderOf(path))
      this.expand(root, folderOf(path), depth)
      return root.children
    }
    const suggestion = `looked for ${candidates.map((c) => `'${c}'`).join(', ')}`
    return fault('included file not found', { suggestion, missingFile: true })
  }

  #checkedName(include: XmlElement): string {
    for (const attribute of include.attributes.keys()) {
      if (attribute !== 'file') {
        const source = sourceOf(include, attribute)
        throw new ModelError('unknown attribute', { source, attribute, expected: "only 'file'" })
      }
    }
    if (include.children.length > 0) {
      throw new ModelError('an include cannot have children', { source: sourceOf(include) })
    }
    const name = include.attributes.get('file')?.value
    if (name === undefined) throw new ModelError("required attribute 'file' is missing", { source: sourceOf(include) })
    const found = pathFault(name)
    if (found) {
      const source = sourceOf(include, 'file')
      throw new ModelError('file name not allowed', { source, attribute: 'file', found })
    }
    return name
  }
}
