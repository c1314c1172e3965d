import { GeomType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { SdfInstance } from '../../../../core/model/sdfShape.ts'
import { ShapeLibrary } from '../../asset/shapeLibrary.ts'
import { compileMesh } from '../../mesh/compileMesh.ts'
import type { Mesh } from '../../mesh/mesh.ts'
import { MeshBudget } from '../../mesh/meshBudget.ts'
import type { Spec } from '../../schema/spec.ts'
import { find } from '../../text/findByName.ts'
import type { MemoryBudget } from '../../text/memoryBudget.ts'
import type { LoadOptions } from '../../text/modelFiles.ts'
import type { Geom, Parts } from '../parts/parts.ts'

/** Levels of the octree of a signed distance below its root. */
const OCTREE_DEPTH = 6

/** Compiles the meshes of a model and gives them to the geoms and sites that are made of them. */
export function compileMeshes(
  spec: Spec,
  parts: Parts,
  { files = {}, sdf }: LoadOptions,
  memory: MemoryBudget,
): Mesh[] {
  const shapes = new ShapeLibrary(sdf)
  shapes.checkDeclared(spec)
  for (const geom of parts.geoms) geom.field = fieldOf(geom, shapes)
  const collides = collidingMeshes(spec, parts)
  const distances = new Set(parts.geoms.filter(isField).map(({ spec: geom }) => geom.attributes.mesh))
  const budget = new MeshBudget(memory)
  const meshes = spec.assets
    .filter((asset) => asset.kind === 'mesh')
    .map((asset) => {
      const { name } = asset.attributes
      const depth = distances.has(name) ? OCTREE_DEPTH : 0
      return compileMesh(asset, files, shapes, collides.has(name), depth, budget)
    })
  const byName = new Map(meshes.filter(({ name }) => name !== '').map((mesh) => [mesh.name, mesh]))
  for (const part of [...parts.geoms, ...parts.sites]) {
    const { mesh } = part.spec.attributes
    if (mesh !== '') part.mesh = find(byName, 'mesh', mesh, { source: part.source, attribute: 'mesh' })
  }
  return meshes
}

/** The function that gives the signed distance of a geom, if it has one. */
function fieldOf({ spec: { attributes, plugin } }: Geom, shapes: ShapeLibrary): SdfInstance | undefined {
  if (!plugin) return undefined
  const { source } = plugin
  if (attributes.type !== GeomType.sdf)
    throw new ModelError('only geoms of type sdf have plugins', { source, expected: '<geom type="sdf">' })
  if (attributes.mesh === '')
    throw new ModelError('a geom with a plugin needs a mesh, for its mass and its bounds', {
      source,
      suggestion: 'a <mesh> with the same plugin',
    })
  return shapes.instance(plugin)
}

/** Whether a geom collides by the signed distance of its mesh. */
function isField({ spec: geom }: Geom): boolean {
  return geom.attributes.type === GeomType.sdf && !geom.plugin
}

/** Keeps only the meshes that geoms or sites still have after visual geoms were discarded. */
export function usedMeshes(meshes: readonly Mesh[], { geoms, sites }: Parts): Mesh[] {
  const used = new Set([...geoms, ...sites].map(({ mesh }) => mesh))
  return meshes.filter((mesh) => used.has(mesh))
}

/** Names of meshes that need a convex hull: of geoms that collide or are in a pair, and of sites. */
function collidingMeshes(spec: Spec, parts: Parts): Set<string> {
  const paired = new Set<unknown>()
  for (const { kind, attributes: a } of spec.contacts) if (kind === 'pair') paired.add(a['geom1']).add(a['geom2'])
  const names = new Set<string>()
  for (const { name, spec: geom } of parts.geoms) {
    const { mesh, type, contype, conaffinity } = geom.attributes
    const solid = type === GeomType.mesh || type === GeomType.sdf
    if (solid && (contype !== 0 || conaffinity !== 0 || (name !== '' && paired.has(name)))) names.add(mesh)
  }
  for (const { spec: site } of parts.sites) names.add(site.attributes.mesh)
  return names
}
