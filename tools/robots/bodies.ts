import { type Element, element, type Value } from './element.ts'
import { orientation, pose, position, quaternion } from './pose.ts'
import type { Workshop } from './workshop.ts'

/** The tree of bodies, with what stands on them. */

/** How large the tree may grow. */
export interface Growth {
  readonly depth: number
  readonly branches: number
}

/** What is attached to the body that is being made, besides its own parts. */
export type Extra = (shop: Workshop) => Element[]

export function worldBody(shop: Workshop, growth: Growth, extra: Extra): Element {
  const { dice } = shop
  const floor = dice.maybe(0.6, () => ground(shop))
  const trees = Array.from({ length: dice.pick([1, 1, 2, 3]) }, () => body(shop, growth, true, extra))
  const mocap = dice.maybe(0.15, () => mocapBody(shop))
  const rest = [...markers(shop), ...(dice.chance(0.2) ? [geom(shop, false)] : [])]
  return element('worldbody', {}, [floor, ...rest, ...grouped(shop, trees), mocap])
}

function ground(shop: Workshop): Element {
  const { dice } = shop
  const field = dice.maybe(0.7, () => shop.pick('hfield'))
  const attributes = field
    ? { type: 'hfield', hfield: field.name, pos: [0, 0, -0.5] }
    : { type: 'plane', size: [dice.pick([0, 3]), 3, 0.1], pos: [0, 0, dice.number(-0.6, 0)] }
  const tilt = dice.chance(0.2) ? { quat: [1, 0.05, 0.02, 0] } : {}
  const name = shop.name('geom', field ? 'hfield' : 'plane')
  return element('geom', { name, ...attributes, ...tilt, ...touch(shop), material: anyMaterial(shop) })
}

function mocapBody(shop: Workshop): Element {
  const name = shop.name('body', 'mocap', { needed: true })
  const solid = shop.dice.maybe(0.5, () => geom(shop, false))
  return element('body', { name, mocap: true, ...pose(shop, 1) }, [solid, site(shop)])
}

export function body(
  shop: Workshop,
  { depth, branches }: Growth,
  top: boolean,
  extra: Extra,
  name = shop.name('body'),
): Element {
  const { dice } = shop
  const joints = jointsOf(shop, top)
  const moves = joints.length > 0
  // what moves needs mass: of its own, or from its geoms
  const own = dice.maybe(moves ? 0.3 : 0.15, () => inertial(shop))
  const geoms = Array.from({ length: dice.pick(own ? [0, 1, 1, 2] : [1, 1, 2, 3]) }, () => geom(shop, moves && !own))
  const inner: Element[] = []
  if (depth > 0)
    for (let i = dice.count(0, branches); i > 0; i--)
      inner.push(body(shop, { depth: depth - 1, branches }, false, extra))
  const attributes = {
    name,
    ...pose(shop, top ? 0.8 : 0.4),
    childclass: dice.maybe(0.15, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined)),
    gravcomp: dice.maybe(0.1, () => dice.number(0, 1.5)),
    sleep: top ? dice.maybe(0.03, () => dice.pick(['auto', 'never', 'allowed'])) : undefined,
    user: dice.maybe(0.05, () => dice.numbers(dice.count(1, 3), -1, 1)),
  }
  const parts = [...geoms, ...markers(shop)]
  return element('body', attributes, [
    ...(own ? [own] : []),
    ...joints,
    ...grouped(shop, dice.chance(0.5) ? [...parts, ...inner] : [...inner, ...parts]),
    ...extra(shop),
  ])
}

/** Parts of a body, some of them inside of a frame, some of them copied. */
function grouped(shop: Workshop, parts: readonly Element[]): Element[] {
  const { dice } = shop
  if (parts.length < 2 || dice.chance(0.7)) return [...parts]
  const start = dice.count(0, parts.length - 1)
  const end = dice.count(start + 1, parts.length)
  const childclass = dice.maybe(0.3, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined))
  let frame = element('frame', { ...pose(shop, 0.3), childclass }, parts.slice(start, end))
  if (dice.chance(0.2)) frame = element('frame', pose(shop, 0.2), [frame])
  return [...parts.slice(0, start), frame, ...parts.slice(end)]
}

