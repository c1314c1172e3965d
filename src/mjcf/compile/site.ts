import { GeomType } from '../../model/enums.ts'
import { ModelError } from '../../model/errors.ts'
import { checkSize, place } from './geom.ts'
import type { Site } from './parts.ts'
import { composeInto } from './pose.ts'

/** Places a site in its body. */
export function compileSite(site: Site): void {
  const { attributes: a, source } = site.spec
  const type = a.type as GeomType
  if (type === GeomType.plane || type === GeomType.hfield)
    throw new ModelError('sites cannot be planes or height fields', { source, attribute: 'type' })
  if (a.mesh || type === GeomType.mesh || type === GeomType.sdf)
    throw new ModelError('sites made of meshes are not supported yet', {
      source,
      attribute: a.mesh ? 'mesh' : 'type',
      unsupported: true,
    })
  place(site)
  checkSize(type, site.size, source)
  if (site.frame) composeInto(site.frame, site.pose)
}
