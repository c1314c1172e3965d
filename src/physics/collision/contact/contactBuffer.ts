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
  count = 0
  readonly dist: Float64Array = new Float64Array(MAX_CONTACTS)
  readonly pos: Float64Array = new Float64Array(3 * MAX_CONTACTS)
  readonly normal: Float64Array = new Float64Array(3 * MAX_CONTACTS)
  /** Where the first tangent of the contact frame should point; zero where the pair function has no preference. */
  readonly tangent: Float64Array = new Float64Array(3 * MAX_CONTACTS)
}

/**
 * Appends the contact whose distance, position and normal have been written at `count`; the tangent has no preference.
 * V8: as arguments, seven numbers would be boxed wherever the call is not inlined.
 */
export function commitContact(contacts: ContactBuffer): void {
  const o = 3 * contacts.count
  for (let k = 0; k < 3; k++) contacts.tangent[o + k] = 0
  contacts.count++
}
