import { MAXVAL } from '../math/constants.ts'
import { GeomType } from './enums.ts'

/**
 * Bounding boxes and spheres of geoms in their own frame: boxes as center and half sides, spheres around the origin.
 * Infinite extents are MAXVAL.
 */

/** Bounding box of the shape in its own frame: center, half sides. */
export function boundingBox(type: GeomType, [a, b, c]: ArrayLike<number> & Iterable<number>): Float64Array {
  switch (type) {
    case GeomType.plane: // everything below
      return Float64Array.of(0, 0, -MAXVAL / 2, MAXVAL, MAXVAL, MAXVAL / 2)
    case GeomType.sphere:
      return Float64Array.of(0, 0, 0, a, a, a)
    case GeomType.capsule:
      return Float64Array.of(0, 0, 0, a, a, a + b)
    case GeomType.cylinder:
      return Float64Array.of(0, 0, 0, a, a, b)
    case GeomType.hfield:
    case GeomType.ellipsoid:
    case GeomType.box:
    case GeomType.mesh:
    case GeomType.sdf:
      return Float64Array.of(0, 0, 0, a, b, c)
    default: {
      throw new RangeError(`there is no geom type ${type satisfies never}`)
    }
  }
}

/** Radius of the bounding sphere around the shape's center; 0 for planes. */
export function boundingRadius(type: GeomType, [a, b, c]: ArrayLike<number> & Iterable<number>): number {
  switch (type) {
    case GeomType.sphere:
      return a
    case GeomType.capsule:
      return a + b
    case GeomType.cylinder:
      return Math.sqrt(a * a + b * b)
    case GeomType.ellipsoid:
      return Math.max(a, b, c)
    case GeomType.box:
    case GeomType.mesh:
    case GeomType.sdf:
      return Math.sqrt(a * a + b * b + c * c)
    case GeomType.plane:
    case GeomType.hfield:
      return 0
    default: {
      throw new RangeError(`there is no geom type ${type satisfies never}`)
    }
  }
}

/** The box of a height field with the sizes (x, y, top, base). */
export function hfieldBox([x, y, top, base]: ArrayLike<number> & Iterable<number>): Float64Array {
  return Float64Array.of(0, 0, 0.5 * (top - base), x, y, 0.5 * (top + base))
}

/** The radius of a height field. */
export function hfieldRadius([x, y, top, base]: ArrayLike<number> & Iterable<number>): number {
  return Math.sqrt(x * x + y * y + Math.max(top * top, base * base))
}
