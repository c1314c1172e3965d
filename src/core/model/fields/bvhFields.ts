import { MeshArrays } from './meshFields.ts'

/**
 * Bounding volume hierarchies: binary trees of boxes, one for each body over its geoms that can collide, one for each
 * mesh over its triangles. The nodes of all trees stand in the same arrays, those of bodies first.
 */
export class VolumeArrays extends MeshArrays {
  readonly body_bvhadr = this.arena.i32(this.nbody) // first node; -1: none
  readonly body_bvhnum = this.arena.i32(this.nbody)
  readonly mesh_bvhadr = this.arena.i32(this.nmesh)
  readonly mesh_bvhnum = this.arena.i32(this.nmesh)
  readonly bvh_depth = this.arena.i32(this.nbvh)
  readonly bvh_child = this.arena.i32(this.nbvh, 2) // counted from the first node of the tree; -1: none
  readonly bvh_nodeid = this.arena.i32(this.nbvh) // geom, or triangle of the mesh, in a leaf; -1: not a leaf
  readonly bvh_aabb = this.arena.f64(this.nbvhstatic, 6) // centre, half sides; inertial frame of the body, mesh frame
}
