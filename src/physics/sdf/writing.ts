import type { SdfShape } from '../../core/model/sdfShape.ts'

const result = new Float64Array(1)

/** Completes a shape that writes its distance by the function that returns it. */
export function writing(shape: Omit<SdfShape, 'distance'> & Required<Pick<SdfShape, 'distanceTo'>>): SdfShape {
  return {
    ...shape,
    distance(p, a) {
      shape.distanceTo(result, p, a)
      return result[0]
    },
  }
}
