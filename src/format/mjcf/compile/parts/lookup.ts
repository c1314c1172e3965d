import { ModelError, type Source } from '../../../../core/model/errors.ts'
import { shown } from '../../text/messageText.ts'
import { suggestion } from '../../text/suggestion.ts'
import type { Body, Geom, Joint, Parts, Site } from './parts.ts'

/** Where a name stands, for the message when nothing is called so. */
export interface NamePlace {
  readonly source: Source
  readonly attribute: string
}

/** Finds the parts of a model by their names, or throws. */
export class Lookup {
  readonly #bodies: ReadonlyMap<string, Body>
  readonly #joints: ReadonlyMap<string, Joint>
  readonly #geoms: ReadonlyMap<string, Geom>
  readonly #sites: ReadonlyMap<string, Site>

  constructor(parts: Parts) {
    this.#bodies = byName(parts.bodies)
    this.#joints = byName(parts.joints)
    this.#geoms = byName(parts.geoms)
    this.#sites = byName(parts.sites)
  }

  body(name: string, place: NamePlace): Body {
    return find(this.#bodies, 'body', name, place)
  }

  joint(name: string, place: NamePlace): Joint {
    return find(this.#joints, 'joint', name, place)
  }

  geom(name: string, place: NamePlace): Geom {
    return find(this.#geoms, 'geom', name, place)
  }

  site(name: string, place: NamePlace): Site {
    return find(this.#sites, 'site', name, place)
  }
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
