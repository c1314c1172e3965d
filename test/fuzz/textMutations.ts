import type { Random } from './fuzzRandom.ts'

/** Damage to model files: each mutation is a function of the text and of a stream of random numbers. */

type TextMutation = (xml: string, random: Random) => string

const NUMBERS = [
  '0',
  '-1',
  '1',
  '1e300',
  '-1e300',
  '1e-300',
  '1e308',
  '1e400',
  'nan',
  'inf',
  '-inf',
  '2147483647',
  '-2147483648',
  '99999999999',
  '0.5',
  '1e-16',
  '3',
  '1e10',
  '',
]
const VALUES = [
  ...NUMBERS,
  'true',
  'auto',
  'box',
  'mesh',
  'x'.repeat(100_000),
  '1 '.repeat(2000),
  '../../x',
  '"',
  '&amp;',
]
const NAMES = ['x', 'geom', 'class', 'joint', 'body', 'frame', 'default', 'constructor', '__proto__', 'inertial', 'key']
const ELEMENTS = [
  '<geom/>',
  '<body/>',
  '<joint/>',
  '<freejoint/>',
  '<frame/>',
  '<site/>',
  '<camera mode="trackcom"/>',
  '<light mode="targetbody" target="torso"/>',
  '<inertial pos="0 0 0" mass="1"/>',
  '<inertial pos="0 0 0" mass="1" fullinertia="1 1 1 .5 .5 .5"/>',
  '<default class="x"/>',
  '<key qpos="1"/>',
  '<keyframe><key/></keyframe>',
  '<size nkey="1000" nuserdata="1000"/>',
  '<size nuserdata="10000000" nuser_body="10000" nuser_geom="10000"/>',
  '<compiler fusestatic="true" discardvisual="true"/>',
  '<compiler inertiafromgeom="false"/>',
  '<compiler balanceinertia="true" boundmass="1" boundinertia="1"/>',
  '<compiler angle="radian" autolimits="false" settotalmass="1"/>',
  '<option timestep="1e-300" integrator="RK4"/>',
  '<custom><numeric name="n" size="500"/><text name="t" data="t"/></custom>',
  '<custom><tuple name="u"><element objtype="tuple" objname="u"/></tuple></custom>',
  '<unknown/>',
  '<motor/>',
  '<actuator><motor/></actuator>',
]

/** Start and end of a random match of a pattern; undefined where there is none. */
function place(xml: string, pattern: RegExp, random: Random): readonly [number, number] | undefined {
  const matches = [...xml.matchAll(pattern)]
  if (matches.length === 0) return undefined
  const match = random.pick(matches)
  return [match.index, match.index + match[0].length]
}

function replaceOne(xml: string, pattern: RegExp, random: Random, change: (found: string) => string): string {
  const found = place(xml, pattern, random)
  if (!found) return xml
  const [start, end] = found
  return xml.slice(0, start) + change(xml.slice(start, end)) + xml.slice(end)
}

const NUMBER = /(?<=[" ])-?[0-9.]+(?:e-?[0-9]+)?(?=[" ])/g
const VALUE = /(?<==")[^"]*(?=")/g
const ATTRIBUTE = / [a-z_0-9]+="[^"]*"/g
const TAG = /<[^>]*>/g
const LEAF = /<[a-z]+[^>]*\/>/g
/** The space in front of an element. */
const GAP = />\s*(?=<)/g

