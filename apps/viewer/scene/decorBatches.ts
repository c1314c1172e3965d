import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  EdgesGeometry,
  MeshStandardMaterial,
  Object3D,
  SphereGeometry,
} from 'three'
import { alongZ } from './shapes.ts'
import { type DecorBatch, SolidBatch } from './solidBatch.ts'
import { toneMapped } from './toneMapping.ts'
import { WireBatch } from './wireBatch.ts'

type Numbers = ArrayLike<number>

/** Kinds of signs. Unit geometries: a rod and a cone stand on z = 0 and reach to z = 1, the rest is centred. */
export const DecorShape = { sphere: 0, cylinder: 1, cone: 2, box: 3, wireBox: 4 } as const
export type DecorShape = (typeof DecorShape)[keyof typeof DecorShape]

const GEOMETRY: Readonly<Record<DecorShape, () => BufferGeometry>> = {
  [DecorShape.sphere]: () => new SphereGeometry(1, 24, 16),
  [DecorShape.cylinder]: () => alongZ(new CylinderGeometry(1, 1, 1, 20).translate(0, 0.5, 0)),
  [DecorShape.cone]: () => alongZ(new ConeGeometry(1, 1, 24).translate(0, 0.5, 0)),
  [DecorShape.box]: () => new BoxGeometry(2, 2, 2),
  [DecorShape.wireBox]: () => new EdgesGeometry(new BoxGeometry(2, 2, 2)),
}

/** Heads of arrows are this much wider than their shafts, and this much longer than wide. */
const HEAD = 2
const HEAD_LENGTH = 2.2
/** Arrows that are shorter, in parts of their radius, are not drawn. */
const FLAT = 1e-3

/** How long the head of an arrow is; a short arrow is all head. */
export function headLength(length: number, radius: number): number {
  return Math.min(length, HEAD * HEAD_LENGTH * radius)
}

/**
 * Signs that are drawn into a scene and change from picture to picture: forces, axes, frames, strings. Call `begin`, add what
 * is to be seen, call `end`. Signs of one kind and opacity are one draw call. Points and frames are read at an offset of the
 * arrays of a simulation; nothing is allocated once there is room.
 */
export class DecorBatches {
  readonly object = new Object3D()
  /** By kind. */
  readonly #pools: DecorBatch[][] = Object.values(DecorShape).map(() => [])
  readonly #castShadow: boolean

  constructor(options: { readonly castShadow?: boolean } = {}) {
    this.#castShadow = options.castShadow ?? false
  }

  begin(): void {
    for (const pools of this.#pools) for (const pool of pools) pool.count = 0
  }

  end(): void {
    for (const pools of this.#pools) for (const pool of pools) pool.finish()
  }

  sphere(center: Numbers, at: number, radius: number, rgba: Numbers): void {
    const M = this.#room(DecorShape.sphere, rgba)
    M.fill(0)
    M[0] = M[5] = M[10] = radius
    M[12] = center[at]
    M[13] = center[at + 1]
    M[14] = center[at + 2]
    M[15] = 1
    this.#add(rgba)
  }

  /** A rod between two points. */
  rod(from: Numbers, f: number, to: Numbers, t: number, radius: number, rgba: Numbers): void {
    for (let k = 0; k < 3; k++) {
      base[k] = from[f + k]
      way[k] = to[t + k] - base[k]
    }
    this.#stand(DecorShape.cylinder, radius, rgba)
  }

  /** A rod with round ends. */
  strand(from: Numbers, f: number, to: Numbers, t: number, radius: number, rgba: Numbers): void {
    this.rod(from, f, to, t, radius, rgba)
    this.sphere(from, f, radius, rgba)
    this.sphere(to, t, radius, rgba)
  }

  /** An arrow from a point, as long as a vector. */
  arrow(from: Numbers, f: number, vector: Numbers, v: number, radius: number, rgba: Numbers): void {
    const length = Math.hypot(vector[v], vector[v + 1], vector[v + 2])
    // what is much shorter than wide would be a disc
    if (!(length > FLAT * radius)) return
    const head = headLength(length, radius)
    for (let k = 0; k < 3; k++) {
      base[k] = from[f + k]
      way[k] = (vector[v + k] * (length - head)) / length
      neck[k] = base[k] + way[k]
    }
    this.#stand(DecorShape.cylinder, radius, rgba)
    for (let k = 0; k < 3; k++) {
      base[k] = neck[k]
      way[k] = (vector[v + k] * head) / length
    }
    this.#stand(DecorShape.cone, HEAD * radius, rgba)
  }

  /** A box, its edges, or an ellipsoid, with half sizes, in a frame with a row-major rotation. */
  solid(
    kind: DecorShape,
    center: Numbers,
    c: number,
    rotation: Numbers,
    r: number,
    half: Numbers,
    rgba: Numbers,
  ): void {
    const M = this.#room(kind, rgba)
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) M[4 * column + row] = rotation[r + 3 * row + column] * half[column]
      M[4 * column + 3] = 0
      M[12 + column] = center[c + column]
    }
    M[15] = 1
    this.#add(rgba)
  }

