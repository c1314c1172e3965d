import { Arena, type ArenaMemory } from '../memory/arena.ts'

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

/** Lays the arrays for `capacity` contacts out in the arena. */
function carve(c: ContactArrays, arena: Arena, capacity: number): void {
  c.contactCapacity = capacity
  c.contactArena = arena
  c.contact_dist = arena.f64(capacity)
  c.contact_pos = arena.f64(capacity, 3)
  c.contact_frame = arena.f64(capacity, 9)
  c.contact_includemargin = arena.f64(capacity)
  c.contact_friction = arena.f64(capacity, 5)
  c.contact_solref = arena.f64(capacity, 2)
  c.contact_solreffriction = arena.f64(capacity, 2)
  c.contact_solimp = arena.f64(capacity, 5)
  c.contact_mu = arena.f64(capacity)
  c.contact_adhesion = arena.f64(capacity)
  c.contact_dim = arena.i32(capacity)
  c.contact_geom1 = arena.i32(capacity)
  c.contact_geom2 = arena.i32(capacity)
  c.contact_exclude = arena.i32(capacity)
  c.contact_efc_address = arena.i32(capacity)
}

const CONTACT_FIELDS = Object.keys(new ContactArrays()).filter((key) =>
  key.startsWith('contact_'),
) as (keyof ContactArrays)[]

const MIN_CAPACITY = 16

/** Bytes for one contact; capacities are even, so that there is no padding between arrays. */
const BYTES_PER_CONTACT = Arena.measure((arena) => carve(new ContactArrays(), arena, MIN_CAPACITY)) / MIN_CAPACITY

/** Makes room for `count` contacts: doubles until they fit, and keeps the contacts that are there. */
export function reserveContacts(c: ContactArrays, count: number): void {
  if (count <= c.contactCapacity) return
  let capacity = Math.max(MIN_CAPACITY, c.contactCapacity)
  while (capacity < count) capacity *= 2

  const grown = new ContactArrays()
  const bytes = capacity * BYTES_PER_CONTACT
  carve(grown, new Arena(memoryLike(c.contactArena.buffer, bytes)), capacity)
  copyContacts(grown, c)
  Object.assign(c, grown)
}

/** Fresh memory that is shared if the other one is. */
export function memoryLike(other: ArrayBufferLike | undefined, bytes: number): ArrayBuffer | SharedArrayBuffer {
  const shared = typeof SharedArrayBuffer !== 'undefined' && other instanceof SharedArrayBuffer
  return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
}

/** Copies all contacts, making room for them first. */
export function copyContacts(target: ContactArrays, source: ContactArrays): void {
  reserveContacts(target, source.contactCapacity)
  for (const key of CONTACT_FIELDS) (target[key] as Float64Array).set(source[key] as Float64Array)
}

/** Lays the contact arrays over memory that is already there, for example one that another thread reserved. */
export function adoptContacts(c: ContactArrays, memory: ArenaMemory): void {
  const arena = new Arena(memory)
  carve(c, arena, 2 * Math.floor(arena.byteCapacity / (2 * BYTES_PER_CONTACT)))
}
