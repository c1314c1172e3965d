import { ModelError } from '../../../core/model/errors.ts'
import type { Defaults } from '../defaults/defaults.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, readAttributes } from '../schema/readAttributes.ts'
import type { Spec } from '../schema/spec.ts'
import { parseWithIncludes } from '../text/include.ts'
import { asText, type Files, folderOf, fullName, lookUp, normalizePath, pathFault } from '../text/modelFiles.ts'
import { countXml, sourceOf, type XmlElement } from '../text/xml.ts'
import type { Assembly } from './assembly.ts'
import { Budget } from './copyBudget.ts'

/**
 * A model that another one can take parts of: complete, but not finished, because each part that is taken changes it.
 */
export interface ChildModel {
  readonly assembly: Assembly
  readonly defaults: Defaults
}

/** A model as written, with what is needed to complete it or to attach parts of it. */
export interface Draft {
  readonly spec: Spec
  readonly defaults: Defaults
  /** Models that it may attach, by name. */
  readonly models: ReadonlyMap<string, ChildModel>
  /** The settings that it gives: `option.timestep`. */
  readonly given: ReadonlySet<string>
}

/** Where a model and the models inside it come from. */
export interface Origin {
  readonly files: Files
  /** Name of the outermost model file, for messages. */
  readonly fileName: string
  /** Folder of the model relative to the outermost one; empty, or ending with `/`. */
  readonly folder: string
  /** Paths of the models around this one, outermost first, relative to the folder of the outermost. */
  readonly around: readonly string[]
  readonly budget: Budget
  readonly formats: Formats
}

/** Readers of other formats than MJCF, by the name of their outermost element. */
export type Formats = Readonly<Record<string, (root: XmlElement, folder: string) => Spec>>

export function outermost(files: Files, fileName: string, formats: Formats = {}, maxBytes?: number): Origin {
  const around = [fileName.slice(folderOf(fileName).length)]
  return { files, fileName, folder: '', around, budget: new Budget(maxBytes), formats }
}

/**
 * Reads the models that `<model>` elements in the section `asset` name, by their names. Without a name of its own a
 * model has the one that it gives itself.
 */
export function readModels(
  sections: readonly XmlElement[],
  origin: Origin,
  read: (root: XmlElement, origin: Origin) => ChildModel,
): ReadonlyMap<string, ChildModel> {
  const models = new Map<string, ChildModel>()
  for (const section of sections) {
    for (const element of childrenOf(section, GRAMMAR.asset)) {
      if (element.name !== 'model') continue
      const { name } = readAttributes(element, GRAMMAR.model.attributes)
      const child = readModelFile(element, origin, read)
      const key = name || child.assembly.spec.modelName
      if (!models.has(key)) models.set(key, child)
    }
  }
  return models
}

/** Models within models are read recursively. */
const MAX_NESTING = 200

function readModelFile(
  element: XmlElement,
  origin: Origin,
  read: (root: XmlElement, origin: Origin) => ChildModel,
): ChildModel {
  const { files, fileName, folder, around, budget, formats } = origin
  const source = sourceOf(element, 'file')
  const { file } = readAttributes(element, GRAMMAR.model.attributes)
  const path = normalizePath(folder + (element.folder ?? '') + file)
  const fault = pathFault(file) ?? pathFault(path)
  if (fault) throw new ModelError('file name not allowed', { source, attribute: 'file', found: fault })
  if (around.includes(path)) {
    const found = [...around.slice(around.indexOf(path)), path].join(' → ')
    throw new ModelError('a model cannot be part of itself', { source, attribute: 'file', found })
  }
  if (around.length > MAX_NESTING)
    throw new ModelError(`models are nested more than ${MAX_NESTING} deep`, { source, attribute: 'file' })
  budget.openModel(source)
  const content = lookUp(files, path)
  if (content === undefined) {
    const suggestion = `looked for '${path}'`
    throw new ModelError('model file not found', { source, attribute: 'file', suggestion, missingFile: true })
  }

  const inner = folderOf(path)
  const name = fullName(folderOf(fileName), path)
  const filesThere = (other: string) => lookUp(files, normalizePath(inner + other))
  const root = parseWithIncludes(asText(content), filesThere, name)
  budget.spend(countXml(root), source)
  return read(root, { files, fileName, folder: inner, around: [...around, path], budget, formats })
}
