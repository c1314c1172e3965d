import { type Element, element, type Value } from './element.ts'
import type { Part, Workshop } from './workshop.ts'

/** Fixed and spatial tendons over what the bodies have. */
export function tendons(shop: Workshop): Element[] {
  const { dice } = shop
  const made: Element[] = []
  for (let i = dice.pick([0, 0, 1, 2, 3]); i > 0; i--) {
    const tendon = dice.chance(0.4) ? fixed(shop) : spatial(shop)
    if (tendon) made.push(tendon)
  }
  return made
}

export const isScalar = ({ type }: Part): boolean => type === 'hinge' || type === 'slide'

function fixed(shop: Workshop): Element | undefined {
  const { dice } = shop
  const joints = dice.several(
    shop.parts('joint').filter((part) => isScalar(part) && !part.copied),
    3,
  )
  if (joints.length === 0) return undefined
  const members = joints.map(({ name }) => element('joint', { joint: name, coef: dice.number(-2, 2) }))
  return element('fixed', common(shop, 'fixed'), members)
}

/** A path through sites and around geoms, sometimes in two branches. */
function spatial(shop: Workshop): Element | undefined {
  const { dice } = shop
  const sites = shop.parts('site').filter(({ copied }) => !copied)
  if (sites.length < 2) return undefined
  const path: Element[] = []
  for (let branch = dice.pick([1, 1, 1, 2]); branch > 0; branch--) {
    const all = sites.map(({ name }) => name)
    const stops = [dice.pick(all)]
    for (let i = dice.count(1, 3); i > 0; i--) stops.push(dice.pick(all.filter((name) => name !== stops.at(-1))))
    for (const [i, site] of stops.entries()) {
      path.push(element('site', { site }))
      if (i < stops.length - 1 && dice.chance(0.4)) path.push(...obstacle(shop, sites))
    }
    if (branch > 1) path.push(element('pulley', { divisor: dice.number(0.5, 3) }))
  }
  const look = { width: dice.maybe(0.3, () => dice.number(0.001, 0.02)), rgba: dice.maybe(0.3, () => [0, 1, 0, 1]) }
  // what has inertia cannot wrap
  const armature = path.some(({ name }) => name === 'geom') ? { armature: undefined } : {}
  return element('spatial', { ...common(shop, 'spatial'), ...look, ...armature }, path)
}

function obstacle(shop: Workshop, sites: readonly Part[]): Element[] {
  const { dice } = shop
  const geom = shop.pick('geom', ({ type, copied }) => !copied && (type === 'sphere' || type === 'cylinder'))
  if (!geom) return []
  return [element('geom', { geom: geom.name, sidesite: dice.maybe(0.4, () => dice.pick(sites).name) })]
}

function common(shop: Workshop, type: string): Record<string, Value> {
  const { dice } = shop
  const limited = dice.chance(0.3)
  return {
    name: shop.name('tendon', type, { limited }),
    class: dice.maybe(0.15, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined)),
    ...(limited ? shop.limit('limited', 'range', [dice.number(-0.5, 0.2), dice.number(0.3, 2)]) : {}),
    stiffness: dice.maybe(0.3, () => dice.number(0, 20)),
    damping: dice.maybe(0.3, () => dice.number(0, 3)),
    springlength: dice.maybe(0.3, () => (dice.chance(0.5) ? dice.number(0, 1) : [0.1, 0.8])),
    frictionloss: dice.maybe(0.1, () => dice.number(0, 0.5)),
    armature: dice.maybe(0.1, () => dice.number(0, 0.1)),
    margin: dice.maybe(0.1, () => dice.number(0, 0.05)),
    ...(dice.chance(0.1) ? shop.limit('actuatorfrclimited', 'actuatorfrcrange', [-2, 3]) : {}),
    group: dice.maybe(0.1, () => dice.count(0, 5)),
  }
}
