import { ModelError, type ModelErrorDetails, type Source } from '../../../core/model/errors.ts'
import type { VolumeTree } from '../geometry/bvhBuilder.ts'
import type { Pose } from '../geometry/partPose.ts'
import type { MeshAttributes } from '../schema/schemaMesh.ts'
import type { Octree } from './octree.ts'

/** A compiled mesh: centered at its center of mass, turned to its principal axes. */
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
  /** Where the center of mass and the principal axes are in the coordinates that the mesh was written in. */
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
  /** What the user should know about the mesh: where it stands, its file, and what is odd. */
  readonly warnings: readonly string[]
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

/** The content of a mesh as a file or an element gives it: points, and triangles over them. */
export interface MeshData {
  /** Points, 3 numbers each. */
  readonly vertex: Float32Array
  /** Corners of triangles, counter-clockwise seen from outside; absent: the convex hull of the points. */
  readonly face?: Int32Array | undefined
  /** Unit normals, and which of them belongs to each corner of each face. */
  readonly normal?: Float32Array | undefined
  readonly faceNormal?: Int32Array | undefined
  /** Texture coordinates, and which of them belongs to each corner of each face. */
  readonly texcoord?: Float32Array | undefined
  readonly faceTexcoord?: Int32Array | undefined
  /** What the user should know about the content. */
  readonly warnings?: readonly string[] | undefined
}

/** Makes the error of a mesh, at its element. */
export type Refuse = (reason: string, details?: Omit<ModelErrorDetails, 'source'>) => ModelError

/** Errors at a mesh element, with the name of the file that its content comes from. */
export function refusal(source: Source, file: string): Refuse {
  return (reason, details = {}) =>
    new ModelError(file === '' ? reason : `mesh file '${file}': ${reason}`, {
      source,
      ...(file === '' ? {} : { attribute: 'file' }),
      ...details,
    })
}