/** A `replicate` around parts that are made inside of it. */
export function replicated(shop: Workshop, make: () => Element[]): Element {
  const { dice } = shop
  const before = shop.copying
  shop.copying = true
  const children = make()
  shop.copying = before
  const attributes = {
    count: dice.count(1, 4),
    // concentric geoms are a case of their own
    offset: [dice.number(0.05, 0.4), ...dice.numbers(2, -0.4, 0.4)],
    euler: dice.maybe(0.6, () => [0, 0, shop.angle(dice.number(-1, 1))]),
    sep: dice.maybe(0.5, () => dice.pick(['-', '_', 'x'])),
  }
  return element('replicate', attributes, children)
}

function jointsOf(shop: Workshop, top: boolean): Element[] {
  const { dice } = shop
  if (top && dice.chance(0.4)) return [freeJoint(shop)]
  if (dice.chance(top ? 0.1 : 0.15)) return []
  if (dice.chance(0.15)) return [...(dice.chance(0.2) ? [joint(shop, 'slide')] : []), joint(shop, 'ball')]
  const count = dice.pick([1, 1, 1, 1, 2, 3])
  if (count === 1) return [joint(shop, dice.chance(0.3) ? 'slide' : 'hinge')]
  // axes that are not parallel: otherwise the inertia matrix is singular
  return [0, 1, 2].slice(0, count).map((k) => {
    const axis = [0, 1, 2].map((i) => (i === k ? 1 : dice.number(-0.3, 0.3)))
    return joint(shop, dice.chance(0.3) ? 'slide' : 'hinge', axis)
  })
}

function freeJoint(shop: Workshop): Element {
  const { dice } = shop
  const name = shop.name('joint', 'free')
  if (dice.chance(0.6))
    return element('freejoint', { name, align: dice.maybe(0.2, () => dice.pick(['true', 'false'])) })
  return element('joint', { name, type: 'free', damping: dice.maybe(0.3, () => dice.number(0, 1)) })
}

function joint(shop: Workshop, type: 'hinge' | 'slide' | 'ball', axis?: readonly number[]): Element {
  const { dice } = shop
  const unit = (x: number) => (type === 'slide' ? 0.2 * x : shop.angle(x))
  const limited = dice.chance(0.5)
  const range =
    type === 'ball' ? [0, unit(dice.number(0.3, 2.5))] : [unit(-dice.number(0.1, 2)), unit(dice.number(0.1, 2))]
  const scalar = type !== 'ball'
  const attributes = {
    name: shop.name('joint', type, { limited }),
    class: dice.maybe(0.1, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined)),
    type: type === 'hinge' && dice.chance(0.5) ? undefined : type,
    axis: scalar ? (axis ?? dice.maybe(0.85, () => dice.axis())) : undefined,
    pos: dice.maybe(0.3, () => dice.numbers(3, -0.2, 0.2)),
    ...(limited ? shop.limit('limited', 'range', range) : {}),
    ref: scalar ? dice.maybe(0.15, () => unit(dice.number(-0.5, 0.5))) : undefined,
    springref: scalar ? dice.maybe(0.2, () => unit(dice.number(-0.5, 0.5))) : undefined,
    stiffness: dice.maybe(0.25, () => (dice.chance(0.1) ? dice.numbers(3, 0, 3) : dice.number(0.1, 10))),
    damping: dice.maybe(0.5, () => (dice.chance(0.1) ? dice.numbers(3, 0, 1) : dice.number(0.01, 2))),
    armature: dice.maybe(0.4, () => dice.number(0.001, 0.2)),
    frictionloss: dice.maybe(0.2, () => dice.number(0.01, 0.5)),
    margin: dice.maybe(0.1, () => unit(dice.number(0, 0.1))),
    springdamper: scalar ? dice.maybe(0.05, () => dice.numbers(2, 0.1, 1)) : undefined,
    solreflimit: dice.maybe(0.1, () =>
      dice.pick([
        [0.01, 1],
        [-100, -5],
      ]),
    ),
    solimplimit: dice.maybe(0.1, () => [0.8, 0.9, 0.01, 0.4, 3]),
    ...(scalar && dice.chance(0.1) ? shop.limit('actuatorfrclimited', 'actuatorfrcrange', [-3, 4]) : {}),
    actuatorgravcomp: dice.maybe(0.05, () => true),
    user: dice.maybe(0.05, () => dice.numbers(2, -1, 1)),
  }
  return element('joint', attributes)
}

