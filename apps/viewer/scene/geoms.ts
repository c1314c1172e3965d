import { GeomType, type Model } from '../../../src/index.ts'
import { type Instance, Instances } from './instances.ts'
import type { Materials } from './materials.ts'
import { shapeOf } from './shapes.ts'

/** All geoms of a model. */
export function geomInstances(m: Model, materials: Materials): Instances {
  const things: Instance[] = []
  for (let geom = 0; geom < m.ngeom; geom++) {
    const [a, b, c] = m.geom_size.subarray(3 * geom, 3 * geom + 3)
    const shape = shapeOf(m, m.geom_type[geom], [a, b, c], m.geom_dataid[geom])
    const rgba = colourOf(m.geom_matid[geom], m.geom_rgba, geom, m)
    if (shape && rgba[3] > 0)
      things.push({ id: geom, shape, material: materials.of(m.geom_matid[geom], rgba[3], shape.hasTexcoord), rgba })
  }
  return new Instances(things)
}

/** All sites of a model. */
export function siteInstances(m: Model, materials: Materials): Instances {
  const things: Instance[] = []
  for (let site = 0; site < m.nsite; site++) {
    const [a, b, c] = m.site_size.subarray(3 * site, 3 * site + 3)
    const shape =
      m.site_type[site] === GeomType.plane ? undefined : shapeOf(m, m.site_type[site], [a, b, c], m.site_dataid[site])
    const rgba = colourOf(m.site_matid[site], m.site_rgba, site, m)
    if (shape && rgba[3] > 0)
      things.push({ id: site, shape, material: materials.of(m.site_matid[site], rgba[3], shape.hasTexcoord), rgba })
  }
  return new Instances(things, { castShadow: false })
}

/** The colour that the user gave to the thing itself; where that is the default, the colour of its material. */
export function colourOf(material: number, own: Float32Array, id: number, m: Model): Float32Array {
  const rgba = own.subarray(4 * id, 4 * id + 4)
  const isDefault = rgba[0] === 0.5 && rgba[1] === 0.5 && rgba[2] === 0.5 && rgba[3] === 1
  return material >= 0 && isDefault ? m.mat_rgba.subarray(4 * material, 4 * material + 4) : rgba
}
