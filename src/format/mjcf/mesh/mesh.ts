import type { Source } from '../../../core/model/errors.ts'
import type { VolumeTree } from '../geometry/bvhBuilder.ts'
import type { Pose } from '../geometry/partPose.ts'
import type { MeshAttributes } from '../schema/schemaMesh.ts'
import type { Octree } from './octree.ts'

/** A compiled mesh: centred at its centre of mass, turned to its principal axes. */
export interface Mesh {
  readonly name: string
  readonly source: Source
  readonly attributes: MeshAttributes
  readonly vertex: Float32Array
  readonly normal: Float32Array
  readonly texcoord: Float32Array
  readonly face: Int32Array
  readonly faceNormal: Int32Array
  readonly faceTexcoord: Int32Array
  /** Where the centre of mass and the principal axes are in the coordinates that the mesh was written in. */
  readonly frame: Pose
  /** Volume; area for a shell. */
  readonly volume: number
  /** Half sides of the box with the same inertia. */
  readonly box: Float64Array
  /** Least and greatest coordinates, in the frame of the mesh. */
  readonly bounds: Float64Array
  readonly hull: Hull | undefined
  /** Boxes around its triangles. */
  readonly volumes: VolumeTree
  /** Signed distance; of the meshes of sdf geoms only. */
  readonly octree: Octree | undefined
}

/** The convex hull of a mesh; vertices are numbers of those of the mesh. */
export interface Hull {
  /** See `hullGraph`. */
  readonly graph: Int32Array
  readonly polygons: readonly (readonly number[])[]
  /** Normal of each polygon, in the frame of the mesh. */
  readonly polygonNormals: Float64Array
  /** See `hullExtrema`. */
  readonly extrema: Int32Array
}