  /** A cylinder about the z axis of a frame, with its middle at a point. */
  cylinder(center: Numbers, c: number, R: Numbers, r: number, radius: number, half: number, rgba: Numbers): void {
    for (let k = 0; k < 3; k++) {
      const axis = R[r + 3 * k + 2]
      base[k] = center[c + k] - half * axis
      way[k] = 2 * half * axis
    }
    this.#stand(DecorShape.cylinder, radius, rgba)
  }

  /** The axes of a frame whose axes are the columns of a row-major matrix: x red, y green, z blue. */
  frame(origin: Numbers, o: number, rotation: Numbers, r: number, length: number, radius: number): void {
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < 3; k++) {
        base[k] = origin[o + k]
        way[k] = length * rotation[r + 3 * k + axis]
      }
      this.#stand(DecorShape.cylinder, radius, AXIS[axis])
    }
  }

  dispose(): void {
    for (const pools of this.#pools) for (const pool of pools) pool.dispose()
  }

  /** Something from `base` along `way`. */
  #stand(kind: DecorShape, radius: number, rgba: Numbers): void {
    const length = Math.hypot(way[0], way[1], way[2])
    if (!(length > 0)) return
    const M = this.#room(kind, rgba)
    const x = way[0] / length
    const y = way[1] / length
    const z = way[2] / length
    // any two directions across it: of the axes, the one that is farthest from it gives the first
    const a = Math.abs(x)
    const b = Math.abs(y)
    const c = Math.abs(z)
    const i = a <= b && a <= c ? 1 : 0
    const j = i === 0 && b <= c ? 1 : 0
    const l = i + j === 0 ? 1 : 0
    let u = j * z - l * y
    let v = l * x - i * z
    let w = i * y - j * x
    const norm = radius / Math.hypot(u, v, w)
    u *= norm
    v *= norm
    w *= norm
    M[0] = u
    M[1] = v
    M[2] = w
    M[4] = y * w - z * v
    M[5] = z * u - x * w
    M[6] = x * v - y * u
    M[8] = x * length
    M[9] = y * length
    M[10] = z * length
    M[12] = base[0]
    M[13] = base[1]
    M[14] = base[2]
    M[3] = M[7] = M[11] = 0
    M[15] = 1
    this.#add(rgba)
  }

  /** A matrix to be filled, of the next sign of a kind. */
  #room(kind: DecorShape, rgba: Numbers): Float32Array {
    const alpha = rgba[3] ?? 1
    const pools = this.#pools[kind]
    let found: DecorBatch | undefined
    for (let i = 0; i < pools.length; i++) if (pools[i].alpha === alpha) found = pools[i]
    if (!found) {
      found = this.#pool(kind, alpha)
      pools.push(found)
      this.object.add(found.object)
    }
    this.#current = found
    return matrix
  }

  #current: DecorBatch | undefined

  #add(rgba: Numbers): void {
    this.#current!.add(matrix, rgba)
  }

  #pool(kind: DecorShape, alpha: number): DecorBatch {
    if (kind === DecorShape.wireBox) return new WireBatch(GEOMETRY[kind](), alpha)
    const material = toneMapped(new MeshStandardMaterial({ roughness: 0.55 }))
    if (alpha < 1) Object.assign(material, { transparent: true, opacity: alpha, depthWrite: false })
    return new SolidBatch(GEOMETRY[kind](), material, alpha, this.#castShadow)
  }
}

const AXIS = [
  [0.9, 0.12, 0.12, 1],
  [0.1, 0.7, 0.15, 1],
  [0.15, 0.3, 0.95, 1],
] as const
const matrix = new Float32Array(16)
const base = new Float64Array(3)
const way = new Float64Array(3)
const neck = new Float64Array(3)
