import { SceneArrays } from './sceneFields.ts'

/** Meshes: vertices, faces, normals, convex hulls. Indices within a mesh count from its own first vertex, face, …. */
export class MeshArrays extends SceneArrays {
  readonly mesh_vertadr = this.arena.i32(this.nmesh)
  readonly mesh_vertnum = this.arena.i32(this.nmesh)
  readonly mesh_faceadr = this.arena.i32(this.nmesh)
  readonly mesh_facenum = this.arena.i32(this.nmesh)
  readonly mesh_normaladr = this.arena.i32(this.nmesh)
  readonly mesh_normalnum = this.arena.i32(this.nmesh)
  readonly mesh_texcoordadr = this.arena.i32(this.nmesh) // -1: none
  readonly mesh_texcoordnum = this.arena.i32(this.nmesh)
  readonly mesh_graphadr = this.arena.i32(this.nmesh) // -1: no convex hull
  readonly mesh_extrema = this.arena.i32(this.nmesh, 27) // farthest vertices of the hull in 27 directions
  readonly mesh_vert = this.arena.f32(this.nmeshvert, 3) // mesh frame: centre of mass, principal axes
  readonly mesh_normal = this.arena.f32(this.nmeshnormal, 3)
  readonly mesh_texcoord = this.arena.f32(this.nmeshtexcoord, 2)
  readonly mesh_face = this.arena.i32(this.nmeshface, 3) // vertices
  readonly mesh_facenormal = this.arena.i32(this.nmeshface, 3) // normals of the corners
  readonly mesh_facetexcoord = this.arena.i32(this.nmeshface, 3) // texture coordinates of the corners
  readonly mesh_graph = this.arena.i32(this.nmeshgraph) // counts, neighbours of each vertex, faces of the hull
  readonly mesh_scale = this.arena.f64(this.nmesh, 3)
  readonly mesh_pos = this.arena.f64(this.nmesh, 3) // where the mesh frame is in the frame of the file
  readonly mesh_quat = this.arena.f64(this.nmesh, 4)
  readonly mesh_polynum = this.arena.i32(this.nmesh)
  readonly mesh_polyadr = this.arena.i32(this.nmesh)
  readonly mesh_polynormal = this.arena.f64(this.nmeshpoly, 3)
  readonly mesh_polyvertadr = this.arena.i32(this.nmeshpoly)
  readonly mesh_polyvertnum = this.arena.i32(this.nmeshpoly)
  readonly mesh_polyvert = this.arena.i32(this.nmeshpolyvert) // vertices of each polygon, in order around it
  readonly mesh_polymapadr = this.arena.i32(this.nmeshvert)
  readonly mesh_polymapnum = this.arena.i32(this.nmeshvert)
  readonly mesh_polymap = this.arena.i32(this.nmeshpolymap) // polygons that each vertex belongs to
  readonly mesh_octadr = this.arena.i32(this.nmesh) // -1: no signed distance
  readonly mesh_octnum = this.arena.i32(this.nmesh)
  readonly oct_depth = this.arena.i32(this.noct)
  readonly oct_child = this.arena.i32(this.noct, 8) // -1: none; counted from the first cell of the mesh
  readonly oct_aabb = this.arena.f64(this.noct, 6) // centre and half sides, mesh frame
  readonly oct_coeff = this.arena.f64(this.noct, 8) // signed distances at the corners
}
