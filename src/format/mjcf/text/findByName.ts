import { ModelError, type Source } from '../../../core/model/errors.ts'
import { shown, suggestion } from './messageText.ts'

/** Where a name stands, for the message when nothing is called so. */
export interface NamePlace {
  readonly source: Source
  readonly attribute: string
}

/** By name; those without a name are left out. */
export function byName<T extends { readonly name: string }>(list: readonly T[]): Map<string, T> {
  return new Map(list.filter(({ name }) => name !== '').map((item) => [item.name, item]))
}

/** The object of a name, or an error that says which names there are like it. */
export function find<T>(
  table: ReadonlyMap<string, T>,
  kind: string,
  name: string,
  { source, attribute }: NamePlace,
): T {
  const found = table.get(name)
  if (found !== undefined) return found
  throw new ModelError(`there is no ${kind} of this name`, {
    source,
    attribute,
    expected: `the name of a ${kind}`,
    found: shown(name),
    suggestion: suggestion(name, table.keys()),
  })
}
