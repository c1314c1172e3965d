import { GeomType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { octreeDistance, octreeGradient } from './octreeField.ts'
import { primitiveDistance, primitiveGradient } from './primitiveField.ts'

/**
 * Signed distance fields of geoms: how far a point is from the surface, negative inside, and the direction in which
 * that grows. A geom of type sdf has the octree of its mesh; the primitive shapes have formulas.
 */
export class Field {
  type = 0
  /** The model; a field is filled before it is used. */
  #model: Model | undefined
  readonly size: Float64Array = new Float64Array(3)
  /** First cell of the octree. */
  octree = 0

  /** Takes the shape of a geom. */
  setGeom(m: Model, geom: number): void {
    this.#model = m
    this.type = m.geom_type[geom]
    for (let k = 0; k < 3; k++) this.size[k] = m.geom_size[3 * geom + k]
    if (this.type === GeomType.sdf) this.octree = m.mesh_octadr[m.geom_dataid[geom]]
  }

  /** out[0] = distance of the point p (3 numbers, frame of the geom). */
  distance(out: Float64Array, p: Float64Array): void {
    if (this.type === GeomType.sdf) octreeDistance(out, this.#model as Model, this.octree, p)
    else primitiveDistance(out, this.type, this.size, p)
  }

  /** g = gradient of the distance at p. */
  gradient(g: Float64Array, p: Float64Array): void {
    if (this.type === GeomType.sdf) octreeGradient(g, this.#model as Model, this.octree, p)
    else primitiveGradient(g, this.type, this.size, p)
  }
}
