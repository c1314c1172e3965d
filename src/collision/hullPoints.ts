import type { Model } from '../model/model.ts'

/** Meshes with fewer vertices than this are searched by looking at all of them. */
export const SCAN_LIMIT = 10

/** Whether all vertices of a mesh are looked at, because they are few or because it has no hull. */
export function isScanned(vertnum: number, graphadr: number): boolean {
  return vertnum < SCAN_LIMIT || graphadr < 0
}

/**
 * The vertices of meshes, once more, in the order in which they are searched and as they are computed with: all of them
 * where all are looked at, else those of the hull in the order of the hull.
 */
export class HullPoints {
  /** Where each mesh starts in `point`. */
  readonly adr: Int32Array
  /** Three numbers a vertex, frame of the mesh. */
  readonly point: Float64Array

  constructor(m: Model) {
    const { nmesh, mesh_graph, mesh_graphadr, mesh_vert, mesh_vertadr, mesh_vertnum } = m
    this.adr = new Int32Array(nmesh)
    let total = 0
    for (let mesh = 0; mesh < nmesh; mesh++) {
      const graph = mesh_graphadr[mesh]
      this.adr[mesh] = total
      total += 3 * (isScanned(mesh_vertnum[mesh], graph) ? mesh_vertnum[mesh] : mesh_graph[graph])
    }
    this.point = new Float64Array(total)
    for (let mesh = 0; mesh < nmesh; mesh++) {
      const graph = mesh_graphadr[mesh]
      const all = isScanned(mesh_vertnum[mesh], graph)
      const count = all ? mesh_vertnum[mesh] : mesh_graph[graph]
      for (let i = 0; i < count; i++) {
        const v = 3 * (mesh_vertadr[mesh] + (all ? i : mesh_graph[graph + 2 + count + i]))
        for (let k = 0; k < 3; k++) this.point[this.adr[mesh] + 3 * i + k] = mesh_vert[v + k]
      }
    }
  }
}

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
