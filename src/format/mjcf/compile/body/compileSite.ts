import { GeomType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import { composeInto } from '../../geometry/partPose.ts'
import type { Site } from '../parts/parts.ts'
import { checkSize, place } from './compileGeom.ts'
import { sizeSite } from './meshGeom.ts'

/** Places a site in its body. */
export function compileSite(site: Site): void {
  const { attributes: a, source } = site.spec
  const type = a.type as GeomType
  if (type === GeomType.plane || type === GeomType.hfield)
    throw new ModelError('sites cannot be planes or height fields', { source, attribute: 'type' })
  if (site.mesh && type !== GeomType.mesh)
    throw new ModelError('only a site of type mesh can have a mesh', { source, attribute: 'mesh' })
  if ((type === GeomType.mesh || type === GeomType.sdf) && !site.mesh)
    throw new ModelError('a site of this type needs a mesh', { source, attribute: 'mesh' })
  place(site)
  if (site.mesh) sizeSite(site, site.mesh)
  checkSize(type, site.size, source)
  if (site.frame) composeInto(site.frame, site.pose)
}
