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

/** Appends a contact: distance, position and normal. Small, so that V8 inlines it and boxes no number. */
export function appendContact(
  contacts: ContactBuffer,
  gap: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const { dist, pos, normal, tangent } = contacts
  const i = contacts.count
  const o = 3 * i
  dist[i] = gap
  pos[o] = x
  pos[o + 1] = y
  pos[o + 2] = z
  normal[o] = nx
  normal[o + 1] = ny
  normal[o + 2] = nz
  tangent[o] = 0
  tangent[o + 1] = 0
  tangent[o + 2] = 0
  contacts.count = i + 1
}
