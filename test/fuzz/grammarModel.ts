import type { Attribute } from '../../src/format/mjcf/schema/attributes.ts'
import { type ElementName, kindOf, ruleOf } from '../../src/format/mjcf/schema/grammar.ts'
import type { Random } from './fuzzRandom.ts'

/**
 * Random models from the grammar of MJCF: every element in a place where it may stand, with attributes of the right
 * kind. A mild model grows section by section, and keeps what loads, so that it gets far into the compiler. A wild one
 * gives any number anywhere.
 * @param loads whether a model loads
 */
export function grammarModel(random: Random, loads: (xml: string) => boolean): string {
  const mild = random.next() < 0.7
  const writer = new ModelWriter(random, mild)
  const whole = (sections: string) => `<mujoco>${sections}</mujoco>`
  let sections = ''
  for (let count = mild ? 12 : 5; count > 0; count--) {
    const more = sections + writer.section(sections === '' ? 'worldbody' : random.pick(SECTIONS))
    // the last section may be one that does not load
    if (!mild || count === 1 || loads(whole(more))) sections = more
  }
  return whole(sections)
}

const MOST_DEPTH = 7
/** Elements of a section, at most. */
const MOST_ELEMENTS = 12

/** Files that models may name; `inputs.ts` has them. */
const FILES = ['box.stl', 'box.obj', 'box.msh', 'rgb.png', 'field.bin', 'skin.skn', 'part.xml', 'none.stl']

const MILD = [0, 0.1, 0.2, 0.5, 0.7, 1, 1, 2, 3, -0.3, -1, 10, 45, 0.01]
const WILD = [0, -1, 1e-300, 1e300, 1e10, 1e-16, -1e8, 2 ** 31, 1e38, 123456789, -0, 1e5, 7, 0.05]
const COUNTS = [0, 1, 1, 2, 3, 4, 5, 6, 8, 20]

/** Those that hold most elements more often. */
const SECTIONS = [
  ...['compiler', 'option', 'size', 'default', 'extension', 'custom', 'keyframe', 'visual', 'statistic', 'deformable'],
  ...['asset', 'worldbody', 'tendon', 'actuator', 'sensor', 'contact', 'equality'],
  ...['asset', 'worldbody', 'tendon', 'actuator', 'sensor', 'contact', 'equality', 'worldbody'],
] as ElementName[]

class ModelWriter {
  readonly #random: Random
  readonly #mild: boolean
  /** Names given so far, by the kind of object. */
  readonly #names = new Map<string, string[]>()
  #elements = 0
  #inDefault = false
  #serial = 0

  constructor(random: Random, mild: boolean) {
    this.#random = random
    this.#mild = mild
  }

  section(name: ElementName): string {
    this.#elements = 0
    return this.#element(name, name, 1)
  }

  #element(tag: string, kind: ElementName, depth: number): string {
    this.#elements++
    this.#inDefault = tag === 'default' || (this.#inDefault && depth > 1)
    const attributes = this.#attributes(tag, kind)
    const children = this.#children(kind, depth)
    return children === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${children}</${tag}>`
  }

  #children(kind: ElementName, depth: number): string {
    const random = this.#random
    const { once = [], many = [] } = ruleOf(kind)
    let children = ''
    const add = (tag: string) => {
      if (depth < MOST_DEPTH && this.#elements < MOST_ELEMENTS)
        children += this.#element(tag, kindOf(tag, kind), depth + 1)
    }
    // bodies have mass and move, mostly
    if (kind === 'body' && this.#mild) {
      children += '<geom size=".1 .1 .1"/>'
      if (random.next() < 0.6) add(random.pick(['joint', 'joint', 'freejoint']))
    }
    for (const tag of once) if (random.next() < 0.15) add(tag)
    if (many.length > 0)
      for (let n = random.pick(depth === 1 ? [1, 1, 2, 3] : [0, 0, 1, 2]); n > 0; n--) add(random.pick(many))
    return children
  }

  #attributes(tag: string, kind: ElementName): string {
    const random = this.#random
    const { attributes, needs = [], exclusive = [] } = ruleOf(kind)
    const needed: readonly string[] = needs.length > 0 ? random.pick(needs) : []
    const share = this.#mild ? 0.12 : 0.3
    const given = new Set<string>()
    let text = ''
    for (const [key, attribute] of Object.entries(attributes)) {
      if (!attribute.required && !needed.includes(key) && random.next() > (key === 'name' ? 0.7 : share)) continue
      if (this.#mild && exclusive.some((set) => set.includes(key) && set.some((other) => given.has(other)))) continue
      if (this.#mild && (attribute.state === 'refused' || (this.#inDefault && !attribute.defaultable))) continue
      given.add(key)
      text += ` ${key}="${this.#value(tag, key, attribute)}"`
    }
    return text
  }

  #value(tag: string, key: string, attribute: Attribute<unknown>): string {
    const random = this.#random
    if (key === 'name') return this.#name(tag)
    if (key === 'file') return random.pick(FILES)
    if (attribute.refers !== undefined) return this.#reference(attribute.refers)
    const { kind, keywords, min, max } = attribute
    if (keywords !== undefined) return random.pick(Object.keys(keywords))
    if (kind === 'text') return random.pick(['', 'x', 'main', 'xyz', this.#name('text')])
    const count = Math.min(max, Math.max(min, random.pick(COUNTS)))
    return Array.from({ length: count }, () => this.#number(attribute)).join(' ')
  }

  #number({ kind, least, most, positive }: Attribute<unknown>): string {
    let value = this.#random.pick(this.#mild ? MILD : [...MILD, ...WILD])
    if (kind === 'int' || kind === 'ints') value = Math.trunc(value)
    if (this.#mild) value = Math.min(most, Math.max(least, positive ? Math.abs(value) || 1 : value))
    return `${value}`
  }

  #name(kind: string): string {
    const name = `${kind}${this.#serial++}`
    const names = this.#names.get(kind)
    if (names === undefined) this.#names.set(kind, [name])
    else names.push(name)
    return name
  }

  #reference(kind: string): string {
    const names = this.#names.get(kind) ?? (kind === 'body' ? ['world'] : [])
    return names.length > 0 && this.#random.next() < 0.95 ? this.#random.pick(names) : 'nothing'
  }
}
