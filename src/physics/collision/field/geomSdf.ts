import { quatToMat } from '../../../core/math/quat.ts'
import { rotate, rotateBack } from '../../../core/math/vec3.ts'
import { GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import type { SdfInstance } from '../../../core/model/sdfShape.ts'
import { octreeDistance, octreeGradient } from './octreeSdf.ts'
import { primitiveDistance, primitiveGradient } from './primitiveSdf.ts'

/**
 * Signed distance fields of geoms: how far a point is from the surface, negative inside, and the direction in which
 * that grows. A geom of type sdf has the octree of its mesh, or a function; the primitive shapes have formulas.
 */
export class GeomSdf {
  type = 0
  /** The model; a field is filled before it is used. */
  #model: Model | undefined
  readonly size: Float64Array = new Float64Array(3)
  /** First cell of the octree. */
  octree = 0

  /** A function, and where the frame of the geom (that of its mesh) is in the frame of the function. */
  #shape: SdfInstance | undefined
  readonly #pos = new Float64Array(3)
  readonly #mat = new Float64Array(9)
  readonly #point = new Float64Array(3)

  /** Takes the shape of a geom. */
  setGeom(m: Model, geom: number): void {
    this.#model = m
    this.type = m.geom_type[geom]
    this.#shape = undefined
    for (let k = 0; k < 3; k++) this.size[k] = m.geom_size[3 * geom + k]
    if (this.type !== GeomType.sdf) return
    const mesh = m.geom_dataid[geom]
    this.octree = m.mesh_octadr[mesh]
    if (m.sdf.length === 0 || m.sdf[geom] === undefined) return
    this.#shape = m.sdf[geom]
    for (let k = 0; k < 3; k++) this.#pos[k] = m.mesh_pos[3 * mesh + k]
    quatToMat(this.#mat, 0, m.mesh_quat, 4 * mesh)
  }

  /** out[0] = distance of the point p (3 numbers, frame of the geom). */
  distance(out: Float64Array, p: Float64Array): void {
    if (this.#shape !== undefined) {
      this.#toShape(p)
      this.#shape.distance(out, this.#point)
    } else if (this.type === GeomType.sdf) octreeDistance(out, this.#model as Model, this.octree, p)
    else primitiveDistance(out, this.type, this.size, p)
  }

  /** g = gradient of the distance at p. */
  gradient(g: Float64Array, p: Float64Array): void {
    if (this.#shape !== undefined) {
      this.#toShape(p)
      this.#shape.gradient(g, this.#point)
      rotateBack(g, 0, this.#mat, 0, g, 0)
    } else if (this.type === GeomType.sdf) octreeGradient(g, this.#model as Model, this.octree, p)
    else primitiveGradient(g, this.type, this.size, p)
  }

  #toShape(p: Float64Array): void {
    rotate(this.#point, 0, this.#mat, 0, p, 0)
    for (let k = 0; k < 3; k++) this.#point[k] += this.#pos[k]
  }
}
