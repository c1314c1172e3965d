import { ModelError } from '../../core/model/errors.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { attributesOf, childrenOf } from './readElement.ts'

/** Colors of materials by name. A material that gives a color defines it for the whole robot; the first one counts. */
export class Materials {
  readonly #colors = new Map<string, readonly number[]>()

  /** Notes all materials of a robot: those at the top, then those of the links. */
  constructor(robot: XmlElement) {
    const { material, link } = childrenOf(robot, 'robot')
    for (const xml of material) this.#add(xml)
    for (const { children } of link)
      for (const visual of children)
        if (visual.name === 'visual') for (const xml of visual.children) if (xml.name === 'material') this.#add(xml)
  }

  #add(material: XmlElement): void {
    const { name } = attributesOf(material, 'material')
    const { color } = childrenOf(material, 'material')
    if (color && name !== '' && !this.#colors.has(name)) this.#colors.set(name, attributesOf(color, 'color').rgba)
  }

  /** The color that the material of a shape gives: its own, or that of its name; undefined where there is neither. */
  colorOf(material: XmlElement): readonly number[] | undefined {
    const { color } = childrenOf(material, 'material')
    if (color) return attributesOf(color, 'color').rgba
    const { name } = attributesOf(material, 'material')
    if (!material.attributes.has('name'))
      throw new ModelError("required attribute 'name' is missing", {
        source: sourceOf(material),
        expected: 'the name of a material, or a <color>',
      })
    return this.#colors.get(name)
  }
}
