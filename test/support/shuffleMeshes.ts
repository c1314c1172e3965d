import type { Model } from '../../src/core/model/model.ts'
import type { Random } from '../../tools/compare/randomState.ts'

/**
 * Gives the vertices and hull polygons of all meshes of a model another order: the same geometry, as another hull
 * library might hand it out. Triangles of the surface stay as they are, so only collision can use the model afterwards.
 */
export function shuffleMeshes(m: Model, random: Random): void {
  for (let mesh = 0; mesh < m.nmesh; mesh++) {
    const moved = permutation(m.mesh_vertnum[mesh], random)
    shuffleVertices(m, mesh, moved)
    shuffleGraph(m, mesh, moved, random)
    shufflePolygons(m, mesh, moved, random)
  }
}

/** The numbers below n in random order. */
function permutation(n: number, random: Random): number[] {
  const order = Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random.uniform(0, i + 1))
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

function shuffleVertices(m: Model, mesh: number, moved: readonly number[]): void {
  const start = 3 * m.mesh_vertadr[mesh]
  const before = m.mesh_vert.slice(start, start + 3 * moved.length)
  moved.forEach((to, from) => {
    m.mesh_vert.set(before.subarray(3 * from, 3 * from + 3), start + 3 * to)
  })
}

/** The graph of the hull: its vertices in another order, and the neighbors of each. */
function shuffleGraph(m: Model, mesh: number, moved: readonly number[], random: Random): void {
  const adr = m.mesh_graphadr[mesh]
  if (adr < 0) return
  const [vertices, faces] = m.mesh_graph.subarray(adr, adr + 2)
  const starts = adr + 2
  const ids = starts + vertices
  const edges = ids + vertices
  const corners = edges + vertices + 3 * faces
  const before = m.mesh_graph.slice(adr, corners + 3 * faces)
  const old = (at: number) => before[at - adr]
  const place = permutation(vertices, random)
  const from = place.map((_, to) => place.indexOf(to))
  let at = 0
  for (let to = 0; to < vertices; to++) {
    m.mesh_graph[starts + to] = at
    m.mesh_graph[ids + to] = moved[old(ids + from[to])]
    const neighbors: number[] = []
    for (let e = edges + old(starts + from[to]); old(e) >= 0; e++) neighbors.push(place[old(e)])
    const turn = Math.floor(random.uniform(0, neighbors.length))
    for (let k = 0; k < neighbors.length; k++) m.mesh_graph[edges + at++] = neighbors[(k + turn) % neighbors.length]
    m.mesh_graph[edges + at++] = -1
  }
  for (let c = corners; c < corners + 3 * faces; c++) m.mesh_graph[c] = moved[old(c)]
  const extrema = m.mesh_extrema.subarray(27 * mesh, 27 * mesh + 27)
  extrema.forEach((vertex, k) => {
    extrema[k] = place[vertex] ?? vertex
  })
}

/** Polygons in another order, each from another corner on, and the table from vertices to polygons. */
function shufflePolygons(m: Model, mesh: number, moved: readonly number[], random: Random): void {
  const first = m.mesh_polyadr[mesh]
  const count = m.mesh_polynum[mesh]
  if (count === 0) return
  const loops: { readonly loop: number[]; readonly normal: Float64Array }[] = []
  for (let i = first; i < first + count; i++) {
    const adr = m.mesh_polyvertadr[i]
    const loop = Array.from(m.mesh_polyvert.subarray(adr, adr + m.mesh_polyvertnum[i]), (v) => moved[v])
    const turn = Math.floor(random.uniform(0, loop.length))
    loops.push({
      loop: loop.map((_, k) => loop[(k + turn) % loop.length]),
      normal: m.mesh_polynormal.slice(3 * i, 3 * i + 3),
    })
  }
  const order = permutation(count, random)
  let at = m.mesh_polyvertadr[first]
  order.forEach((from, to) => {
    const { loop, normal } = loops[from]
    m.mesh_polyvertadr[first + to] = at
    m.mesh_polyvertnum[first + to] = loop.length
    m.mesh_polyvert.set(loop, at)
    m.mesh_polynormal.set(normal, 3 * (first + to))
    at += loop.length
  })

  const vertadr = m.mesh_vertadr[mesh]
  let map = m.mesh_polymapadr[vertadr]
  for (let v = 0; v < moved.length; v++) {
    const polygons = order.map((_, to) => to).filter((to) => loops[order[to]].loop.includes(v))
    m.mesh_polymapadr[vertadr + v] = map
    m.mesh_polymapnum[vertadr + v] = polygons.length
    m.mesh_polymap.set(polygons, map)
    map += polygons.length
  }
}
