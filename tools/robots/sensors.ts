import { type Element, element, type Value } from './element.ts'
import { isScalar } from './tendons.ts'
import type { Part, Workshop } from './workshop.ts'

/** Sensors on what has a name. */
export function sensors(shop: Workshop): Element[] {
  const { dice } = shop
  const made: (Element | undefined)[] = []
  for (let i = dice.pick([0, 2, 4, 8]); i > 0; i--) made.push(dice.pick(FAMILIES)(shop))
  return made.filter((e) => e !== undefined)
}

type Family = (shop: Workshop) => Element | undefined

const SITE = ['touch', 'accelerometer', 'velocimeter', 'gyro', 'force', 'torque', 'magnetometer', 'rangefinder']
const FRAME = ['framepos', 'framequat', 'framexaxis', 'frameyaxis', 'framezaxis', 'framelinvel', 'frameangvel']
const ACCELERATION = ['framelinacc', 'frameangacc']
const BODY = ['subtreecom', 'subtreelinvel', 'subtreeangmom']
const JOINT = ['jointpos', 'jointvel', 'jointactuatorfrc']
const LIMIT = ['limitpos', 'limitvel', 'limitfrc']
const TENDON = ['tendonpos', 'tendonvel', 'tendonactuatorfrc']
const ACTUATOR = ['actuatorpos', 'actuatorvel', 'actuatorfrc']

const FAMILIES: readonly Family[] = [
  (shop) => on(shop, SITE, 'site', shop.pick('site')),
  (shop) => on(shop, SITE, 'site', shop.pick('site')),
  (shop) => on(shop, BODY, 'body', shop.pick('body')),
  (shop) => on(shop, JOINT, 'joint', shop.pick('joint', isScalar)),
  (shop) => on(shop, limits('joint'), 'joint', shop.pick('joint', isLimited)),
  (shop) =>
    on(
      shop,
      ['ballquat', 'ballangvel'],
      'joint',
      shop.pick('joint', ({ type }) => type === 'ball'),
    ),
  (shop) => on(shop, TENDON, 'tendon', shop.pick('tendon')),
  (shop) => on(shop, limits('tendon'), 'tendon', shop.pick('tendon', isLimited)),
  (shop) =>
    on(
      shop,
      ACTUATOR,
      'actuator',
      shop.pick('actuator', ({ type, copied }) => !copied && type !== 'adhesion'),
    ),
  (shop) => frame(shop),
  (shop) => frame(shop),
  (shop) => nearest(shop),
  (shop) => contact(shop),
  (shop) => element(shop.dice.pick(['clock', 'e_potential', 'e_kinetic']), common(shop)),
]

const isLimited = (part: Part): boolean =>
  part.limited && (part.type === 'fixed' || part.type === 'spatial' || isScalar(part))

function limits(kind: string): string[] {
  return LIMIT.map((name) => `${kind}${name}`)
}

function common({ dice }: Workshop): Record<string, Value> {
  return {
    noise: dice.maybe(0.1, () => dice.number(0, 0.1)),
    user: dice.maybe(0.05, () => dice.numbers(2, -1, 1)),
  }
}

function on(shop: Workshop, tags: readonly string[], attribute: string, part: Part | undefined): Element | undefined {
  if (!part) return undefined
  const tag = shop.dice.pick(tags)
  const cutoff = tag === 'ballquat' ? undefined : shop.dice.maybe(0.15, () => shop.dice.number(0.1, 3))
  return element(tag, { ...common(shop), [attribute]: part.name, cutoff })
}

const OBJECTS = ['body', 'xbody', 'geom', 'site', 'camera'] as const

function object(shop: Workshop, type: 'objtype' | 'reftype', name: string, copies: boolean): Record<string, Value> {
  const kind = shop.dice.pick(OBJECTS)
  const part = shop.pick(kind === 'xbody' ? 'body' : kind, ({ copied }) => copies || !copied)
  return part ? { [type]: kind, [name]: part.name } : {}
}

function frame(shop: Workshop): Element | undefined {
  const { dice } = shop
  const tag = dice.pick([...FRAME, ...ACCELERATION])
  const seen = object(shop, 'objtype', 'objname', true)
  if (seen['objname'] === undefined) return undefined
  const from = ACCELERATION.includes(tag) || dice.chance(0.5) ? {} : object(shop, 'reftype', 'refname', false)
  return element(tag, { ...common(shop), ...seen, ...from })
}

function nearest(shop: Workshop): Element | undefined {
  const { dice } = shop
  const solid = ({ type, copied }: Part) => !copied && type !== 'hfield'
  const [a, b] = [shop.pick('geom', solid), shop.pick('geom', solid)]
  if (!a || !b || a === b) return undefined
  const tag = dice.pick(['distance', 'normal', 'fromto'])
  return element(tag, { geom1: a.name, geom2: b.name, cutoff: dice.number(0.1, 3) })
}

function contact(shop: Workshop): Element | undefined {
  const { dice } = shop
  const part = (kind: 'geom' | 'body') => shop.pick(kind, ({ copied }) => !copied)?.name
  const first = dice.pick([{ geom1: part('geom') }, { body1: part('body') }, { subtree1: part('body') }])
  const second = dice.pick([{ geom2: part('geom') }, { body2: part('body') }, {}])
  const data = dice.several(['found', 'force', 'torque', 'dist', 'pos', 'normal', 'tangent'], 4).join(' ')
  return element('contact', {
    ...first,
    ...second,
    data,
    num: dice.count(1, 3),
    reduce: dice.maybe(0.6, () => dice.pick(['none', 'mindist', 'maxforce', 'netforce'])),
  })
}