function inertial(shop: Workshop): Element {
  const { dice } = shop
  const pos = dice.numbers(3, -0.2, 0.2)
  const mass = dice.number(0.1, 5)
  if (dice.chance(0.5)) {
    // sums of two of them exceed the third
    const [a, b] = dice.numbers(2, 0.01, 0.1)
    const c = dice.uniform(Math.abs(a - b) + 0.001, a + b)
    return element('inertial', { pos, mass, diaginertia: [a, b, c], ...orientation(shop) })
  }
  const full = [...dice.numbers(3, 0.05, 0.09), ...dice.numbers(3, -0.01, 0.01)]
  return element('inertial', { pos, mass, fullinertia: full })
}

const SOLIDS = ['sphere', 'capsule', 'cylinder', 'ellipsoid', 'box', 'mesh', 'mesh', 'mesh'] as const

/** @param heavy it must have mass, because its body moves */
export function geom(shop: Workshop, heavy: boolean): Element {
  const { dice } = shop
  const wanted = dice.pick(SOLIDS)
  const mesh = wanted === 'mesh' ? shop.pick('mesh') : undefined
  const type = wanted === 'mesh' && !mesh ? 'box' : wanted
  const name = shop.name('geom', type)
  const classed = dice.maybe(0.15, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined))
  const common = {
    name,
    class: classed,
    ...touch(shop),
    ...massOf(shop, heavy, mesh !== undefined),
    material: dice.maybe(0.3, () => anyMaterial(shop)),
    rgba: dice.maybe(0.3, () => dice.numbers(4, 0, 1)),
    group: dice.maybe(0.15, () => dice.count(0, 5)),
    user: dice.maybe(0.05, () => dice.numbers(2, -1, 1)),
    fluidshape: dice.maybe(0.05, () => 'ellipsoid'),
    fluidcoef: dice.maybe(0.03, () => dice.numbers(5, 0, 1)),
  }
  if (mesh) {
    const shape = dice.chance(0.85) ? { type: 'mesh' } : fitted(shop)
    return element('geom', { ...common, ...shape, mesh: mesh.name, ...offCenter(shop), ...orientation(shop) })
  }
  return element('geom', { ...common, type, ...extentOf(shop, type) })
}

/** A primitive in the place and of the size of a mesh. */
function fitted({ dice }: Workshop): Record<string, Value> {
  return {
    type: dice.pick(['sphere', 'capsule', 'cylinder', 'ellipsoid', 'box']),
    fitscale: dice.maybe(0.3, () => dice.number(0.5, 1.5)),
  }
}

/** Size and pose of a primitive. */
function extentOf(shop: Workshop, type: string): Record<string, Value> {
  const { dice } = shop
  if (['capsule', 'cylinder', 'box', 'ellipsoid'].includes(type) && dice.chance(0.25)) {
    const from = dice.numbers(3, -0.2, 0.2)
    const to = from.map((x, k) => x + (k === 2 ? 0.1 : 0) + dice.number(-0.2, 0.2))
    if (Math.hypot(...to.map((x, k) => x - from[k])) < 0.02) to[0] += 0.2
    return { fromto: [...from, ...to], size: dice.numbers(type === 'box' || type === 'ellipsoid' ? 2 : 1, 0.02, 0.1) }
  }
  const count = { sphere: 1, capsule: 2, cylinder: 2 }[type] ?? 3
  return { size: dice.numbers(count, 0.03, 0.2), ...offCenter(shop), ...orientation(shop) }
}

/**
 * A position of a geom. Seldom the origin: what turns about its own center has no lever, and its contact forces are a
 * matter of rounding.
 */
function offCenter(shop: Workshop): Record<string, Value> {
  return shop.dice.chance(0.02) ? {} : { pos: shop.dice.numbers(3, -0.2, 0.2) }
}

/** Meshes themselves say where their mass is. */
function massOf({ dice }: Workshop, heavy: boolean, isMesh: boolean): Record<string, Value> {
  const way = dice.pick(['', '', 'mass', 'density', isMesh ? '' : 'shell'] as const)
  if (way === 'mass') return { mass: heavy || dice.chance(0.8) ? dice.number(0.05, 3) : 0 }
  if (way === 'density') return { density: dice.number(100, 5000) }
  return way === 'shell' ? { shellinertia: true } : {}
}

