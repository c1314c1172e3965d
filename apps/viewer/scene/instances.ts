import { Color, DynamicDrawUsage, InstancedMesh, Matrix4, type MeshStandardMaterial, Object3D } from 'three'
import type { Shape } from './shapes.ts'

/** A thing to draw: its shape, surface and colour, and a number by which whoever draws it knows it. */
export interface Instance {
  readonly id: number
  readonly shape: Shape
  readonly material: MeshStandardMaterial
  readonly rgba: ArrayLike<number>
}

/** Instances of one geometry with one material, and the things that they are. */
interface Batch {
  readonly mesh: InstancedMesh
  readonly things: readonly Instance[]
}

const colour = new Color()
const hidden = new Matrix4().makeScale(0, 0, 0)

/**
 * Draws many things in few calls: those of the same geometry and material are instances of one mesh. Poses go from the
 * arrays of a simulation straight into the matrices of the instances.
 */
export class Instances {
  readonly object = new Object3D()
  readonly #batches: Batch[] = []

  constructor(things: readonly Instance[], options: { readonly castShadow?: boolean } = {}) {
    const groups = new Map<string, Instance[]>()
    for (const thing of things) {
      const key = `${thing.shape.key} ${thing.material.uuid}`
      const group = groups.get(key)
      if (group) group.push(thing)
      else groups.set(key, [thing])
    }
    for (const group of groups.values()) {
      const { shape, material } = group[0]!
      const mesh = new InstancedMesh(shape.build(), material, group.length)
      mesh.instanceMatrix.setUsage(DynamicDrawUsage)
      mesh.frustumCulled = false
      mesh.castShadow = (options.castShadow ?? true) && !material.transparent && shape.key !== 'plane'
      mesh.receiveShadow = true
      for (const [i, { rgba }] of group.entries())
        mesh.setColorAt(i, colour.setRGB(rgba[0]!, rgba[1]!, rgba[2]!, 'srgb'))
      this.#batches.push({ mesh, things: group })
      this.object.add(mesh)
    }
  }

  /**
   * Places all things.
   * @param position three numbers a thing, by its id; world frame
   * @param matrix nine numbers a thing, row-major
   * @param isVisible what is not visible is not drawn
   */
  place(position: Float64Array, matrix: Float64Array, isVisible: (id: number) => boolean): void {
    for (const { mesh, things } of this.#batches) {
      const out = mesh.instanceMatrix.array as Float32Array
      for (let i = 0; i < things.length; i++) {
        const { id, shape } = things[i]!
        const at = 16 * i
        if (!isVisible(id)) {
          hidden.toArray(out, at)
          continue
        }
        const R = 9 * id
        for (let column = 0; column < 3; column++) {
          const scale = shape.scale[column]!
          for (let row = 0; row < 3; row++) out[at + 4 * column + row] = scale * matrix[R + 3 * row + column]
          out[at + 4 * column + 3] = 0
          out[at + 12 + column] = position[3 * id + column]
        }
        out[at + 15] = 1
      }
      mesh.instanceMatrix.needsUpdate = true
    }
  }

  /** Gives a thing another colour, for as long as nobody gives it its own again. */
  paint(of: (id: number) => ArrayLike<number> | undefined): void {
    for (const { mesh, things } of this.#batches) {
      for (const [i, { id, rgba }] of things.entries()) {
        const [r, g, b] = Array.from(of(id) ?? rgba)
        mesh.setColorAt(i, colour.setRGB(r!, g!, b!, 'srgb'))
      }
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true
    }
  }

  dispose(): void {
    for (const { mesh } of this.#batches) {
      mesh.geometry.dispose()
      mesh.dispose()
    }
  }
}
