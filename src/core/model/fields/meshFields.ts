import { SceneArrays } from './sceneFields.ts'

/** Meshes: vertices, faces, normals, convex hulls. Indices within a mesh count from its own first vertex, face, …. */
export class MeshArrays extends SceneArrays {
  /** First vertex. Shape: nmesh. */
  readonly mesh_vertadr = this.arena.i32(this.nmesh)
  /** Number of vertices. Shape: nmesh. */
  readonly mesh_vertnum = this.arena.i32(this.nmesh)
  /** First triangle. Shape: nmesh. */
  readonly mesh_faceadr = this.arena.i32(this.nmesh)
  /** Number of triangles. Shape: nmesh. */
  readonly mesh_facenum = this.arena.i32(this.nmesh)
  /** First normal. Shape: nmesh. */
  readonly mesh_normaladr = this.arena.i32(this.nmesh)
  /** Number of normals. Shape: nmesh. */
  readonly mesh_normalnum = this.arena.i32(this.nmesh)
  /** First texture coordinate; -1: none. Shape: nmesh. */
  readonly mesh_texcoordadr = this.arena.i32(this.nmesh)
  /** Number of texture coordinates. Shape: nmesh. */
  readonly mesh_texcoordnum = this.arena.i32(this.nmesh)
  /** First integer of the hull in `mesh_graph`; -1: no convex hull. Shape: nmesh. */
  readonly mesh_graphadr = this.arena.i32(this.nmesh)
  /** Farthest vertices of the hull in 27 directions. Shape: nmesh × 27. */
  readonly mesh_extrema = this.arena.i32(this.nmesh, 27)
  /** Vertices in the mesh frame (center of mass, principal axes), m. Shape: nmeshvert × 3. */
  readonly mesh_vert = this.arena.f32(this.nmeshvert, 3)
  /** Normals. Shape: nmeshnormal × 3. */
  readonly mesh_normal = this.arena.f32(this.nmeshnormal, 3)
  /** Texture coordinates. Shape: nmeshtexcoord × 2. */
  readonly mesh_texcoord = this.arena.f32(this.nmeshtexcoord, 2)
  /** Vertices of each triangle. Shape: nmeshface × 3. */
  readonly mesh_face = this.arena.i32(this.nmeshface, 3)
  /** Normals of the corners of each triangle. Shape: nmeshface × 3. */
  readonly mesh_facenormal = this.arena.i32(this.nmeshface, 3)
  /** Texture coordinates of the corners of each triangle. Shape: nmeshface × 3. */
  readonly mesh_facetexcoord = this.arena.i32(this.nmeshface, 3)
  /** Convex hulls: counts, neighbors of each vertex, triangles of the hull. Shape: nmeshgraph. */
  readonly mesh_graph = this.arena.i32(this.nmeshgraph)
  /** Scale that was applied to the file. Shape: nmesh × 3. */
  readonly mesh_scale = this.arena.f64(this.nmesh, 3)
  /** Origin of the mesh frame in the frame of the file, m. Shape: nmesh × 3. */
  readonly mesh_pos = this.arena.f64(this.nmesh, 3)
  /** Orientation of the mesh frame in the frame of the file. Shape: nmesh × 4. */
  readonly mesh_quat = this.arena.f64(this.nmesh, 4)
  /** Number of polygons of the hull. Shape: nmesh. */
  readonly mesh_polynum = this.arena.i32(this.nmesh)
  /** First polygon. Shape: nmesh. */
  readonly mesh_polyadr = this.arena.i32(this.nmesh)
  /** Normal of each polygon. Shape: nmeshpoly × 3. */
  readonly mesh_polynormal = this.arena.f64(this.nmeshpoly, 3)
  /** First vertex of each polygon in `mesh_polyvert`. Shape: nmeshpoly. */
  readonly mesh_polyvertadr = this.arena.i32(this.nmeshpoly)
  /** Number of vertices of each polygon. Shape: nmeshpoly. */
  readonly mesh_polyvertnum = this.arena.i32(this.nmeshpoly)
  /** Vertices of each polygon, in order around it. Shape: nmeshpolyvert. */
  readonly mesh_polyvert = this.arena.i32(this.nmeshpolyvert)
  /** First polygon of each vertex in `mesh_polymap`. Shape: nmeshvert. */
  readonly mesh_polymapadr = this.arena.i32(this.nmeshvert)
  /** Number of polygons that meet at each vertex. Shape: nmeshvert. */
  readonly mesh_polymapnum = this.arena.i32(this.nmeshvert)
  /** Polygons that meet at each vertex. Shape: nmeshpolymap. */
  readonly mesh_polymap = this.arena.i32(this.nmeshpolymap)
  /** First cell of the octree; -1: no signed distance. Shape: nmesh. */
  readonly mesh_octadr = this.arena.i32(this.nmesh)
  /** Number of cells of the octree. Shape: nmesh. */
  readonly mesh_octnum = this.arena.i32(this.nmesh)
  /** Depth of each cell. Shape: noct. */
  readonly oct_depth = this.arena.i32(this.noct)
  /** Children of each cell, counted from the first cell of the mesh; -1: none. Shape: noct × 8. */
  readonly oct_child = this.arena.i32(this.noct, 8)
  /** Box of each cell in the mesh frame: center, half sizes, m. Shape: noct × 6. */
  readonly oct_aabb = this.arena.f64(this.noct, 6)
  /** Signed distances at the corners of each cell, m. Shape: noct × 8. */
  readonly oct_coeff = this.arena.f64(this.noct, 8)
}