/** What collision depends on. */
function touch(shop: Workshop): Record<string, Value> {
  const { dice } = shop
  return {
    contype: dice.maybe(0.15, () => dice.count(0, 3)),
    conaffinity: dice.maybe(0.15, () => dice.count(0, 3)),
    condim: dice.maybe(0.3, () => dice.pick([1, 3, 4, 6])),
    friction: dice.maybe(0.3, () => dice.numbers(dice.count(1, 3), 0, 1)),
    priority: dice.maybe(0.1, () => dice.count(0, 2)),
    solmix: dice.maybe(0.1, () => dice.number(0, 2)),
    solref: dice.maybe(0.1, () =>
      dice.pick([
        [0.01, 0.8],
        [-300, -10],
      ]),
    ),
    solimp: dice.maybe(0.1, () => [dice.number(0.5, 0.9), dice.number(0.9, 0.99), dice.number(0.001, 0.02)]),
    margin: dice.maybe(0.1, () => dice.number(0, 0.02)),
    gap: dice.maybe(0.05, () => dice.number(0, 0.01)),
  }
}

function anyMaterial(shop: Workshop): string | undefined {
  return shop.pick('material')?.name
}

/** Sites, cameras, lights. */
function markers(shop: Workshop): Element[] {
  const { dice } = shop
  const found: Element[] = []
  for (let i = dice.pick([0, 0, 1, 2]); i > 0; i--) found.push(site(shop))
  if (dice.chance(0.1)) found.push(camera(shop))
  if (dice.chance(0.1)) found.push(light(shop))
  return found
}

function site(shop: Workshop): Element {
  const { dice } = shop
  const type = dice.pick(['', '', 'sphere', 'box', 'capsule', 'cylinder', 'ellipsoid'])
  const attributes = {
    name: shop.name('site'),
    class: dice.maybe(0.1, () => (shop.classes.length > 0 ? dice.pick(shop.classes) : undefined)),
    type: type === '' ? undefined : type,
    rgba: dice.maybe(0.2, () => dice.numbers(4, 0, 1)),
    group: dice.maybe(0.1, () => dice.count(0, 5)),
    material: dice.maybe(0.1, () => anyMaterial(shop)),
  }
  if (['box', 'capsule', 'cylinder', 'ellipsoid'].includes(type) && dice.chance(0.2)) {
    return element('site', { ...attributes, fromto: [...dice.numbers(3, -0.2, 0), ...dice.numbers(3, 0.05, 0.2)] })
  }
  const size = dice.maybe(0.6, () => dice.numbers(dice.pick(type === 'sphere' ? [1, 3] : [3]), 0.01, 0.1))
  return element('site', { ...attributes, size, ...pose(shop, 0.3) })
}

const MODES = ['fixed', 'fixed', 'track', 'trackcom', 'targetbody', 'targetbodycom'] as const

function targeted(shop: Workshop): Record<string, Value> {
  const mode = shop.dice.pick(MODES)
  if (!mode.startsWith('target')) return { mode }
  // what is copied looks at copies only
  if (shop.copying) return {}
  const target = shop.pick('body', ({ copied }) => !copied)
  return target ? { mode, target: target.name } : {}
}

function camera(shop: Workshop): Element {
  const { dice } = shop
  const lens = dice.chance(0.3)
    ? { resolution: [dice.count(2, 8), dice.count(2, 8)], sensorsize: [0.02, 0.01], focal: dice.numbers(2, 0.01, 0.03) }
    : { fovy: dice.maybe(0.5, () => dice.number(10, 100)) }
  return element('camera', {
    name: shop.name('camera'),
    ...targeted(shop),
    ...lens,
    ipd: dice.maybe(0.1, () => dice.number(0.01, 0.1)),
    projection: dice.maybe(0.1, () => 'orthographic'),
    ...pose(shop, 1),
  })
}

function light(shop: Workshop): Element {
  const { dice } = shop
  return element('light', {
    ...targeted(shop),
    type: dice.maybe(0.5, () => dice.pick(['spot', 'directional', 'point'])),
    dir: dice.maybe(0.6, () => dice.axis()),
    diffuse: dice.maybe(0.3, () => dice.numbers(3, 0, 1)),
    attenuation: dice.maybe(0.2, () => dice.numbers(3, 0, 1)),
    cutoff: dice.maybe(0.2, () => dice.number(10, 80)),
    castshadow: dice.maybe(0.2, () => dice.chance(0.5)),
    active: dice.maybe(0.1, () => false),
    ...position(shop, 1),
  })
}

/** Quaternion and position that a weld may hold. */
export function relativePose(shop: Workshop): number[] {
  return [...shop.dice.numbers(3, -0.5, 0.5), ...quaternion(shop)]
}
