import { ModelError } from '../../../core/model/errors.ts'
import type { AttachSpec, BodyChild } from '../schema/spec.ts'
import { shown, suggestion } from '../text/messageText.ts'
import { type Assembly, countElements, withoutInertia } from './assembly.ts'
import type { ChildModel } from './childModels.ts'
import { mergeSettings } from './settingConflicts.ts'

/**
 * Puts a copy of a body, of a frame, or of everything out of another model here; or of a body or a frame of the same
 * model. Names get a prefix. From another model come also its assets, and what refers only to what was copied.
 */
export function attach(
  element: AttachSpec,
  assembly: Assembly,
  into: BodyChild[],
  models: ReadonlyMap<string, ChildModel>,
): void {
  const { attributes: a, source } = element
  const from =
    a.model === '' && (a.body !== '' || a.frame !== '') && !models.has('') ? assembly : modelOf(element, models)
  const content = contentOf(element, from)
  const renaming = { prefix: a.prefix, suffix: '', assets: from !== assembly }
  assembly.budget.spend(countElements(content), source)
  if (from !== assembly) mergeSettings(assembly, from, source)

  assembly.noteKeyframes(from, renaming)
  for (const copy of assembly.copyTree(content, renaming)) into.push(copy)
  assembly.copyLists(from.lists, renaming, source)
  assembly.finishCopy()
}

function modelOf({ attributes: a, source }: AttachSpec, models: ReadonlyMap<string, ChildModel>): Assembly {
  const child = models.get(a.model)
  if (child) return child.assembly
  if (a.model === '')
    throw new ModelError('nothing to attach', { source, expected: "at least one of 'model', 'body' and 'frame'" })
  throw new ModelError('there is no model of this name', {
    source,
    attribute: 'model',
    found: shown(a.model),
    suggestion: suggestion(a.model, models.keys()),
  })
}

/** The elements to copy. */
function contentOf({ attributes: { body, frame }, source }: AttachSpec, from: Assembly): BodyChild[] {
  if (body !== '') {
    const found = from.body(body)
    if (!found) throw unknown('body', body)
    return [found]
  }
  if (frame === '') return withoutInertia(from.world.children)
  const found = from.frame(frame)
  if (!found) throw unknown('frame', frame)
  return withoutInertia([found])

  function unknown(kind: 'body' | 'frame', name: string): ModelError {
    return new ModelError(`there is no ${kind} of this name, or it comes later in the document`, {
      source,
      attribute: kind,
      found: shown(name),
      suggestion: suggestion(name, from.names(kind)),
    })
  }
}
