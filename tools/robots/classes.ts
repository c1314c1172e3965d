import { type Element, element, type Value } from './element.ts'
import type { Workshop } from './workshop.ts'

/** Default classes: the outermost, and up to three inside of it or of each other. */
export function classes(shop: Workshop): Element[] {
  const { dice } = shop
  if (dice.chance(0.3)) return []
  const top = contents(shop)
  const inner: Element[] = []
  for (let i = dice.count(0, 3); i > 0; i--) {
    const name = `class${shop.classes.length}`
    shop.classes.push(name)
    const nested = dice.maybe(0.4, () => {
      const child = `class${shop.classes.length}`
      shop.classes.push(child)
      return element('default', { class: child }, contents(shop))
    })
    inner.push(element('default', { class: name }, [...contents(shop), nested]))
  }
  return [element('default', dice.chance(0.2) ? { class: 'main' } : {}, [...top, ...inner])]
}

/** Attributes that any part of a kind can have, whatever it is like otherwise. */
function contents(shop: Workshop): Element[] {
  const { dice } = shop
  const kinds = dice.several(Object.keys(DEFAULTS), 4)
  return kinds.map((kind) => element(kind, DEFAULTS[kind](shop)))
}

const TYPES = ['sphere', 'capsule', 'box', 'cylinder', 'ellipsoid']

const DEFAULTS: Readonly<Record<string, (shop: Workshop) => Record<string, Value>>> = {
  joint: ({ dice }) => ({
    damping: dice.maybe(0.5, () => dice.number(0.01, 2)),
    armature: dice.maybe(0.5, () => dice.number(0.001, 0.2)),
    stiffness: dice.maybe(0.2, () => dice.number(0, 5)),
    frictionloss: dice.maybe(0.2, () => dice.number(0, 0.3)),
    axis: dice.maybe(0.2, () => dice.axis()),
    margin: dice.maybe(0.2, () => dice.number(0, 0.05)),
    solreflimit: dice.maybe(0.2, () => [dice.number(0.005, 0.05), dice.number(0.5, 1.5)]),
    group: dice.maybe(0.2, () => dice.count(0, 5)),
  }),
  geom: (shop) => {
    const { dice } = shop
    return {
      // the reference drops tendons of attached models around geoms whose class has another type
      type: dice.maybe(0.3, () => dice.pick(shop.label === '' ? TYPES : ['sphere', 'cylinder'])),
      size: dice.numbers(3, 0.03, 0.2),
      friction: dice.maybe(0.4, () => dice.numbers(dice.count(1, 3), 0, 1)),
      condim: dice.maybe(0.3, () => dice.pick([1, 3, 4, 6])),
      density: dice.maybe(0.4, () => dice.number(100, 3000)),
      mass: dice.maybe(0.1, () => dice.number(0.1, 2)),
      contype: dice.maybe(0.2, () => dice.count(0, 3)),
      conaffinity: dice.maybe(0.2, () => dice.count(0, 3)),
      group: dice.maybe(0.3, () => dice.count(0, 5)),
      margin: dice.maybe(0.2, () => dice.number(0, 0.02)),
      solref: dice.maybe(0.2, () => [dice.number(0.005, 0.05), dice.number(0.5, 1.5)]),
      solimp: dice.maybe(0.2, () => [0.8, 0.95, 0.002]),
      rgba: dice.maybe(0.4, () => dice.numbers(4, 0, 1)),
    }
  },
  site: ({ dice }) => ({
    size: dice.maybe(0.5, () => dice.numbers(dice.count(1, 3), 0.01, 0.1)),
    type: dice.maybe(0.4, () => dice.pick(['sphere', 'box', 'capsule'])),
    rgba: dice.maybe(0.4, () => dice.numbers(4, 0, 1)),
    group: dice.maybe(0.3, () => dice.count(0, 5)),
  }),
  camera: ({ dice }) => ({ fovy: dice.number(10, 90), pos: dice.maybe(0.3, () => dice.numbers(3, -1, 1)) }),
  light: ({ dice }) => ({ diffuse: dice.numbers(3, 0, 1), castshadow: dice.maybe(0.5, () => false) }),
  mesh: ({ dice }) => ({ scale: dice.maybe(0.3, () => dice.numbers(3, 0.5, 1.5)), maxhullvert: undefined }),
  material: ({ dice }) => ({ rgba: dice.numbers(4, 0, 1), specular: dice.number(0, 1) }),
  pair: ({ dice }) => ({ condim: dice.pick([1, 3, 4, 6]), margin: dice.maybe(0.5, () => dice.number(0, 0.05)) }),
  equality: ({ dice }) => ({ solref: [dice.number(0.01, 0.05), 1], active: dice.maybe(0.2, () => false) }),
  tendon: ({ dice }) => ({
    width: dice.number(0.001, 0.02),
    stiffness: dice.maybe(0.4, () => dice.number(0, 10)),
    damping: dice.maybe(0.4, () => dice.number(0, 2)),
    rgba: dice.maybe(0.4, () => dice.numbers(4, 0, 1)),
  }),
  general: ({ dice }) => ({
    gear: dice.maybe(0.4, () => dice.number(0.5, 5)),
    dyntype: dice.maybe(0.2, () => 'filter'),
    gainprm: dice.maybe(0.4, () => dice.number(0.5, 5)),
    group: dice.maybe(0.2, () => dice.count(0, 5)),
  }),
  motor: (shop) => ({
    gear: shop.dice.number(0.5, 5),
    ...(shop.dice.chance(0.3) ? shop.limit('ctrllimited', 'ctrlrange', [-1, 1]) : {}),
  }),
  position: ({ dice }) => ({ kp: dice.number(1, 30), kv: dice.maybe(0.3, () => dice.number(0, 3)) }),
}
