import loadReference, { type MainModule } from '@mujoco/mujoco'
import { expect, test } from 'vitest'
import { ModelError } from '../../../src/core/model/errors.ts'
import { readSpec } from '../../../src/format/load.ts'
import type { Attribute, Schema } from '../../../src/format/mjcf/schema/attributes.ts'
import { type ElementName, type ElementRule, GRAMMAR, kindOf, ruleOf } from '../../../src/format/mjcf/schema/grammar.ts'
import { readValue } from '../../../src/format/mjcf/schema/parseValue.ts'
import * as settings from '../../../src/format/mjcf/schema/schemaSettings.ts'

/** The tables of elements and attributes, held against what the reference accepts. */

const ELEMENTS = (Object.keys(GRAMMAR) as ElementName[]).filter((name) => !ruleOf(name).ours)

/** The attributes of an element, without our own. */
function attributesOf(name: ElementName): Schema {
  return Object.fromEntries(Object.entries(ruleOf(name).attributes).filter(([, { ours }]) => !ours))
}

/** Keywords of ours, which the reference does not know, and the attribute that they are for. */
const OURS: ReadonlyMap<string, string> = new Map(
  ELEMENTS.flatMap((name) =>
    Object.entries(ruleOf(name).attributes).flatMap(([key, { nearest = {} }]) =>
      Object.keys(nearest).map((word) => [word, key] as const),
    ),
  ),
)

/** The elements around each element, outermost first. */
const AROUND = new Map<ElementName, ElementName[]>([['mujoco', []]])
for (const [name, around] of AROUND) {
  const { once = [], many = [] } = ruleOf(name)
  for (const child of [...many, ...once]) {
    const kind = kindOf(child, name)
    if (!AROUND.has(kind) && (name !== 'default' || kind !== child)) AROUND.set(kind, [...around, name])
  }
}

// frames are like the body that they stand in, and the world is more narrow than others
AROUND.set('frame', ['mujoco', 'worldbody', 'body'])

/** The reference loses a little memory with each refused model: it is started anew now and then. */
let reference: MainModule | undefined
let uses = 0

/** What the reference says against a model; empty when it takes it. */
async function complaint(xml: string): Promise<string> {
  if (!reference || ++uses > 1000) {
    reference = await loadReference({ printErr: () => {} })
    uses = 0
  }
  try {
    reference.MjModel.from_xml_string(xml).delete()
    return ''
  } catch (error) {
    return String((error as Error).message)
  }
}

/** For what asks the reference some ten thousand times, about a millisecond each. */
const MANY_QUESTIONS = 600_000

/** What elements need before the reference looks at what is in them. */
const NEEDED: Readonly<Record<string, string>> = {
  tuple: 'name="t"',
  composite: 'type="cable" count="4" curve="s"',
  replicate: 'count="2"',
}

function model(kind: ElementName, attributes: Readonly<Record<string, string>>, content = ''): string {
  const name = tagOf(kind)
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  const element = `<${name}${given.join('')}>${content}</${name}>`
  return AROUND.get(kind)!.reduceRight((inner, outer) => {
    const tag = tagOf(outer)
    return `<${tag} ${NEEDED[tag] ?? ''}>${inner}</${tag}>`
  }, element)
}

/** The name that an element is written with. */
function tagOf(kind: ElementName): string {
  return kind.split('/').at(-1)!
}

/** Some text that an attribute takes. */
function sample(attribute: Attribute<unknown>, count = Math.max(1, attribute.min)): string {
  if (attribute.keywords) return Object.keys(attribute.keywords)[0]
  if (attribute.kind === 'text') return 'xyz'
  return Array(count)
    .fill(`${Math.max(1, attribute.least)}`)
    .join(' ')
}

/** The attributes that an element must have, without those that exclude one of `others`. */
function requiredOf(name: ElementName, others: readonly string[] = []): Record<string, string> {
  const { attributes, needs = [[]], exclusive = [], together = [] } = ruleOf(name)
  const clash = (key: string) =>
    exclusive.some((set) => set.includes(key) && set.some((other) => other !== key && others.includes(other)))
  const needed = needs.find((set) => !set.some(clash)) ?? needs[0]
  const partners = together.filter((set) => set.some((key) => others.includes(key))).flat()
  const entries = Object.entries(attributes).filter(
    ([key, { required }]) => required || needed.includes(key) || partners.includes(key),
  )
  return Object.fromEntries(entries.map(([key, attribute]) => [key, sample(attribute)]))
}

const place = { source: { file: '', line: 1, column: 1, element: '' }, attribute: '' }

