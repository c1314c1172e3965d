import { ContactArrays, reserveContacts } from '../../../core/data/contactArrays.ts'
import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'

/** Contacts that are kept while contacts of woken trees are found, which come between them. */
export class KeptContacts {
  readonly #contacts = new ContactArrays()
  #count = 0
  /** The first that has not been taken back. */
  #next = 0

  /** Moves all contacts of a state here. */
  keep(d: Data): void {
    reserveContacts(this.#contacts, d.ncon)
    for (let i = 0; i < d.ncon; i++) copyContact(this.#contacts, i, d, i)
    this.#count = d.ncon
    this.#next = 0
    d.ncon = 0
  }

  /** Appends the contacts of two bodies, if they are the next ones. */
  takeBack(m: Model, d: Data, body1: number, body2: number): void {
    const { geom_bodyid } = m
    const { contact_geom1, contact_geom2 } = this.#contacts
    for (; this.#next < this.#count; this.#next++) {
      const a = geom_bodyid[contact_geom1[this.#next]]
      const b = geom_bodyid[contact_geom2[this.#next]]
      if (!(a === body1 && b === body2) && !(a === body2 && b === body1)) return
      reserveContacts(d, d.ncon + 1)
      copyContact(d, d.ncon++, this.#contacts, this.#next)
    }
  }
}

function copyContact(to: ContactArrays, t: number, from: ContactArrays, f: number): void {
  to.contact_dist[t] = from.contact_dist[f]
  to.contact_includemargin[t] = from.contact_includemargin[f]
  to.contact_mu[t] = from.contact_mu[f]
  to.contact_adhesion[t] = from.contact_adhesion[f]
  to.contact_dim[t] = from.contact_dim[f]
  to.contact_geom1[t] = from.contact_geom1[f]
  to.contact_geom2[t] = from.contact_geom2[f]
  to.contact_exclude[t] = from.contact_exclude[f]
  to.contact_efc_address[t] = from.contact_efc_address[f]
  copyNumbers(to.contact_pos, t, from.contact_pos, f, 3)
  copyNumbers(to.contact_frame, t, from.contact_frame, f, 9)
  copyNumbers(to.contact_friction, t, from.contact_friction, f, 5)
  copyNumbers(to.contact_solref, t, from.contact_solref, f, 2)
  copyNumbers(to.contact_solreffriction, t, from.contact_solreffriction, f, 2)
  copyNumbers(to.contact_solimp, t, from.contact_solimp, f, 5)
}

function copyNumbers(to: Float64Array, t: number, from: Float64Array, f: number, width: number): void {
  for (let k = 0; k < width; k++) to[width * t + k] = from[width * f + k]
}