export const TEXT_MUTATIONS: Readonly<Record<string, TextMutation>> = {
  'cut off': (xml, random) => xml.slice(0, random.below(xml.length)),
  'another number': (xml, random) => replaceOne(xml, NUMBER, random, () => random.pick(NUMBERS)),
  'three other numbers': (xml, random) => {
    let damaged = xml
    for (let i = 0; i < 3; i++) damaged = replaceOne(damaged, NUMBER, random, () => random.pick(NUMBERS))
    return damaged
  },
  'another value': (xml, random) => replaceOne(xml, VALUE, random, () => random.pick(VALUES)),
  'a number less or more': (xml, random) =>
    replaceOne(xml, VALUE, random, (value) => (random.next() < 0.5 ? `${value} 1` : value.replace(/\S+\s*$/, ''))),
  'swapped values': (xml, random) => {
    const other = place(xml, VALUE, random)
    return other ? replaceOne(xml, VALUE, random, () => xml.slice(...other)) : xml
  },
  'an attribute removed': (xml, random) => replaceOne(xml, ATTRIBUTE, random, () => ''),
  'an attribute twice': (xml, random) => replaceOne(xml, ATTRIBUTE, random, (attribute) => attribute + attribute),
  'an attribute moved': (xml, random) => {
    const from = place(xml, ATTRIBUTE, random)
    if (!from) return xml
    return replaceOne(xml, /<[a-z]+/g, random, (start) => start + xml.slice(...from))
  },
  'an unknown attribute': (xml, random) =>
    replaceOne(xml, /<[a-z]+/g, random, (start) => `${start} ${random.pick(NAMES)}="${random.pick(VALUES)}"`),
  'another name': (xml, random) => replaceOne(xml, /(?<=<)[a-z]+/g, random, () => random.pick(NAMES)),
  'a letter changed': (xml, random) => {
    const at = random.below(xml.length)
    return xml.slice(0, at) + String.fromCharCode(32 + random.below(96)) + xml.slice(at + 1)
  },
  'a tag removed': (xml, random) => replaceOne(xml, TAG, random, () => ''),
  'a tag twice': (xml, random) => replaceOne(xml, TAG, random, (tag) => tag + tag),
  'an element moved': (xml, random) => {
    const from = place(xml, LEAF, random)
    if (!from) return xml
    const element = xml.slice(...from)
    const rest = xml.slice(0, from[0]) + xml.slice(from[1])
    return replaceOne(rest, GAP, random, (gap) => gap + element)
  },
  'an element twice': (xml, random) => replaceOne(xml, LEAF, random, (element) => element + element),
  'an element added': (xml, random) => replaceOne(xml, GAP, random, (gap) => gap + random.pick(ELEMENTS)),
  'three elements added': (xml, random) => {
    let damaged = xml
    for (let i = 0; i < 3; i++) damaged = replaceOne(damaged, GAP, random, (gap) => gap + random.pick(ELEMENTS))
    return damaged
  },
  'bodies in bodies': (xml, random) => {
    const depth = random.pick([10, 100, 250, 600, 5000])
    const start = '<body><geom size="1"/><joint/>'.repeat(depth)
    return replaceOne(xml, /<\/worldbody>/g, random, (end) => start + '</body>'.repeat(depth) + end)
  },
  'frames in frames': (xml, random) => {
    const depth = random.pick([10, 400, 600, 5000])
    const content = '<frame euler="1 2 3">'.repeat(depth) + '</frame>'.repeat(depth)
    return replaceOne(xml, GAP, random, (gap) => gap + content)
  },
  'an include': (xml, random) =>
    replaceOne(xml, GAP, random, (gap) => {
      const names = ['self.xml', 'a.xml', 'part.xml', '/etc/passwd', '../../../x.xml', 'C:\\x', 'http://a/b', '', '..']
      return `${gap}<include file="${random.pick(names)}"/>`
    }),
  'an entity': (xml, random) => {
    const heads = ['<!DOCTYPE m [<!ENTITY a "b">]>', '<!DOCTYPE m SYSTEM "file:///etc/passwd">', '']
    return (
      random.pick(heads) + replaceOne(xml, VALUE, random, () => random.pick(['&a;', '&#0;', '&#xffff;', '&', '&lt']))
    )
  },
  'random characters': (xml, random) => {
    let noise = ''
    for (let i = 0; i < 20; i++) noise += String.fromCharCode(random.below(random.pick([32, 128, 256, 65536])))
    const at = random.below(xml.length)
    return xml.slice(0, at) + noise + xml.slice(at)
  },
  'random bytes only': (_, random) =>
    String.fromCharCode(...Array.from({ length: random.below(200) }, () => random.below(256))),
}

const NAMES_OF_MUTATIONS = Object.keys(TEXT_MUTATIONS)

/** Damages a text in one to three ways. Returns also their names. */
export function damageText(text: string, random: Random): [damaged: string, how: string] {
  let damaged = text
  const how: string[] = []
  for (let count = random.pick([1, 1, 1, 2, 3]); count > 0 && damaged.length > 0; count--) {
    const name = random.pick(NAMES_OF_MUTATIONS)
    damaged = TEXT_MUTATIONS[name](damaged, random)
    how.push(name)
  }
  return [damaged, how.join(', ')]
}
