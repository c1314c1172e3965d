import {
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Object3D,
} from 'three'
import { srgbToLinear } from './srgb.ts'

/** Decoration of one shape and opacity, drawn in one call. Its capacity grows as needed. */
export interface DecorBatch {
  readonly object: Object3D
  readonly alpha: number
  count: number
  /** Adds an instance: its matrix, column-major, and its sRGB color. */
  add(matrix: Float32Array, rgba: ArrayLike<number>): void
  /** Uploads the instances. */
  finish(): void
  dispose(): void
}

/** A batch of shapes with lit surfaces. */
export class SolidBatch implements DecorBatch {
  readonly object = new Object3D()
  readonly alpha: number
  count = 0
  readonly #geometry: BufferGeometry
  readonly #material: Material
  readonly #castShadow: boolean
  #mesh: InstancedMesh
  #colors: InstancedBufferAttribute

  constructor(geometry: BufferGeometry, material: Material, alpha: number, castShadow: boolean) {
    this.alpha = alpha
    this.#geometry = geometry
    this.#material = material
    this.#castShadow = castShadow
    ;[this.#mesh, this.#colors] = this.#make(64)
  }

  add(matrix: Float32Array, rgba: ArrayLike<number>): void {
    if (this.count === this.#mesh.instanceMatrix.count) this.#grow()
    this.#mesh.instanceMatrix.array.set(matrix, 16 * this.count)
    srgbToLinear(rgba, this.#colors.array as Float32Array, 3 * this.count)
    this.count++
  }

  finish(): void {
    const mesh = this.#mesh
    mesh.count = this.count
    mesh.visible = this.count > 0
    if (!mesh.visible) return
    mesh.instanceMatrix.needsUpdate = this.#colors.needsUpdate = true
  }

  dispose(): void {
    this.#geometry.dispose()
    this.#material.dispose()
    this.#mesh.dispose()
  }

  #make(capacity: number): [mesh: InstancedMesh, colors: InstancedBufferAttribute] {
    const mesh = new InstancedMesh(this.#geometry, this.#material, capacity)
    mesh.instanceMatrix.setUsage(DynamicDrawUsage)
    const colors = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3).setUsage(DynamicDrawUsage)
    mesh.instanceColor = colors
    mesh.frustumCulled = false
    mesh.castShadow = mesh.receiveShadow = this.#castShadow
    this.object.add(mesh)
    return [mesh, colors]
  }

  #grow(): void {
    const [mesh, colors] = [this.#mesh, this.#colors]
    ;[this.#mesh, this.#colors] = this.#make(2 * this.count)
    this.#mesh.instanceMatrix.array.set(mesh.instanceMatrix.array)
    this.#colors.array.set(colors.array)
    this.object.remove(mesh)
    mesh.dispose()
  }
}
