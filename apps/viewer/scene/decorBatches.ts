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

/** Shapes of decoration, of unit size. Cylinder and cone reach from z = 0 to z = 1, the others are centered. */
export const DecorShape = { sphere: 0, cylinder: 1, cone: 2, box: 3, wireBox: 4 } as const
export type DecorShape = (typeof DecorShape)[keyof typeof DecorShape]

const GEOMETRY: Readonly<Record<DecorShape, () => BufferGeometry>> = {
  [DecorShape.sphere]: () => new SphereGeometry(1, 24, 16),
  [DecorShape.cylinder]: () => alongZ(new CylinderGeometry(1, 1, 1, 20).translate(0, 0.5, 0)),
  [DecorShape.cone]: () => alongZ(new ConeGeometry(1, 1, 24).translate(0, 0.5, 0)),
  [DecorShape.box]: () => new BoxGeometry(2, 2, 2),
  [DecorShape.wireBox]: () => new EdgesGeometry(new BoxGeometry(2, 2, 2)),
}

/** The head of an arrow is this much wider than its shaft, and this much longer than wide. */
const HEAD_WIDTH = 2
const HEAD_LENGTH = 2.2
/** Arrows shorter than this, in parts of their radius, are not drawn. */
const SHORTEST = 1e-3

/** Length of the head of an arrow; a short arrow is all head. */
export function headLength(length: number, radius: number): number {
  return Math.min(length, HEAD_WIDTH * HEAD_LENGTH * radius)
}

/**
 * Decoration of a scene, rebuilt for each picture: forces, axes, frames, tendons. Call `begin`, add shapes, call `end`.
 * Shapes of one kind and opacity are one draw call. Points and frames are read from the arrays of `Data` at an offset;
 * nothing is allocated once the batches are large enough.
 */
export class DecorBatches {
  readonly object = new Object3D()
  /** Added to the places of all shapes. */
  readonly origin = new Float64Array(3)
  /** By shape. */
  readonly #batches: DecorBatch[][] = Object.values(DecorShape).map(() => [])
  readonly #castShadow: boolean

  constructor(options: { readonly castShadow?: boolean } = {}) {
    this.#castShadow = options.castShadow ?? false
  }

  begin(): void {
    for (const batches of this.#batches) for (const batch of batches) batch.count = 0
  }

  end(): void {
    for (const batches of this.#batches) for (const batch of batches) batch.finish()
  }

  sphere(center: Numbers, at: number, radius: number, rgba: Numbers): void {
    const M = matrix
    M.fill(0)
    M[0] = M[5] = M[10] = radius
    M[12] = center[at]
    M[13] = center[at + 1]
    M[14] = center[at + 2]
    M[15] = 1
    this.#add(DecorShape.sphere, rgba)
  }

  /** A cylinder between two points. */
  rod(from: Numbers, f: number, to: Numbers, t: number, radius: number, rgba: Numbers): void {
    for (let k = 0; k < 3; k++) {
      base[k] = from[f + k]
      span[k] = to[t + k] - base[k]
    }
    this.#between(DecorShape.cylinder, radius, rgba)
  }

  /** A cylinder with round ends. */
  capsule(from: Numbers, f: number, to: Numbers, t: number, radius: number, rgba: Numbers): void {
    this.rod(from, f, to, t, radius, rgba)
    this.sphere(from, f, radius, rgba)
    this.sphere(to, t, radius, rgba)
  }

  /** An arrow from a point, as long as a vector. */
  arrow(from: Numbers, f: number, vector: Numbers, v: number, radius: number, rgba: Numbers): void {
    const length = Math.hypot(vector[v], vector[v + 1], vector[v + 2])
    // a much shorter arrow would be a disk
    if (!(length > SHORTEST * radius)) return
    const head = headLength(length, radius)
    for (let k = 0; k < 3; k++) {
      base[k] = from[f + k]
      span[k] = (vector[v + k] * (length - head)) / length
      neck[k] = base[k] + span[k]
    }
    this.#between(DecorShape.cylinder, radius, rgba)
    for (let k = 0; k < 3; k++) {
      base[k] = neck[k]
      span[k] = (vector[v + k] * head) / length
    }
    this.#between(DecorShape.cone, HEAD_WIDTH * radius, rgba)
  }

  /** A box, wireframe box or ellipsoid with half sizes, in a frame with a row-major rotation. */
  solid(
    kind: DecorShape,
    center: Numbers,
    c: number,
    rotation: Numbers,
    r: number,
    half: Numbers,
    rgba: Numbers,
  ): void {
    const M = matrix
    for (let column = 0; column < 3; column++) {
      for (let row = 0; row < 3; row++) M[4 * column + row] = rotation[r + 3 * row + column] * half[column]
      M[4 * column + 3] = 0
      M[12 + column] = center[c + column]
    }
    M[15] = 1
    this.#add(kind, rgba)
  }

  /** A cylinder along the z axis of a frame, centered at a point. */
  cylinder(center: Numbers, c: number, R: Numbers, r: number, radius: number, half: number, rgba: Numbers): void {
    for (let k = 0; k < 3; k++) {
      const axis = R[r + 3 * k + 2]
      base[k] = center[c + k] - half * axis
      span[k] = 2 * half * axis
    }
    this.#between(DecorShape.cylinder, radius, rgba)
  }

  /** The axes of a frame, the columns of a row-major matrix: x red, y green, z blue. */
  frame(origin: Numbers, o: number, rotation: Numbers, r: number, length: number, radius: number): void {
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < 3; k++) {
        base[k] = origin[o + k]
        span[k] = length * rotation[r + 3 * k + axis]
      }
      this.#between(DecorShape.cylinder, radius, AXIS[axis])
    }
  }

  dispose(): void {
    for (const batches of this.#batches) for (const batch of batches) batch.dispose()
  }

  /** A shape from `base` to `base + span`. */
  #between(kind: DecorShape, radius: number, rgba: Numbers): void {
    const length = Math.hypot(span[0], span[1], span[2])
    if (!(length > 0)) return
    const M = matrix
    const x = span[0] / length
    const y = span[1] / length
    const z = span[2] / length
    // two perpendicular directions: the cross product with the coordinate axis farthest from it gives the first
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
    this.#add(kind, rgba)
  }

  /** Adds `matrix` to the batch of its shape and opacity. */
  #add(kind: DecorShape, rgba: Numbers): void {
    const alpha = rgba[3] ?? 1
    const batches = this.#batches[kind]
    let batch: DecorBatch | undefined
    for (let i = 0; i < batches.length; i++) if (batches[i].alpha === alpha) batch = batches[i]
    if (!batch) {
      batch = this.#makeBatch(kind, alpha)
      batches.push(batch)
      this.object.add(batch.object)
    }
    for (let k = 0; k < 3; k++) matrix[12 + k] += this.origin[k]
    batch.add(matrix, rgba)
  }

  #makeBatch(kind: DecorShape, alpha: number): DecorBatch {
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
/** Matrix of the shape that is being added, column-major. */
const matrix = new Float32Array(16)
/** Ends of the shape that is being added. */
const base = new Float64Array(3)
const span = new Float64Array(3)
const neck = new Float64Array(3)
