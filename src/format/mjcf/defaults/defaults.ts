import { ModelError } from '../../../core/model/errors.ts'
import type { Attributes } from '../schema/attributes.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, fallbacks, readAttributes } from '../schema/readAttributes.ts'
import { type ActuatorAttributes, actuatorFallback } from '../schema/schemaActuator.ts'
import { shown, suggestion } from '../text/messageText.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import { readActuator } from './actuatorShortcut.ts'
import { type Layer, readLayers } from './readLayers.ts'
import { settleLight, settleSpringLength } from './settleAttributes.ts'

/** Kinds of elements that take values from a class. */
const KINDS = ['joint', 'geom', 'site', 'camera', 'light', 'mesh', 'material'] as const
export type DefaultKind = (typeof KINDS)[number]

/** The attributes that an element of each kind starts from. */
export type Templates = { [K in DefaultKind]: Attributes<(typeof GRAMMAR)[K]['attributes']> } & {
  /** Of materials. */
  layers: readonly Layer[]
  pair: Attributes<(typeof GRAMMAR)['pair']['attributes']>
  equality: Attributes<(typeof GRAMMAR)['default/equality']['attributes']>
  tendon: Attributes<(typeof GRAMMAR)['default/tendon']['attributes']>
  actuator: ActuatorAttributes
}

/** Name of the class that everything falls back on. */
export const MAIN = 'main'

/** The default classes of a model. */
export class Defaults {
  readonly #classes = new Map<string, Templates>()

  constructor() {
    const { joint, geom, site, camera, light } = GRAMMAR
    this.#classes.set(MAIN, {
      joint: fallbacks(joint.attributes),
      geom: fallbacks(geom.attributes),
      site: fallbacks(site.attributes),
      camera: fallbacks(camera.attributes),
      light: fallbacks(light.attributes),
      mesh: fallbacks(GRAMMAR.mesh.attributes),
      material: fallbacks(GRAMMAR.material.attributes),
      layers: [],
      pair: fallbacks(GRAMMAR.pair.attributes),
      equality: fallbacks(GRAMMAR['default/equality'].attributes),
      tendon: fallbacks(GRAMMAR['default/tendon'].attributes),
      actuator: actuatorFallback(),
    })
  }

  /** Reads a `default` section: it edits the class `main`, and adds the classes nested in it. */
  read(section: XmlElement): void {
    readAttributes(section, GRAMMAR.default.attributes)
    const name = section.attributes.get('class')?.value ?? MAIN
    if (name !== MAIN) {
      throw new ModelError(`the outermost default class is always called '${MAIN}'`, {
        source: sourceOf(section, 'class'),
        attribute: 'class',
        found: shown(name),
        suggestion: `nest it: <default><default class=${shown(name)}>…</default></default>`,
      })
    }
    this.#readClass(section, MAIN, this.#classes.get(MAIN)!)
  }

  /** Templates of a class. `element` and `attribute` name it, for the message when there is no such class. */
  get(name: string, element: XmlElement, attribute: string): Templates {
    const templates = this.#classes.get(name)
    if (templates) return templates
    throw new ModelError('unknown default class', {
      source: sourceOf(element, attribute),
      attribute,
      found: shown(name),
      suggestion: suggestion(name, this.#classes.keys()),
    })
  }

  /** Templates of the class that an element outside of the body tree names, or of `main`. */
  of(element: XmlElement): Templates {
    return this.get(element.attributes.get('class')?.value ?? MAIN, element, 'class')
  }

  /** Takes over the classes of another model, under names with a prefix. */
  adopt(others: Defaults, prefix: string): void {
    for (const [name, templates] of others.#classes)
      if (!this.#classes.has(prefix + name)) this.#classes.set(prefix + name, templates)
  }

  /** A class starts as a copy of the one around it, whatever the order of the elements in there. */
  #readClass(element: XmlElement, name: string, inherited: Templates): void {
    const children = childrenOf(element, GRAMMAR.default)
    const templates = { ...inherited }
    for (const child of children) {
      switch (child.name) {
        case 'joint':
          templates.joint = readAttributes(child, GRAMMAR.joint.attributes, inherited.joint, true)
          break
        case 'geom':
          refusePlugin(child)
          templates.geom = readAttributes(child, GRAMMAR.geom.attributes, inherited.geom, true)
          break
        case 'site':
          templates.site = readAttributes(child, GRAMMAR.site.attributes, inherited.site, true)
          break
        case 'camera':
          templates.camera = readAttributes(child, GRAMMAR.camera.attributes, inherited.camera, true)
          break
        case 'light':
          templates.light = settleLight(child, readAttributes(child, GRAMMAR.light.attributes, inherited.light, true))
          break
        case 'mesh':
          refusePlugin(child)
          templates.mesh = readAttributes(child, GRAMMAR.mesh.attributes, inherited.mesh, true)
          break
        case 'material':
          templates.layers = readLayers(child, inherited.layers)
          templates.material = readAttributes(child, GRAMMAR.material.attributes, inherited.material, true)
          break
        case 'pair':
          templates.pair = readAttributes(child, GRAMMAR.pair.attributes, inherited.pair, true)
          break
        case 'equality': {
          const { attributes } = GRAMMAR['default/equality']
          templates.equality = readAttributes(child, attributes, inherited.equality, true)
          break
        }
        case 'tendon': {
          const { attributes } = GRAMMAR['default/tendon']
          templates.tendon = settleSpringLength(child, readAttributes(child, attributes, inherited.tendon, true))
          break
        }
        case 'default':
          break
        default:
          // all tags of actuators edit one template
          templates.actuator = readActuator(child, child.name, templates.actuator, true)
      }
    }
    this.#classes.set(name, templates)
    for (const child of children) if (child.name === 'default') this.#readNested(child, templates)
  }

  #readNested(element: XmlElement, inherited: Templates): void {
    readAttributes(element, GRAMMAR.default.attributes)
    const name = element.attributes.get('class')?.value
    const source = sourceOf(element, 'class')
    if (!name)
      throw new ModelError('a nested default class needs a name', { source, attribute: 'class', expected: "a 'class'" })
    if (this.#classes.has(name)) {
      throw new ModelError(`there already is a default class '${name}'`, {
        source,
        attribute: 'class',
        suggestion: 'give each class its own name',
      })
    }
    this.#readClass(element, name, inherited)
  }
}

/** The function that gives a shape belongs to the geom or the mesh itself. */
function refusePlugin(element: XmlElement): void {
  for (const child of element.children)
    throw new ModelError(`<${child.name}> is not allowed in a default class`, { source: sourceOf(child) })
}
