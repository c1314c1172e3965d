import { type BufferGeometry, InstancedMesh, LineSegments, type Object3D } from 'three'
import type { ReferenceData, ReferenceModule } from '../../../tools/compare/index.ts'

/** A shape of decoration: its kind, pose, size and color. */
export interface DrawnShape {
  readonly kind: 'sphere' | 'cylinder' | 'cone' | 'box' | 'wireBox'
  /** Position and extents. For cylinders and cones: base, tip, and radius. */
  readonly place: readonly number[]
  readonly color: readonly number[]
}

const KIND: Readonly<Record<string, DrawnShape['kind']>> = {
  SphereGeometry: 'sphere',
  CylinderGeometry: 'cylinder',
  ConeGeometry: 'cone',
  BoxGeometry: 'box',
}

/** All shapes that our scene draws. */
export function drawnShapes(object: Object3D): DrawnShape[] {
  const shapes: DrawnShape[] = []
  object.traverse((each) => {
    if (each instanceof InstancedMesh && each.visible) {
      const kind = KIND[(each.geometry as BufferGeometry).type]
      for (let i = 0; i < each.count; i++) {
        const M = each.instanceMatrix.array.subarray(16 * i, 16 * i + 16) as Float32Array
        const light = [...each.instanceColor!.array.subarray(3 * i, 3 * i + 3)]
        shapes.push({ kind, place: placeOf(kind, M), color: light.map(linearToSrgb) })
      }
    }
    if (each instanceof LineSegments && each.visible) {
      const { place, tint } = each.geometry.attributes
      for (let i = 0; i < each.geometry.instanceCount; i++)
        shapes.push({
          kind: 'wireBox',
          place: placeOf('wireBox', place.array.subarray(16 * i, 16 * i + 16)),
          color: [...tint.array.subarray(3 * i, 3 * i + 3)],
        })
    }
  })
  return shapes
}

function placeOf(kind: DrawnShape['kind'], M: Float32Array): number[] {
  const [position, z] = [M.subarray(12, 15), M.subarray(8, 11)]
  const length = (column: number) => Math.hypot(...M.subarray(4 * column, 4 * column + 3))
  if (kind === 'cylinder' || kind === 'cone') return [...position, ...position.map((x, k) => x + z[k]), length(0)]
  if (kind === 'sphere' && length(0) === length(1) && length(1) === length(2)) return [...position, length(0)]
  return [...position, ...box(M.subarray(0, 3), M.subarray(4, 7), z)]
}

/** Extents of a box along the world axes, which do not depend on the order and sign of its axes. */
function box(...axes: ArrayLike<number>[]): number[] {
  return [0, 1, 2].flatMap((k) => [
    axes.reduce((sum, axis) => sum + Math.abs(axis[k]), 0),
    axes.reduce((sum, axis) => sum + axis[k] ** 2, 0),
  ])
}

/** From linear light to sRGB. */
function linearToSrgb(x: number): number {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055
}

type Flags = Readonly<Record<string, boolean>>

export interface ReferenceScene {
  readonly geoms: readonly ReferenceGeom[]
}

/** A geom of the reference's scene: `mjvGeom`. */
export interface ReferenceGeom {
  readonly type: number
  readonly pos: readonly number[]
  readonly mat: readonly number[]
  readonly size: readonly number[]
  readonly rgba: readonly number[]
  readonly objtype: number
  readonly objid: number
  readonly label: string
}

/** The reference's scene of a state, with flags of `mjtVisFlag` set or cleared. */
export function referenceScene(
  mj: ReferenceModule,
  d: ReferenceData,
  flags: Flags,
  options: { readonly frame?: number; readonly label?: number; readonly depth?: number } = {},
): ReferenceGeom[] {
  const opt = new mj.MjvOption()
  mj.mjv_defaultOption(opt)
  const known = mj.mjtVisFlag as unknown as Record<string, { readonly value: number }>
  for (const [name, isOn] of Object.entries(flags)) opt.flags[known[`mjVIS_${name}`].value] = isOn ? 1 : 0
  opt.frame = options.frame ?? 0
  opt.label = options.label ?? 0
  opt.bvh_depth = options.depth ?? 1
  const camera = new mj.MjvCamera()
  mj.mjv_defaultFreeCamera(d.model.raw, camera)
  const perturb = new mj.MjvPerturb()
  mj.mjv_defaultPerturb(perturb)
  const scene = new mj.MjvScene(d.model.raw, 5000)
  mj.mjv_updateScene(d.model.raw, d.raw, opt, perturb, camera, ALL, scene)
  const geoms: ReferenceGeom[] = []
  for (let i = 0; i < scene.ngeom; i++) {
    const { type, pos, mat, size, rgba, objtype, objid, label } = scene.geoms.get(i)!
    const text = String.fromCharCode(...(label as number[])).split('\0')[0]
    geoms.push({ type, pos: [...pos], mat: [...mat], size: [...size], rgba: [...rgba], objtype, objid, label: text })
  }
  for (const each of [opt, camera, perturb, scene]) each.delete()
  return geoms
}

