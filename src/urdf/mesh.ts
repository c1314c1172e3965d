import { nameFromFile } from '../mjcf/assetPath.ts'
import { sourceOf, type XmlElement } from '../mjcf/xml.ts'
import { ModelError } from '../model/errors.ts'
import type { RobotContext } from './context.ts'

/** The name of the mesh asset that a `mesh` of a geometry stands for; the asset is made where it is not there yet. */
export function meshNamed(mesh: XmlElement, _context: RobotContext): string {
  throw new ModelError(`the mesh '${nameFromFile(mesh.name)}' is not supported yet`, {
    source: sourceOf(mesh),
    unsupported: true,
  })
}
