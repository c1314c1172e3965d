import { relativePose } from './bodies.ts'
import { type Element, element, type Value } from './element.ts'
import { isScalar } from './tendons.ts'
import type { Part, Workshop } from './workshop.ts'

/** Equality constraints between bodies, sites, joints, tendons. */
export function equalities(shop: Workshop): Element[] {
  const { dice } = shop
  const made: (Element | undefined)[] = []
  for (let i = dice.pick([0, 0, 0, 1, 2]); i > 0; i--) {
    const kind = dice.pick(['connect', 'weld', 'joint', 'tendon'] as const)
    made.push(kind === 'joint' || kind === 'tendon' ? coupling(shop, kind) : hold(shop, kind))
  }
  return made.filter((e) => e !== undefined)
}

function common(shop: Workshop): Record<string, Value> {
  const { dice } = shop
  return {
    class: dice.maybe(0.1, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined)),
    active: dice.maybe(0.2, () => dice.chance(0.5)),
    solref: dice.maybe(0.2, () => [dice.number(0.01, 0.1), dice.number(0.5, 1.5)]),
    solimp: dice.maybe(0.1, () => [0.8, 0.9, 0.01]),
  }
}

const single = ({ copied }: Part): boolean => !copied

function hold(shop: Workshop, kind: 'connect' | 'weld'): Element | undefined {
  const { dice } = shop
  const torquescale = kind === 'weld' ? dice.maybe(0.3, () => dice.number(0.1, 3)) : undefined
  if (dice.chance(0.4)) {
    const [a, b] = [shop.pick('site', single), shop.pick('site', single)]
    if (!a || !b || a === b) return undefined
    return element(kind, { ...common(shop), site1: a.name, site2: b.name, torquescale })
  }
  const [a, b] = [shop.pick('body', single), shop.pick('body', single)]
  if (!a || a === b) return undefined
  const anchor = kind === 'connect' || dice.chance(0.3) ? dice.numbers(3, -0.3, 0.3) : undefined
  const relpose = kind === 'weld' ? dice.maybe(0.3, () => relativePose(shop)) : undefined
  const body2 = dice.maybe(0.7, () => b?.name)
  return element(kind, { ...common(shop), body1: a.name, body2, anchor, relpose, torquescale })
}

function coupling(shop: Workshop, kind: 'joint' | 'tendon'): Element | undefined {
  const { dice } = shop
  const fits = (part: Part) => single(part) && (kind === 'tendon' || isScalar(part))
  const [a, b] = [shop.pick(kind, fits), shop.pick(kind, fits)]
  if (!a || a === b) return undefined
  const polycoef = dice.maybe(0.6, () => dice.numbers(dice.count(1, 5), -0.5, 0.5))
  return element(kind, {
    ...common(shop),
    [`${kind}1`]: a.name,
    [`${kind}2`]: dice.maybe(0.7, () => b?.name),
    polycoef,
  })
}

/** Pairs of geoms with parameters of their own, and pairs of bodies that do not collide. */
export function contacts(shop: Workshop): Element[] {
  const { dice } = shop
  const made: Element[] = []
  for (let i = dice.pick([0, 0, 0, 1, 2]); i > 0; i--) {
    const kind = dice.pick(['geom', 'body'] as const)
    const [a, b] = [shop.pick(kind, single), shop.pick(kind, single)]
    if (!a || !b || a === b) continue
    const grounds = ['plane', 'hfield']
    if (grounds.includes(a.type) && grounds.includes(b.type)) continue
    made.push(kind === 'geom' ? pair(shop, a.name, b.name) : element('exclude', { body1: a.name, body2: b.name }))
  }
  return made
}

function pair(shop: Workshop, geom1: string, geom2: string): Element {
  const { dice } = shop
  return element('pair', {
    geom1,
    geom2,
    class: dice.maybe(0.2, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined)),
    condim: dice.maybe(0.5, () => dice.pick([1, 3, 4, 6])),
    friction: dice.maybe(0.5, () => dice.numbers(dice.count(1, 5), 0, 1)),
    solref: dice.maybe(0.2, () => [dice.number(0.01, 0.05), 1]),
    solreffriction: dice.maybe(0.2, () => [dice.number(0.01, 0.05), 1]),
    margin: dice.maybe(0.3, () => dice.number(0, 0.05)),
    gap: dice.maybe(0.2, () => dice.number(0, 0.02)),
  })
}
