import { makePng } from '../../test/support/png.ts'
import { type Element, element, type Value } from './element.ts'
import { binaryStl, msh, obj, textStl } from './meshFormats.ts'
import { quaternion } from './pose.ts'
import { anySolid, type Solid, triangles } from './solid.ts'
import type { Workshop } from './workshop.ts'

/** Where the files of meshes and pictures stand, relative to the model: as `compiler` says. */
export interface Folders {
  readonly mesh: string
  readonly texture: string
}

/** The section of meshes, textures, materials and height fields. */
export function assets(shop: Workshop, folders: Folders): Element {
  const { dice } = shop
  const textures = many(dice.count(0, 2), () => texture(shop, folders))
  const materials = many(dice.count(0, 3), () => material(shop))
  const meshes = many(dice.pick([0, 1, 1, 2, 3]), () => mesh(shop, folders)).flat()
  const fields = dice.chance(0.1) ? [heightField(shop)] : []
  return element('asset', {}, [...textures, ...materials, ...meshes, ...fields])
}

function many<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

/** A mesh, and sometimes copies of it, mirrored or of another size. */
function mesh(shop: Workshop, folders: Folders): Element[] {
  const { dice } = shop
  if (dice.chance(0.1)) return [builtinMesh(shop)]
  const solid = anySolid(dice)
  // millimeters, meters, or the size of the part itself
  const size = dice.number(0.05, 0.25)
  const unit = dice.pick([1, 1000, size])
  const scaled = { ...solid, points: solid.points.map((p) => p.map((x) => x * unit)) }
  const source = dice.chance(0.25) || solid.faces.length === 0 ? inline(shop, scaled) : file(shop, scaled, folders)
  const copies = dice.pick([1, 1, 1, 2, 3])
  // the reference gives these of the first mesh to all meshes of a file and size
  const shared = {
    refpos: dice.maybe(0.2, () => dice.numbers(3, -0.3 * unit, 0.3 * unit)),
    refquat: dice.maybe(0.2, () => quaternion(shop)),
    smoothnormal: dice.maybe(0.2, () => true),
  }
  return many(copies, (i) => {
    const scale = dice.chance(0.5) ? [1, 1, 1] : dice.numbers(3, 0.5, 1.5)
    const mirrored = dice.chance(i === 0 ? 0.1 : 0.4)
    if (mirrored) {
      scale[dice.count(0, 2)] *= -1
      shop.features.add('mirrored mesh')
    }
    // exact inertia needs a closed surface; the reference refuses the convex inertia of what is mirrored
    const modes = ['legacy', 'shell', ...(mirrored ? [] : ['convex']), ...(isClosed(solid) ? ['exact'] : [])]
    const factor = size / unit
    const attributes = {
      name: shop.name('mesh', solid.faces.length === 0 ? 'cloud' : solid.kind, { needed: true }),
      ...source,
      scale: factor === 1 && scale.every((x) => x === 1) ? undefined : scale.map((x) => x * factor),
      ...shared,
      inertia: dice.maybe(0.5, () => dice.pick(modes)),
      class: dice.maybe(0.1, () => anyClass(shop)),
    }
    return element('mesh', attributes)
  })
}

function isClosed({ kind, faces }: Solid): boolean {
  return faces.length > 0 && kind !== 'sheet' && !kind.endsWith('spoiled')
}

function anyClass(shop: Workshop): string | undefined {
  return shop.classes.length === 0 ? undefined : shop.dice.pick(shop.classes)
}

function inline(shop: Workshop, solid: Solid): Record<string, Value> {
  const { dice } = shop
  const vertex = solid.points.flat()
  if (solid.faces.length === 0 || dice.chance(0.2)) return { vertex }
  const texcoord = dice.maybe(0.2, () => solid.points.flatMap((p) => p.slice(0, 2)))
  const normal = dice.maybe(0.2, () => solid.points.flatMap((p) => p.map((x) => x / (Math.hypot(...p) || 1))))
  return { vertex, face: triangles(solid).flat(), texcoord, normal }
}

function file(shop: Workshop, solid: Solid, { mesh: folder }: Folders): Record<string, Value> {
  const { dice } = shop
  const format = dice.pick(['binary stl', 'text stl', 'obj', 'obj', 'obj', 'msh'] as const)
  const ending = format.slice(-3)
  const name = `${shop.label}${solid.kind.split(',')[0]}${shop.files.ours.size}.${dice.chance(0.1) ? ending.toUpperCase() : ending}`
  const path = `${folder}${name}`
  if (format === 'binary stl') shop.write(path, binaryStl(solid))
  else if (format === 'text stl') shop.write(path, textStl(solid), binaryStl(solid))
  else if (format === 'msh') shop.write(path, msh(dice, solid))
  else {
    const faces = dice.chance(0.5) ? triangles(solid) : solid.faces
    if (faces.some((loop) => loop.length > 4)) shop.features.add('polygons of an OBJ file')
    shop.write(path, obj(dice, solid, faces))
  }
  return { file: name }
}

