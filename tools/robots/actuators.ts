import { type Element, element, type Value } from './element.ts'
import { isScalar } from './tendons.ts'
import type { Part, Workshop } from './workshop.ts'

/** Actuators of every kind, on everything that they can act on. */
export function actuators(shop: Workshop): Element[] {
  const { dice } = shop
  const made: (Element | undefined)[] = []
  for (let i = dice.pick([0, 1, 2, 3, 5]); i > 0; i--) made.push(actuator(shop))
  return made.filter((e) => e !== undefined)
}

/**
 * Whether a robot may have a slider-crank, or an orientation: the first of both that it gets excludes the other. After
 * an orientation the reference takes a wrong length for the rod of a slider-crank, and actuators of attached models
 * come after those of the robot.
 */
function mayHave({ features }: Workshop, kind: 'slider-crank' | 'orientation'): boolean {
  if (features.has(kind === 'orientation' ? 'slider-crank' : 'orientation')) return false
  features.add(kind)
  return true
}

function actuator(shop: Workshop): Element | undefined {
  const kind = shop.dice.pick(Object.keys(KINDS))
  if (kind === 'adhesion') return adhesion(shop)
  if (kind === 'orientation') return orientationServo(shop)
  const target = transmission(shop, kind !== 'muscle')
  if (!target) return undefined
  const { attributes, part } = target
  const own = KINDS[kind](shop, part)
  return element(kind, { name: nameOf(shop, kind, part), ...attributes, ...common(shop, kind, isScalar(part)), ...own })
}

/** The name of an actuator; one on a copied part is itself copied. */
function nameOf(shop: Workshop, kind: string, part: Part): string | undefined {
  const before = shop.copying
  shop.copying = part.copied
  const name = shop.name('actuator', kind)
  shop.copying = before
  return name
}

interface Target {
  readonly part: Part
  readonly attributes: Record<string, Value>
}

/** @param onSites whether it may act on sites */
function transmission(shop: Workshop, onSites: boolean): Target | undefined {
  const { dice } = shop
  const way = dice.pick(['joint', 'joint', 'joint', 'jointinparent', 'tendon', 'site', 'crank'] as const)
  if (way === 'tendon') {
    const part = shop.pick('tendon')
    return part && { part, attributes: { tendon: part.name, gear: dice.maybe(0.4, () => dice.number(0.3, 3)) } }
  }
  if (way === 'site' || way === 'crank') {
    if (!onSites) return undefined
    const [part, other] = [shop.pick('site'), shop.pick('site', ({ copied }) => !copied)]
    if (!part || !other || part.copied) return undefined
    if (way === 'crank' && !mayHave(shop, 'slider-crank')) return undefined
    if (way === 'crank')
      return {
        part,
        attributes: { cranksite: part.name, slidersite: other.name, cranklength: dice.number(0.1, 1) },
      }
    const gear = dice.numbers(6, -1, 1)
    return { part, attributes: { site: part.name, refsite: dice.maybe(0.4, () => other.name), gear } }
  }
  const part = shop.pick('joint')
  if (!part) return undefined
  const dofs = { free: 6, ball: 3 }[part.type] ?? 1
  return {
    part,
    attributes: { [way]: part.name, gear: dice.maybe(dofs > 1 ? 1 : 0.4, () => dice.numbers(dofs, 0.1, 3)) },
  }
}

function common(shop: Workshop, kind: string, onJoint: boolean): Record<string, Value> {
  const { dice } = shop
  return {
    class: dice.maybe(0.1, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined)),
    group: dice.maybe(0.1, () => dice.count(0, 5)),
    ...(kind !== 'dcmotor' && dice.chance(0.2)
      ? shop.limit('forcelimited', 'forcerange', [-dice.number(1, 5), dice.number(1, 5)])
      : {}),
    armature: onJoint ? dice.maybe(0.05, () => dice.number(0, 0.1)) : undefined,
    user: dice.maybe(0.05, () => dice.numbers(2, -1, 1)),
    ...(dice.chance(0.05)
      ? { nsample: dice.count(1, 4), delay: 0.004, interp: dice.pick(['zoh', 'linear', 'cubic']) }
      : {}),
  }
}

function controlRange(shop: Workshop): Record<string, Value> {
  const { dice } = shop
  return dice.chance(0.4) ? shop.limit('ctrllimited', 'ctrlrange', [-dice.number(0.5, 2), dice.number(0.5, 2)]) : {}
}

/** Range of controls, from the range of the joint or tendon where it has one. */
function ranged(shop: Workshop, part: Part): Record<string, Value> {
  const inherits = hasRange(part) && shop.dice.chance(0.4)
  return inherits ? { inheritrange: shop.dice.number(0.5, 1) } : controlRange(shop)
}

function damped({ dice }: Workshop): Record<string, Value> {
  return dice.chance(0.3) ? { dampratio: dice.number(0.1, 1.5) } : { kv: dice.maybe(0.5, () => dice.number(0, 3)) }
}

type Attributes = (shop: Workshop, part: Part) => Record<string, Value>

