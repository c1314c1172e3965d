import { ObjType } from '../../../../core/model/enums.ts'
import type { Model, ModelSizes } from '../../../../core/model/model.ts'
import type { SdfInstance } from '../../../../core/model/sdfShape.ts'
import type { Hull, Mesh } from '../../mesh/mesh.ts'
import type { Octree } from '../../mesh/octree.ts'
import type { Parts } from '../parts/parts.ts'
import type { Section } from '../parts/section.ts'

/** Compiled meshes → arrays of the model. */

/** Meshes, and which geoms and sites are made of them. */
export function meshSection(meshes: readonly Mesh[], parts: Parts): Section {
  return { count: (sizes) => countMeshes(sizes, meshes), fill: (m) => fillMeshes(m, meshes, parts) }
}

function countMeshes(sizes: ModelSizes, meshes: readonly Mesh[]): void {
  sizes.nmesh = meshes.length
  for (const { vertex, normal, texcoord, face, hull, octree } of meshes) {
    sizes.noct += octree?.depth.length ?? 0
    sizes.nmeshvert += vertex.length / 3
    sizes.nmeshnormal += normal.length / 3
    sizes.nmeshtexcoord += texcoord.length / 2
    sizes.nmeshface += face.length / 3
    if (!hull) continue
    sizes.nmeshgraph += hull.graph.length
    sizes.nmeshpoly += hull.polygons.length
    const degree = new Map<number, number>()
    for (const polygon of hull.polygons) {
      sizes.nmeshpolyvert += polygon.length
      sizes.npolygonmax = Math.max(sizes.npolygonmax, polygon.length)
      for (const v of polygon) degree.set(v, (degree.get(v) ?? 0) + 1)
    }
    for (const count of degree.values()) sizes.nmeshdegmax = Math.max(sizes.nmeshdegmax, count)
  }
  sizes.nmeshpolymap = sizes.nmeshpolyvert
}

function fillMeshes(m: Model, meshes: readonly Mesh[], { geoms, sites }: Parts): void {
  const at = { vertex: 0, normal: 0, texcoord: 0, face: 0, graph: 0, polygon: 0, polygonVertex: 0, octree: 0 }
  for (const [id, mesh] of meshes.entries()) {
    m.mesh_vertadr[id] = at.vertex
    m.mesh_vertnum[id] = mesh.vertex.length / 3
    m.mesh_vert.set(mesh.vertex, 3 * at.vertex)
    m.mesh_normaladr[id] = at.normal
    m.mesh_normalnum[id] = mesh.normal.length / 3
    m.mesh_normal.set(mesh.normal, 3 * at.normal)
    m.mesh_texcoordadr[id] = mesh.texcoord.length > 0 ? at.texcoord : -1
    m.mesh_texcoordnum[id] = mesh.texcoord.length / 2
    m.mesh_texcoord.set(mesh.texcoord, 2 * at.texcoord)
    m.mesh_faceadr[id] = at.face
    m.mesh_facenum[id] = mesh.face.length / 3
    m.mesh_face.set(mesh.face, 3 * at.face)
    m.mesh_facenormal.set(mesh.faceNormal, 3 * at.face)
    m.mesh_facetexcoord.set(mesh.faceTexcoord, 3 * at.face)
    m.mesh_scale.set(mesh.attributes.scale, 3 * id)
    m.mesh_pos.set(mesh.frame.pos, 3 * id)
    m.mesh_quat.set(mesh.frame.quat, 4 * id)
    m.mesh_octadr[id] = mesh.octree ? at.octree : -1
    if (mesh.octree) at.octree = fillOctree(m, id, mesh.octree, at.octree)
    m.mesh_graphadr[id] = mesh.hull ? at.graph : -1
    m.mesh_polyadr[id] = at.polygon
    if (mesh.hull) {
      m.mesh_extrema.set(mesh.hull.extrema, 27 * id)
      m.mesh_graph.set(mesh.hull.graph, at.graph)
      m.mesh_polynum[id] = mesh.hull.polygons.length
      m.mesh_polynormal.set(mesh.hull.polygonNormals, 3 * at.polygon)
      fillPolygons(m, mesh.hull, at.polygon, at.polygonVertex, at.vertex, mesh.vertex.length / 3)
      at.graph += mesh.hull.graph.length
      at.polygon += mesh.hull.polygons.length
      for (const { length } of mesh.hull.polygons) at.polygonVertex += length
    }
    at.vertex += mesh.vertex.length / 3
    at.normal += mesh.normal.length / 3
    at.texcoord += mesh.texcoord.length / 2
    at.face += mesh.face.length / 3
  }
  m.names.set(
    ObjType.mesh,
    meshes.map(({ name }) => name),
  )
  m.warnings = [...m.warnings, ...meshes.flatMap(({ warnings }) => warnings)]
  for (const { id, mesh, surfacevel } of geoms) {
    if (mesh) m.geom_dataid[id] = meshes.indexOf(mesh)
    if (surfacevel) m.geom_surfacevel.set(surfacevel, 6 * id)
  }
  if (geoms.some(({ field }) => field)) {
    const fields: (SdfInstance | undefined)[] = new Array(m.ngeom).fill(undefined)
    for (const { id, field } of geoms) fields[id] = field
    m.sdf = fields
  }
  for (const { id, mesh } of sites) if (mesh) m.site_dataid[id] = meshes.indexOf(mesh)
}

/** @param first cell; @returns the next one */
function fillOctree(m: Model, mesh: number, { depth, child, aabb, coeff }: Octree, first: number): number {
  m.mesh_octnum[mesh] = depth.length
  m.oct_depth.set(depth, first)
  m.oct_child.set(child, 8 * first)
  m.oct_aabb.set(aabb, 6 * first)
  m.oct_coeff.set(coeff, 8 * first)
  return first + depth.length
}

/**
 * Loops of vertices, and for each vertex the polygons that it belongs to.
 * @param first polygon, @param start of their vertices, @param vertex first of the mesh, @param count of its vertices
 */
function fillPolygons(m: Model, hull: Hull, first: number, start: number, vertex: number, count: number): void {
  let at = start
  for (const [i, polygon] of hull.polygons.entries()) {
    m.mesh_polyvertadr[first + i] = at
    m.mesh_polyvertnum[first + i] = polygon.length
    for (const v of polygon) {
      m.mesh_polyvert[at++] = v
      m.mesh_polymapnum[vertex + v]++
    }
  }
  const next = new Int32Array(count)
  for (let v = 0, address = start; v < count; v++) {
    m.mesh_polymapadr[vertex + v] = address
    next[v] = address
    address += m.mesh_polymapnum[vertex + v]
  }
  for (const [i, polygon] of hull.polygons.entries()) for (const v of polygon) m.mesh_polymap[next[v]++] = i
}
