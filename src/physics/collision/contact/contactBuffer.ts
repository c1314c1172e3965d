import { NO_SEPARATIONS } from './separations.ts'

/** No pair of geoms has more contacts than this. */
export const MAX_CONTACTS = 50

/**
 * The contacts of two geoms, as a pair function finds them. The caller sets `margin` and `count = 0`, the pair function
 * appends. Distances are negative in penetration, positions are halfway between the two surfaces, normals point from
 * the first geom to the second; all in the world frame.
 */
export class ContactBuffer {
  /** [0]: contacts farther apart than this are of no interest; margin + gap of the pair. */
  readonly margin: Float64Array = new Float64Array(1)
  /** Where what is known of the pair is among the records of `separations`; -1: there is no record. */
  separation = -1
  separations: Float64Array = NO_SEPARATIONS
  count = 0
  readonly dist: Float64Array = new Float64Array(MAX_CONTACTS)
  readonly pos: Float64Array = new Float64Array(3 * MAX_CONTACTS)
  readonly normal: Float64Array = new Float64Array(3 * MAX_CONTACTS)
  /** Where the first tangent of the contact frame should point; zero where the pair function has no preference. */
  readonly tangent: Float64Array = new Float64Array(3 * MAX_CONTACTS)
  /** The bits of `normal` and `tangent`, two integers a number. */
  readonly normalBits: Int32Array = new Int32Array(this.normal.buffer)
  readonly tangentBits: Int32Array = new Int32Array(this.tangent.buffer)
}

/** Whether contact k > 0 has the normal and the tangent of the one before it, bit for bit. */
export function hasSameDirections({ normalBits: n, tangentBits: t }: ContactBuffer, k: number): boolean {
  const i = 6 * k
  if (n[i + 1] !== n[i - 5] || n[i + 3] !== n[i - 3] || n[i + 5] !== n[i - 1]) return false
  if (n[i] !== n[i - 6] || n[i + 2] !== n[i - 4] || n[i + 4] !== n[i - 2]) return false
  if (t[i + 1] !== t[i - 5] || t[i + 3] !== t[i - 3] || t[i + 5] !== t[i - 1]) return false
  return t[i] === t[i - 6] && t[i + 2] === t[i - 4] && t[i + 4] === t[i - 2]
}

/**
 * Appends the contact whose distance, position and normal have been written at `count`; the tangent has no preference.
 * V8: as arguments, seven numbers would be boxed wherever the call is not inlined.
 */
export function commitContact(contacts: ContactBuffer): void {
  const o = 3 * contacts.count
  const { tangent } = contacts
  tangent[o] = 0
  tangent[o + 1] = 0
  tangent[o + 2] = 0
  contacts.count++
}