/** Static, dynamic and decor: `mjCAT_ALL`. */
const ALL = 7

const SHAPE = {
  sphere: 2,
  capsule: 3,
  ellipsoid: 4,
  cylinder: 5,
  box: 6,
  arrow: 100,
  arrow1: 101,
  arrow2: 102,
  line: 103,
  wireBox: 104,
}

/**
 * Our shapes for a geom of the reference. A capsule is a cylinder and two spheres, an arrow a cylinder and a cone, or
 * two of each.
 * @param headOf length of the head of an arrow
 */
export function expectedShapes(geom: ReferenceGeom, headOf: (length: number, radius: number) => number): DrawnShape[] {
  const { type, pos, mat, size, rgba } = geom
  const color = rgba.slice(0, 3)
  const at = (z: number) => pos.map((x, k) => x + z * mat[3 * k + 2])
  const axis = (column: number) => [0, 1, 2].map((k) => size[column] * mat[3 * k + column])
  const ball = (center: readonly number[]): DrawnShape => ({ kind: 'sphere', place: [...center, size[0]], color })
  const standing = (kind: 'cylinder' | 'cone', from: number, to: number, radius: number): DrawnShape[] =>
    to !== from ? [{ kind, place: [...at(from), ...at(to), radius], color }] : []
  switch (type) {
    case SHAPE.sphere:
      return [ball(pos)]
    case SHAPE.ellipsoid:
      return [{ kind: 'sphere', place: [...pos, ...box(axis(0), axis(1), axis(2))], color }]
    case SHAPE.capsule:
      return [...standing('cylinder', -size[2], size[2], size[0]), ball(at(-size[2])), ball(at(size[2]))]
    case SHAPE.cylinder:
      return standing('cylinder', -size[2], size[2], size[0])
    case SHAPE.box:
      return [{ kind: 'box', place: [...pos, ...box(axis(0), axis(1), axis(2))], color }]
    case SHAPE.wireBox:
      return size[0] > 1e6 ? [] : [{ kind: 'wireBox', place: [...pos, ...box(axis(0), axis(1), axis(2))], color }]
    case SHAPE.arrow:
    case SHAPE.arrow1:
    case SHAPE.arrow2: {
      if (size[2] < 1e-3 * size[0]) return []
      const neck = size[2] - headOf(size[2], size[0])
      const ways = type === SHAPE.arrow2 ? [1, -1] : [1]
      return ways.flatMap((way) => [
        ...standing('cylinder', 0, way * neck, size[0]),
        ...standing('cone', way * neck, way * size[2], headRadius(size[0])),
      ])
    }
    case SHAPE.line:
      return standing('cylinder', 0, size[2], Number.NaN)
    default:
      return []
  }
}

/** The head of an arrow is twice as wide as its shaft. */
function headRadius(radius: number): number {
  return 2 * radius
}

/** Whether two shapes agree. Cylinders have no direction; NaN agrees with any number. */
export function isSame(a: DrawnShape, b: DrawnShape, withColor: boolean): boolean {
  if (a.kind !== b.kind) return false
  const flipped = a.kind === 'cylinder' ? [...a.place.slice(3, 6), ...a.place.slice(0, 3), a.place[6]] : a.place
  const near = (x: readonly number[], y: readonly number[], tolerance: number) =>
    x.length === y.length && x.every((each, i) => Number.isNaN(y[i]) || Math.abs(each - y[i]) < tolerance)
  return (near(a.place, b.place, 2e-5) || near(flipped, b.place, 2e-5)) && (!withColor || near(a.color, b.color, 1e-4))
}
