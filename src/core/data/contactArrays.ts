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
  /** Number of contacts that there is room for. */
  contactCapacity = 0
  /** Memory of the contacts. */
  contactArena: Arena = new Arena(new ArrayBuffer(0))

  /** Distance between the surfaces, m; negative in penetration. Shape: contacts. */
  contact_dist = none64
  /** Midpoint between the surfaces, world frame, m. Shape: contacts × 3. */
  contact_pos = none64
  /** Rows: normal from geom 1 to geom 2, and two tangents, world frame. Shape: contacts × 9. */
  contact_frame = none64
  /** The contact is active below this distance, m. Shape: contacts. */
  contact_includemargin = none64
  /** Friction: sliding 1, sliding 2, spinning, rolling 1, rolling 2. Shape: contacts × 5. */
  contact_friction = none64
  /** Solver reference, normal direction. Shape: contacts × 2. */
  contact_solref = none64
  /** Solver reference, friction directions. Shape: contacts × 2. */
  contact_solreffriction = none64
  /** Solver impedance. Shape: contacts × 5. */
  contact_solimp = none64
  /** Friction of the regularized cone. Shape: contacts. */
  contact_mu = none64
  /** Pull between the surfaces, N. Shape: contacts. */
  contact_adhesion = none64
  /** Dimension: 1, 3, 4 or 6. Shape: contacts. */
  contact_dim = none32
  /** First geom. Shape: contacts. */
  contact_geom1 = none32
  /** Second geom. Shape: contacts. */
  contact_geom2 = none32
  /** Why the contact makes no rows: 0 it does, 1 in the gap, 2 fused bodies, 3 no dofs, 4 passive. Shape: contacts. */
  contact_exclude = none32
  /** First constraint row; -1: none. Shape: contacts. */
  contact_efc_address = none32
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

/** Maximum number of contacts that collision detection lists; with their constraint rows they take some 500 MB. */
export const MAX_CONTACTS_IN_ALL: number = 2 ** 18

/** Makes room for `count` contacts, and keeps the contacts that are there. */
export function reserveContacts(c: ContactArrays, count: number): void {
  if (count > c.contactCapacity) table.reserve(c, count)
}

/** Copies the first `count` contacts at least, making room for them first; by default all. */
export function copyContacts(to: ContactArrays, from: ContactArrays, count: number = from.contactCapacity): void {
  table.copy(to, from, count)
}

/** Lays the contact arrays over memory that is already there, for example one that another thread reserved. */
export function adoptContacts(c: ContactArrays, memory: ArenaMemory): void {
  table.adopt(c, memory)
}