function taken(attribute: Attribute<unknown>, text: string): boolean {
  try {
    readValue(attribute, text, place)
    return true
  } catch (error) {
    if (error instanceof ModelError) return false
    throw error
  }
}

test('every attribute of the tables is one of the reference', async () => {
  for (const name of ELEMENTS) {
    for (const [key, attribute] of Object.entries(attributesOf(name))) {
      const text = await complaint(model(name, { ...requiredOf(name, [key]), [key]: sample(attribute) }))
      expect(text, `${name} ${key}`).not.toMatch(/unrecognized attribute/)
    }
  }
})

test('what is marked as our own is unknown to the reference', async () => {
  const elements = (Object.keys(GRAMMAR) as ElementName[]).filter((name) => ruleOf(name).ours)
  expect(elements).toEqual(['equality/distance'])
  for (const name of elements)
    expect(await complaint(model(name, requiredOf(name))), name).toMatch(/unrecognized element/)
  const attributes = ELEMENTS.flatMap((name) =>
    Object.entries(ruleOf(name).attributes).flatMap(([key, attribute]) =>
      attribute.ours ? [[name, key] as const] : [],
    ),
  )
  expect(attributes).toEqual([['key', 'userdata']])
  for (const [name, key] of attributes)
    expect(await complaint(model(name, { ...requiredOf(name), [key]: '1' })), key).toMatch(/unrecognized attribute/)
})

test('attributes take as many numbers as in the reference', async () => {
  for (const name of ELEMENTS) {
    for (const [key, attribute] of Object.entries(attributesOf(name))) {
      if (!/reals?|ints?/.test(attribute.kind)) continue
      for (const count of new Set([attribute.min - 1, attribute.min, attribute.max, attribute.max + 1])) {
        if (count < 1 || count === Infinity) continue
        const value = sample(attribute, count)
        const text = await complaint(model(name, { ...requiredOf(name, [key]), [key]: value }))
        expect(taken(attribute, value), `${name} ${key}="${value}": ${text}`).toBe(
          !/enough data|too much data/.test(text),
        )
      }
    }
  }
})

test('numbers are stored in the same precision as in the reference', async () => {
  for (const name of ELEMENTS) {
    for (const [key, attribute] of Object.entries(attributesOf(name))) {
      if (!/reals?/.test(attribute.kind)) continue
      const value = Array(Math.max(1, attribute.min)).fill('1e39').join(' ')
      const text = await complaint(model(name, { ...requiredOf(name, [key]), [key]: value }))
      expect(taken(attribute, value), `${name} ${key}: ${text}`).toBe(!/number is too large/.test(text))
    }
  }
})

test(
  'attributes take the keywords of the reference and no others',
  async () => {
    const keywords = new Set(['', 'x', 'on', 'off', 'yes', 'none', 'Auto'])
    for (const name of ELEMENTS) {
      for (const attribute of Object.values(ruleOf(name).attributes)) {
        for (const word of Object.keys(attribute.keywords ?? {})) keywords.add(word)
      }
    }
    const seen = new Set<Schema>() // many sensors have the same attributes
    for (const name of ELEMENTS) {
      if (name === 'flag' || seen.has(ruleOf(name).attributes)) continue // 27 attributes of one kind
      seen.add(ruleOf(name).attributes)
      for (const [key, attribute] of Object.entries(attributesOf(name))) {
        if (!attribute.keywords || attribute.kind === 'texts') continue
        if (name === 'user' && key === 'objtype') continue // the reference takes any word for no object
        for (const word of keywords) {
          if (OURS.has(word) && OURS.get(word) !== key) continue
          const text = await complaint(model(name, { ...requiredOf(name, [key]), [key]: word }))
          const refused = /invalid keyword|unknown object type|global coordinates|mjs_setInStringVec/.test(text)
          if (key === 'coordinate' && word === 'global') expect(refused).toBe(true)
          else if (OURS.has(word)) expect(taken(attribute, word) && refused).toBe(true)
          else expect(taken(attribute, word), `${name} ${key}="${word}": ${text}`).toBe(!refused)
        }
      }
    }
  },
  MANY_QUESTIONS,
)

