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
 * The geometry of a geom or site. Shapes of one kind share a geometry of unit size, which each instance scales: a
 * thousand boxes of a thousand sizes are a single draw call.
 */
export interface Shape {
  /** Shapes with the same key share their geometry. */
  readonly key: string
  /** @param round corners of a circle */
  readonly build: (round: number) => BufferGeometry
  /** Scale of an instance along the axes of the geom. */
  readonly scale: readonly [x: number, y: number, z: number]
  /** Whether the geometry has texture coordinates; others are mapped by position. */
  readonly hasTexcoord: boolean
  /** Whether it is a mesh, not a primitive shape. */
  readonly isMesh: boolean
}

/** Corners of a circle where there is nothing against many triangles. */
export const ROUND = 40

/** The shape of a geom or site; undefined where it cannot be drawn. */
export function shapeOf(
  m: Model,
  type: number,
  size: readonly [number, number, number],
  asset: number,
): Shape | undefined {
  const [a, b, c] = size
  switch (type) {
    case GeomType.plane:
      // the shader stretches infinite sides to the horizon
      return shape('plane', () => new PlaneGeometry(2, 2), a > 0 ? a : 1, b > 0 ? b : 1, 1)
    case GeomType.sphere:
      return shape('sphere', sphere, a, a, a)
    case GeomType.ellipsoid:
      return shape('sphere', sphere, a, b, c)
    case GeomType.capsule: {
      const slenderness = Number((b / a).toPrecision(6))
      return shape(
        `capsule ${slenderness}`,
        (round) => alongZ(new CapsuleGeometry(1, 2 * slenderness, Math.ceil(0.35 * round), round, 1)),
        a,
        a,
        a,
      )
    }
    case GeomType.cylinder:
      return shape('cylinder', (round) => alongZ(new CylinderGeometry(1, 1, 2, round)), a, a, b)
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

/** The convex hull of a mesh, or the mesh itself where it has none. */
export function hullOf(m: Model, mesh: number, size: readonly [number, number, number]): Shape {
  const hull = hullGeometry(m, mesh)
  if (!hull) return meshShape(m, mesh, size)
  const scale = meshScale(size)
  return { key: `hull ${mesh}`, build: () => unit(hull, scale), scale, hasTexcoord: false, isMesh: true }
}

/** A mesh, scaled by the half sizes of its bounding box. */
function meshShape(m: Model, mesh: number, size: readonly [number, number, number]): Shape {
  const scale = meshScale(size)
  const hasTexcoord = m.mesh_texcoordadr[mesh] >= 0
  return { key: `mesh ${mesh}`, build: () => unit(meshGeometry(m, mesh), scale), scale, hasTexcoord, isMesh: true }
}

/** Flat meshes have size 0 in one direction; their scale there is 1. */
function meshScale([x, y, z]: readonly [number, number, number]): [number, number, number] {
  return [x > 0 ? x : 1, y > 0 ? y : 1, z > 0 ? z : 1]
}

/** Scales a geometry to unit size. Normals are correct again when instances scale it back. */
function unit(geometry: BufferGeometry, [x, y, z]: readonly [number, number, number]): BufferGeometry {
  return geometry.scale(1 / x, 1 / y, 1 / z)
}

function fieldSize(m: Model, field: number): [x: number, y: number] {
  return [m.hfield_size[4 * field], m.hfield_size[4 * field + 1]]
}

function shape(key: string, build: Shape['build'], x: number, y: number, z: number): Shape {
  return { key, build, scale: [x, y, z], hasTexcoord: false, isMesh: false }
}

function sphere(round: number): BufferGeometry {
  return alongZ(new SphereGeometry(1, round, round / 2))
}

/** Turns the axis of a round geometry from y (three.js) to z (MuJoCo). */
export function alongZ<T extends BufferGeometry>(geometry: T): T {
  return geometry.rotateX(Math.PI / 2)
}

/** Triangles with a position, a normal and, optionally, texture coordinates for each corner. */
export function cornersGeometry(position: Float32Array, normal: Float32Array, uv?: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(position, 3))
  geometry.setAttribute('normal', new BufferAttribute(normal, 3))
  if (uv) geometry.setAttribute('uv', new BufferAttribute(uv, 2))
  return geometry
}
