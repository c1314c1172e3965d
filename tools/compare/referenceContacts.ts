import { ContactArrays, copyContacts, reserveContacts } from '../../src/core/data/contactArrays.ts'
import type { ReferenceData } from './reference.ts'

/** Contacts of either engine: the first `ncon` rows are in use. A `Data` is one. */
export type Contacts = ContactArrays & { readonly ncon: number }

/** Contacts that belong to no state, and do not change any more once they are looked at. */
export class ContactList extends ContactArrays {
  ncon = 0
  #pairs: Map<string, number[]> | undefined

  /** Row numbers by pair of geoms (`3 5`), in the order in which the pairs come. */
  get pairs(): ReadonlyMap<string, readonly number[]> {
    this.#pairs ??= groupByPair(this)
    return this.#pairs
  }

  /** The rows of a pair of geoms. */
  rowsOf(geom1: number, geom2: number): readonly number[] {
    return this.pairs.get(`${geom1} ${geom2}`) ?? []
  }
}

function groupByPair({ ncon, contact_geom1, contact_geom2 }: Contacts): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (let i = 0; i < ncon; i++) {
    const key = `${contact_geom1[i]} ${contact_geom2[i]}`
    const rows = groups.get(key)
    if (rows) rows.push(i)
    else groups.set(key, [i])
  }
  return groups
}

/** A copy of the contacts of a state. */
export function listOf(contacts: Contacts): ContactList {
  const list = new ContactList()
  list.ncon = contacts.ncon
  copyContacts(list, contacts)
  return list
}

/**
 * Where the fields of a contact are in the reference's memory: in numbers of 8 bytes from the start of the contact, and
 * how many there are. The binding hands contacts out as objects of its own that somebody must delete, one call a field;
 * they lie one after the other at the start of the arena, which can be read.
 */
const DOUBLES = [
  ['contact_dist', 0, 1],
  ['contact_pos', 1, 3],
  ['contact_frame', 4, 9],
  ['contact_includemargin', 13, 1],
  ['contact_friction', 14, 5],
  ['contact_solref', 19, 2],
  ['contact_solreffriction', 21, 2],
  ['contact_solimp', 23, 5],
  ['contact_adhesion', 28, 1],
  ['contact_mu', 29, 1],
] as const

/** The same for integers, in numbers of 4 bytes; what is between them is about contacts of flexes. */
const INTEGERS = [
  ['contact_dim', 132],
  ['contact_geom1', 133],
  ['contact_geom2', 134],
  ['contact_exclude', 143],
  ['contact_efc_address', 144],
] as const

/** Size of a contact in numbers of 8 bytes. */
const STRIDE = 73

/** A copy of the contacts that the reference has found. */
export function referenceContacts(rd: ReferenceData): ContactList {
  const list = new ContactList()
  const { ncon } = rd.raw
  list.ncon = ncon
  reserveContacts(list, ncon)
  const { buffer, byteOffset } = rd.raw.arena as Uint8Array
  const doubles = new Float64Array(buffer, byteOffset, ncon * STRIDE)
  const integers = new Int32Array(buffer, byteOffset, 2 * ncon * STRIDE)
  for (let i = 0; i < ncon; i++) {
    for (const [field, start, width] of DOUBLES)
      for (let k = 0; k < width; k++) list[field][width * i + k] = doubles[STRIDE * i + start + k]
    for (const [field, start] of INTEGERS) list[field][i] = integers[2 * STRIDE * i + start]
  }
  return list
}
