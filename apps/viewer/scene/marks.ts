import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three'
import { alongZ } from './shapes.ts'

type Point = ArrayLike<number>
type Kind = 'sphere' | 'cylinder' | 'cone' | 'box'

const GEOMETRY: Readonly<Record<Kind, () => BufferGeometry>> = {
  sphere: () => new SphereGeometry(1, 24, 16),
  // from z = 0 to z = 1
  cylinder: () => alongZ(new CylinderGeometry(1, 1, 1, 16).translate(0, 0.5, 0)),
  cone: () => alongZ(new ConeGeometry(1, 1, 20).translate(0, 0.5, 0)),
  box: () => new BoxGeometry(2, 2, 2),
}

/** Heads of arrows are this much wider than their shafts, and this much longer than wide. */
const HEAD = 2.2
const HEAD_LENGTH = 2

/**
 * Signs that are drawn into a scene and change from picture to picture: forces, axes, frames, strings. Call `begin`, add what
 * is to be seen, call `end`. Signs of one kind and opacity are one draw call.
 */
export class Marks {
  readonly object = new Object3D()
  readonly #pools = new Map<string, Pool>()

  begin(): void {
    for (const pool of this.#pools.values()) pool.count = 0
  }

  end(): void {
    for (const pool of this.#pools.values()) pool.finish()
  }

  sphere(centre: Point, radius: number, rgba: Point, at = 0): void {
    matrix.makeScale(radius, radius, radius).setPosition(centre[at]!, centre[at + 1]!, centre[at + 2]!)
    this.#add('sphere', rgba)
  }

  /** A rod between two points. */
  rod(from: Point, to: Point, radius: number, rgba: Point): void {
    this.#along('cylinder', start.set(from[0]!, from[1]!, from[2]!), end.set(to[0]!, to[1]!, to[2]!), radius, rgba)
  }

  /** An arrow from a point, as long as a vector. */
  arrow(from: Point, vector: Point, radius: number, rgba: Point, both = false): void {
    start.set(from[0]!, from[1]!, from[2]!)
    side.set(vector[0]!, vector[1]!, vector[2]!)
    const length = side.length()
    if (!(length > 0)) return
    const head = Math.min(length, HEAD * HEAD_LENGTH * radius)
    const neck = end.copy(start).addScaledVector(side, (length - head) / length)
    this.#along('cylinder', start, neck, radius, rgba)
    tip.copy(start).add(side)
    this.#along('cone', neck, tip, HEAD * radius, rgba)
    if (both) this.#along('cone', tip.copy(start).addScaledVector(side, head / length), start, HEAD * radius, rgba)
  }

  /** A box or ellipsoid with half sizes, in a frame with a row-major rotation. */
  solid(
    kind: 'box' | 'sphere',
    centre: Point,
    rotation: Point,
    half: Point,
    rgba: Point,
    at = 0,
    rotationAt = 0,
  ): void {
    const R = (row: number, column: number) => rotation[rotationAt + 3 * row + column]! * half[column]!
    matrix.set(
      ...([R(0, 0), R(0, 1), R(0, 2), centre[at]!] as const),
      ...([R(1, 0), R(1, 1), R(1, 2), centre[at + 1]!] as const),
      ...([R(2, 0), R(2, 1), R(2, 2), centre[at + 2]!] as const),
      ...([0, 0, 0, 1] as const),
    )
    this.#add(kind, rgba)
  }

  /** The axes of a frame: x red, y green, z blue. */
  frame(origin: Point, rotation: Point, length: number, radius: number, at = 0, rotationAt = 0): void {
    for (let axis = 0; axis < 3; axis++) {
      const from = [0, 1, 2].map((k) => origin[at + k]!)
      const to = [0, 1, 2].map((k) => origin[at + k]! + length * rotation[rotationAt + 3 * k + axis]!)
      this.rod(from, to, radius, AXIS[axis]!)
    }
  }

  dispose(): void {
    for (const pool of this.#pools.values()) pool.dispose()
  }

  #along(kind: 'cylinder' | 'cone', from: Vector3, to: Vector3, radius: number, rgba: Point): void {
    const way = direction.copy(to).sub(from)
    const length = way.length()
    if (!(length > 0)) return
    turn.setFromUnitVectors(Z, way.divideScalar(length))
    matrix.compose(from, turn, size.set(radius, radius, length))
    this.#add(kind, rgba)
  }

  #add(kind: Kind, rgba: Point): void {
    const alpha = rgba[3] ?? 1
    const key = `${kind} ${alpha}`
    let pool = this.#pools.get(key)
    if (!pool) {
      pool = new Pool(kind, alpha, this.object)
      this.#pools.set(key, pool)
    }
    pool.add(rgba)
  }
}

/** Signs of one kind; room grows as it is needed. */
class Pool {
  count = 0
  #mesh: InstancedMesh
  readonly #parent: Object3D

  constructor(kind: Kind, alpha: number, parent: Object3D) {
    const material = new MeshStandardMaterial({ roughness: 0.7 })
    if (alpha < 1) Object.assign(material, { transparent: true, opacity: alpha, depthWrite: false })
    this.#parent = parent
    this.#mesh = this.#make(GEOMETRY[kind](), material, 64)
  }

  add(rgba: Point): void {
    if (this.count === this.#mesh.instanceMatrix.count) this.#grow()
    this.#mesh.setMatrixAt(this.count, matrix)
    this.#mesh.setColorAt(this.count++, colour.setRGB(rgba[0]!, rgba[1]!, rgba[2]!, 'srgb'))
  }

  finish(): void {
    const mesh = this.#mesh
    mesh.count = this.count
    mesh.visible = this.count > 0
    mesh.instanceMatrix.needsUpdate = true
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true
  }

  dispose(): void {
    this.#mesh.geometry.dispose()
    ;(this.#mesh.material as MeshStandardMaterial).dispose()
    this.#mesh.dispose()
  }

  #make(geometry: BufferGeometry, material: MeshStandardMaterial, room: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, material, room)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    mesh.frustumCulled = false
    this.#parent.add(mesh)
    return mesh
  }

  #grow(): void {
    const old = this.#mesh
    this.#mesh = this.#make(old.geometry, old.material as MeshStandardMaterial, 2 * this.count)
    for (let i = 0; i < this.count; i++) {
      old.getMatrixAt(i, saved)
      this.#mesh.setMatrixAt(i, saved)
      old.getColorAt(i, colour)
      this.#mesh.setColorAt(i, colour)
    }
    this.#parent.remove(old)
    old.dispose()
  }
}

const AXIS = [
  [0.9, 0.2, 0.2],
  [0.2, 0.75, 0.25],
  [0.25, 0.4, 0.95],
] as const
const Z = new Vector3(0, 0, 1)
const colour = new Color()
const matrix = new Matrix4()
const saved = new Matrix4()
const turn = new Quaternion()
const start = new Vector3()
const end = new Vector3()
const tip = new Vector3()
const side = new Vector3()
const direction = new Vector3()
const size = new Vector3()
