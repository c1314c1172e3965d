import type { Dice } from './dice.ts'
import { type Element, element } from './element.ts'
import { binaryStl, obj } from './meshFormats.ts'
import { anySolid, triangles } from './solid.ts'
import { Workshop } from './workshop.ts'

/** A random robot in URDF: links, joints of every type, primitives and meshes. */
export function urdfRobot(dice: Dice): { readonly root: Element; readonly shop: Workshop } {
  const strippath = dice.maybe(0.2, () => true)
  const shop = new Workshop(dice, { degrees: false, autolimits: true, eulerseq: 'xyz' }, strippath ? '' : 'meshes/')
  const count = dice.count(1, 7)
  const links = Array.from({ length: count }, (_, i) => link(shop, i))
  const joints = Array.from({ length: count - 1 }, (_, i) => joint(shop, dice.count(0, i), i + 1))
  const settings = {
    discardvisual: dice.maybe(0.4, () => dice.chance(0.5)),
    fusestatic: dice.maybe(0.3, () => dice.chance(0.5)),
    strippath,
    balanceinertia: dice.maybe(0.3, () => true),
    autolimits: dice.maybe(0.1, () => true),
  }
  const block = dice.maybe(0.6, () => element('mujoco', {}, [element('compiler', settings)]))
  const parts = dice.chance(0.5) ? [...links, ...joints] : [...joints, ...links]
  return { root: element('robot', { name: 'robot' }, [block, ...parts]), shop }
}

function origin({ dice }: Workshop, reach: number): Element {
  // never at the origin: see the geoms of bodies
  return element('origin', {
    xyz: dice.numbers(3, -reach, reach),
    rpy: dice.maybe(0.6, () => dice.numbers(3, -3.2, 3.2)),
  })
}

function link(shop: Workshop, i: number): Element {
  const { dice } = shop
  const own = dice.maybe(0.8, () => {
    const [ixx, iyy, izz] = dice.numbers(3, 0.05, 0.09)
    const [ixy, ixz, iyz] = dice.numbers(3, -0.01, 0.01)
    return element('inertial', {}, [
      origin(shop, 0.2),
      element('mass', { value: dice.number(0.1, 5) }),
      element('inertia', { ixx, ixy, ixz, iyy, iyz, izz }),
    ])
  })
  const shapes = Array.from({ length: dice.count(own ? 0 : 1, 2) }, () => shape(shop, 'collision'))
  const looks = Array.from({ length: dice.count(0, 2) }, () => shape(shop, 'visual'))
  return element('link', { name: `link${i}` }, [own, ...looks, ...shapes])
}

function shape(shop: Workshop, kind: 'collision' | 'visual'): Element {
  const { dice } = shop
  const geometry = element('geometry', {}, [dice.pick([sphere, box, cylinder, capsule, mesh, mesh])(shop)])
  const color = element('color', { rgba: dice.numbers(4, 0, 1) })
  const material =
    kind === 'visual' ? dice.maybe(0.5, () => element('material', { name: 'paint' }, [color])) : undefined
  return element(kind, { name: dice.maybe(0.2, () => `shape${dice.count(0, 1e6)}`) }, [
    origin(shop, 0.2),
    geometry,
    material,
  ])
}

const sphere = ({ dice }: Workshop) => element('sphere', { radius: dice.number(0.03, 0.2) })
const box = ({ dice }: Workshop) => element('box', { size: dice.numbers(3, 0.05, 0.4) })
const cylinder = ({ dice }: Workshop) =>
  element('cylinder', { radius: dice.number(0.03, 0.1), length: dice.number(0.1, 0.4) })
const capsule = ({ dice }: Workshop) =>
  element('capsule', { radius: dice.number(0.03, 0.1), length: dice.number(0.1, 0.4) })

function mesh(shop: Workshop): Element {
  const { dice } = shop
  let solid = anySolid(dice)
  while (solid.faces.length === 0) solid = anySolid(dice)
  const asObj = dice.chance(0.5)
  const filename = `${dice.chance(0.5) ? shop.label : ''}${solid.kind.split(',')[0]}${shop.files.ours.size}.${asObj ? 'obj' : 'stl'}`
  shop.write(filename, asObj ? obj(dice, solid, triangles(solid)) : binaryStl(solid))
  const s = dice.number(0.05, 0.2)
  return element('mesh', { filename, scale: [s, s, dice.chance(0.2) ? -s : s] })
}

const TYPES = ['revolute', 'revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'spherical'] as const

function joint(shop: Workshop, parent: number, child: number): Element {
  const { dice } = shop
  const type = dice.pick(TYPES)
  const limit = dice.maybe(type === 'revolute' || type === 'prismatic' ? 0.8 : 0.2, () =>
    element('limit', {
      // the range of a ball starts at 0
      lower: type === 'spherical' ? 0 : -dice.number(0.1, 2),
      upper: dice.number(0.1, 2),
      effort: dice.maybe(0.5, () => dice.number(1, 30)),
      velocity: dice.maybe(0.5, () => 3),
    }),
  )
  const dynamics = dice.maybe(0.5, () =>
    element('dynamics', { damping: dice.number(0, 2), friction: dice.maybe(0.5, () => dice.number(0, 0.3)) }),
  )
  return element('joint', { name: `joint${child}`, type }, [
    element('parent', { link: `link${parent}` }),
    element('child', { link: `link${child}` }),
    origin(shop, 0.4),
    dice.maybe(0.8, () => element('axis', { xyz: dice.axis() })),
    limit,
    dynamics,
  ])
}
