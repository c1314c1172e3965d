import type { AnyElement, ListElement, ListName, SpecLists } from '../schema/spec.ts'

/** Which names stand for objects at the moment, by the kind of object. */
export class ObjectNames {
  readonly #counts = new Map<string, Map<string, number>>()

  has(kind: string, name: string): boolean {
    return this.count(kind, name) > 0
  }

  count(kind: string, name: string): number {
    return this.#counts.get(kind)?.get(name) ?? 0
  }

  /** Counts an object in, or out (-1). */
  add(kind: string, name: unknown, times: 1 | -1 = 1): void {
    if (typeof name !== 'string' || name === '') return
    let names = this.#counts.get(kind)
    if (!names) {
      names = new Map()
      this.#counts.set(kind, names)
    }
    names.set(name, (names.get(name) ?? 0) + times)
  }
}

/** The lists of a model outside of its tree, in the order in which elements are copied: later ones refer to earlier. */
export const LISTS = [
  'assets',
  'numerics',
  'texts',
  'contacts',
  'tendons',
  'equalities',
  'actuators',
  'sensors',
  'tuples',
] as const satisfies readonly ListName[]

/** The lists while they grow. */
export type GrowingLists = { [L in ListName]: ListElement<L>[] }

export function makeLists(contentOf: <L extends ListName>(list: L) => ListElement<L>[]): GrowingLists {
  return Object.fromEntries(LISTS.map((list) => [list, contentOf(list)])) as GrowingLists
}

export function copyLists(lists: SpecLists): GrowingLists {
  return makeLists(<L extends ListName>(list: L): ListElement<L>[] => {
    const elements: readonly ListElement<L>[] = lists[list]
    return [...elements]
  })
}

/** The section of the document of each list. */
export const SECTIONS: Readonly<Record<ListName, string>> = {
  assets: 'asset',
  numerics: 'custom',
  texts: 'custom',
  contacts: 'contact',
  tendons: 'tendon',
  equalities: 'equality',
  actuators: 'actuator',
  sensors: 'sensor',
  tuples: 'custom',
}

/** The kind of object that an element of a list is: all actuators share their names, all assets of one kind do. */
export function objectKind(list: ListName, element: AnyElement): string {
  switch (list) {
    case 'tendons':
    case 'equalities':
    case 'actuators':
    case 'sensors':
      return SECTIONS[list]
    case 'assets':
    case 'numerics':
    case 'texts':
    case 'contacts':
    case 'tuples':
      return element.kind
  }
}
