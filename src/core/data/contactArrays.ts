import { Arena, type ArenaMemory } from '../memory/arena.ts'
import { GrowingTable } from '../memory/growingTable.ts'

const none64: Float64Array = new Float64Array(0)
const none32: Int32Array = new Int32Array(0)

/**
 * Contacts as a struct of arrays, MuJoCo's names with the prefix `contact_`. The first `ncon` rows are in use.
 * The arrays have room for `contactCapacity` contacts and are replaced when they must grow; between two
 * growths they keep their identity.
 */
export class ContactArrays {
  contactCapacity = 0
  contactArena: Arena = new Arena(new ArrayBuffer(0))

  contact_dist = none64 // distance between the surfaces, negative in penetration
  contact_pos = none64 // 3, midpoint between the surfaces, world frame
  contact_frame = none64 // 9, rows: normal (from geom 1 to geom 2), tangents
  contact_includemargin = none64 // contact is active below this distance
  contact_friction = none64 // 5: tangent 1, 2, spin, roll 1, 2
  contact_solref = none64 // 2, normal direction
  contact_solreffriction = none64 // 2, friction directions
  contact_solimp = none64 // 5
  contact_mu = none64 // friction of the regularised cone
  contact_adhesion = none64 // force that pulls the surfaces together, N
  contact_dim = none32 // 1, 3, 4 or 6 constraint dimensions
  contact_geom1 = none32
  contact_geom2 = none32
  contact_exclude = none32 // 0 active, 1 in gap, 2 fused, 3 no dofs, 4 passive
  contact_efc_address = none32 // first constraint row; -1 none
}

const table = new GrowingTable<ContactArrays>('contactCapacity', 'contactArena', (arena, n) => ({
  contact_dist: arena.f64(n),
  contact_pos: arena.f64(n, 3),
  contact_frame: arena.f64(n, 9),
  contact_includemargin: arena.f64(n),
  contact_friction: arena.f64(n, 5),
  contact_solref: arena.f64(n, 2),
  contact_solreffriction: arena.f64(n, 2),
  contact_solimp: arena.f64(n, 5),
  contact_mu: arena.f64(n),
  contact_adhesion: arena.f64(n),
  contact_dim: arena.i32(n),
  contact_geom1: arena.i32(n),
  contact_geom2: arena.i32(n),
  contact_exclude: arena.i32(n),
  contact_efc_address: arena.i32(n),
}))

/** Makes room for `count` contacts, and keeps the contacts that are there. */
export function reserveContacts(c: ContactArrays, count: number): void {
  if (count > c.contactCapacity) table.reserve(c, count)
}

/** Copies all contacts, making room for them first. */
export function copyContacts(target: ContactArrays, source: ContactArrays): void {
  table.copy(target, source)
}

/** Lays the contact arrays over memory that is already there, for example one that another thread reserved. */
export function adoptContacts(c: ContactArrays, memory: ArenaMemory): void {
  table.adopt(c, memory)
}
