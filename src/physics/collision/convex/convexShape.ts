import type { Data } from '../../../core/data/data.ts'
import { GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { type HullPoints, hullPoints, NO_HULLS } from './hullPoints.ts'

/** What a convex shape is; the numbers are those of `GeomType`, with a prism of a height field in its place. */
export const ShapeType = {
  prism: GeomType.hfield,
  sphere: GeomType.sphere,
  capsule: GeomType.capsule,
  ellipsoid: GeomType.ellipsoid,
  cylinder: GeomType.cylinder,
  box: GeomType.box,
  mesh: GeomType.mesh,
} as const
export type ShapeType = (typeof ShapeType)[keyof typeof ShapeType]

/**
 * A convex body somewhere in space, as the distance and penetration algorithms see it. Its pose is its own, so that a
 * height field can look at geoms in its frame and a manifold can be felt out by tilting them.
 */
export class ConvexShape {
  type: ShapeType = ShapeType.sphere
  /** The geom it was made from; -1: none. */
  geom = -1
  /** The four below in a row, for those who read them all: position 0, matrix 3, size 12, margin 15. */
  readonly numbers: Float64Array = new Float64Array(16)
  readonly pos: Float64Array = this.numbers.subarray(0, 3)
  /** Row-major; the axes of the shape are its columns. */
  readonly mat: Float64Array = this.numbers.subarray(3, 12)
  readonly size: Float64Array = this.numbers.subarray(12, 15)
  /** [0]: the shape is inflated by half of this. */
  readonly margin: Float64Array = this.numbers.subarray(15, 16)
  /** Corners of a prism: three at the bottom, then three at the top. */
  readonly prism: Float64Array = new Float64Array(18)

  // mesh: index into the model's meshes, vertices of all meshes, first vertex of this one
  mesh = -1
  vert: Float32Array = new Float32Array(0)
  vertadr = 0
  /** Vertices of meshes in the order in which they are searched. */
  hulls: HullPoints = NO_HULLS

  /** Vertex that the last support query found, a start for the next one; -1: none. */
  vertex = -1
  /** What the last support query found: corner bits of a box, vertex of a mesh, cap of a cylinder (1 top, 0 bottom). */
  feature = 0
}

const SDF = GeomType.sdf
const MESH = GeomType.mesh

/** Makes a shape of a geom where it stands now. */
export function shapeOfGeom(shape: ConvexShape, m: Model, d: Data, geom: number, margin: Float64Array): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const n = shape.numbers
  const type = m.geom_type[geom]
  shape.geom = geom
  shape.type = (type === SDF ? MESH : type) as ShapeType
  const p = 3 * geom
  const r = 9 * geom
  n[0] = geom_xpos[p]
  n[1] = geom_xpos[p + 1]
  n[2] = geom_xpos[p + 2]
  n[3] = geom_xmat[r]
  n[4] = geom_xmat[r + 1]
  n[5] = geom_xmat[r + 2]
  n[6] = geom_xmat[r + 3]
  n[7] = geom_xmat[r + 4]
  n[8] = geom_xmat[r + 5]
  n[9] = geom_xmat[r + 6]
  n[10] = geom_xmat[r + 7]
  n[11] = geom_xmat[r + 8]
  n[12] = geom_size[p]
  n[13] = geom_size[p + 1]
  n[14] = geom_size[p + 2]
  n[15] = margin[0]
  shape.vertex = -1
  shape.feature = 0
  if (shape.type !== MESH) return
  const mesh = m.geom_dataid[geom]
  shape.mesh = mesh
  shape.vert = m.mesh_vert
  shape.vertadr = m.mesh_vertadr[mesh]
  shape.hulls = hullPoints.of(m)
}
