import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from 'three'
import { GeomType, type Model } from '../../../src/index.ts'
import { heightFieldGeometry } from './heightField.ts'
import { hullGeometry, meshGeometry } from './meshGeometry.ts'

/**
 * What geoms and sites look like. Shapes of the same kind share one geometry of unit size, which each instance scales:
 * a thousand boxes of a thousand sizes are a single draw call.
 */
export interface Shape {
  /** Shapes with the same key share their geometry. */
  readonly key: string
  readonly build: () => BufferGeometry
  /** Scale along the axes of the geom that gives it its size. */
  readonly scale: readonly [x: number, y: number, z: number]
  /** The geometry has texture coordinates of its own; others are mapped by position. */
  readonly hasTexcoord: boolean
  /** It is a mesh: not one of the shapes that every renderer has. */
  readonly isMesh: boolean
}

const ROUND = 40

/** The shape of a geom or site; undefined for what cannot be drawn. */
export function shapeOf(
  m: Model,
  type: number,
  size: readonly [number, number, number],
  asset: number,
): Shape | undefined {
  const [a, b, c] = size
  switch (type) {
    case GeomType.plane:
      // a side without end is stretched to the horizon when it is drawn
      return shape('plane', () => new PlaneGeometry(2, 2), a > 0 ? a : 1, b > 0 ? b : 1, 1)
    case GeomType.sphere:
      return shape('sphere', sphere, a, a, a)
    case GeomType.ellipsoid:
      return shape('sphere', sphere, a, b, c)
    case GeomType.capsule: {
      const slenderness = Number((b / a).toPrecision(6))
      return shape(
        `capsule ${slenderness}`,
        () => alongZ(new CapsuleGeometry(1, 2 * slenderness, 14, ROUND, 1)),
        a,
        a,
        a,
      )
    }
    case GeomType.cylinder:
      return shape('cylinder', () => alongZ(new CylinderGeometry(1, 1, 2, ROUND)), a, a, b)
    case GeomType.box:
      return shape('box', () => new BoxGeometry(2, 2, 2), a, b, c)
    case GeomType.hfield:
      return asset < 0
        ? undefined
        : shape(`hfield ${asset}`, () => heightFieldGeometry(m, asset), ...fieldSize(m, asset), 1)
    case GeomType.mesh:
    case GeomType.sdf:
      return asset < 0 ? undefined : meshShape(m, asset, size)
    default:
      return undefined
  }
}

/** The convex hull of a mesh, where it has one, and the mesh where it has none. */
export function hullOf(m: Model, mesh: number, size: readonly [number, number, number]): Shape {
  const hull = hullGeometry(m, mesh)
  if (!hull) return meshShape(m, mesh, size)
  const scale = meshScale(size)
  return { key: `hull ${mesh}`, build: () => unit(hull, scale), scale, hasTexcoord: false, isMesh: true }
}

/** A mesh, in parts of the half sizes of its box. */
function meshShape(m: Model, mesh: number, size: readonly [number, number, number]): Shape {
  const scale = meshScale(size)
  const hasTexcoord = m.mesh_texcoordadr[mesh] >= 0
  return { key: `mesh ${mesh}`, build: () => unit(meshGeometry(m, mesh), scale), scale, hasTexcoord, isMesh: true }
}

/** What is flat has no size in one direction. */
function meshScale([x, y, z]: readonly [number, number, number]): [number, number, number] {
  return [x > 0 ? x : 1, y > 0 ? y : 1, z > 0 ? z : 1]
}

/** Brings a geometry to unit size. Its normals stay true when instances are scaled back. */
function unit(geometry: BufferGeometry, [x, y, z]: readonly [number, number, number]): BufferGeometry {
  return geometry.scale(1 / x, 1 / y, 1 / z)
}

function fieldSize(m: Model, field: number): [x: number, y: number] {
  return [m.hfield_size[4 * field], m.hfield_size[4 * field + 1]]
}

function shape(key: string, build: () => BufferGeometry, x: number, y: number, z: number): Shape {
  return { key, build, scale: [x, y, z], hasTexcoord: false, isMesh: false }
}

function sphere(): BufferGeometry {
  return alongZ(new SphereGeometry(1, ROUND, ROUND / 2))
}

/** three.js has the axis of round things along y, MuJoCo along z. */
export function alongZ<T extends BufferGeometry>(geometry: T): T {
  return geometry.rotateX(Math.PI / 2)
}

/** Triangles with a position and a normal for each corner, and texture coordinates if there are any. */
export function cornersGeometry(position: Float32Array, normal: Float32Array, uv?: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(position, 3))
  geometry.setAttribute('normal', new BufferAttribute(normal, 3))
  if (uv) geometry.setAttribute('uv', new BufferAttribute(uv, 2))
  return geometry
}
