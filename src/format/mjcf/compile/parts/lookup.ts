import { byName, find, type NamePlace } from '../../text/findByName.ts'
import type { Body, Geom, Joint, Parts, Site } from './parts.ts'

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
