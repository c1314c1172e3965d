import {
  type BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LineSegments,
  ShaderMaterial,
} from 'three'
import type { DecorBatch } from './solidBatch.ts'

/** A batch of wireframes: unlit lines, a pixel wide. */
export class WireBatch implements DecorBatch {
  readonly alpha: number
  readonly object: LineSegments<InstancedBufferGeometry, ShaderMaterial>
  count = 0
  #matrix: InstancedBufferAttribute
  #color: InstancedBufferAttribute

  constructor(lines: BufferGeometry, alpha: number) {
    this.alpha = alpha
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', lines.getAttribute('position'))
    ;[this.#matrix, this.#color] = allocate(geometry, 64)
    this.object = new LineSegments(
      geometry,
      new ShaderMaterial({
        transparent: alpha < 1,
        depthWrite: alpha === 1,
        uniforms: { opacity: { value: alpha } },
        vertexShader: `
          attribute mat4 place;
          attribute vec3 tint;
          varying vec3 vTint;
          void main() {
            vTint = tint;
            gl_Position = projectionMatrix * modelViewMatrix * place * vec4(position, 1.0);
          }`,
        fragmentShader: `
          uniform float opacity;
          varying vec3 vTint;
          void main() { gl_FragColor = vec4(vTint, opacity); }`,
      }),
    )
    this.object.frustumCulled = false
  }

  add(matrix: Float32Array, rgba: ArrayLike<number>): void {
    if (this.count === this.#matrix.count) this.#grow()
    this.#matrix.array.set(matrix, 16 * this.count)
    for (let k = 0; k < 3; k++) this.#color.array[3 * this.count + k] = rgba[k]
    this.count++
  }

  finish(): void {
    this.object.visible = this.count > 0
    this.object.geometry.instanceCount = this.count
    this.#matrix.needsUpdate = this.#color.needsUpdate = this.object.visible
  }

  dispose(): void {
    this.object.geometry.dispose()
    this.object.material.dispose()
  }

  #grow(): void {
    const [matrix, color] = [this.#matrix.array, this.#color.array]
    this.object.geometry.dispose()
    ;[this.#matrix, this.#color] = allocate(this.object.geometry, 2 * this.count)
    this.#matrix.array.set(matrix)
    this.#color.array.set(color)
  }
}

function allocate(
  geometry: InstancedBufferGeometry,
  capacity: number,
): [matrix: InstancedBufferAttribute, color: InstancedBufferAttribute] {
  const matrix = new InstancedBufferAttribute(new Float32Array(16 * capacity), 16).setUsage(DynamicDrawUsage)
  const color = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3).setUsage(DynamicDrawUsage)
  geometry.setAttribute('place', matrix)
  geometry.setAttribute('tint', color)
  return [matrix, color]
}
