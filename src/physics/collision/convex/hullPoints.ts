import type { Cache } from '../../../core/memory/cache.ts'
import type { Model } from '../../../core/model/model.ts'
import { perModel } from '../../../core/model/perModel.ts'

/** Meshes with fewer vertices than this are scanned, as in the reference. */
const SCAN_LIMIT = 10
/** Numbers of a mesh in `HullPoints.bounds`. */
export const BOUNDS = 7

/**
 * A copy of the vertices of meshes for support queries: all of them where all are scanned, else those of the convex
 * hull; and for each vertex of a hull its neighbors one after the other, so that a climb from neighbor to neighbor
 * reads memory in sequence.
 */
export class HullPoints {
  /** Where the vertices of each mesh start, in vertices. */
  readonly start: Int32Array
  /** Number of vertices of each mesh that are scanned; 0: the hull is climbed. */
  readonly scanned: Int32Array
  /** Position of each vertex, three numbers, mesh frame. */
  readonly point: Float64Array
  /** Index of each vertex in its mesh. */
  readonly vertex: Int32Array
  /** Where the neighbors of each vertex start; those of the next one follow. */
  readonly first: Int32Array
  /** Index of each neighbor in its hull. */
  readonly neighbor: Int32Array
  /** Position of each neighbor, three numbers. */
  readonly beside: Float64Array
  /**
   * For each mesh, `BOUNDS` numbers: center and half sizes of the box around its vertices, radius around its origin.
   */
  readonly bounds: Float64Array
  /** The vertex of each hull that is farthest in each of 27 rough directions, as the model has it. */
  readonly extrema: Int32Array

  constructor(m: Pick<Model, `mesh_${'graph' | 'graphadr' | 'vert' | 'vertadr' | 'vertnum' | 'extrema'}`>) {
    const { mesh_graph, mesh_graphadr, mesh_vert, mesh_vertadr, mesh_vertnum } = m
    const nmesh = mesh_vertnum.length
    this.start = new Int32Array(nmesh)
    this.scanned = new Int32Array(nmesh)
    this.extrema = m.mesh_extrema
    this.bounds = new Float64Array(BOUNDS * nmesh)
    const vertex: number[] = []
    const point: number[] = []
    const first: number[] = []
    const neighbor: number[] = []
    const beside: number[] = []
    for (let mesh = 0; mesh < nmesh; mesh++) {
      const graph = mesh_graphadr[mesh]
      const all = mesh_vertnum[mesh] < SCAN_LIMIT || graph < 0
      const count = all ? mesh_vertnum[mesh] : mesh_graph[graph]
      const start = vertex.length
      this.start[mesh] = start
      this.scanned[mesh] = all ? count : 0
      for (let i = 0; i < count; i++) {
        const id = all ? i : mesh_graph[graph + 2 + count + i]
        vertex.push(id)
        for (let k = 0; k < 3; k++) point.push(mesh_vert[3 * (mesh_vertadr[mesh] + id) + k])
      }
      for (let i = 0; i < count; i++) {
        first.push(neighbor.length)
        if (all) continue
        for (let e = graph + 2 + 2 * count + mesh_graph[graph + 2 + i]; mesh_graph[e] >= 0; e++) {
          neighbor.push(mesh_graph[e])
          for (let k = 0; k < 3; k++) beside.push(point[3 * (start + mesh_graph[e]) + k])
        }
      }
    }
    first.push(neighbor.length)
    for (let mesh = 0; mesh < nmesh; mesh++) {
      const end = mesh + 1 < nmesh ? this.start[mesh + 1] : vertex.length
      this.bounds.set(boundsOf(point, 3 * this.start[mesh], 3 * end), BOUNDS * mesh)
    }
    this.vertex = Int32Array.from(vertex)
    this.point = Float64Array.from(point)
    this.first = Int32Array.from(first)
    this.neighbor = Int32Array.from(neighbor)
    this.beside = Float64Array.from(beside)
  }
}

/** Center and half sizes of the box around points, and the distance of the farthest one from the origin. */
function boundsOf(point: readonly number[], start: number, end: number): number[] {
  const least = [Infinity, Infinity, Infinity]
  const greatest = [-Infinity, -Infinity, -Infinity]
  let farthest = 0
  for (let v = start; v < end; v += 3) {
    let square = 0
    for (let k = 0; k < 3; k++) {
      const x = point[v + k]
      least[k] = Math.min(least[k], x)
      greatest[k] = Math.max(greatest[k], x)
      square += x * x
    }
    farthest = Math.max(farthest, Math.sqrt(square))
  }
  const center = least.map((low, k) => 0.5 * (low + greatest[k]))
  return [...center, ...least.map((low, k) => 0.5 * (greatest[k] - low)), farthest]
}

const none = new Int32Array(0)
/** For shapes that are no meshes. */
export const NO_HULLS: HullPoints = new HullPoints({
  mesh_graph: none,
  mesh_graphadr: none,
  mesh_vert: new Float32Array(0),
  mesh_vertadr: none,
  mesh_vertnum: none,
  mesh_extrema: none,
})

/** Hull points of models, made when they are first asked for; `forget` them after vertices have changed. */
export const hullPoints: Cache<Model, HullPoints> = perModel((m) => new HullPoints(m))
