import type { SdfShape } from '../../core/model/sdfShape.ts'

/** Register: [0] is the distance. */
const result = new Float64Array(1)

/** Adds `distance`, which returns a number, to a shape that has `distanceTo`, which writes it. */
// bundlers drop shapes that a program does not use
/* @__NO_SIDE_EFFECTS__ */
export function withDistance(shape: Omit<SdfShape, 'distance'> & Required<Pick<SdfShape, 'distanceTo'>>): SdfShape {
  return {
    ...shape,
    distance(p, a) {
      shape.distanceTo(result, p, a)
      return result[0]
    },
  }
}
