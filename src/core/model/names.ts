import { ObjType } from './enums.ts'

/**
 * Names of all objects of a model, by type and id. Unnamed objects have the empty name.
 * MuJoCo: mj_name2id, mj_id2name.
 */
export class Names {
  /** Name of the model itself. */
  model = 'MuJoCo Model'
  readonly #names = new Map<ObjType, readonly string[]>()
  readonly #ids = new Map<ObjType, ReadonlyMap<string, number>>()

  /** Sets all names of one type, in the order of their ids. */
  set(type: ObjType, names: readonly string[]): void {
    const ids = new Map<string, number>()
    for (let id = 0; id < names.length; id++) if (names[id] !== '') ids.set(names[id], id)
    this.#names.set(type, names)
    this.#ids.set(type, ids)
  }

  /** Names of all objects of a type, in the order of their ids. */
  all(type: ObjType): readonly string[] {
    return this.#names.get(shared(type)) ?? []
  }

  /** All tables of names. */
  entries(): [type: ObjType, names: readonly string[]][] {
    return [...this.#names]
  }

  /** Name of an object; undefined when it has none, or when there is no such object. MuJoCo: mj_id2name. */
  name(type: ObjType, id: number): string | undefined {
    return this.#names.get(shared(type))?.[id] || undefined
  }

  /** Id of a named object; -1 when there is none. MuJoCo: mj_name2id. */
  id(type: ObjType, name: string): number {
    return this.#ids.get(shared(type))?.get(name) ?? -1
  }
}

/** Bodies and their frames (`xbody`) share one table. */
function shared(type: ObjType): ObjType {
  return type === ObjType.xbody ? ObjType.body : type
}