const KINDS: Readonly<Record<string, Attributes>> = {
  motor: (shop) => controlRange(shop),
  general: (shop) => general(shop),
  position: (shop, part) => ({
    kp: shop.dice.number(0.5, 30),
    ...damped(shop),
    ...ranged(shop, part),
    timeconst: shop.dice.maybe(0.15, () => shop.dice.number(0.01, 0.5)),
  }),
  velocity: (shop) => ({ kv: shop.dice.number(0.1, 5), ...controlRange(shop) }),
  intvelocity: (shop) => ({
    kp: shop.dice.number(0.5, 10),
    ...damped(shop),
    // a range that it inherits takes its spring away in the reference where a class gives it one of controls
    ...shop.limit('actlimited', 'actrange', [-1, shop.dice.number(0.5, 2)]),
  }),
  damper: (shop) => ({ kv: shop.dice.number(0.1, 3), ctrlrange: [0, shop.dice.number(0.5, 2)] }),
  cylinder: (shop) => ({
    timeconst: shop.dice.number(0.05, 1),
    ...(shop.dice.chance(0.5) ? { area: shop.dice.number(0.1, 2) } : { diameter: shop.dice.number(0.1, 1) }),
    bias: shop.dice.maybe(0.3, () => shop.dice.numbers(3, -1, 1)),
  }),
  muscle: ({ dice }) => ({
    lengthrange: [dice.number(0.05, 0.5), dice.number(0.6, 2)],
    force: dice.maybe(0.5, () => dice.number(1, 50)),
    scale: dice.maybe(0.3, () => dice.number(10, 300)),
    range: dice.maybe(0.2, () => [0.7, 1.1]),
    timeconst: dice.maybe(0.3, () => [0.02, 0.05]),
    tausmooth: dice.maybe(0.1, () => 0.01),
    lmin: dice.maybe(0.1, () => 0.4),
    vmax: dice.maybe(0.1, () => 1.7),
  }),
  pid: (shop, part) => ({
    kp: shop.dice.number(0.5, 20),
    // it integrates, or limits the rate of its set point
    ...(shop.dice.chance(0.7)
      ? { ki: shop.dice.maybe(0.7, () => shop.dice.number(0.1, 3)) }
      : { slewmax: shop.dice.number(0.5, 3) }),
    ...damped(shop),
    imax: shop.dice.maybe(0.3, () => shop.dice.number(0.5, 3)),
    ...ranged(shop, part),
  }),
  dcmotor: ({ dice }) => ({
    motorconst: dice.number(0.05, 0.5),
    resistance: dice.number(0.5, 3),
    inductance: dice.maybe(0.3, () => dice.number(0.001, 0.1)),
    cogging: dice.maybe(0.2, () => [dice.number(0.01, 0.1), 6, 0.3]),
    ...(dice.chance(0.3) ? { controller: dice.numbers(3, 0.1, 3), input: 'pos' } : {}),
  }),
  adhesion: () => ({}),
  orientation: () => ({}),
}

function general(shop: Workshop): Record<string, Value> {
  const { dice } = shop
  const dyntype = dice.pick([undefined, 'none', 'integrator', 'filter', 'filterexact'])
  const active = dyntype !== undefined && dyntype !== 'none'
  return {
    dyntype,
    dynprm: dice.maybe(active ? 0.8 : 0.1, () => dice.number(0.02, 1)),
    gaintype: dice.maybe(0.5, () => dice.pick(['fixed', 'affine'])),
    gainprm: dice.maybe(0.6, () => dice.numbers(dice.count(1, 3), -2, 2)),
    biastype: dice.maybe(0.5, () => dice.pick(['none', 'affine'])),
    biasprm: dice.maybe(0.5, () => dice.numbers(3, -2, 0)),
    ...(active && dice.chance(0.3) ? shop.limit('actlimited', 'actrange', [-1, 1]) : {}),
    actearly: dice.maybe(active ? 0.2 : 0, () => true),
    ...controlRange(shop),
  }
}

function adhesion(shop: Workshop): Element | undefined {
  const body = shop.pick('body', ({ copied }) => !copied)
  if (!body) return undefined
  const range = [0, shop.dice.number(0.5, 3)]
  const name = shop.name('actuator', 'adhesion')
  return element('adhesion', { name, body: body.name, ctrlrange: range, gain: shop.dice.maybe(0.5, () => 2) })
}

function orientationServo(shop: Workshop): Element | undefined {
  const { dice } = shop
  const joint = shop.pick('joint', ({ type, copied }) => type === 'ball' && !copied)
  if (!joint || !mayHave(shop, 'orientation')) return undefined
  const input = dice.maybe(0.5, () => dice.pick(['quat', 'expmap']))
  const name = shop.name('actuator', 'orientation')
  return element('orientation', { name, joint: joint.name, kp: dice.number(0.5, 10), ...damped(shop), input })
}

/** Whether controls can take over the range of a part. */
function hasRange(part: Part): boolean {
  return part.limited && part.type !== 'ball'
}
