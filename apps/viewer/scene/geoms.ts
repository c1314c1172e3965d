import { GeomType, type Model } from '../../../src/index.ts'
import { type Instance, Instances } from './instances.ts'
import type { Look, Materials } from './materials.ts'
import type { Mirror } from './mirror.ts'
import { hullOf, type Shape, shapeOf } from './shapes.ts'

/** The geoms of a model. */
export function geomInstances(m: Model, materials: Materials, mirror: Mirror | undefined): Instances {
  const instances: Instance[] = []
  for (let geom = 0; geom < m.ngeom; geom++) {
    const instance = geomInstance(m, materials, geom, mirror?.geom === geom ? mirror : undefined)
    if (instance) instances.push(instance)
  }
  return new Instances(instances)
}

/**
 * A geom; undefined where nothing of it is seen.
 * @param size by default its own; a plane of size 0 is infinite
 */
export function geomInstance(
  m: Model,
  materials: Materials,
  geom: number,
  mirror?: Mirror,
  size = sizeOf(m.geom_size, geom),
): Instance | undefined {
  const type = m.geom_type[geom]
  const shape = shapeOf(m, type, size, m.geom_dataid[geom])
  const rgba = colorOf(m.geom_matid[geom], m.geom_rgba, geom, m)
  if (!shape || !(rgba[3] > 0)) return undefined
  const plane = type === GeomType.plane ? { isInfiniteX: !(size[0] > 0), isInfiniteY: !(size[1] > 0) } : undefined
  const look = lookOf(m.geom_matid[geom], rgba[3], shape)
  const surface = { ...look, plane, mirror: mirror?.uniforms }
  return {
    ...instance(m, materials, geom, shape, surface, rgba, isMoving(m, m.geom_bodyid[geom])),
    isShadowless: plane !== undefined,
  }
}

/** The convex hulls of mesh geoms. */
export function hullInstances(m: Model, materials: Materials): Instances {
  const instances: Instance[] = []
  for (let geom = 0; geom < m.ngeom; geom++) {
    const rgba = colorOf(m.geom_matid[geom], m.geom_rgba, geom, m)
    if (!hasHull(m, geom) || !(rgba[3] > 0)) continue
    const shape = hullOf(m, m.geom_dataid[geom], sizeOf(m.geom_size, geom))
    const look = lookOf(m.geom_matid[geom], rgba[3], shape)
    instances.push(instance(m, materials, geom, shape, look, rgba, isMoving(m, m.geom_bodyid[geom])))
  }
  return new Instances(instances)
}

/** Whether a geom is a mesh with a convex hull. */
export function hasHull(m: Model, geom: number): boolean {
  const mesh = m.geom_dataid[geom]
  return m.geom_type[geom] === GeomType.mesh && mesh >= 0 && m.mesh_graphadr[mesh] >= 0
}

/** Whether the model has an infinite plane. */
export function hasInfinitePlane(m: Model): boolean {
  for (let geom = 0; geom < m.ngeom; geom++)
    if (m.geom_type[geom] === GeomType.plane && !(m.geom_size[3 * geom] > 0 && m.geom_size[3 * geom + 1] > 0))
      return true
  return false
}

/** The sites of a model. */
export function siteInstances(m: Model, materials: Materials): Instances {
  const instances: Instance[] = []
  for (let site = 0; site < m.nsite; site++) {
    const instance = siteInstance(m, materials, site)
    if (instance) instances.push(instance)
  }
  return new Instances(instances, { castShadow: false })
}

/** A site; undefined where nothing of it is seen. */
export function siteInstance(m: Model, materials: Materials, site: number): Instance | undefined {
  const type = m.site_type[site]
  const shape = type === GeomType.plane ? undefined : shapeOf(m, type, sizeOf(m.site_size, site), m.site_dataid[site])
  const rgba = colorOf(m.site_matid[site], m.site_rgba, site, m)
  if (!shape || !(rgba[3] > 0)) return undefined
  const look = lookOf(m.site_matid[site], rgba[3], shape)
  return instance(m, materials, site, shape, look, rgba, isMoving(m, m.site_bodyid[site]))
}

/** Whether a body can move: it is not welded to the world. */
export function isMoving(m: Model, body: number): boolean {
  return m.body_weldid[body] !== 0 || m.body_mocapid[m.body_rootid[body]] >= 0
}

/** The color of an object: its own, or, where that is the default, that of its material. */
export function colorOf(material: number, rgbas: Float32Array, id: number, m: Model): Float32Array {
  const rgba = rgbas.subarray(4 * id, 4 * id + 4)
  const isDefault = rgba[0] === 0.5 && rgba[1] === 0.5 && rgba[2] === 0.5 && rgba[3] === 1
  return material >= 0 && isDefault ? m.mat_rgba.subarray(4 * material, 4 * material + 4) : rgba
}

function lookOf(material: number, alpha: number, { hasTexcoord, isMesh }: Shape): Look {
  return { material, alpha, hasTexcoord, isMesh }
}

function instance(
  m: Model,
  materials: Materials,
  id: number,
  shape: Shape,
  look: Look,
  rgba: Float32Array,
  isMoving: boolean,
): Instance {
  const material = materials.of(look)
  const ghost = isMoving ? materials.of({ ...look, alpha: m.vis.map.alpha * look.alpha, mirror: undefined }) : material
  return { id, shape, material, ghost, rgba }
}

function sizeOf(sizes: Float64Array, id: number): [number, number, number] {
  return [sizes[3 * id], sizes[3 * id + 1], sizes[3 * id + 2]]
}
