/** No pair of geoms has more contacts than this. */
export const MAX_CONTACTS = 50

/**
 * What a pair function finds: the places where two geoms contacts. The caller sets `margin` and `count = 0`, the pair
 * function appends. Distances are negative in penetration, positions lie halfway between the two surfaces, normals
 * point from the first geom to the second; all in the world frame. Numbers stand in typed arrays, so that nothing is
 * boxed on the way between functions.
 */
export class ContactBuffer {
  /** [0]: contacts farther apart than this are of no interest; margin + gap of the pair. */
  readonly margin: Float64Array = new Float64Array(1)
  count = 0
  readonly dist: Float64Array = new Float64Array(MAX_CONTACTS)
  readonly pos: Float64Array = new Float64Array(3 * MAX_CONTACTS)
  readonly normal: Float64Array = new Float64Array(3 * MAX_CONTACTS)
  /** Where the first tangent of the contact frame should point; zero where the pair function does not care. */
  readonly tangent: Float64Array = new Float64Array(3 * MAX_CONTACTS)
}