test(
  'the same attributes exclude each other as in the reference',
  async () => {
    for (const name of ELEMENTS) {
      const { exclusive = [] } = ruleOf(name)
      const attributes = attributesOf(name)
      if (name === 'flag' || AROUND.get(name)!.includes('visual')) continue
      const keys = Object.keys(attributes)
      for (const [i, first] of keys.entries()) {
        for (const second of keys.slice(i + 1)) {
          const given = { [first]: sample(attributes[first]), [second]: sample(attributes[second]) }
          const text = await complaint(model(name, { ...requiredOf(name, [first, second]), ...given }))
          const excluded = exclusive.some((set) => set.includes(first) && set.includes(second))
          expect(excluded, `${name} ${first} ${second}: ${text}`).toBe(/at most one of|multiple orientation/.test(text))
        }
      }
    }
  },
  MANY_QUESTIONS,
)

/** Where the reference drops elements without a word, or accepts what has no meaning; ours refuses them. */
const STRICTER = ['mujoco body', 'mujoco frame', 'mujoco replicate']

test(
  'elements stand in the same elements as in the reference',
  async () => {
    const names = new Set<string>()
    const childrenOf = (name: ElementName) => {
      const { once = [], many = [], refused = [], inert = [] } = ruleOf(name)
      const rules: Readonly<Record<string, ElementRule>> = GRAMMAR
      return [...once, ...many, ...refused, ...inert].filter((child) => !rules[kindOf(child, name)]?.ours)
    }
    for (const name of ELEMENTS) for (const child of childrenOf(name)) names.add(child)
    for (const parent of ELEMENTS) {
      for (const child of names) {
        if (STRICTER.includes(`${parent} ${child}`)) continue
        const text = await complaint(model(parent, requiredOf(parent), `<${child} unknown_=""/>`))
        // an element that may stand here is looked at, and its attribute found wrong
        const stands = !/unrecognized (model )?element|World body cannot have/.test(text)
        const expected = childrenOf(parent).includes(child) || (parent === 'worldbody' && WORLD_LATER.includes(child))
        expect(expected, `<${child}> in <${parent}>: ${text}`).toBe(stands)
      }
    }
  },
  MANY_QUESTIONS,
)

/** The reference looks at the attributes of these before it refuses them in the world. */
const WORLD_LATER = ['joint', 'freejoint', 'inertial']

test('options and settings of the picture arrive as in the reference', async () => {
  for (const [name, schema, of] of [
    ['option', settings.option, 'opt'],
    ...Object.entries(settings.visual).map(([group, entries]) => [group, entries, 'vis'] as const),
  ] as const) {
    for (const altered of [false, true]) {
      const attributes = Object.fromEntries(
        Object.entries(schema).flatMap(([key, attribute]) => {
          if (!altered || key === 'actuatorgroupdisable') return []
          return [
            [
              key,
              attribute.keywords
                ? Object.keys(attribute.keywords).findLast((word) => !OURS.has(word))!
                : altered3(attribute),
            ],
          ]
        }),
      )
      const xml = model(name as ElementName, attributes)
      await complaint('<mujoco/>')
      const theirs = reference!.MjModel.from_xml_string(xml)
      const spec = readSpec(xml)
      const group = (of === 'opt' ? theirs.opt : theirs.vis[name as 'map']) as unknown as Record<string, unknown>
      const ours = (of === 'opt' ? spec.option : spec.visual[name as 'map']) as unknown as Record<string, unknown>
      for (const key of Object.keys(ours)) {
        expect(single(ours[key]), `${name} ${key}`).toEqual(single(group[key]))
      }
      theirs.delete()
    }
  }
})

/** Numbers that no default has. */
function altered3(attribute: Attribute<unknown>): string {
  const whole = /int/.test(attribute.kind)
  return Array.from({ length: attribute.max }, (_, i) => (whole ? 3 + i : 0.3 + 0.1 * i)).join(' ')
}

/** Values in single precision, as the reference stores most of its settings of the picture. */
function single(value: unknown): number[] {
  return typeof value === 'object' && value !== null
    ? Array.from(value as ArrayLike<number>, Math.fround)
    : [Math.fround(Number(value))]
}

test('flags set the same bits as in the reference', async () => {
  for (const name of Object.keys(settings.optionFlag)) {
    for (const state of ['enable', 'disable']) {
      // the reference takes this flag only together with these options
      const others = name === 'ipc' ? 'integrator="discrete" solver="CG"' : ''
      const xml = `<mujoco><option ${others}><flag ${name}="${state}"/></option></mujoco>`
      await complaint('<mujoco/>')
      const theirs = reference!.MjModel.from_xml_string(xml)
      const { option } = readSpec(xml)
      const flags = [theirs.opt.disableflags, theirs.opt.enableflags]
      expect([option.disableflags, option.enableflags], `${name} ${state}`).toEqual(flags)
      theirs.delete()
    }
  }
})