const BUILTIN: readonly (readonly [string, string])[] = [
  ['sphere', '1'],
  ['sphere', '2'],
  ['hemisphere', '4'],
  ['cone', '7 0.3'],
  ['cone', '5 0'],
  ['supersphere', '8 0.7 1.3'],
  ['supertorus', '8 0.3 1 1'],
  ['wedge', '5 4 30 20 0.2'],
  ['plate', '3 4'],
]

function builtinMesh(shop: Workshop): Element {
  const { dice } = shop
  const [builtin, params] = dice.pick(BUILTIN)
  const s = dice.number(0.05, 0.2)
  const attributes = {
    name: shop.name('mesh', builtin, { needed: true }),
    builtin,
    params,
    scale: [s, s, dice.chance(0.5) ? s : 0.5 * s],
    inertia: dice.maybe(0.5, () => dice.pick(['convex', 'shell'])),
  }
  return element('mesh', attributes)
}

function texture(shop: Workshop, { texture: folder }: Folders): Element {
  const { dice } = shop
  const type = dice.pick(['2d', 'cube', 'skybox'] as const)
  const name = shop.name('texture', type, { needed: true })
  if (dice.chance(0.6)) {
    const side = dice.count(1, 16)
    const attributes = {
      name,
      type,
      builtin: dice.pick(['gradient', 'checker', 'flat']),
      rgb1: dice.maybe(0.7, () => dice.numbers(3, 0, 1)),
      rgb2: dice.maybe(0.7, () => dice.numbers(3, 0, 1)),
      mark: dice.maybe(0.5, () => dice.pick(['edge', 'cross', 'random', 'none'])),
      markrgb: dice.maybe(0.4, () => dice.numbers(3, 0, 1)),
      random: dice.maybe(0.3, () => dice.number(0, 1)),
      width: side,
      height: type === '2d' ? dice.count(1, 16) : side,
      nchannel: dice.maybe(0.1, () => dice.pick([3, 4])),
      colorspace: dice.maybe(0.2, () => dice.pick(['auto', 'linear', 'sRGB'])),
    }
    return element('texture', attributes)
  }
  const width = dice.count(1, 6)
  const colorType = dice.pick([0, 2, 2, 6])
  const samples = { 0: 1, 2: 3, 6: 4 }[colorType] ?? 3
  const height = type === '2d' ? dice.count(1, 6) : width
  const rows = many(height, () => [0, ...many(width * samples, () => dice.count(0, 255))])
  const file = `${shop.label}picture${shop.files.ours.size}.png`
  shop.write(`${folder}${file}`, makePng({ width, height, colorType, rows }))
  const attributes = {
    name,
    type,
    file,
    nchannel: type === '2d' ? dice.maybe(0.3, () => dice.pick([1, 3, 4])) : undefined,
    hflip: dice.maybe(0.3, () => dice.chance(0.5)),
    vflip: dice.maybe(0.3, () => dice.chance(0.5)),
  }
  return element('texture', attributes)
}

function material(shop: Workshop): Element {
  const { dice } = shop
  const isFlat = (type: string) => type !== 'skybox'
  const texture = dice.maybe(0.6, () => shop.pick('texture', ({ type }) => isFlat(type))?.name)
  const layered = texture !== undefined && dice.chance(0.2)
  const attributes = {
    name: shop.name('material', '', { needed: true }),
    texture: layered ? undefined : texture,
    class: dice.maybe(0.1, () => anyClass(shop)),
    texrepeat: dice.maybe(0.3, () => dice.numbers(2, 0.5, 4)),
    texuniform: dice.maybe(0.2, () => true),
    emission: dice.maybe(0.2, () => dice.number(0, 1)),
    specular: dice.maybe(0.2, () => dice.number(0, 1)),
    shininess: dice.maybe(0.2, () => dice.number(0, 1)),
    reflectance: dice.maybe(0.2, () => dice.number(0, 1)),
    metallic: dice.maybe(0.2, () => dice.number(0, 1)),
    roughness: dice.maybe(0.2, () => dice.number(0, 1)),
    rgba: dice.maybe(0.6, () => dice.numbers(4, 0, 1)),
  }
  const layers = layered ? [element('layer', { texture, role: dice.pick(['rgb', 'normal', 'orm', 'opacity']) })] : []
  return element('material', attributes, layers)
}

function heightField(shop: Workshop): Element {
  const { dice } = shop
  const [nrow, ncol] = [dice.count(2, 6), dice.count(2, 6)]
  return element('hfield', {
    name: shop.name('hfield', '', { needed: true }),
    nrow,
    ncol,
    size: [...dice.numbers(2, 1, 3), dice.number(0.05, 0.5), dice.number(0.05, 0.3)],
    elevation: dice.chance(0.8) ? dice.numbers(nrow * ncol, 0, 1) : undefined,
  })
}
