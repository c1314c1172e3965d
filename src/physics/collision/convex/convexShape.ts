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

/** Offsets in `ConvexShape.numbers`: the matrix, the size, the margin; the position is at 0. */
export const MAT = 3
export const SIZE = 12
export const MARGIN = 15

/**
 * A convex body somewhere in space, as the distance and penetration algorithms see it. Its pose is its own, so that a
 * height field can have geoms in its frame and a manifold can be sampled by tilting them.
 */
export class ConvexShape {
  type: ShapeType = ShapeType.sphere
  /** The geom it was made from; -1: none. */
  geom = -1
  /** `pos`, `mat`, `size` and `margin` one after the other, for functions that read them all. */
  readonly numbers: Float64Array = new Float64Array(MARGIN + 1)
  readonly pos: Float64Array = this.numbers.subarray(0, MAT)
  /** Row-major; the axes of the shape are its columns. */
  readonly mat: Float64Array = this.numbers.subarray(MAT, SIZE)
  readonly size: Float64Array = this.numbers.subarray(SIZE, MARGIN)
  /** [0]: the shape is inflated by half of this. */
  readonly margin: Float64Array = this.numbers.subarray(MARGIN)
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

/** Makes a shape of a geom in its present pose. */
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
  // written out: loops made contacts of a plane with meshes 8 to 15 % slower
  n[MAT] = geom_xmat[r]
  n[MAT + 1] = geom_xmat[r + 1]
  n[MAT + 2] = geom_xmat[r + 2]
  n[MAT + 3] = geom_xmat[r + 3]
  n[MAT + 4] = geom_xmat[r + 4]
  n[MAT + 5] = geom_xmat[r + 5]
  n[MAT + 6] = geom_xmat[r + 6]
  n[MAT + 7] = geom_xmat[r + 7]
  n[MAT + 8] = geom_xmat[r + 8]
  n[SIZE] = geom_size[p]
  n[SIZE + 1] = geom_size[p + 1]
  n[SIZE + 2] = geom_size[p + 2]
  n[MARGIN] = margin[0]
  shape.vertex = -1
  shape.feature = 0
  if (shape.type !== MESH) return
  const mesh = m.geom_dataid[geom]
  shape.mesh = mesh
  shape.vert = m.mesh_vert
  shape.vertadr = m.mesh_vertadr[mesh]
  shape.hulls = hullPoints.of(m)
}
