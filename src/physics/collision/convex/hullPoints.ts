import type { Model } from '../../../core/model/model.ts'

/** Meshes with fewer vertices than this are searched by looking at all of them. */
const SCAN_LIMIT = 10

/**
 * The vertices of meshes, once more, as the search for the farthest one goes through them: in the order in which they are
 * searched, all of them where all are looked at, else those of the hull in the order of the hull; and for each vertex of a
 * hull its neighbours side by side, so that a climb from neighbour to neighbour reads memory in a row.
 */
export class HullPoints {
  /** Where the vertices of each mesh start, in vertices. */
  readonly start: Int32Array
  /** How many of each mesh are all looked at; 0: the mesh is climbed. */
  readonly scanned: Int32Array
  /** Three numbers a vertex, frame of the mesh. */
  readonly point: Float64Array
  /** Number of each vertex within its mesh. */
  readonly vertex: Int32Array
  /** Where the neighbours of each vertex start; those of the next one follow. */
  readonly first: Int32Array
  /** Number of each neighbour within its hull. */
  readonly neighbour: Int32Array
  /** Three numbers a neighbour: where it is. */
  readonly beside: Float64Array
  /** Seven numbers a mesh: centre and half sides of a box around its vertices, radius of a ball around its origin. */
  readonly bounds: Float64Array
  /** The vertex of each hull that is farthest in each of 27 rough directions, as the model has it. */
  readonly extrema: Int32Array

  constructor(m: Pick<Model, `mesh_${'graph' | 'graphadr' | 'vert' | 'vertadr' | 'vertnum' | 'extrema'}`>) {
    const { mesh_graph, mesh_graphadr, mesh_vert, mesh_vertadr, mesh_vertnum } = m
    const nmesh = mesh_vertnum.length
    this.start = new Int32Array(nmesh)
    this.scanned = new Int32Array(nmesh)
    this.extrema = m.mesh_extrema
    this.bounds = new Float64Array(7 * nmesh)
    const vertex: number[] = []
    const point: number[] = []
    const first: number[] = []
    const neighbour: number[] = []
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
        first.push(neighbour.length)
        if (all) continue
        for (let e = graph + 2 + 2 * count + mesh_graph[graph + 2 + i]; mesh_graph[e] >= 0; e++) {
          neighbour.push(mesh_graph[e])
          for (let k = 0; k < 3; k++) beside.push(point[3 * (start + mesh_graph[e]) + k])
        }
      }
    }
    first.push(neighbour.length)
    for (let mesh = 0; mesh < nmesh; mesh++) {
      const end = mesh + 1 < nmesh ? this.start[mesh + 1] : vertex.length
      this.bounds.set(boundsOf(point, 3 * this.start[mesh], 3 * end), 7 * mesh)
    }
    this.vertex = Int32Array.from(vertex)
    this.point = Float64Array.from(point)
    this.first = Int32Array.from(first)
    this.neighbour = Int32Array.from(neighbour)
    this.beside = Float64Array.from(beside)
  }
}

/** Centre and half sides of the box around points, and the distance of the farthest one from the origin. */
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
  const centre = least.map((low, k) => 0.5 * (low + greatest[k]))
  return [...centre, ...least.map((low, k) => 0.5 * (greatest[k] - low)), farthest]
}

const none = new Int32Array(0)
/** Those of no mesh at all. */
export const NO_HULLS: HullPoints = new HullPoints({
  mesh_graph: none,
  mesh_graphadr: none,
  mesh_vert: new Float32Array(0),
  mesh_vertadr: none,
  mesh_vertnum: none,
  mesh_extrema: none,
})

const all = new WeakMap<Model, HullPoints>()
let known: Model | undefined
let points: HullPoints | undefined

/** Those of a model, made when they are first asked for. */
export function hullPointsOf(m: Model): HullPoints {
  if (known === m && points) return points
  let found = all.get(m)
  if (!found) {
    found = new HullPoints(m)
    all.set(m, found)
  }
  known = m
  points = found
  return found
}

/** Lets them be made anew, because vertices have changed. */
export function forgetHullPoints(m: Model): void {
  all.delete(m)
  if (known === m) known = undefined
}
