import { nameFromFile } from '../mjcf/asset/assetPath.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { fallbacks } from '../mjcf/schema/readAttributes.ts'
import type { MeshSpec } from '../mjcf/schema/spec.ts'
import type { XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf } from './readElement.ts'
import { element, type RobotContext } from './robotContext.ts'

/** `package://`, `file://`, `model://`. */
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\/+/i

/**
 * The name of the mesh that a `mesh` of a geometry stands for. It is called like its file; a file that is used in
 * several sizes gives several meshes, the later ones with a number behind the name.
 */
export function meshNamed(mesh: XmlElement, context: RobotContext): string {
  const { filename, scale } = attributesOf(mesh, 'mesh')
  const { meshes, compiler } = context
  const path = filename.replaceAll('\\', '/').replace(SCHEME, '').replace(/^\/+/, '')
  const file = compiler.strippath === 1 ? path.slice(path.lastIndexOf('/') + 1) : path
  const known = meshes.find(({ attributes: a }) => a.file === file && String(a.scale) === String(scale))
  if (known) return known.attributes.name

  const stem = nameFromFile(filename)
  const sizes = meshes.filter(({ attributes: a }) => nameFromFile(a.file) === stem).length
  let name = sizes === 0 ? stem : `${stem}${sizes}`
  while (meshes.some(({ attributes: a }) => a.name === name)) name += '_'

  const asset: MeshSpec = {
    ...element('mesh', { ...fallbacks(GRAMMAR.mesh.attributes), name, file, scale }, mesh, context),
    folders: { model: context.folder, file: undefined },
    otherPaths: otherPaths(filename, path, compiler.meshdir),
  }
  meshes.push(asset)
  return name
}

/**
 * Where a file may lie besides the place in the folder for meshes that its path says: without that folder, or in that
 * folder by its name alone; for a file of a package, also in the folder of the robot or beside it, taken for the folder
 * of the package.
 */
function otherPaths(filename: string, path: string, meshdir: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const byName = meshdir === '' ? [name] : [`${meshdir}/${name}`, name]
  const scheme = SCHEME.exec(filename)?.[1].toLowerCase()
  if (scheme === 'file') return byName
  const inside = path.slice(path.indexOf('/') + 1)
  return scheme === undefined ? [path, ...byName] : [path, inside, `../${inside}`, ...byName]
}
