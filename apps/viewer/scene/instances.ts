import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type MeshStandardMaterial,
  Object3D,
  type Vector3,
} from 'three'
import { ROUND, type Shape } from './shapes.ts'
import { srgbToLinear } from './srgb.ts'

/** An object to draw: its id, shape, material and color. */
export interface Instance {
  readonly id: number
  readonly shape: Shape
  readonly material: MeshStandardMaterial
  /** Its material when moving objects are transparent. */
  readonly ghost: MeshStandardMaterial
  readonly rgba: ArrayLike<number>
  readonly isShadowless?: boolean
}

export interface InstancesOptions {
  readonly castShadow?: boolean
  /** Corners of a circle. */
  readonly round?: number
  /** Whether transparent objects are drawn back to front, each by itself; by default they are. */
  readonly isSorted?: boolean
}

/** Instances of one geometry with one material. */
interface Batch {
  readonly mesh: InstancedMesh
  readonly ids: Int32Array
  /** Three numbers per instance. */
  readonly scales: Float32Array
  /** Own colors, linear, and the colors in which they are drawn. */
  readonly colors: Float32Array
  readonly drawnColors: InstancedBufferAttribute
  readonly glow: InstancedBufferAttribute
  readonly material: MeshStandardMaterial
  readonly ghost: MeshStandardMaterial
  /** Whether it is a single transparent instance, sorted by distance. */
  readonly isSorted: boolean
}

/**
 * Draws many objects in few draw calls: those of the same geometry and material are instances of one mesh. Poses go
 * from the arrays of `Data` straight into the instance matrices. Each transparent object is a mesh by itself, drawn
 * back to front, unless there are too many for that.
 */
export class Instances {
  readonly object = new Object3D()
  readonly #batches: Batch[] = []
  #isRecolored = false

  constructor(instances: readonly Instance[], options: InstancesOptions = {}) {
    const { castShadow = true, round = ROUND, isSorted = true } = options
    const groups = new Map<string, Instance[]>()
    for (const instance of instances) {
      const alone = isSorted && instance.material.transparent ? instance.id : ''
      const key = `${instance.shape.key} ${instance.material.uuid} ${instance.ghost.uuid} ${alone}`
      const group = groups.get(key)
      if (group) group.push(instance)
      else groups.set(key, [instance])
    }
    for (const group of groups.values()) {
      const batch = makeBatch(group, castShadow, round)
      this.#batches.push(batch)
      this.object.add(batch.mesh)
    }
  }

  /**
   * Moves all objects to their poses.
   * @param position three numbers per id; world frame
   * @param matrix nine numbers per id, row-major
   * @param visible 0 or 1 per id
   */
  place(position: Float64Array, matrix: Float64Array, visible: Uint8Array, eye: Vector3): void {
    for (let b = 0; b < this.#batches.length; b++) {
      const { mesh, ids, scales } = this.#batches[b]
      const out = mesh.instanceMatrix.array as Float32Array
      let seen = 0
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i]
        const at = 16 * i
        if (visible[id] === 0) {
          out.fill(0, at, at + 16)
          continue
        }
        seen++
        const R = 9 * id
        for (let column = 0; column < 3; column++) {
          const scale = scales[3 * i + column]
          for (let row = 0; row < 3; row++) out[at + 4 * column + row] = scale * matrix[R + 3 * row + column]
          out[at + 12 + column] = position[3 * id + column]
        }
        out[at + 15] = 1
      }
      mesh.visible = seen > 0
      mesh.instanceMatrix.needsUpdate = true
      if (this.#batches[b].isSorted) mesh.renderOrder = -distance(position, ids[0], eye)
    }
  }

  /**
   * Overrides colors.
   * @param of writes the sRGB color of an object; returns false where it keeps its own
   */
  recolor(of: ((id: number, out: Float32Array) => boolean) | undefined): void {
    if (!of && !this.#isRecolored) return
    this.#isRecolored = of !== undefined
    for (let b = 0; b < this.#batches.length; b++) {
      const { ids, colors, drawnColors } = this.#batches[b]
      const out = drawnColors.array as Float32Array
      for (let i = 0; i < ids.length; i++)
        if (of?.(ids[i], recolored)) srgbToLinear(recolored, out, 3 * i)
        else for (let k = 0; k < 3; k++) out[3 * i + k] = colors[3 * i + k]
      drawnColors.needsUpdate = true
    }
  }

  /** Makes objects glow; `of` gives the strength by id. */
  setGlow(of: (id: number) => number): void {
    for (const { ids, glow } of this.#batches) {
      for (let i = 0; i < ids.length; i++) glow.array[i] = of(ids[i])
      glow.needsUpdate = true
    }
  }

  /** Makes moving objects transparent. */
  set transparent(on: boolean) {
    for (const { mesh, material, ghost } of this.#batches) mesh.material = on ? ghost : material
  }

  /** The mesh that draws an object, and others with it. */
  meshOf(id: number): InstancedMesh | undefined {
    return this.#batches.find(({ ids }) => ids.includes(id))?.mesh
  }

  dispose(): void {
    for (const { mesh } of this.#batches) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
  }
}

const recolored = new Float32Array(3)

function makeBatch(group: readonly Instance[], castShadow: boolean, round: number): Batch {
  const { shape, material, ghost, isShadowless } = group[0]
  const count = group.length
  const geometry = shape.build(round)
  const glow = new InstancedBufferAttribute(new Float32Array(count), 1)
  geometry.setAttribute('glow', glow)
  const mesh = new InstancedMesh(geometry, material, count)
  const colors = new Float32Array(3 * count)
  const scales = new Float32Array(3 * count)
  for (const [i, instance] of group.entries()) {
    srgbToLinear(instance.rgba, colors, 3 * i)
    scales.set(instance.shape.scale, 3 * i)
  }
  const drawnColors = new InstancedBufferAttribute(colors.slice(), 3)
  mesh.instanceColor = drawnColors
  mesh.instanceMatrix.setUsage(DynamicDrawUsage)
  mesh.frustumCulled = false
  mesh.castShadow = castShadow && material.opacity === 1 && !isShadowless
  mesh.receiveShadow = true
  // planes are transparent from below; draw them before other transparent objects
  if (shape.key === 'plane') mesh.renderOrder = -1e8
  const isSorted = count === 1 && material.opacity < 1
  const ids = Int32Array.from(group, ({ id }) => id)
  return { mesh, ids, scales, colors, drawnColors, glow, material, ghost, isSorted }
}

function distance(position: Float64Array, id: number, eye: Vector3): number {
  return Math.hypot(position[3 * id] - eye.x, position[3 * id + 1] - eye.y, position[3 * id + 2] - eye.z)
}
