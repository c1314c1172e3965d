import { nameFromFile } from '../mjcf/asset/assetPath.ts'
import { GRAMMAR } from '../mjcf/schema/grammar.ts'
import { fallbacks } from '../mjcf/schema/readAttributes.ts'
import type { MeshSpec } from '../mjcf/schema/spec.ts'
import type { XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf } from './readElement.ts'
import { element, type RobotContext } from './robotContext.ts'

/** `package://`, `file://`, `model://`. */
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\/+/i

/** The meshes of a robot so far, found by what they are made of. */
export class RobotMeshes {
  readonly specs: MeshSpec[] = []
  /** By file and scale. */
  readonly #known = new Map<string, MeshSpec>()
  readonly #names = new Set<string>()
  /** How many meshes have files of the same name, by the name without folders and ending. */
  readonly #stems = new Map<string, number>()

  find(file: string, scale: readonly number[]): MeshSpec | undefined {
    return this.#known.get(meshKey(file, scale))
  }

  /** A name like that of the file: with a number where other files are called so, with a line where it is taken. */
  freeName(stem: string): string {
    const sizes = this.#stems.get(stem) ?? 0
    let name = sizes === 0 ? stem : `${stem}${sizes}`
    while (this.#names.has(name)) name += '_'
    return name
  }

  add(mesh: MeshSpec): void {
    const { name, file, scale } = mesh.attributes
    const stem = nameFromFile(file)
    this.specs.push(mesh)
    this.#known.set(meshKey(file, scale), mesh)
    this.#names.add(name)
    this.#stems.set(stem, (this.#stems.get(stem) ?? 0) + 1)
  }
}

function meshKey(file: string, scale: readonly number[]): string {
  return `${scale.join(' ')} ${file}`
}

/**
 * The name of the mesh that a `mesh` of a geometry stands for. It is called like its file; a file that is used in
 * several sizes gives several meshes, the later ones with a number behind the name.
 */
export function meshNamed(mesh: XmlElement, context: RobotContext): string {
  const { filename, scale } = attributesOf(mesh, 'mesh')
  const { meshes, compiler } = context
  const path = filename.replaceAll('\\', '/').replace(SCHEME, '').replace(/^\/+/, '')
  const file = compiler.strippath === 1 ? path.slice(path.lastIndexOf('/') + 1) : path
  const known = meshes.find(file, scale)
  if (known) return known.attributes.name

  const name = meshes.freeName(nameFromFile(filename))
  meshes.add({
    ...element('mesh', { ...fallbacks(GRAMMAR.mesh.attributes), name, file, scale }, mesh, context),
    folders: { model: context.folder, file: undefined },
    otherPaths: otherPaths(filename, path, compiler.meshdir),
  })
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
