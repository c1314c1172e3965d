import { ModelError, type Source } from '../../model/errors.ts'
import type { BodyChild, Spec } from '../spec.ts'

/** No two objects of one kind may have the same name; the world is called `world`. */
export function checkNames(spec: Spec): void {
  const seen = new Map<string, Source>([['body world', spec.world.source]])
  const add = (kind: string, name: string, source: Source): void => {
    if (name === '') return
    const key = `${kind} ${name}`
    const first = seen.get(key)
    if (first)
      throw new ModelError(`another ${kind} has this name`, {
        source,
        attribute: 'name',
        expected: 'a name of its own',
        found: `"${name}", as in ${first.file}:${first.line}`,
      })
    seen.set(key, source)
  }
  const visit = (child: BodyChild): void => {
    add(child.kind, child.attributes.name, child.source)
    if (child.kind === 'body' || child.kind === 'frame') child.children.forEach(visit)
  }
  spec.world.children.forEach(visit)
  for (const element of [...spec.numerics, ...spec.texts, ...spec.keys])
    add(element.kind, element.attributes.name, element.source)
  for (const tuple of spec.tuples) add('tuple', tuple.name, tuple.source)
}
