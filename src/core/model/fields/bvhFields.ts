import { MeshArrays } from './meshFields.ts'

/**
 * Bounding volume hierarchies: binary trees of boxes, one for each body over its geoms that can collide, one for each
 * mesh over its triangles. The nodes of all trees stand in the same arrays, those of bodies first.
 */
export class VolumeArrays extends MeshArrays {
  /** First node of the bounding volume hierarchy; -1: none. Shape: nbody. */
  readonly body_bvhadr = this.arena.i32(this.nbody)
  /** Number of nodes. Shape: nbody. */
  readonly body_bvhnum = this.arena.i32(this.nbody)
  /** First node of the bounding volume hierarchy; -1: none. Shape: nmesh. */
  readonly mesh_bvhadr = this.arena.i32(this.nmesh)
  /** Number of nodes. Shape: nmesh. */
  readonly mesh_bvhnum = this.arena.i32(this.nmesh)
  /** Depth of each node. Shape: nbvh. */
  readonly bvh_depth = this.arena.i32(this.nbvh)
  /** Children, counted from the first node of the tree; -1: none. Shape: nbvh × 2. */
  readonly bvh_child = this.arena.i32(this.nbvh, 2)
  /** Geom, or triangle of the mesh, in a leaf; -1: not a leaf. Shape: nbvh. */
  readonly bvh_nodeid = this.arena.i32(this.nbvh)
  /**
   * Box of each node: center, half sizes, in the inertial frame of the body or in the mesh frame, m. Shape:
   * nbvhstatic × 6.
   */
  readonly bvh_aabb = this.arena.f64(this.nbvhstatic, 6)
}
