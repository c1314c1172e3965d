import type { Source } from '../../../core/model/errors.ts'
import type { MemoryBudget } from '../text/memoryBudget.ts'
import type { Refuse } from './mesh.ts'

/** About what a vertex and a face take, with normals, bounding volumes, hull, and the arrays of the model. */
const VERTEX_BYTES = 100
const FACE_BYTES = 300
/** About what a cell of an octree takes, with the arrays of the model. */
const CELL_BYTES = 300

/**
 * Maximum number of points of all meshes of a model that are made by formulas or functions. A few characters make them,
 * and their hulls take some seconds.
 */
export const MAX_MADE_POINTS = 300_000

/** What the meshes of a model may take together: memory, and time for points that no file has. */
export class MeshBudget {
  readonly #memory: MemoryBudget
  #made = 0

  constructor(memory: MemoryBudget) {
    this.#memory = memory
  }

  /** Takes note of a mesh before anything is computed from its points. */
  holdMesh(points: number, triangles: number, source: Source | undefined): void {
    this.#memory.hold(VERTEX_BYTES * points + FACE_BYTES * triangles, 'meshes', source)
  }

  /** Takes note of points that a formula or a function has made. */
  countMade(points: number, refuse: Refuse): void {
    this.#made += points
    if (this.#made <= MAX_MADE_POINTS) return
    throw refuse('meshes that are made, not read, have too many points in all', {
      expected: `at most ${MAX_MADE_POINTS} points of all built-in meshes and meshes of plugins`,
      found: `${this.#made}`,
      suggestion: 'decrease their resolution, or store them as files',
    })
  }

  holdOctree(cells: number, source: Source | undefined): void {
    this.#memory.hold(CELL_BYTES * cells, 'octrees of signed distances', source)
  }
}
