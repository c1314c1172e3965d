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
import { meshGeometry } from './meshGeometry.ts'

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
}

const ROUND = 40

/** Half the side of what stands for an infinite plane, in extents of the model. */
const HORIZON = 60

/** The shape of a geom or site; undefined for what cannot be drawn. */
export function shapeOf(
  m: Model,
  type: number,
  size: readonly [number, number, number],
  asset: number,
): Shape | undefined {
  const [a, b, c] = size
  switch (type) {
    case GeomType.plane: {
      const far = HORIZON * Math.max(1, m.stat.extent)
      return shape('plane', () => new PlaneGeometry(2, 2), a > 0 ? a : far, b > 0 ? b : far, 1)
    }
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
      return asset < 0 ? undefined : shape(`hfield ${asset}`, () => heightFieldGeometry(m, asset), 1, 1, 1, true)
    case GeomType.mesh:
    case GeomType.sdf:
      return asset < 0
        ? undefined
        : shape(`mesh ${asset}`, () => meshGeometry(m, asset), 1, 1, 1, m.mesh_texcoordadr[asset] >= 0)
    default:
      return undefined
  }
}

function shape(key: string, build: () => BufferGeometry, x: number, y: number, z: number, hasTexcoord = false): Shape {
  return { key, build, scale: [x, y, z], hasTexcoord }
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
