import type { CompilerAttributes } from '../mjcf/schema/schemaTree.ts'
import type { Element } from '../mjcf/schema/spec.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import type { Materials } from './readMaterials.ts'
import type { RobotMeshes } from './readMesh.ts'

/** What the reading of links and joints needs to know of the rest of the robot, and adds to it. */
export interface RobotContext {
  readonly compiler: CompilerAttributes
  readonly materials: Materials
  /** Names of shapes and of joints so far: a second one of the same name stays without. */
  readonly names: UniqueNames
  readonly meshes: RobotMeshes
  /** Folder of the robot relative to the outermost model: empty, or ending with `/`. */
  readonly folder: string
}

export class UniqueNames {
  readonly #taken = new Set<string>()

  /** The name, or the empty name where another object of the kind has it. */
  claim(kind: 'geom' | 'joint', name: string): string {
    const key = `${kind} ${name}`
    if (name === '' || this.#taken.has(key)) return ''
    this.#taken.add(key)
    return name
  }
}

/** An element of a `Spec`. */
export function element<K extends string, A>(
  kind: K,
  attributes: A,
  xml: XmlElement,
  { compiler }: RobotContext,
): Element<K, A> {
  return { kind, attributes, source: sourceOf(xml), compiler }
}
